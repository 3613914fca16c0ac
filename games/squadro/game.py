"""Squadro under chosen options: its states, what may be moved in them, and random play from
them."""

import random
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import ClassVar, Self, cast

from games.actions import Action, Move
from games.budget import Budget
from games.core import (
    GAME_OVER,
    NOBODY_WON,
    REPETITION,
    TOO_LONG,
    Attempt,
    Begins,
    Care,
    Danger,
    Outcome,
    State,
)
from games.core import HOME as PIECES_HOME
from games.equipment import Piece, sorted_pieces
from games.message import IllegalMove, Message, msg
from games.options import OptionValue
from games.squadro import ABOUT, evaluate, notation
from games.squadro.moves import Runs, SquadroGame, TrackRun, cells_of, code_of, progress_of, runs
from games.squadro.notation import read
from games.squadro.rules import (
    ALL_TURNS,
    BOARD,
    HANDICAPS,
    HOME,
    HOME_TO_WIN,
    LIMIT,
    LOOK,
    MOVE_TEXT,
    OCCURRENCES,
    OPTIONS,
    SEATS,
    START,
    TRACKS,
    SquadroRules,
    standing,
    turns_to_win,
)
from games.squadro.search import SquadroSearch
from games.squadro.tables import PLACES, best_table

NO_MOVE_LEFT = Message.of(msg("no move is left"))


OWN = slice(0, TRACKS), slice(TRACKS, None)
"""The pieces of each seat among all."""
SOONEST = 4 * (OCCURRENCES - 1)
"""A draw by repetition needs at least so many earlier positions.

No position comes back after one turn of each seat: each would have to send back the piece that the
other moves, but the first to jump stands behind the track of the other then.
"""
WINS = (Outcome((0,), "home", message=PIECES_HOME), Outcome((1,), "home", message=PIECES_HOME))
REPEATED = Outcome((0, 1), "repetition", is_draw=True, message=REPETITION)
LIMIT_REACHED = Outcome((0, 1), "limit", is_draw=True, message=TOO_LONG)
NO_MOVE = Outcome((0, 1), "no move", is_draw=True, message=NO_MOVE_LEFT)
DRAW = Outcome((0, 1), "draw", is_draw=True, message=NOBODY_WON)

_unmade = object.__new__


class SquadroPosition(State):
    """A state of the game.

    ``cells`` and ``code`` are the pieces in the two forms of :mod:`games.squadro.moves`; they must
    not be changed. ``earlier`` holds the codes before the present one that may still come back,
    oldest first, ``plies`` counts the moves since the set-up, ``outcome`` is None until the end.
    """

    __slots__ = (
        "_moves",
        "_outcome",
        "_plies",
        "cells",
        "code",
        "earlier",
        "game",
        "is_terminal",
        "turn",
    )

    game: SquadroGame
    is_terminal: bool
    is_chance = False
    """The game has no dice."""

    def __init__(
        self,
        game: SquadroGame,
        cells: list[int],
        code: int,
        earlier: tuple[int, ...] = (),
        plies: int = 0,
        outcome: Outcome | None = None,
    ) -> None:
        self.game = game
        self.turn = None if outcome else code & 1
        self.is_terminal = outcome is not None
        self.cells = cells
        self.code = code
        self.earlier = earlier
        self._plies = plies
        self._outcome = outcome
        self._moves: tuple[TrackRun, ...] | None = None

    @property
    def progress(self) -> tuple[int, ...]:
        """How far each piece has come: A1 to A5, then B1 to B5."""
        return progress_of(self.cells)

    def legal_moves(self) -> tuple[TrackRun, ...]:
        """Return the moves of all pieces that are not home, in track order."""
        moves = self._moves
        if moves is None:
            moves = () if self.turn is None else self.game.runs.of(self.cells, self.turn)
            self._moves = moves
        return moves

    def outcome(self) -> Outcome | None:
        """Return a win with four pieces home, or a draw by repetition or length."""
        return self._outcome

    def pieces(self) -> tuple[Piece, ...]:
        """Return what stands where; the pieces that are home together, out of the game."""
        alike = Counter(standing(piece, p) for piece, p in enumerate(self.progress))
        return sorted_pieces(
            piece if count == piece.count else replace(piece, count=count)
            for piece, count in alike.items()
        )

    def evaluate(self, seat: int) -> float:
        """Return the score that ``seat`` may expect, as :mod:`games.squadro.evaluate` tells."""
        if self._outcome is not None:
            return self._outcome.score(seat)
        mover = 1 - (self.code & 1)
        score = evaluate.value(mover, self.progress)
        return score if seat == mover else -score

    def material(self, seat: int) -> float:
        """Return the lead in moves to bring four pieces home unhindered, as a share of all of them.

        Counted in moves, not in steps, because the dots make some pieces slow; without the piece
        that needs most, because it may stay behind.
        """
        own, other = (turns_to_win(each, self.progress) for each in (seat, 1 - seat))
        return (other - own) / ALL_TURNS

    def __str__(self) -> str:
        return notation.write(self.turn, self.progress)

    def __repr__(self) -> str:
        return f"<{self.game.name} {self}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SquadroPosition):
            return NotImplemented
        return self._value == other._value and self.game == other.game

    def __hash__(self) -> int:
        return hash(self._value)

    def __reduce__(self) -> tuple[object, ...]:
        fields = (self.game, self.cells, self.code, self.earlier, self._plies, self._outcome)
        return type(self), fields

    @property
    def _value(self) -> tuple[int | None, int]:
        return self.turn, self.code >> 1

    def apply(self, action: Action) -> Self:
        """Return the state after ``action``; IllegalMove if it is not legal here."""
        for run in self._moves or self.legal_moves():
            if run is action:
                return self._played(run)
        return super().apply(action)

    def leaves(self, depth: int) -> int:
        """Count the sequences of ``depth`` moves from here, the last ones without playing them."""
        if depth == 0:
            return 1
        if depth == 1:
            return len(self.legal_moves())
        if depth == 2:
            return self._replies()
        return sum(self._played(run).leaves(depth - 1) for run in self.legal_moves())

    @property
    def plies_left(self) -> int:
        """How many plies are left until the game is drawn."""
        return LIMIT - self._plies

    def danger(self, seat: int, places: Collection[str]) -> Danger | None:
        is_jumped = not evaluate.jumped(self._runs_of(1 - seat)).isdisjoint(places)
        return Danger(float(is_jumped), float(is_jumped))

    def achievement(self, move: Move) -> Message | None:
        seat, run = self.code & 1, self._run(move)
        before, after = self._runs_of(seat), self._played(run)._runs_of(seat)
        return evaluate.achievement(run, before, after)

    def proof(self, move: Move) -> Message | None:
        table = self.game.opened_table
        if table is None or not table.is_perfect:
            return None
        search = SquadroSearch(self.game.runs, self.earlier, table)
        worth = search.worth((self.code, self.cells, None), self.code + self._run(move).gain)
        return None if worth is None else Message.of(evaluate.PROOFS[worth])

    def headway(self, move: Move) -> Message | None:
        after = self._played(self._run(move)).progress
        return evaluate.headway(self.code & 1, self.progress, after)

    def _run(self, move: Move) -> TrackRun:
        """Return ``move``, which is legal here, as it is in this position."""
        return next(run for run in self.legal_moves() if run == move)

    def _runs_of(self, seat: int) -> tuple[TrackRun, ...]:
        return self.game.runs.of(self.cells, seat)

    def _own(self, seat: int) -> list[int]:
        return self.cells[OWN[seat]]

    def _home(self, seat: int) -> int:
        """Return how many pieces of ``seat`` are home, where they have no run."""
        return TRACKS - len(self._runs_of(seat))

    def _played(self, run: TrackRun) -> Self:
        # without a call of __init__, because every move of every game is made here
        game, code, plies = self.game, self.code + run.gain, self._plies + 1
        after = _unmade(type(self))
        after.game, after.code, after._plies, after._moves = game, code, plies, None
        after.cells = cells = self.cells.copy()
        for piece, change in run.changes:
            cells[piece] += change
        if run.reaches_edge or not game.rules.remembers:
            after.earlier, may_end = (), run.end == HOME
        else:
            after.earlier = earlier = self.earlier + (self.code,)  # noqa: RUF005 - made in one step
            may_end = len(earlier) >= SOONEST
        after.turn, after.is_terminal, after._outcome = code & 1, False, None
        if may_end or plies == LIMIT:
            after._end(self._ending(run))
        return after

    def _end(self, outcome: Outcome | None) -> None:
        """Let the game be over, if there is an ``outcome``; called on new states alone."""
        if outcome is not None:
            self.turn, self.is_terminal, self._outcome = None, True, outcome

    def _ending(self, run: TrackRun) -> Outcome | None:
        """Return how the game ends with ``run``, None if it goes on; a win comes before a draw."""
        if run.reaches_edge:
            seat = self.code & 1
            if run.end == HOME and self._home(seat) == HOME_TO_WIN - 1:
                return WINS[seat]
        elif self.earlier.count(self.code + run.gain) == OCCURRENCES - 1:
            return REPEATED
        return LIMIT_REACHED if self._plies + 1 == LIMIT else None

    def _replies(self) -> int:
        """Return how many sequences of two moves there are: one reply for each enemy not home."""
        answers = TRACKS - self._home(1 - (self.code & 1))
        return answers * sum(self._ending(run) is None for run in self.legal_moves())

    def with_pieces(self, pieces: tuple[Piece, ...]) -> Self:
        progress, seat = notation.arranged(pieces), self.code & 1
        won = (WINS[each] for each in (0, 1) if turns_to_win(each, progress) == 0)
        code = code_of(progress, seat)
        return type(self)(self.game, cells_of(progress), code, outcome=next(won, None))

    def _after(self, action: Action) -> Self:
        return self._played(self._run(cast("Move", action)))

    def attempts(self, origin: str, target: str) -> Iterator[Attempt]:
        """Yield the run of the piece on ``origin``, also as if it led to ``target``."""
        seat = cast("int", self.turn)
        for track, cell in enumerate(self._own(seat)):
            run = self.game.runs[cell]
            if run is not None and run.choices[0].value == origin:
                yield run.text, run.choices[1].value
                if run in self.legal_moves():
                    piece = seat * TRACKS + track
                    yield from notation.attempts(piece, self.progress[piece], target)

    def refusal(self, text: str) -> IllegalMove:
        if self.turn is None:
            return IllegalMove(GAME_OVER)
        runs = [self.game.runs[cell] for cell in self.cells]
        return notation.refusal(self.turn, self.progress, runs, text)


class UnrepeatedPosition(SquadroPosition):
    """A state of a game in which no position may come back."""

    __slots__ = ()

    def legal_moves(self) -> tuple[TrackRun, ...]:
        """Return the moves of all pieces that are not home or banned, in track order."""
        if self._moves is None:
            self._moves = tuple(run for run in super().legal_moves() if self._is_new(run))
        return self._moves

    def _is_new(self, run: TrackRun) -> bool:
        return self.code + run.gain not in self.earlier

    def _played(self, run: TrackRun) -> Self:
        after = super()._played(run)
        if not after.is_terminal and not after.legal_moves():
            after._end(NO_MOVE)
        return after

    def _replies(self) -> int:
        return sum(self._played(run).leaves(1) for run in self.legal_moves())


def play_out(
    cells: list[int],
    code: int,
    earlier: Iterable[int],
    left: int,
    runs: Runs,
    rules: SquadroRules,
    rng: random.Random,
) -> Outcome:
    """Play random moves to the end with ``rng`` and return the outcome.

    For games that are not over and ban nothing. ``cells`` are changed, ``earlier`` are the codes
    that may come back, ``left`` is how many plies are left.
    """
    draw = rng.random
    seen = dict(Counter((*earlier, code)))
    home = [
        sum(runs[cell] is None for cell in cells[begin : begin + TRACKS]) for begin in (0, TRACKS)
    ]
    while left:
        seat = code & 1
        run = runs[cells[seat * TRACKS + int(draw() * TRACKS)]]
        if run is None:
            continue
        for piece, change in run.changes:
            cells[piece] += change
        code += run.gain
        left -= 1
        if run.reaches_edge:
            seen.clear()
            home[seat] += run.end == HOME
            if home[seat] == HOME_TO_WIN:
                return WINS[seat]
        if rules.remembers:
            seen[code] = count = seen.get(code, 0) + 1
            if count == OCCURRENCES:
                return REPEATED
    return LIMIT_REACHED


class Squadro(SquadroGame):
    """The game under chosen options.

    >>> state = Squadro().start()
    >>> str(state.apply(state.parse("A3:0-2")))
    '1 0,0,2,0,0/0,0,0,0,0'
    """

    name = "squadro"
    title = ABOUT.title
    about = ABOUT
    begins = Begins(by_lot=True, rule=msg("Who begins is drawn by lot."))
    OPTIONS = OPTIONS
    HANDICAPS = HANDICAPS
    look = LOOK
    TABLES = PLACES
    SEARCH_NODES = 4_000
    HASTE = 1.0
    DOUBT = 0.8
    CARE: ClassVar[Care] = {2: (0.34, 0.46, 0.65)}
    MOVE_TEXT = MOVE_TEXT
    seats = SEATS
    board = BOARD

    @classmethod
    def open_tables(cls) -> None:
        best_table()

    def __init__(self, /, **options: OptionValue) -> None:
        """Take options by keyword; a ValueError names the options and values that there are."""
        super().__init__(**options)
        self.rules = SquadroRules.of(self.options)
        self.runs = runs()

    def start(self, first: int = 0) -> SquadroPosition:
        """Return the state in which both seats begin, ``first`` to move."""
        progress = tuple(chain.from_iterable(self.begun((START,) * TRACKS)))
        return self._position(progress, self._check_first(first))

    def state(self, text: str) -> SquadroPosition:
        """Return the state written ``text``; ValueError says what is wrong with it."""
        seat, progress = read(text)
        if seat is not None:
            return self._position(progress, seat)
        won = (WINS[each] for each in (0, 1) if turns_to_win(each, progress) == 0)
        return self._position(progress, 0, next(won, DRAW))

    def standings(self, piece: Piece, place: str) -> tuple[Piece, ...]:
        return notation.standings(piece, place)

    def playout(self, state: State, rng: random.Random) -> Outcome:
        """Play at random from ``state`` to the end, moves evenly, with ``rng``."""
        if not isinstance(state, SquadroPosition) or self.rules.bans or state.is_terminal:
            return super().playout(state, rng)
        cells, left = state.cells.copy(), state.plies_left
        return play_out(cells, state.code, state.earlier, left, self.runs, self.rules, rng)

    def search(self, state: State, budget: Budget, rng: random.Random) -> tuple[Move, ...]:
        """Return every legal move, the best first as far as the table and ``budget`` tell."""
        assert isinstance(state, SquadroPosition), "a state of this game"
        moves = {state.code + run.gain: run for run in state.legal_moves()}
        search = SquadroSearch(self.runs, state.earlier, self.table)
        codes = search.ranked((state.code, state.cells, None), budget, rng)
        return tuple([moves[code] for code in codes if isinstance(code, int) and code in moves])

    def prospects(self, state: State, nodes: int) -> Mapping[Move, float]:
        """Return what each move wins by the table, and where that ends, by a search."""
        assert isinstance(state, SquadroPosition), "a state of this game"
        search = SquadroSearch(self.runs, state.earlier, self.table)
        values = search.values((state.code, state.cells, None), Budget(nodes))
        return {run: values[state.code + run.gain] for run in state.legal_moves()}

    def doubt(self, state: State) -> float:
        """Return 0 where the table tells what every move is worth."""
        assert isinstance(state, SquadroPosition), "a state of this game"
        search = SquadroSearch(self.runs, state.earlier, self.table)
        is_exact = search.knows((state.code, state.cells, None))
        return 0.0 if is_exact else self.DOUBT

    def _position(
        self, progress: tuple[int, ...], seat: int, outcome: Outcome | None = None
    ) -> SquadroPosition:
        kind = UnrepeatedPosition if self.rules.bans else SquadroPosition
        return kind(self, cells_of(progress), code_of(progress, seat), outcome=outcome)
