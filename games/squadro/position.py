"""A state of the game: what may be moved, and what comes of it."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Self, cast

from games import text as texts
from games.actions import Action, Move, Throw
from games.budget import Budget
from games.core import HOME as PIECES_HOME
from games.core import NOBODY_WON, REPETITION, TOO_LONG, Attempt, Outcome, State
from games.course import write_progress
from games.equipment import Piece, sorted_pieces
from games.errors import IllegalMove
from games.message import Message, msg
from games.squadro import arranging
from games.squadro.choice import Choice
from games.squadro.refusals import refusal
from games.squadro.runs import Run, cells_of, code_of, progress_of
from games.squadro.tracks import (
    ALL_TURNS,
    HOME,
    HOME_TO_WIN,
    OCCURRENCES,
    TRACKS,
    standing,
    turns_to_win,
)

if TYPE_CHECKING:
    from games.squadro.game import Squadro

NO_MOVE_LEFT = Message.of(msg("no move is left"))

LIMIT = 1000
"""After so many plies the game is drawn (rule sheet; the seed sets no limit)."""

WINS = (Outcome((0,), "home", message=PIECES_HOME), Outcome((1,), "home", message=PIECES_HOME))
REPEATED = Outcome((0, 1), "repetition", is_draw=True, message=REPETITION)
LIMIT_REACHED = Outcome((0, 1), "limit", is_draw=True, message=TOO_LONG)
NO_MOVE = Outcome((0, 1), "no move", is_draw=True, message=NO_MOVE_LEFT)
DRAW = Outcome((0, 1), "draw", is_draw=True, message=NOBODY_WON)


class Position(State):
    """A state of the game.

    ``cells`` and ``code`` tell the pieces in the two ways of :mod:`games.squadro.runs`, and must
    never change; ``earlier`` holds the codes before the present one that may still come back,
    oldest first; ``plies`` counts the moves since the set-up; ``outcome`` is None until the end.
    """

    __slots__ = ("_cells", "_code", "_earlier", "_open", "_outcome", "_plies", "game", "turn")

    game: "Squadro"

    def __init__(
        self,
        game: "Squadro",
        cells: list[int],
        code: int,
        earlier: tuple[int, ...] = (),
        plies: int = 0,
        outcome: Outcome | None = None,
    ) -> None:
        self.game = game
        self.turn = None if outcome else code & 1
        self._cells = cells
        self._code = code
        self._earlier = earlier
        self._plies = plies
        self._outcome = outcome
        self._open: list[Run] | None = None

    @property
    def progress(self) -> tuple[int, ...]:
        """How far each piece has come: A1 to A5, then B1 to B5."""
        return progress_of(self._cells)

    def run(self, piece: int) -> Run | None:
        """What ``piece`` would do in a move, None when it is home."""
        return self.game.runs[self._cells[piece]]

    @property
    def is_chance(self) -> bool:
        """Never: the game has no dice."""
        return False

    def chance_outcomes(self) -> tuple[tuple[Throw, Fraction], ...]:
        """Nothing: the game has no dice."""
        return ()

    def legal_moves(self) -> tuple[Move, ...]:
        """The move of every piece that is not home and of none that is banned, in track order."""
        return tuple([run.move for run in self._runs()])

    def outcome(self) -> Outcome | None:
        """Won by the seat with four pieces home; drawn by repetition or length."""
        return self._outcome

    def pieces(self) -> tuple[Piece, ...]:
        """What stands where; the pieces that are home together, out of the game."""
        alike = Counter(standing(piece, p) for piece, p in enumerate(self.progress))
        return sorted_pieces(replace(piece, count=count) for piece, count in alike.items())

    def evaluate(self, seat: int) -> float:
        """The lead in moves to bring four pieces home unhindered, as a share of all of them.

        Counted in moves, not in steps, because the dots make some pieces slow; without the piece
        that needs most, because it may stay behind. A leap counts by what it gains and what it
        costs the enemies. Which leaps threaten is not counted: a search sees them a move later.
        """
        if self._outcome is not None:
            return self._outcome.score(seat)
        own, other = (turns_to_win(each, self.progress) for each in (seat, 1 - seat))
        return (other - own) / ALL_TURNS

    def __str__(self) -> str:
        """The position text."""
        turn, progress = texts.EMPTY if self.turn is None else self.turn, self.progress
        return f"{turn} {write_progress((progress[:TRACKS], progress[TRACKS:]))}"

    def __repr__(self) -> str:
        return f"<{self.game.name} {self}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._value == other._value and self.game == other.game

    def __hash__(self) -> int:
        return hash(self._value)

    def __reduce__(self) -> tuple[object, ...]:
        fields = (self.game, self._cells, self._code, self._earlier, self._plies, self._outcome)
        return Position, fields

    @property
    def _value(self) -> tuple[int | None, int]:
        return self.turn, self._code >> 1

    def apply(self, action: Action) -> Self:
        """Return the state after ``action``; IllegalMove if it is not legal here."""
        for run in self._runs():
            if run.move is action:
                return self._played(run)
        return super().apply(action)

    def leaves(self, depth: int) -> int:
        """Count the sequences of ``depth`` moves from here, the last ones without playing them."""
        if depth == 0:
            return 1
        if depth == 1:
            return len(self._runs())
        if depth == 2 and not self.game.bans:
            return self._replies()
        return sum(self._played(run).leaves(depth - 1) for run in self._runs())

    def at_random(self, rng: random.Random) -> Outcome:
        """Play random moves to the end with ``rng``; for games that are not over and ban nothing.

        One list of cells is changed in place instead of making a state a move.
        """
        cells, code, runs, draw = self._cells.copy(), self._code, self.game.runs, rng.random
        seen = dict(Counter((*self._earlier, code)))
        home = [self._home(0), self._home(1)]
        left = LIMIT - self._plies
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
            if self.game.remembers:
                seen[code] = count = seen.get(code, 0) + 1
                if count == OCCURRENCES:
                    return REPEATED
        return LIMIT_REACHED

    def ranked(self, budget: Budget, rng: random.Random) -> tuple[Move, ...]:
        """Every legal move, the best first as far as the table and ``budget`` let it be told."""
        moves = {self._code + run.gain: run.move for run in self._runs()}
        choice = Choice(self.game.ahead, self._earlier, self.game.table)
        codes = choice.ranked((self._code, self._cells, None), budget, rng)
        return tuple([moves[code] for code in codes if code in moves])

    def _runs(self) -> list[Run]:
        """What the seat to move may do, worked out once."""
        if self._open is None:
            self._open = [] if self.turn is None else self._allowed(self.turn)
        return self._open

    def _allowed(self, seat: int) -> list[Run]:
        runs = self.game.runs
        found = [run for cell in self._own(seat) if (run := runs[cell]) is not None]
        if self.game.bans:
            return [run for run in found if self._code + run.gain not in self._earlier]
        return found

    def _own(self, seat: int) -> list[int]:
        return self._cells[seat * TRACKS : (seat + 1) * TRACKS]

    def _home(self, seat: int) -> int:
        """How many pieces of ``seat`` are home, where they have no run."""
        return [self.game.runs[cell] for cell in self._own(seat)].count(None)

    def _played(self, run: Run) -> Self:
        cells = self._cells.copy()
        for piece, change in run.changes:
            cells[piece] += change
        fades = run.reaches_edge or not self.game.remembers
        earlier = () if fades else (*self._earlier, self._code)
        code, plies, outcome = self._code + run.gain, self._plies + 1, self._ending(run)
        after = type(self)(self.game, cells, code, earlier, plies, outcome)
        if self.game.bans and outcome is None and not after._runs():
            return type(self)(self.game, cells, code, earlier, plies, NO_MOVE)
        return after

    def _ending(self, run: Run) -> Outcome | None:
        """How the game ends when ``run`` is played, None if it goes on; a win before a draw."""
        if run.reaches_edge:
            seat = self._code & 1
            if run.end == HOME and self._home(seat) == HOME_TO_WIN - 1:
                return WINS[seat]
        elif self._earlier.count(self._code + run.gain) == OCCURRENCES - 1:
            return REPEATED
        return LIMIT_REACHED if self._plies + 1 == LIMIT else None

    def _replies(self) -> int:
        """How many sequences of two moves there are: a reply for every enemy that is not home."""
        answers = TRACKS - self._home(1 - (self._code & 1))
        return answers * sum(self._ending(run) is None for run in self._runs())

    def with_pieces(self, pieces: tuple[Piece, ...]) -> Self:
        progress, seat = arranging.read(pieces), self._code & 1
        won = (WINS[each] for each in (0, 1) if turns_to_win(each, progress) == 0)
        code = code_of(progress, seat)
        return type(self)(self.game, cells_of(progress), code, outcome=next(won, None))

    def _after(self, action: Action) -> Self:
        return self._played(next(run for run in self._runs() if run.move is action))

    def attempts(self, origin: str, target: str) -> Iterator[Attempt]:
        """The run of the piece on ``origin``, of which there is one: tracks share no edge."""
        for cell in self._own(cast("int", self.turn)):
            run = self.game.runs[cell]
            if run is not None and run.move.choices[0].value == origin:
                yield run.move.text, run.move.choices[1].value

    def refusal(self, text: str) -> IllegalMove:
        return refusal(self, text)
