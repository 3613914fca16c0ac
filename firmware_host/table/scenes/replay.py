"""Games played before: the list of them, and each once more, moment by moment."""

from abc import abstractmethod
from dataclasses import dataclass, field, replace

from firmware_host.screens.replay import ReplayView
from firmware_host.screens.view import Layout, View
from firmware_host.session import names
from firmware_host.session.replay import GameReplay, outcome_text
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.storage.history import SavedGame
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import Close, Effects, EndProgram, Notify
from firmware_host.table.scenes.base import Cover, Scene, Show
from firmware_host.table.scenes.entries import Entry, EntryList, returning
from games.actions import Move
from games.message import Message, msg

PLAYED_HELP = msg("Replay a game that was played on this device.")
UNREADABLE = msg("This game cannot be shown")
STEPS = {"left": -1, "right": 1, "up": -10, "down": 10}


@dataclass(frozen=True)
class PlayedGames(EntryList):
    """The games that are kept, the newest first."""

    help = msg("Up and down: choose a game. OK: replay it. Back: return.")

    def title(self, context: SceneContext) -> Message:
        return Message.of(msg("Replay which game?"))

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        return tuple(_entry(game, context) for game in context.history)

    def leave(self, context: SceneContext) -> Effects | None:
        return (Close(),)


def played_games_entry(context: SceneContext) -> tuple[Entry, ...]:
    """Return the line that leads to the games that are kept; none where there are none."""
    if not context.history:
        return ()
    show = returning(Cover(PlayedGames()))
    return (Entry(Message.of(msg("Games played")), Message.of(PLAYED_HELP), show),)


def _entry(game: SavedGame, context: SceneContext) -> Entry:
    """Return the line of ``game``, even if its records are wrong or name an unknown game."""
    try:
        title, result = _title(game, context), _result(game, context)
    except ValueError:
        title, result = Message.of("?"), Message.of(UNREADABLE)
    date = names.short_date(game.date)
    label = Message.of("{date} {game}", date=date, game=title) if game.date else title
    text = Message.of("{date}\n{result}", date=game.date, result=result)
    return Entry(label, text, lambda then: _show(game, then), keys=result)


def _title(game: SavedGame, context: SceneContext) -> Message:
    setup = Setup.read(game.records[0])
    return Message.of(context.catalogue.kind(setup.game).title)


def _result(game: SavedGame, context: SceneContext) -> Message:
    setup = Setup.read(game.records[0])
    return outcome_text(game.outcome, context.catalogue.load(setup.game, **setup.options))


def _show(game: SavedGame, context: SceneContext) -> Effects:
    try:
        showing = GameReplay.of_session(Session.resume(game.records, context.catalogue))
    except ValueError:
        return (Notify(Message.of(UNREADABLE)),)
    return (Cover(ReplayOfKept(showing)),)


@dataclass(frozen=True)
class Replay(Scene):
    """The moment ``number`` of a game that is replayed."""

    showing: GameReplay
    number: int = field(default=0, kw_only=True)

    @abstractmethod
    def leave(self) -> Effects:
        """Return what follows when people have seen enough."""

    def view(self, context: SceneContext) -> View:
        game, moments = self.showing.game, self.showing.moments
        moment, total = moments[self.number], len(moments) - 1
        return ReplayView(
            Layout(game.board, game.seats, moment.state.pieces()),
            self.number,
            total,
            moment.seat,
            self._what,
            moment.action if isinstance(moment.action, Move) else None,
            self.showing.result if self.number == total else None,
        )

    def press(self, key: str, context: SceneContext) -> Effects | None:
        if key in STEPS:
            number = max(0, min(self.number + STEPS[key], len(self.showing.moments) - 1))
            return (Show(replace(self, number=number)),)
        return self.leave() if key in ("ok", "back") else None

    @property
    def _what(self) -> Message:
        """The action that led to this moment."""
        if self.number == 0:
            return Message.of("")
        return names.action(self.showing.moments[self.number].action)


@dataclass(frozen=True)
class ReplayOfKept(Replay):
    """One of the games of this table, over the list of them."""

    help = msg("Left and right: one step. Up and down: ten steps. Back: list of games.")

    def leave(self) -> Effects:
        return (Close(),)


@dataclass(frozen=True)
class ReplayOfRecord(Replay):
    """The game of a record that the program was started to show."""

    help = msg("Left and right: one step. Up and down: ten steps. Back: quit.")

    def leave(self) -> Effects:
        return (EndProgram("shown"),)
