"""The counters on a USB stick."""

import errno
from pathlib import Path

import pytest

from firmware_host.storage.counters import (
    DEFAULT_STICK,
    FILE,
    NOT_WRITTEN,
    PLUG_IN,
    WRITTEN,
    Day,
    UsbStick,
    csv_text,
    export,
)
from tests.firmware_host.storage.disk import FOLDER, Disk

DAYS = (Day("2026-03-09", 3, 2, 1, 12.5, 1, 0),)


def stick_in(folder: Path) -> UsbStick:
    (folder / "device").touch()
    (folder / "stick").mkdir()
    return UsbStick(folder / "stick", folder / "device")


def test_the_csv_is_on_the_stick_before_the_message_says_so(tmp_path: Path) -> None:
    (tmp_path / "device").touch()
    disk = Disk()
    assert export(DAYS, UsbStick(FOLDER, tmp_path / "device", disk)).text == WRITTEN
    assert list(disk.images(lambda length: (0, length))) == [{FILE: csv_text(DAYS).encode()}]


def test_the_file_of_an_earlier_export_is_replaced(tmp_path: Path) -> None:
    stick = stick_in(tmp_path)
    for days in ((), DAYS):
        assert export(days, stick).text == WRITTEN
        assert (stick.folder / FILE).read_text() == csv_text(days)
    assert [path.name for path in stick.folder.iterdir()] == [FILE]


def test_without_a_stick_the_message_says_what_to_do_and_the_folder_is_not_touched(
    tmp_path: Path,
) -> None:
    stick = UsbStick(FOLDER, tmp_path / "device", Disk(faults={0: errno.EIO}))
    told = export(DAYS, stick)
    assert (told.text, dict(told.facts)) == (PLUG_IN, {"name": "TABLESIDE"})


@pytest.mark.parametrize("number", [errno.EROFS, errno.ENOSPC, errno.EIO])
def test_a_stick_that_cannot_be_written_is_reported(
    tmp_path: Path, number: int, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "device").touch()
    disk = Disk()
    disk.fail(number)
    assert export(DAYS, UsbStick(FOLDER, tmp_path / "device", disk)).text == NOT_WRITTEN
    assert len(caplog.messages) == 1


def test_a_stick_is_found_by_its_label() -> None:
    assert DEFAULT_STICK.device.name == "TABLESIDE"
