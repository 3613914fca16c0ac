"""Games that are kept: the lists of them, and what people do with one of them.

It is gone on with, looked at, played on from any of its moments as a new game, or deleted. Its
records are read beside the loop: a long game takes a slow computer a second.
"""

from abc import abstractmethod
from typing import ClassVar, Self

from msgspec import Struct
from msgspec.structs import replace

from firmware_host.screens.lists import ListView
from firmware_host.screens.moves import ReplayView
from firmware_host.screens.view import Layout, View
from firmware_host.session import names
from firmware_host.session.replay import GameReplay, branch, outcome_text
from firmware_host.session.seats import FAR, Seats
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup, game_of
from firmware_host.storage.history import SavedGame
from firmware_host.storage.retention import DEFAULT_RETENTION
from firmware_host.table.context import SceneContext, left_games, unfinished_games
from firmware_host.table.effects import (
    READING,
    UNREADABLE,
    EndProgram,
    Explain,
    ForgetGame,
    GoHome,
    GoOnWith,
    PutOnTable,
    ReadGame,
)
from firmware_host.table.scene import (
    AwaitFiles,
    Close,
    Cover,
    Effects,
    Notify,
    Scene,
    Show,
    TableParts,
)
from firmware_host.table.scenes.additions import KEPT_GAME_LINES, PLAYED_ON, play_on
from firmware_host.table.scenes.base import (
    Confirmation,
    Entry,
    EntryList,
    plain_entry,
    returning,
)
from games.actions import Move
from games.message import Message, msg

UNKNOWN = Message.of("?")
PLAYED = msg("Games played")
NONE, NONE_HELP = msg("None"), msg("No game is left in this list.")
MOVES = msg("moves: {count}")
THROWS_AND_MOVES = msg("throws and moves: {count}")
PEOPLE = msg("people: {count}")
MACHINES = msg("machines: {count}")
FAR_PEOPLE = msg("other table: {count}")
GO_ON_HELP = msg("The game goes on as it was left. The game on the table can be resumed too.")
LOOK_HELP = msg("Go through the game step by step.")
PLAY_ON_HELP = msg("Choose a moment of the game. A new game begins there; this one stays.")
FACTS_HELP = msg("When it was played, who played, and how far it is.")
DELETE_HELP = msg("Removes the game from this device for good.")
ASK_DELETE = msg("Delete the game?")
DELETES = msg("{game}. OK: it is removed for good.")
PLAY_ON = msg("Play on from here?")
PLAYS_ON = msg("OK: a new game begins with this position. The old one stays.")
OVER_HERE = msg("The game is over here")
FULL = msg("Too many unfinished games")
ASK_OLDEST = msg(
    "{most} unfinished games are kept. OK: the oldest is deleted, {game}. Back: it stays."
)


class Described(Struct, frozen=True):
    """What a list says of a kept game: its ``line``, ``who`` played, and ``how_far`` it is.

    ``result`` is how it ended.
    """

    line: Message
    who: Message
    how_far: Message
    result: Message

    @classmethod
    def of(cls, game: SavedGame, context: SceneContext) -> Self:
        """Describe ``game``, even if its records are wrong."""
        try:
            setup = Setup.read(game.records[0])
            kind = game_of(setup, context.catalogue)
            title, who = Message.of(kind.title), _who(Seats.of(kind, setup.players))
            how_far = Message.of(THROWS_AND_MOVES if kind.dice else MOVES, count=game.length)
            result = outcome_text(game.outcome, kind)
        except ValueError:
            title, who = UNKNOWN, Message.of("")
            how_far = result = Message.of(UNREADABLE)
        date = names.short_date(game.date)
        line = Message.of("{date} {game}", date=date, game=title) if game.date else title
        return cls(line, who, how_far, result)

    @property
    def in_full(self) -> Message:
        """All of it, line by line."""
        parts = dict.fromkeys((self.line, self.who, self.how_far, self.result))
        return names.join([each for each in parts if each.text], between="\n")


def _who(seats: Seats) -> Message:
    """Return how many people and machines play at ``seats``."""
    counts = {
        PEOPLE: len(seats.persons),
        MACHINES: len(seats.machines),
        FAR_PEOPLE: seats.players.count(FAR),
    }
    return names.join([Message.of(text, count=count) for text, count in counts.items() if count])


class PlayedGames(EntryList, frozen=True):
    """The games that are kept, the newest first.

    The title says how the one at the cursor ended, or how far it is; below stands who played it.
    """

    help = msg("Up and down: choose a game. OK: open it. Hint: who played, how far. Back: list.")
    back = msg("Back: list")

    def games(self, context: SceneContext) -> tuple[SavedGame, ...]:
        """Return the games of the list."""
        return context.history

    def title(self, context: SceneContext) -> Message:
        game = self._at_cursor(context)
        if game is None:
            return Message.of(PLAYED)
        described = Described.of(game, context)
        return described.how_far if game.outcome is None else described.result

    def view(self, context: SceneContext) -> ListView:
        game = self._at_cursor(context)
        who = None if game is None else Described.of(game, context).who
        return replace(super().view(context), note=who)

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        found = tuple(_entry(game, context) for game in self.games(context))
        # the last one may be gone since the list was opened
        return found or (plain_entry(NONE, NONE_HELP, returning(Close())),)

    def _at_cursor(self, context: SceneContext) -> SavedGame | None:
        games = self.games(context)
        return games[min(self.cursor, len(games) - 1)] if games else None


class LeftGames(PlayedGames, frozen=True):
    """The games that were left and can go on, the newest first, without the one on the table."""

    def games(self, context: SceneContext) -> tuple[SavedGame, ...]:
        return left_games(context)


def _entry(game: SavedGame, context: SceneContext) -> Entry:
    described = Described.of(game, context)
    return Entry(described.line, described.in_full, returning(Cover(KeptGamePage(game=game))))


class KeptGamePage(EntryList, frozen=True, kw_only=True):
    """What people may do with ``game``; during another one they only look at it."""

    help = msg("Up and down: choose a line. OK: open it. Hint: what it does. Back: list.")
    back = msg("Back: list")
    times_out_anywhere = True
    game: SavedGame

    def title(self, context: SceneContext) -> Message:
        return Described.of(self.game, context).line

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        described, is_free = Described.of(self.game, context), _is_free(context)
        facts = returning(Explain(described.line, described.in_full))
        on = plain_entry(msg("Go on"), GO_ON_HELP, returning(GoOnWith(self.game)))
        later = plain_entry(msg("Play on from a move"), PLAY_ON_HELP, self._show_last)
        gone = plain_entry(msg("Delete"), DELETE_HELP, self._ask)
        return (
            *((on,) if is_free and self.game.can_go_on else ()),
            plain_entry(msg("Look back"), LOOK_HELP, self._show_first),
            *((later,) if is_free else ()),
            *(entry for lines in KEPT_GAME_LINES for entry in lines(self.game)),
            plain_entry(msg("Who and when"), FACTS_HELP, facts, use="details"),
            *((gone,) if is_free else ()),
        )

    def give_up(self, context: SceneContext) -> Effects:
        return (Close(),)

    def _show_first(self, context: SceneContext) -> Effects:
        game = self.game if _is_free(context) else None
        return (ReadGame(self.game, lambda session: _shown(session, game, 0)),)

    def _show_last(self, context: SceneContext) -> Effects:
        return (ReadGame(self.game, lambda session: _shown(session, self.game, -1)),)

    def _ask(self, context: SceneContext) -> Effects:
        line = Described.of(self.game, context).line
        title, text = Message.of(ASK_DELETE), Message.of(DELETES, game=line)
        return (Cover(Confirmation(title, text, (ForgetGame(self.game), GoHome()))),)


def _is_free(context: SceneContext) -> bool:
    """Return whether another game may come to the table now."""
    return not (context.in_game or context.is_public)


def _shown(session: Session, game: SavedGame | None, number: int) -> Effects:
    """Return what shows a moment of the game in ``session``: people may play on from ``game``."""
    replay = GameReplay.of_session(session)
    number %= len(replay.moments)
    if game is None:
        return (Cover(ReplayOfKept(replay, number)),)
    return (Cover(ReplayToPlayOn(replay, number, game=game)),)


class Replay(Scene, frozen=True):
    """The moment ``number`` of a game that is replayed.

    ``back`` says what that key does; OK plays on from this moment, and leaves where nothing can.
    """

    back: ClassVar[str]
    ok: ClassVar[str] = msg("OK: play on")
    replay: GameReplay
    number: int = 0

    @abstractmethod
    def leave(self) -> Effects:
        """Return what follows when people have seen enough."""

    def take(self, context: SceneContext) -> Effects:
        """Return what follows from OK at this moment."""
        state = self.replay.moments[self.number].state
        if state.is_terminal and any(PLAYED_ON):
            return (Notify(Message.of(OVER_HERE)),)
        return play_on(state, context) or self.leave()

    @property
    def _ok(self) -> str:
        return self.ok if any(PLAYED_ON) else ""

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
            self._ok,
        )

    def press(self, key: str, context: SceneContext) -> Effects | None:
        if key in STEPS:
            number = max(0, min(self.number + STEPS[key], len(self.replay.moments) - 1))
            return (Show(replace(self, number=number)),)
        if key == "ok":
            return self.take(context)
        return self.leave() if key == "back" else None

    @property
    def _what(self) -> Message:
        """The action that led to this moment."""
        if self.number == 0:
            return Message.of("")
        before, moment = self.replay.moments[self.number - 1 : self.number + 1]
        return names.action(moment.action, before.state.pieces())


class ReplayOfKept(Replay, frozen=True):
    """One of the games of this table, over the list of them."""

    help = msg(
        "Left and right: one step. Up and down: ten steps. OK: play on from here. Back: leave."
    )
    back = msg("Back: leave")

    def leave(self) -> Effects:
        return (Close(),)


class ReplayOfRecord(Replay, frozen=True):
    """The game of a record that the program was started to show."""

    help = msg(
        "Left and right: one step. Up and down: ten steps. OK: play on from here; that game is not"
        " kept. Back: quit."
    )
    back = msg("Back: quit")

    def leave(self) -> Effects:
        return (EndProgram("shown"),)


class ReplayToPlayOn(ReplayOfKept, frozen=True, kw_only=True):
    """The moments of ``game``: from each of them people may play on, as a new game."""

    game: SavedGame

    @property
    def _ok(self) -> str:
        return self.ok

    def take(self, context: SceneContext) -> Effects:
        if self.replay.moments[self.number].state.is_terminal:
            return (Notify(Message.of(OVER_HERE)),)
        begin = PlayOn(self.game, self.number)
        title, text = Message.of(PLAY_ON), Message.of(PLAYS_ON)
        return (Cover(Confirmation(title, text, with_room((begin,), context))),)


class PlayOn(Struct, frozen=True):
    """Put a new game on the table that begins with the first ``number`` actions of ``game``."""

    game: SavedGame
    number: int

    def carry_out(self, table: TableParts) -> Effects:
        catalogue = table.context.catalogue

        def read() -> Effects:
            try:
                records, session = branch(self.game.records, self.number, catalogue)
            except ValueError:
                return (Notify(Message.of(UNREADABLE)),)
            return (PutOnTable(SavedGame("", records), session),)

        return (AwaitFiles(Message.of(PLAY_ON), Message.of(READING), read),)


def with_room(begin: Effects, context: SceneContext) -> Effects:
    """Return ``begin``, which begins a game; first what asks for room if there is none for it."""
    unfinished, most = unfinished_games(context), DEFAULT_RETENTION.left
    if context.is_public or len(unfinished) <= most:
        return begin
    oldest = unfinished[-1]
    text = Message.of(ASK_OLDEST, most=most, game=Described.of(oldest, context).line)
    return (Cover(Confirmation(Message.of(FULL), text, (ForgetGame(oldest), *begin))),)


STEPS = {"left": -1, "right": 1, "up": -10, "down": 10}
