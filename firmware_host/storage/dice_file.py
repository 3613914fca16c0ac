"""The Bluetooth dice of a table: which they are, in their order.

The file ``dice`` in the state folder is one line as :mod:`firmware_host.storage.records` writes it,
with the number of its format.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, Final

from firmware_host.errors import reason
from firmware_host.storage.filesystem import OS_STORAGE, Storage, read_again, replace_file
from firmware_host.storage.records import LINE_LIMIT, decode, encode
from hardware.dice.bluetooth.news import MAKES, KnownDie
from hardware.untrusted_text import harmless

NAME: Final = "dice"
UNREADABLE: Final = f"{NAME}.unreadable"
FORMAT: Final = 1
SIDES: Final = range(4, 21)


class DiceFile:
    """The dice kept in ``folder``.

    :attr:`fault` is one line about the last failure to read or write, None if all went well.
    """

    def __init__(self, folder: Path, storage: Storage = OS_STORAGE) -> None:
        self.fault: str | None = None
        self._folder, self._storage = folder, storage

    def read(self) -> tuple[KnownDie, ...]:
        """Return the dice of the table; none if none were kept.

        A file that makes no sense is renamed to ``dice.unreadable``.
        """
        self.fault = None
        try:
            line = read_again(self._read_line)
        except FileNotFoundError:
            return ()
        except OSError as error:
            self.fault = f"{NAME} cannot be read: {reason(error)}"
            return ()
        try:
            return _dice(decode(line))
        except ValueError as error:
            self._set_aside(str(error))
            return ()

    def write(self, dice: Sequence[KnownDie]) -> None:
        """Keep ``dice``: after a power cut the file is the old or the new one."""
        self.fault = None
        record: dict[str, str | int] = {"format": FORMAT}
        for number, die in enumerate(dice, start=1):
            record |= {f"{name} {number}": value for name, value in asdict(die).items()}
        try:
            replace_file(self._storage, self._folder, NAME, encode(record))
        except OSError as error:
            self.fault = f"{NAME} cannot be saved: {reason(error)}"

    def _read_line(self) -> bytes:
        with self._storage.read(self._folder / NAME) as file:
            return file.read(LINE_LIMIT)

    def _set_aside(self, why: str) -> None:
        try:
            self._storage.rename(self._folder / NAME, UNREADABLE)
        except OSError as error:
            why = f"{why}; cannot be set aside: {reason(error)}"
        self.fault = f"{NAME}: {why}"


def _dice(record: Any) -> tuple[KnownDie, ...]:
    """Return the dice in ``record``; ValueError if it makes no sense."""
    if record is None or record.get("format") != FORMAT:
        raise ValueError(f"expected a line of format {FORMAT} with its checksum")
    count = sum(key.startswith("address ") for key in record)
    names = [field.name for field in fields(KnownDie)]
    return tuple(
        _die({name: record.get(f"{name} {number}") for name in names})
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
