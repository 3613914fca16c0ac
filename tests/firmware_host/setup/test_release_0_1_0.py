"""A table that release 0.1.0 set up from its sources is taken over by the package.

``installed_by_0_1_0.json`` was written by 0.1.0: the files of a :class:`FakePi` before and after
``tableside install`` with a wiring file, in Russian, and a unit of somebody else in the way.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from firmware_host.cli.commands.uninstall import uninstall
from firmware_host.setup.paths import OPTIONS, RELEASES, WIRING
from firmware_host.setup.services import EARLIER, ServiceRequest
from tests.firmware_host.setup.pi import FILES, FakePi, put_on

INSTALLED: Any = json.loads(Path(__file__).with_name("installed_by_0_1_0.json").read_text("utf-8"))
UNIT = "/etc/systemd/system/tableside.service"
LINK = "/usr/local/bin/tableside"


@pytest.fixture
def pi(tmp_path: Path) -> FakePi:
    """Return the table of 0.1.0 after the package has been unpacked on it."""
    package = {name: text for name, text in FILES.items() if name.startswith(RELEASES[1:])}
    brought = {path[1:]: "" for path in EARLIER.values()}
    pi = FakePi(tmp_path / "pi", {**INSTALLED["files"], **package, **brought})
    for folder in INSTALLED["folders"]:
        (pi.folder / folder).mkdir(parents=True)
    for name, target in INSTALLED["links"].items():
        (pi.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (pi.folder / name).symlink_to(target)
    return pi


def test_the_choices_stay_and_what_would_hide_the_package_goes(pi: FakePi) -> None:
    kept = {path: pi.text(path) for path in (OPTIONS, WIRING)}
    put_on(pi, ServiceRequest())
    assert {path: pi.text(path) for path in kept} == kept
    assert not any(map(pi.exists, EARLIER))
    assert "gpasswd --add tableside input" in pi.commands
    assert "systemctl --no-block restart tableside.service" in pi.commands


def test_what_the_package_does_not_bring_is_not_taken_away(pi: FakePi) -> None:
    for path in EARLIER.values():
        pi.at(path).unlink()
    put_on(pi, ServiceRequest())
    assert pi.exists(UNIT)
    assert pi.exists(LINK)


def test_a_unit_of_somebody_else_stays(pi: FakePi) -> None:
    pi.at(UNIT).write_text("[Service]\nExecStart=/home/ann/play\n")
    put_on(pi, ServiceRequest())
    assert "/home/ann/play" in (pi.text(UNIT) or "")


def test_taking_it_back_leaves_nothing_of_it(pi: FakePi) -> None:
    put_on(pi, ServiceRequest())
    assert uninstall(pi) == 0
    # the user and the program are the package's, which goes after this
    ours = ("tableside", "opt/", "usr/lib/", "var/lib/", "etc/passwd")
    left = {name: text for name, text in pi.files().items() if not any(o in name for o in ours)}
    before = {
        name: text.encode() for name, text in INSTALLED["before"].items()
        if not any(each in name for each in ours)
    }  # fmt: skip
    assert left == before
    assert not pi.exists("/etc/tableside")
    assert not any(map(pi.exists, EARLIER))
