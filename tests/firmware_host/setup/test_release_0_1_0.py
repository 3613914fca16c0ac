"""A service that release 0.1.0 installed is updated and removed by this release.

``installed_by_0_1_0.json`` was written by 0.1.0: the files of a :class:`FakePi` before and after
``tableside install`` with a wiring file, in Russian, and a unit of somebody else in the way.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from firmware_host.cli.service import ServiceRequest, install, uninstall
from firmware_host.setup.paths import LEDGER, OPTIONS, UNIT, USB_FOLDER, VENV, WIRING
from tests.firmware_host.setup.pi import FakePi

HERE = Path(__file__).parents[3]
INSTALLED: Any = json.loads(Path(__file__).with_name("installed_by_0_1_0.json").read_text("utf-8"))


@pytest.fixture
def pi(tmp_path: Path) -> FakePi:
    pi = FakePi(tmp_path / "pi", INSTALLED["files"])
    for folder in INSTALLED["folders"]:
        (pi.folder / folder).mkdir(parents=True)
    for name, target in INSTALLED["links"].items():
        (pi.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (pi.folder / name).symlink_to(target)
    return pi


def before() -> dict[str, bytes]:
    return {name: text.encode() for name, text in INSTALLED["before"].items()}


def ledger(pi: FakePi) -> set[str]:
    return set(pi.at(LEDGER).read_text().splitlines())


def test_uninstalling_restores_everything_that_was_there_before(pi: FakePi) -> None:
    assert uninstall(is_dry=False, machine=pi) == 0
    assert pi.files() == before()
    assert not any(map(pi.exists, ("/etc/tableside", VENV, USB_FOLDER)))
    for undone in ("apt-mark auto python3-lgpio", "systemctl disable --now tableside.service"):
        assert undone in pi.commands


def test_an_update_keeps_the_choices_and_can_be_removed(pi: FakePi) -> None:
    kept = {path: pi.text(path) for path in (OPTIONS, WIRING)}
    steps = ledger(pi)
    assert install(ServiceRequest(source=HERE), is_dry=False, machine=pi) == 0
    assert {path: pi.text(path) for path in kept} == kept
    # python3-pil was there before, so it was never installed; python3-cbor2 is new
    added = {"package python3-cbor2", "group input", "group audio", "group video"}
    assert ledger(pi) - steps == {f"done {step}" for step in added}
    assert steps <= ledger(pi)
    packages = [line.split()[-1] for line in pi.commands if line.startswith("apt-get install")]
    assert packages == ["python3-cbor2"]
    assert not any(line.startswith("useradd") for line in pi.commands)
    assert "systemctl --no-block restart tableside.service" in pi.commands
    assert uninstall(is_dry=False, machine=pi) == 0
    assert pi.files() == before()


def test_the_unit_starts_the_same_command_with_the_same_state(pi: FakePi) -> None:
    def settings() -> list[str]:
        lines = (pi.text(UNIT) or "").splitlines()
        return sorted(
            line for line in lines if line.startswith(("Exec", "State", "EnvironmentFile"))
        )

    old = settings()
    install(ServiceRequest(source=HERE), is_dry=False, machine=pi)
    assert len(old) == 4
    assert settings() == old
