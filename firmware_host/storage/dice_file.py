"""The Bluetooth dice of a table: which they are, in their order.

The file ``dice`` in the state folder is one line as :mod:`firmware_host.storage.records` writes it,
with the number of its format.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec.structs import asdict

from firmware_host.storage.filesystem import OS_STORAGE, Storage
from firmware_host.storage.line_file import LineFile
from firmware_host.storage.records import JournalRecord
from hardware.dice.bluetooth.news import MAKES, KnownDie
from hardware.untrusted_text import harmless

NAME: Final = "dice"
UNREADABLE: Final = f"{NAME}.unreadable"
FORMAT: Final = 1
SIDES: Final = range(4, 21)


class DiceFile:
    """The dice kept in ``folder``."""

    def __init__(self, folder: Path, storage: Storage = OS_STORAGE) -> None:
        self._file = LineFile(folder, NAME, storage)

    @property
    def fault(self) -> str | None:
        """One line about the last failure to read or write; None if all went well."""
        return self._file.fault

    def read(self) -> tuple[KnownDie, ...]:
        """Return the dice of the table; none if none were kept.

        A file that makes no sense, or a folder in its place, is renamed to ``dice.unreadable``.
        """
        return self._file.read(_dice, ())

    def write(self, dice: Sequence[KnownDie]) -> None:
        """Keep ``dice``: after a power cut the file is the old or the new one."""
        record: dict[str, str | int] = {"format": FORMAT}
        for number, die in enumerate(dice, start=1):
            record |= {f"{name} {number}": value for name, value in asdict(die).items()}
        self._file.write(record)


def _dice(record: JournalRecord) -> tuple[KnownDie, ...]:
    """Return the dice in ``record``; ValueError if it makes no sense."""
    if record.get("format") != FORMAT:
        raise ValueError(f"expected dice of format {FORMAT}")
    count = sum(key.startswith("address ") for key in record)
    return tuple(
        _die({name: record.get(f"{name} {number}") for name in KnownDie.__struct_fields__})
        for number in range(1, count + 1)
    )


def _die(said: Mapping[str, Any]) -> KnownDie:
    words = [said.get(name) for name in ("address", "name")]
    make, sides = said.get("make"), said.get("sides")
    if not all(isinstance(word, str) and word for word in words) or make not in MAKES:
        raise ValueError("expected a die with its address, name and make")
    if type(sides) is not int or sides not in SIDES:
        raise ValueError(f"expected a die with {SIDES[0]} to {SIDES[-1]} sides")
    address, name = (harmless(str(word), 60) for word in words)
    return KnownDie(address, name, make, sides)
