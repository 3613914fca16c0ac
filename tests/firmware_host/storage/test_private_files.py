"""Only the user of the program can read its files, whatever the umask is."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_host.storage import counters, retention
from firmware_host.storage.counters import Counters
from firmware_host.storage.journal import Journal
from firmware_host.storage.state_folder import LOCK_NAME, hold
from firmware_host.table import device
from firmware_host.table.device import PreferenceFile, Preferences


@pytest.fixture(autouse=True)
def no_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_every_file_in_the_folder_is_private(tmp_path: Path) -> None:
    with hold(tmp_path / "far" / "state") as folder:
        play(folder)
        names = {path.name: mode(path) for path in folder.iterdir()}
    whole = {
        LOCK_NAME,
        retention.RESERVE_NAME,
        device.NAME,
        counters.NAME,
        "000001.journal.tail",
    }
    assert whole <= names.keys()
    assert any(name.endswith(".journal") for name in names)
    assert set(names.values()) == {0o600}


def play(folder: Path) -> None:
    """Save a game, tear its end, resume it, begin another one, and choose preferences."""
    journal = Journal(folder, today=lambda: "2026-03-09")
    journal.begin({"begin": "any"})
    journal.close()
    with (folder / "000001.journal").open("ab") as file:
        file.write(b"torn")
    journal.open()
    journal.begin({"begin": "any"})
    journal.close()
    Counters(folder).start("2026-03-09")
    PreferenceFile(folder).write(Preferences(language="ru"))


def test_every_new_folder_is_private(tmp_path: Path) -> None:
    with hold(tmp_path / "far" / "state") as folder:
        assert {mode(folder), mode(folder.parent)} == {0o700}
