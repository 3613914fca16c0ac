"""Games played before: the list of them, and each once more, moment by moment."""

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from firmware_host import names
from firmware_host.archive import Kept
from firmware_host.beginning import Setup
from firmware_host.label import Label
from firmware_host.names import short_date
from firmware_host.scenes.base import Scene
from firmware_host.scenes.entries import Entry, EntryList
from firmware_host.session import Session
from firmware_host.views import Layout, ReplayView, View
from games.actions import Move
from games.core import msg

if TYPE_CHECKING:
    from firmware_host.table import Table

UNFINISHED = Label.of(msg("not finished"))
PLAYED_HELP = msg("The games of this table, to look at once more.")
UNREADABLE = msg("This game cannot be shown")
STEPS = {"left": -1, "right": 1, "up": -10, "down": 10}


@dataclass(frozen=True)
class Played(EntryList):
    """The games that are kept, the newest first."""

    help = msg("Up and down choose a game, OK shows it once more. Back: where you were.")
    beneath: Scene = field(kw_only=True)

    def title(self, table: "Table") -> Label:
        return Label.of(msg("Look at which game?"))

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
    return (Entry(Label.of(msg("Games played")), Label.of(PLAYED_HELP), show),)


def _entry(game: Kept, beneath: Scene, table: "Table") -> Entry:
    """The line of ``game``, even of one that no version of the games has, or that lies."""
    try:
        title, result = _title(game, table), _result(game, table)
    except ValueError:
        title, result = Label.of("?"), Label.of(UNREADABLE)
    date = short_date(game.date)
    label = Label.of("{date} {game}", date=date, game=title) if game.date else title
    show = partial(_show, game, beneath, table)
    text = Label.of("{date}\n{result}", date=game.date, result=result)
    return Entry(label, text, show, keys=result)


def _title(game: Kept, table: "Table") -> Label:
    setup = Setup.read(game.records[0])
    return Label.of(table.catalogue.kind(setup.game).title)


def _result(game: Kept, table: "Table") -> Label:
    if game.outcome is None:
        return UNFINISHED
    setup = Setup.read(game.records[0])
    return names.won(game.outcome, table.catalogue.load(setup.game, **setup.options).seats)


def _show(game: Kept, beneath: Scene, table: "Table") -> None:
    try:
        session = Session.resume(game.records, table.catalogue)
    except ValueError:
        table.tell(Label.of(UNREADABLE))
    else:
        table.show(Replay(session, _result(game, table), beneath))


@dataclass(frozen=True)
class Replay(Scene):
    """A game played before, ``session``, at the moment after ``number`` actions."""

    help = msg("Left and right: one step. Up and down: ten. Back: the list.")
    session: Session
    result: Label
    beneath: Scene
    number: int = 0

    def view(self, table: "Table") -> View:
        session, number = self.session, self.number
        total = len(session.actions)
        last = self.result if number == total else None
        layout = Layout(session.game.board, session.game.seats, session.states[number].pieces())
        if number == 0:
            return ReplayView(layout, number, total, None, Label.of(""), None, last)
        action, turn = session.actions[number - 1], session.states[number - 1].turn
        seat = None if turn is None else session.game.seats[turn]
        move = action if isinstance(action, Move) else None
        return ReplayView(layout, number, total, seat, names.action(action), move, last)

    def press(self, key: str, table: "Table") -> bool:
        if key in STEPS:
            number = max(0, min(self.number + STEPS[key], len(self.session.actions)))
            table.show(replace(self, number=number))
        elif key in ("ok", "back"):
            table.show(self.beneath)
        else:
            return False
        return True
