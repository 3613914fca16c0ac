"""What a scene wants to happen next, as values: the table carries them out in their order.

Two more effects, :class:`~firmware_host.table.scenes.base.Show` and
:class:`~firmware_host.table.scenes.base.Cover`, name a scene and stand beside it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from firmware_host.remote.access import FleetHere, PhonesHere
from firmware_host.remote.link import LinkHere
from firmware_host.remote.reviewed import SharedReview
from firmware_host.sensing.mismatch import Mismatch
from firmware_host.session.lesson import Lesson
from firmware_host.session.reviewed import KnownReview
from firmware_host.session.session import LeaveReason
from firmware_host.session.setup import Setup
from firmware_host.setup.update.record import FoundUpdate
from firmware_host.storage.history import SavedGame
from firmware_host.storage.records import JournalRecord
from firmware_host.table.ending import Ending
from games.actions import Throw
from games.message import Message
from hardware.dice.tray import DiceEvent


class Effect:
    """One thing that the table should do."""


Effects = tuple[Effect, ...]


@dataclass(frozen=True)
class Close(Effect):
    """Return to the scene beneath, which reacts if the real board has changed meanwhile."""


@dataclass(frozen=True)
class GiveUp(Effect):
    """Leave the scene that is shown as if nobody had pressed a key for long."""


@dataclass(frozen=True)
class Resume(Effect):
    """Continue the game: show what it awaits now."""


@dataclass(frozen=True)
class ShowMenu(Effect):
    """Show the menu of the game."""


@dataclass(frozen=True)
class ShowHelp(Effect):
    """Explain what the keys do in the scene that is shown."""


@dataclass(frozen=True)
class ShowLastMove(Effect):
    """Show the last move again."""


@dataclass(frozen=True)
class ShowBoardTour(Effect):
    """Tell people of the board, at a table that speaks."""


@dataclass(frozen=True)
class SayAgain(Effect):
    """Say everything that is shown again; where speech is off, turn it on."""


@dataclass(frozen=True)
class Notify(Effect):
    """Lay ``notice`` over the last line for a while."""

    notice: Message


@dataclass(frozen=True)
class Explain(Effect):
    """Show a text over the scene until a key is pressed."""

    title: Message
    text: Message


@dataclass(frozen=True)
class Apply(Effect):
    """Let ``record`` change the game, and have it saved."""

    record: JournalRecord


@dataclass(frozen=True)
class Undo(Effect):
    """Take back the last throw or move."""


@dataclass(frozen=True)
class ReplaceMove(Effect):
    """Take back the last move so that another one can be chosen instead."""


@dataclass(frozen=True)
class ThrowAtRandom(Effect):
    """Let the program throw: for people who ask for it, or for a seat ``of_machine``."""

    of_machine: bool = False


@dataclass(frozen=True)
class ReplaceThrow(Effect):
    """Let ``throw`` count instead of the one that was made so many throws ``back``."""

    throw: Throw
    back: int


@dataclass(frozen=True)
class BeginGame(Effect):
    """Begin the game that ``setup`` describes."""

    setup: Setup


@dataclass(frozen=True)
class BeginAskedGame(Effect):
    """Begin the game that the program was started for, or show the list of games."""


@dataclass(frozen=True)
class BeginExercise(Effect):
    """Put the exercise of ``lesson`` on the table; the game on it waits."""

    lesson: Lesson


@dataclass(frozen=True)
class ListExercises(Effect):
    """Show the list of exercises for ``game``; people who go through some have ended."""

    game: str


@dataclass(frozen=True)
class PlaceGroups(Effect):
    """Note that people have put ``count`` groups of pieces on the board; None: all of them."""

    count: int | None


@dataclass(frozen=True)
class LeaveGame(Effect):
    """Leave the game for good; it is kept. ``why`` goes into its record."""

    why: LeaveReason


@dataclass(frozen=True)
class GoHome(Effect):
    """Show the list of games, with the cursor on the one called ``game``.

    Without a name, the cursor is on the game that can be resumed or was played last.
    """

    game: str = ""


@dataclass(frozen=True)
class EndVisit(Effect):
    """Leave the game, forget what visitors have set, and invite the next ones."""


@dataclass(frozen=True)
class Prefer(Effect):
    """Set preferences: for good, or in public until the visitors have left."""

    chosen: Mapping[str, str | bool]
    for_good: bool


@dataclass(frozen=True)
class RefuseSetting(Effect):
    """Remember that the ``change`` of a setting, asked for elsewhere, was not possible."""

    change: str


@dataclass(frozen=True)
class SetPhones(Effect):
    """Remember the ``phones`` that the web server lets in, and those that it no longer should."""

    phones: PhonesHere


@dataclass(frozen=True)
class SetFleet(Effect):
    """Remember the ``fleet`` that the table is in."""

    fleet: FleetHere


@dataclass(frozen=True)
class SetLink(Effect):
    """Remember how this table and the one that it is linked with stand."""

    link: LinkHere


@dataclass(frozen=True)
class DeclineGame(Effect):
    """Remember the acts of a game of the other table that people ``declined``, and until when."""

    declined: tuple[str, float]


@dataclass(frozen=True)
class TakeOverGame(Effect):
    """Put the game of ``records`` in the place of the one on the table."""

    records: tuple[JournalRecord, ...]


@dataclass(frozen=True)
class GoOnWith(Effect):
    """Put an earlier ``game`` on the table, which was left; the one there can be resumed too."""

    game: SavedGame


@dataclass(frozen=True)
class ShareReview(Effect):
    """Show the ``review`` of the game on the table to those who look at it from elsewhere."""

    review: SharedReview


@dataclass(frozen=True)
class KeepReview(Effect):
    """Remember what is ``known``: the next review of the game goes on from there."""

    known: KnownReview


@dataclass(frozen=True)
class HandleDice(Effect):
    """Hand a dice event to the scene that is shown now."""

    event: DiceEvent


@dataclass(frozen=True)
class SearchDice(Effect):
    """Begin to look for Bluetooth dice, or end it."""

    is_on: bool


@dataclass(frozen=True)
class AdoptDie(Effect):
    """Take the Bluetooth die that rolled, with so many ``sides``, as the next of the table."""

    sides: int


@dataclass(frozen=True)
class RefuseDie(Effect):
    """Leave the Bluetooth die that rolled to whom it belongs."""


@dataclass(frozen=True)
class ForgetDie(Effect):
    """Let the Bluetooth die at ``place`` (from 0) be none of the table's any more."""

    place: int


@dataclass(frozen=True)
class ReportMismatch(Effect):
    """Show what is wrong on the real board."""

    mismatch: Mismatch


@dataclass(frozen=True)
class IgnoreMismatch(Effect):
    """Accept that the real board differs from the position, until it changes."""


@dataclass(frozen=True)
class ExportCounters(Effect):
    """Write the counters to a USB stick and show whether it worked."""


@dataclass(frozen=True)
class AskForUpdate(Effect):
    """Ask for the update that was ``found``, and show how far it is."""

    found: FoundUpdate


@dataclass(frozen=True)
class EndProgram(Effect):
    """End the program in the way of ``ending``."""

    ending: Ending
