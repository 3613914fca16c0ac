"""Games played before: the list of them, and each once more, moment by moment."""

from abc import abstractmethod
from typing import ClassVar

from msgspec.structs import replace

from firmware_host.screens.start_and_end import ReplayView
from firmware_host.screens.view import Layout, View
from firmware_host.session import names
from firmware_host.session.replay import GameReplay, outcome_text
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.storage.history import SavedGame
from firmware_host.table.context import SceneContext, left_games
from firmware_host.table.effects import LEFT_HELP, EndProgram, GoOnWith
from firmware_host.table.scene import Close, Cover, Effects, Notify, Scene, Show
from firmware_host.table.scenes.base import Entry, EntryList, returning
from games.actions import Move
from games.message import Message, msg

UNREADABLE = msg("This game cannot be shown")
STEPS = {"left": -1, "right": 1, "up": -10, "down": 10}


class PlayedGames(EntryList, frozen=True):
    """The games that are kept, the newest first; the title says how the one at the cursor ended."""

    help = msg("Up and down: choose a game. OK: replay it. Hint: how it ended. Back: list.")
    back = msg("Back: list")

    def title(self, context: SceneContext) -> Message:
        return _described(self.history_at_cursor(context), context)[1]

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        return tuple(_entry(game, context) for game in context.history)

    def history_at_cursor(self, context: SceneContext) -> SavedGame:
        """Return the game under the cursor."""
        return context.history[min(self.cursor, len(context.history) - 1)]

    def leave(self, context: SceneContext) -> Effects | None:
        return (Close(),)


class LeftGames(EntryList, frozen=True):
    """The games that were left and can go on, the newest first, without the one on the table."""

    help = msg("Up and down: choose a game. OK: resume it. Back: list.")
    back = msg("Back: list")

    def title(self, context: SceneContext) -> Message:
        return Message.of(msg("Resume which game?"))

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        return tuple(_left_entry(game, context) for game in left_games(context))

    def leave(self, context: SceneContext) -> Effects | None:
        return (Close(),)


def _left_entry(game: SavedGame, context: SceneContext) -> Entry:
    label = _entry(game, context).label
    return Entry(label, Message.of(LEFT_HELP), returning(GoOnWith(game)))


def _entry(game: SavedGame, context: SceneContext) -> Entry:
    """Return the line of ``game``."""
    title, result = _described(game, context)
    date = names.short_date(game.date)
    label = Message.of("{date} {game}", date=date, game=title) if game.date else title
    text = Message.of("{date}\n{result}", date=game.date, result=result)
    return Entry(label, text, lambda then: _show(game, then), use="replay")


def _described(game: SavedGame, context: SceneContext) -> tuple[Message, Message]:
    """Return which game it was and how it ended, even if its records are wrong."""
    try:
        setup = Setup.read(game.records[0])
        kind = context.catalogue.load(setup.game, **setup.options)
        return Message.of(kind.title), outcome_text(game.outcome, kind)
    except ValueError:
        return Message.of("?"), Message.of(UNREADABLE)


def _show(game: SavedGame, context: SceneContext) -> Effects:
    try:
        replay = GameReplay.of_session(Session.resume(game.records, context.catalogue))
    except ValueError:
        return (Notify(Message.of(UNREADABLE)),)
    return (Cover(ReplayOfKept(replay)),)


class Replay(Scene, frozen=True):
    """The moment ``number`` of a game that is replayed."""

    back: ClassVar[str]
    replay: GameReplay
    number: int = 0

    @abstractmethod
    def leave(self) -> Effects:
        """Return what follows when people have seen enough."""

    def view(self, context: SceneContext) -> View:
        game, moments = self.replay.game, self.replay.moments
        moment, total = moments[self.number], len(moments) - 1
        return ReplayView(
            Layout(game.board, game.seats, moment.state.pieces()),
            self.number,
            total,
            moment.seat,
            self._what,
            moment.action if isinstance(moment.action, Move) else None,
            self.replay.result if self.number == total else None,
            self.back,
        )

    def press(self, key: str, context: SceneContext) -> Effects | None:
        if key in STEPS:
            number = max(0, min(self.number + STEPS[key], len(self.replay.moments) - 1))
            return (Show(replace(self, number=number)),)
        return self.leave() if key in ("ok", "back") else None

    @property
    def _what(self) -> Message:
        """The action that led to this moment."""
        if self.number == 0:
            return Message.of("")
        before, moment = self.replay.moments[self.number - 1 : self.number + 1]
        return names.action(moment.action, before.state.pieces())


class ReplayOfKept(Replay, frozen=True):
    """One of the games of this table, over the list of them."""

    help = msg("Left and right: one step. Up and down: ten steps. Back: leave.")
    back = msg("Back: leave")

    def leave(self) -> Effects:
        return (Close(),)


class ReplayOfRecord(Replay, frozen=True):
    """The game of a record that the program was started to show."""

    help = msg("Left and right: one step. Up and down: ten steps. Back: quit.")
    back = msg("Back: quit")

    def leave(self) -> Effects:
        return (EndProgram("shown"),)
