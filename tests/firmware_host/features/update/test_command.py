"""``tableside update``: it hands a package to the updater and says how far it is."""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from firmware_host.cli.main import main
from firmware_host.features.update import updating
from firmware_host.setup.paths import RECORD
from firmware_host.setup.update.disk import replace_with
from firmware_host.setup.update.intake import take
from firmware_host.setup.update.record import UpdateError, UpdateRecord
from firmware_host.setup.update.updater import HandedPackage
from tests.firmware_host.setup.update.card import Card
from tests.firmware_host.setup.update.packages import package
from tests.firmware_host.setup.update.table import (
    NEW,
    OLD,
    SimulatedMachine,
    add_release,
    new_card,
    no_order,
    updater,
)

NAME = f"tableside_{NEW}_arm64.deb"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    data = package(NEW)
    (tmp_path / NAME).write_bytes(data)
    (tmp_path / "SHA256SUMS").write_text(f"{sha256(data).hexdigest()}  {NAME}\n")
    return tmp_path / NAME


def running(card: Card) -> tuple[Callable[[], bool], Callable[[float], object]]:
    """Return what starts the updater, and what passes the time in which it works."""
    machine = SimulatedMachine(card, stopped_at=1030.0)

    def start() -> bool:
        waiting = take(card, no_order)
        assert isinstance(waiting, HandedPackage)
        updater(machine).install(waiting)
        return True

    return start, lambda _: None


def test_a_good_package_is_installed(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    card = new_card()
    start, wait = running(card)
    assert updating.update(file, False, card, start, wait) == 0
    assert capsys.readouterr().out == f"tableside {NEW} runs\n"


def test_the_progress_is_printed_once_a_line(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    card = new_card()
    records = [
        UpdateRecord("unpacking", "1", NEW, OLD, 20),
        UpdateRecord("unpacking", "1", NEW, OLD, 20),
        UpdateRecord("trying", "1", NEW, OLD),
        UpdateRecord("watched", "1", NEW, OLD),
    ]
    shown = iter(records)

    def step(_: float = 0.0) -> bool:
        replace_with(card, RECORD, next(shown).text())
        return True

    assert updating.update(file, False, card, step, step) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{OLD} -> {NEW}: 20 % unpacked",
        f"{OLD} -> {NEW}: the new version starts",
        f"tableside {NEW} runs; if it fails in the next ten minutes, {OLD} comes back by itself",
    ]


def test_a_refused_package_is_one_line_and_fails(file: Path) -> None:
    (file.parent / "SHA256SUMS").write_text(f"{'0' * 64}  {NAME}\n")
    card = new_card()
    start, wait = running(card)
    with pytest.raises(UpdateError, match="expected SHA-256 0000") as error:
        updating.update(file, False, card, start, wait)
    assert "\n" not in str(error.value)


def test_an_update_is_not_begun_during_another_one(file: Path) -> None:
    card = new_card()
    replace_with(card, RECORD, UpdateRecord("watched", "1", NEW, OLD).text())
    with pytest.raises(UpdateError, match="is on trial"):
        updating.update(file, False, card, lambda: True, lambda _: None)


def test_an_updater_that_does_nothing_is_reported(file: Path) -> None:
    with pytest.raises(UpdateError, match="nothing happens"):
        updating.update(file, False, new_card(), lambda: True, lambda _: None)


def test_an_updater_that_cannot_be_started_is_reported(file: Path) -> None:
    with pytest.raises(UpdateError, match="cannot be started"):
        updating.update(file, False, new_card(), lambda: False, lambda _: None)


def test_a_file_with_another_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UpdateError, match="tableside_VERSION_ARCHITECTURE.deb"):
        updating.update(tmp_path / "new.deb", False, new_card(), lambda: True, lambda _: None)


def test_a_package_is_checked_without_a_change(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    card = new_card()
    before = card.calls
    assert updating.check(file, False, card, SimulatedMachine(card)) == 0
    assert capsys.readouterr().out == f"{OLD} -> {NEW}: it can be installed\n"
    assert card.calls == before


def test_the_state_names_the_versions(capsys: pytest.CaptureFixture[str]) -> None:
    card = new_card()
    failed = UpdateRecord("failed", "1", NEW, OLD, obstacle="silent", why="it was silent")
    replace_with(card, RECORD, failed.text())
    updating.show_state(card)
    said = capsys.readouterr().out
    assert f"runs: {OLD}" in said
    assert f"{OLD} -> {NEW}: failed it was silent" in said


def test_the_state_is_also_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    card, record = new_card(), UpdateRecord("done", "1", OLD, "0.1.0")
    add_release(card, NEW)
    replace_with(card, RECORD, record.text())
    updating.show_state(card, is_json=True)
    said = json.loads(capsys.readouterr().out)
    assert (said["runs"], said["also"]) == (OLD, [NEW])
    assert UpdateRecord(**said["last"]) == record


def test_where_no_package_is_installed_one_line_says_so(
    capsys: pytest.CaptureFixture[str],
) -> None:
    if Path("/opt/tableside/current").exists():
        pytest.skip("the package is installed here")
    assert main(["update", "x.deb"]) == 1
    assert "sudo apt install ./FILE.deb" in capsys.readouterr().err


def test_without_a_file_the_usage_is_wrong() -> None:
    with pytest.raises(SystemExit) as error:
        main(["update"])
    assert error.value.code == 2


def test_a_key_for_packages_is_read_and_need_not_be_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = tmp_path / "update-key.pem"
    monkeypatch.setattr(updating, "UPDATE_KEY", str(key))
    machine = updating.ThisUpdateMachine(lambda disk, folder: 1)
    assert machine.key() is None
    key.write_text("a public key", "ascii")
    assert machine.key() == "a public key"
