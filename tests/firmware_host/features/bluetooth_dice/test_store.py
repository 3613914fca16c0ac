"""The file of the Bluetooth dice: kept, and set aside when it makes no sense."""

from pathlib import Path

import pytest

from firmware_host.features.bluetooth_dice.store import NAME, UNREADABLE, DiceFile, bluetooth_dice
from firmware_host.storage.records import encode
from hardware.dice.bluetooth.news import KnownDie

DICE = (
    KnownDie("AA:01", "GoDice_1_R_v04", "godice", 4),
    KnownDie("AA:02", "Lucky", "pixels", 6),
)


def test_without_a_file_there_are_no_dice(tmp_path: Path) -> None:
    file = DiceFile(tmp_path)
    assert (file.read(), file.fault) == ((), None)


def test_dice_are_kept_in_their_order(tmp_path: Path) -> None:
    DiceFile(tmp_path).write(DICE)
    assert DiceFile(tmp_path).read() == DICE
    DiceFile(tmp_path).write(())
    assert DiceFile(tmp_path).read() == ()


@pytest.mark.parametrize(
    "record",
    [
        {"format": 2},
        {"format": 1, "address 1": "AA"},
        {"format": 1, "address 1": "AA", "name 1": "B", "make 1": "acme", "sides 1": 6},
        {"format": 1, "address 1": "AA", "name 1": "B", "make 1": "godice", "sides 1": 2},
        {"format": 1, "address 1": "AA", "name 1": "B", "make 1": "godice", "sides 1": True},
    ],
)
def test_what_makes_no_sense_is_set_aside(tmp_path: Path, record: dict[str, str | int]) -> None:
    (tmp_path / NAME).write_bytes(encode(record))
    file = DiceFile(tmp_path)
    assert file.read() == ()
    assert file.fault is not None
    assert (tmp_path / UNREADABLE).exists()


def test_a_line_without_its_checksum_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b"rubbish\n")
    assert DiceFile(tmp_path).read() == ()
    assert (tmp_path / UNREADABLE).exists()


def test_a_table_without_an_adapter_can_still_pair_dice_when_one_comes(tmp_path: Path) -> None:
    open_dice = bluetooth_dice(tmp_path)
    assert open_dice is not None, "bleak is there, so the settings have an entry"
    dice = open_dice(lambda: None)
    assert dice.deadline is None, "nothing is looked for before people want dice"
    dice.close()
