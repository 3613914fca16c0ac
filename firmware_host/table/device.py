"""The device that a table runs on, as far as people notice it, and where throws come from.

People choose preferences on it, which survive switching off: the file ``preferences`` in the state
folder is one line as :mod:`firmware_host.storage.records` writes it. The program on the device ends
with its last words on the display, or restarts.
"""

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, Self, get_args

from msgspec import Struct
from msgspec.structs import asdict, replace

from firmware_host.base.registry import F, Fact, KnownFacts, Registry
from firmware_host.screens.notes import NoteView
from firmware_host.storage.counters import Day
from firmware_host.storage.filesystem import OS_STORAGE, Storage
from firmware_host.storage.history import SavedGame
from firmware_host.storage.records import JournalRecord, LineFile
from firmware_host.text import LANGUAGES
from games.equipment import Die
from games.message import Message, msg
from hardware.board import Glow
from hardware.dice.codes import LONG_DICE, LOTS
from hardware.untrusted_input import written
from hardware.wiring.wiring import Wiring

Brightness = Literal["low", "medium", "full"]
ThrowSource = Literal["tray", "machine", "typed"]
Steady = Literal["0", "0.5", "1", "2"]

SHARES: Mapping[Brightness, float] = {"low": 1 / 16, "medium": 1 / 4, "full": 1.0}
"""Shares of the wiring's brightness; eyes can tell steps of four to one apart."""

NAME: Final = "preferences"
UNREADABLE: Final = f"{NAME}.unreadable"


class FeaturePreferences(NamedTuple):
    """What people choose about a feature: a ``kind`` of fact with the ``choices`` of each field.

    ``fit`` returns what counts at a table with a wiring, where something else was kept.
    """

    kind: type[Fact]
    choices: Mapping[str, tuple[str | bool, ...]]
    fit: Callable[[Any, Wiring], Fact] = lambda kept, wiring: kept


PREFERENCES = Registry[FeaturePreferences]()
"""What people choose about features, kept with the preferences of the device."""


class Preferences(Struct, frozen=True):
    """The ``language`` by its code, the ``brightness`` of the display, ``sound``, ``big_text``.

    ``dice`` says where throws come from: an electronic tray (without one, the machine throws), the
    machine, or people who throw their own dice and type the throws in. With ``throws_for_machines``
    the program itself makes the throws of machine seats.
    ``board_lights`` says how bright the lights in the fields of the board are. What people have
    chosen ``of_features`` is found by :meth:`of`.

    If ``steady`` is more than 0 seconds, keys do not repeat, and a key counts again only after it
    has been released for so long.
    """

    language: str = "en"
    brightness: Brightness = "full"
    sound: bool = True
    big_text: bool = False
    dice: ThrowSource = "tray"
    throws_for_machines: bool = True
    board_lights: Glow = "bright"
    steady: Steady = "0"
    of_features: KnownFacts = KnownFacts()

    @classmethod
    def read(cls, record: JournalRecord, usual: Self) -> Self:
        """Return the preferences in ``record``, and the ``usual`` ones where it has none.

        ValueError names a value that is not allowed.
        """
        said = {name: record.get(name, value) for name, value in usual.values.items()}
        for name, allowed in choices().items():
            if (type(said[name]), said[name]) not in [(type(each), each) for each in allowed]:
                raise ValueError(f"{name}: expected one of {allowed}, not {written(said[name])}")
        chosen: Any = {name: said[name] for name in CHOICES}
        return cls(**chosen).with_facts(
            part.kind(**{name: said[name] for name in part.choices}) for part in PREFERENCES
        )

    @property
    def values(self) -> Mapping[str, str | bool]:
        """All that people can choose, those of features too, by its name."""
        facts = [asdict(self.of(part.kind)) for part in PREFERENCES]
        own = {name: value for name, value in asdict(self).items() if name in CHOICES}
        return {**own, **{name: value for fact in facts for name, value in fact.items()}}

    def of(self, kind: type[F]) -> F:
        """Return what people have chosen of this ``kind``, about a feature."""
        return self.of_features.of(kind)

    def with_facts(self, facts: Iterable[Fact]) -> Self:
        """Return the same preferences with what ``facts`` say about features."""
        known = self.of_features
        for fact in facts:
            known = known.with_fact(fact)
        chosen = {kind: fact for kind, fact in known.known.items() if fact != kind()}
        return replace(self, of_features=KnownFacts(chosen))

    def fitted(self, wiring: Wiring) -> Self:
        """Return what counts of these preferences at a table with ``wiring``."""
        return self.with_facts(part.fit(self.of(part.kind), wiring) for part in PREFERENCES)

    def but(self, chosen: Mapping[str, str | bool]) -> Self:
        """Return the same preferences with those in ``chosen`` changed.

        >>> Preferences().but({"sound": False}).sound
        False
        """
        return self.read(chosen, self)


AS_USUAL: Final = Preferences()

CHOICES: Mapping[str, tuple[str | bool, ...]] = {
    "language": LANGUAGES,
    "brightness": get_args(Brightness),
    "sound": (True, False),
    "big_text": (False, True),
    "dice": get_args(ThrowSource),
    "throws_for_machines": (True, False),
    "board_lights": get_args(Glow),
    "steady": get_args(Steady),
}
"""The values of each preference of the core, in the order of a menu."""


def choices() -> Mapping[str, tuple[str | bool, ...]]:
    """Return the values of each preference, those of features too, in the order of a menu."""
    of_features = (item for part in PREFERENCES for item in part.choices.items())
    return {**CHOICES, **dict(of_features)}


class PreferenceFile:
    """The preferences kept in ``folder``."""

    def __init__(self, folder: Path, storage: Storage = OS_STORAGE) -> None:
        self._file = LineFile(folder, NAME, storage)

    @property
    def fault(self) -> str | None:
        """One line about the last failure to read or write; None if all went well."""
        return self._file.fault

    def read(self, usual: Preferences) -> Preferences:
        """Return the saved preferences; the ``usual`` ones if there are none.

        A file that makes no sense, or a folder in its place, is renamed to
        ``preferences.unreadable``.
        """
        return self._file.read(lambda record: Preferences.read(record, usual), usual)

    def write(self, preferences: Preferences) -> str | None:
        """Save ``preferences``: after a power cut the file is the old or the new one.

        Return the :attr:`fault`.
        """
        self._file.write(dict(preferences.values))
        return self.fault


CUBE: Final = (1, 2, 3, 4, 5, 6)
USUAL_DICE: Final = tuple(
    tuple(map(Die, faces)) for faces in (LOTS, LONG_DICE, (CUBE,), (CUBE, CUBE))
)
"""The dice that trays are made for; no game has to be loaded for them."""


class ThrowSources:
    """The sources of throws at one table.

    ``reads`` returns whether the table reads given dice.
    """

    def __init__(self, reads: Callable[[tuple[Die, ...]], bool]) -> None:
        self._reads = reads

    def choices(self, dice: tuple[Die, ...]) -> tuple[ThrowSource, ...]:
        """Return where throws of ``dice`` may come from; nothing without dice."""
        sources: tuple[ThrowSource, ...] = get_args(ThrowSource) if dice else ()
        return tuple(source for source in sources if source != "tray" or self._reads(dice))

    def chosen(self, dice: tuple[Die, ...], preferences: Preferences) -> ThrowSource:
        """Return the preferred source of throws of ``dice`` if it can be had, else the machine."""
        return preferences.dice if preferences.dice in self.choices(dice) else "machine"

    def usual_dice(self) -> tuple[Die, ...]:
        """Return dice of a usual kind: such as the tray reads, if there are any."""
        return next(filter(self._reads, USUAL_DICE), USUAL_DICE[0])


NOWHERE = msg("This device does not support USB sticks.")


def _nowhere() -> Message:
    return Message.of(NOWHERE)


def _unknown() -> None:
    return None


def _forget(preferences: Preferences) -> None:
    return None


class Device(Struct, frozen=True):
    """The program's ``version``, and what the device can do.

    ``has_sound`` is true if there is a buzzer. ``played_seconds`` returns how long the last game
    has taken in seconds, None if it is not known.

    What uses files is called beside the loop: ``history`` reads the games that were played on the
    device, ``counters`` what it did day by day, the newest last. ``keep`` writes the preferences
    and returns a line about what failed, None if nothing did. ``export`` writes the counters to a
    USB stick and returns what to say about it.

    ``display_size`` returns the width and height of the picture in pixels, None if they are not
    known; they change with the screen. ``has_lights`` is true if there may be lights in the fields
    of the board, ``has_tower`` if its dice are sticks that fall through a tower.
    """

    version: str = ""
    has_sound: bool = True
    history: Callable[[], tuple[SavedGame, ...]] = tuple
    counters: Callable[[], tuple[Day, ...]] = tuple
    played_seconds: Callable[[], int | None] = _unknown
    export: Callable[[], Message] = _nowhere
    display_size: Callable[[], tuple[int, int] | None] = _unknown
    has_lights: bool = False
    keep: Callable[[Preferences], str | None] = _forget
    has_tower: bool = False


UNKNOWN = Device()


class Visitors(Fact, frozen=True):
    """Whether a table stands in public, where people come and go: each visit begins anew."""

    come_and_go: bool = False


class FarSeats(Fact, frozen=True):
    """Whether people at another table can take seats of the games here."""

    are_offered: bool = False


class SettingsFault(Fact, frozen=True):
    """A line about the last failure to read or write the preferences; None if all went well."""

    line: str | None = None


Ending = Literal["restart", "end", "shown"]


def _words(title: str, text: str) -> NoteView:
    return NoteView(Message.of(title), Message.of(text), closes=False)


LAST_WORDS: Final[Mapping[Ending | None, NoteView]] = {
    None: _words(msg("Goodbye"), msg("The program has stopped. The game is saved.")),
    "restart": _words(msg("Restart"), msg("Restarting. One moment, please.")),
    "end": _words(
        msg("Switched off"),
        msg("The game is saved. To start again, unplug the device and plug it back in."),
    ),
    "shown": _words(msg("The end"), msg("The replay has ended.")),
}
"""What stays on the display. None: it was stopped by a signal; "shown": a record was shown."""


def restart() -> None:
    """Run the program again from its start, in the same process, so that a service goes on running.

    Everything must be closed before. This does not return.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
