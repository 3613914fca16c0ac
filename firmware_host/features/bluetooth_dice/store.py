"""The Bluetooth dice of a table: which they are, in their order, and what reads them by radio.

The file ``dice`` in the state folder is one line as :mod:`firmware_host.storage.records` writes it,
with the number of its format.

Without bleak there can be none. An adapter may come later: it is looked for again as long as people
want dice. bleak is not imported before a table has such dice, or people look for some.
"""

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import asdict

from firmware_host.app.inputs import OpenDiceSource
from firmware_host.base.registry import Fact
from firmware_host.storage.filesystem import OS_STORAGE, Storage
from firmware_host.storage.records import JournalRecord, LineFile
from firmware_host.table.scene import Effects, FileTask
from games.equipment import Die
from games.message import msg
from hardware.dice.bluetooth.news import MAKES, Counts, DicePairing, KnownDie, Make, PairedDice
from hardware.dice.tray import DiceEvent
from hardware.untrusted_input import harmless

if TYPE_CHECKING:
    from hardware.dice.bluetooth.dice_set import BluetoothDice, OpenRadio
    from hardware.dice.bluetooth.radio import Post, Radio


BLUETOOTH_DICE: Final = msg("Bluetooth dice")


class DiceHere(Fact, frozen=True):
    """How the Bluetooth dice of a table are."""

    paired: PairedDice = PairedDice()


class PairingHere(Fact, frozen=True):
    """What pairs Bluetooth ``dice``; None where there can be none."""

    dice: DicePairing | None = None


class DiceToKeep(Fact, frozen=True):
    """What writes the dice of the table to the card, since the last one has come or gone."""

    write: FileTask | None = None


class SimulatedDiceHere(Fact, frozen=True):
    """The make and the sides of the Bluetooth dice of a simulated table; None: it has none."""

    make: Make | None = None
    sides: int = 6


NAME: Final = "dice"
UNREADABLE: Final = f"{NAME}.unreadable"
FORMAT: Final = 1
SIDES: Final = range(4, 21)


log = logging.getLogger(__name__)


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


class RadioSource:
    """The Bluetooth dice kept in ``folder``, or the ``usual`` ones, in place of those of a game.

    They are heard by the radio that ``open_radio`` opens, and ``wake`` the table. What hears them
    is loaded when the table has such dice, or people look for some.
    """

    def __init__(
        self,
        folder: Path,
        open_radio: "OpenRadio",
        wake: Callable[[], None],
        usual: Sequence[KnownDie] = (),
    ) -> None:
        self._file, self._to_keep = DiceFile(folder), DiceToKeep()
        known = read_dice(self._file) or tuple(usual)
        self._open = partial(open_dice, known, open_radio, wake, self._keep)
        self._opened = self._open() if known else None

    @property
    def deadline(self) -> float | None:
        """When :meth:`take` has something to do, in seconds; None if never."""
        return None if self._opened is None else self._opened.deadline

    @property
    def facts(self) -> tuple[Fact, ...]:
        """How the dice are, what pairs them, and what keeps them."""
        paired = PairedDice() if self._opened is None else self._opened.state
        return PairingHere(self), DiceHere(paired), self._to_keep

    def search(self, is_on: bool) -> None:
        """Begin to look for new dice, or end it."""
        if self._opened is None and is_on:
            self._opened = self._open()
        if self._opened is not None:
            self._opened.search(is_on)

    def adopt(self, sides: int) -> None:
        """Take the die that rolled as the next of the table."""
        if self._opened is not None:
            self._opened.adopt(sides)

    def refuse(self) -> None:
        """Leave the die that rolled to whom it belongs."""
        if self._opened is not None:
            self._opened.refuse()

    def forget(self, place: int) -> None:
        """Let the die at ``place`` (from 0) be none of the table's any more."""
        if self._opened is not None:
            self._opened.forget(place)

    def reads(self, dice: tuple[Die, ...]) -> bool:
        """Return whether they can stand in for ``dice``."""
        return self._counts(dice) is not None

    def take(self, now: float, dice: tuple[Die, ...]) -> tuple[DiceEvent, ...]:
        """Return what they have done up to ``now`` (seconds) in the place of ``dice``."""
        if self._opened is None:
            return ()
        self._opened.play(self._counts(dice) or ())
        return self._opened.take(now)

    def close(self) -> None:
        """Let go of the radio."""
        if self._opened is not None:
            self._opened.close()

    def _keep(self, dice: Sequence[KnownDie]) -> None:
        self._to_keep = DiceToKeep(partial(_write, self._file, tuple(dice)))

    def _counts(self, dice: tuple[Die, ...]) -> tuple[Counts, ...] | None:
        """Return what they count for in place of ``dice``; None if they cannot."""
        if self._opened is None:
            return None
        from firmware_host.session.names import counts_of

        return counts_of(dice, [each.sides for each in self._opened.known])


def bluetooth_dice(folder: Path) -> OpenDiceSource | None:
    """Return what opens the dice that are kept in ``folder``; None where there can be none."""
    if find_spec("bleak") is None:
        return None
    return partial(RadioSource, folder, _open_radio)


def read_dice(file: DiceFile) -> tuple[KnownDie, ...]:
    """Return the dice in ``file``; a line in the log says if it cannot be read."""
    known = file.read()
    if file.fault is not None:
        log.warning(file.fault)
    return known


def open_dice(
    known: Sequence[KnownDie],
    open_radio: "OpenRadio",
    wake: Callable[[], None],
    keep: Callable[[Sequence[KnownDie]], None],
) -> "BluetoothDice":
    """Return the ``known`` dice; ``wake`` is called when they have news.

    ``keep`` is called when one has come or gone.
    """
    from hardware.dice.bluetooth.dice_set import BluetoothDice

    return BluetoothDice(open_radio, known, wake, keep)


def _write(file: DiceFile, dice: Sequence[KnownDie]) -> Effects:
    file.write(dice)
    if file.fault is not None:
        log.warning(file.fault)
    return ()


def _open_radio(post: "Post") -> "Radio":
    from hardware.dice.bluetooth.bleak_radio import RadioThread  # asyncio and ssl take 3 MiB

    return RadioThread(post, time.monotonic, explain=_trouble)


def _trouble() -> str:
    """Return what the doctor finds wrong with Bluetooth and what to do; empty if nothing is."""
    from hardware.doctor.attached import trouble
    from hardware.doctor.system import System

    found = trouble(System())
    return "" if found is None else f"{found.text}: {found.advice}"
