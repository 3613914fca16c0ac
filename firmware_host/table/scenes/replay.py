"""Games played before: the list of them, and each once more, moment by moment."""

from abc import abstractmethod
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from firmware_host.screens.replay import ReplayView
from firmware_host.screens.view import Layout, View
from firmware_host.session import names
from firmware_host.session.replay import GameReplay, outcome_text
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.storage.history import SavedGame
from firmware_host.table.scenes.base import Scene
from firmware_host.table.scenes.entries import Entry, EntryList
from games.actions import Move
from games.message import Message, msg

if TYPE_CHECKING:
    from firmware_host.table.table import Table

PLAYED_HELP = msg("The games of this table, to look at once more.")
UNREADABLE = msg("This game cannot be shown")
STEPS = {"left": -1, "right": 1, "up": -10, "down": 10}


@dataclass(frozen=True)
class Played(EntryList):
    """The games that are kept, the newest first."""

    help = msg("Up and down choose a game, OK shows it once more. Back: where you were.")
    beneath: Scene = field(kw_only=True)

    def title(self, table: "Table") -> Message:
        return Message.of(msg("Look at which game?"))

    def entries(self, table: "Table") -> tuple[Entry, ...]:
        return tuple(_entry(game, self, table) for game in table.kept)

    def leave(self, table: "Table") -> bool:
        table.show(self.beneath)
        return True


def played(beneath: Scene, table: "Table") -> tuple[Entry, ...]:
    """The line that leads to the games that are kept; none where there are none."""
    if not table.kept:
        return ()
    show = partial(table.show, Played(beneath=beneath))
    return (Entry(Message.of(msg("Games played")), Message.of(PLAYED_HELP), show),)


def _entry(game: SavedGame, beneath: Scene, table: "Table") -> Entry:
    """The line of ``game``, even of one that no version of the games has, or that lies."""
    try:
        title, result = _title(game, table), _result(game, table)
    except ValueError:
        title, result = Message.of("?"), Message.of(UNREADABLE)
    date = names.short_date(game.date)
    label = Message.of("{date} {game}", date=date, game=title) if game.date else title
    show = partial(_show, game, beneath, table)
    text = Message.of("{date}\n{result}", date=game.date, result=result)
    return Entry(label, text, show, keys=result)


def _title(game: SavedGame, table: "Table") -> Message:
    setup = Setup.read(game.records[0])
    return Message.of(table.catalogue.kind(setup.game).title)


def _result(game: SavedGame, table: "Table") -> Message:
    setup = Setup.read(game.records[0])
    return outcome_text(game.outcome, table.catalogue.load(setup.game, **setup.options))


def _show(game: SavedGame, beneath: Scene, table: "Table") -> None:
    try:
        showing = GameReplay.of_session(Session.resume(game.records, table.catalogue))
    except ValueError:
        table.tell(Message.of(UNREADABLE))
    else:
        table.show(ReplayOfKept(showing, beneath))


@dataclass(frozen=True)
class Replay(Scene):
    """The moment ``number`` of a game that is shown once more."""

    showing: GameReplay
    number: int = field(default=0, kw_only=True)

    @abstractmethod
    def leave(self, table: "Table") -> None:
        """People have seen enough."""

    def view(self, table: "Table") -> View:
        game, moments = self.showing.game, self.showing.moments
        moment, total = moments[self.number], len(moments) - 1
        return ReplayView(
            Layout(game.board, game.seats, moment.state.pieces()),
            self.number,
            total,
            next((seat for seat in game.seats if seat.side == moment.side), None),
            self._what,
            moment.action if isinstance(moment.action, Move) else None,
            self.showing.result if self.number == total else None,
        )

    def press(self, key: str, table: "Table") -> bool:
        if key in STEPS:
            number = max(0, min(self.number + STEPS[key], len(self.showing.moments) - 1))
            table.show(replace(self, number=number))
        elif key in ("ok", "back"):
            self.leave(table)
        else:
            return False
        return True

    @property
    def _what(self) -> Message:
        """What led to this moment."""
        if self.number == 0:
            return Message.of("")
        return names.action(self.showing.moments[self.number].action)


@dataclass(frozen=True)
class ReplayOfKept(Replay):
    """One of the games of this table, out of the list ``beneath``."""

    help = msg("Left and right: one step. Up and down: ten. Back: the list.")
    beneath: Scene

    def leave(self, table: "Table") -> None:
        table.show(self.beneath)


@dataclass(frozen=True)
class ReplayOfRecord(Replay):
    """The game of a record, for whose sake the program was started."""

    help = msg("Left and right: one step. Up and down: ten. Back: the end.")

    def leave(self, table: "Table") -> None:
        table.farewell = "shown"
