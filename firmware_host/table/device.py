"""The device that a table runs on, as far as people notice it, and where throws come from.

The program on it ends with its last words on the display, or restarts.
"""

import os
import sys
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Final, Literal, get_args

from msgspec import Struct

from firmware_host.base.registry import Fact
from firmware_host.screens.notes import NoteView
from firmware_host.storage.counters import Day
from firmware_host.storage.history import SavedGame
from firmware_host.table.preferences import Preferences, ThrowSource
from games.core import Catalogue
from games.equipment import Die
from games.message import Message, msg


class ThrowSources:
    """The sources of throws at one table.

    Arguments: ``reads`` returns whether the tray reads given dice; ``catalogue`` has the games.
    """

    def __init__(self, reads: Callable[[tuple[Die, ...]], bool], catalogue: Catalogue) -> None:
        self._reads, self._catalogue = reads, catalogue

    def choices(self, dice: tuple[Die, ...]) -> tuple[ThrowSource, ...]:
        """Return where throws of ``dice`` may come from; nothing without dice."""
        sources: tuple[ThrowSource, ...] = get_args(ThrowSource) if dice else ()
        return tuple(source for source in sources if source != "tray" or self._reads(dice))

    def chosen(self, dice: tuple[Die, ...], preferences: Preferences) -> ThrowSource:
        """Return the preferred source of throws of ``dice`` if it can be had, else the machine."""
        return preferences.dice if preferences.dice in self.choices(dice) else "machine"

    def usual_dice(self) -> tuple[Die, ...]:
        """Return the dice of one of the games: such as the tray reads, if there are any."""
        return max(self._all_dice, key=self._reads, default=())

    @cached_property
    def _all_dice(self) -> tuple[tuple[Die, ...], ...]:
        games = [self._catalogue.load(name) for name in self._catalogue.names()]
        return tuple(game.dice for game in games if game.dice)


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
    of the board.
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
