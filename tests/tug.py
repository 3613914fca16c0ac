"""Tug, a toy game with all that the four games lack, for the tests.

One neutral stone lies on the middle of seven squares. In turn each side pulls it one or two squares
towards its own end; who gets it there wins. Nobody owns a piece, there is nothing to choose before
the game, and no piece on the board tells who has won.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final, Self

from games.actions import Action, Choice, Move, PlainMove, Step
from games.core import TOO_LONG, About, Attempt, Game, Outcome, State
from games.equipment import Board, Piece, Point, Seat, square_name
from games.message import IllegalMove, Message, WrongPieces
from games.options import OptionValue

SQUARES: Final = tuple(square_name(x, 0) for x in range(7))
MIDDLE, ENDS = 3, (0, 6)
LIMIT = 40
PULLED = Message("the stone is at the winner's end")


class Tug(Game):
    """The board, two seats and no options."""

    name = "tug"
    title = "Tug"
    about = About(title, "2", "", "")
    MOVE_TEXT = re.compile(r"[a-g]1-[a-g]1")
    seats = (Seat(0, "white", "west", 0, "white"), Seat(1, "black", "east", 1, "black"))
    board = Board(tuple(Point(name, x, 0) for x, name in enumerate(SQUARES)))

    def start(self, first: int = 0) -> "TugPosition":
        return TugPosition(self, self._check_first(first), MIDDLE)

    def state(self, text: str) -> "TugPosition":
        parts = re.fullmatch(r"([01-]) ([a-g]1)", text)
        if parts is None:
            raise ValueError(f"expected a turn and a square: {text!r}")
        stone = SQUARES.index(parts[2])
        position = TugPosition(self, None if parts[1] == "-" else int(parts[1]), stone)
        if position.turn is not None and stone in ENDS:
            raise ValueError(f"expected turn - when the stone is at an end: {text!r}")
        return position

    def standings(self, piece: Piece, place: str) -> tuple[Piece, ...]:
        known = place in SQUARES and piece.seat is None
        return (Piece(None, "stone", place),) if known else ()


@dataclass(frozen=True, slots=True)
class TugPosition(State):
    """Whose ``turn`` it is, where the ``stone`` lies, and how many plies were played."""

    game: Tug
    turn: int | None
    stone: int
    plies: int = field(default=0, compare=False)

    def legal_moves(self) -> tuple[Move, ...]:
        if self.turn is None:
            return ()
        reached = (self.stone + way * (1 if self.turn else -1) for way in (1, 2))
        return tuple(self._move(end) for end in reached if 0 <= end < len(SQUARES))

    def outcome(self) -> Outcome | None:
        if self.stone in ENDS:
            return Outcome((ENDS.index(self.stone),), "pulled", message=PULLED)
        return None if self.turn is not None else Outcome((0, 1), "limit", True, TOO_LONG)

    def pieces(self) -> tuple[Piece, ...]:
        return (Piece(None, "stone", SQUARES[self.stone]),)

    def evaluate(self, seat: int) -> float:
        outcome = self.outcome()
        if outcome is not None:
            return outcome.score(seat)
        return (self.stone - MIDDLE) * (1 if seat else -1) / MIDDLE

    def __str__(self) -> str:
        return f"{'-' if self.turn is None else self.turn} {SQUARES[self.stone]}"

    def with_pieces(self, pieces: tuple[Piece, ...]) -> Self:
        (stone,) = pieces
        if stone.place not in SQUARES:
            raise WrongPieces("the stone stays on the board")
        return self._after_pull(self.turn, SQUARES.index(stone.place), 0)

    def refusal(self, text: str) -> IllegalMove:
        return IllegalMove("{given} is no pull that is possible now", given=text)

    def attempts(self, origin: str, target: str) -> Iterator[Attempt]:
        yield f"{origin}-{target}", target

    def _after(self, action: Action) -> Self:
        assert isinstance(action, Move)
        assert self.turn is not None
        end = SQUARES.index(action.steps[0].target)
        return self._after_pull(1 - self.turn, end, self.plies + 1)

    def _after_pull(self, turn: int | None, stone: int, plies: int) -> Self:
        over = stone in ENDS or plies >= LIMIT
        return replace(self, turn=None if over else turn, stone=stone, plies=plies)

    def _move(self, end: int) -> Move:
        origin, target = SQUARES[self.stone], SQUARES[end]
        choices = (Choice("piece", origin, (origin,)), Choice("target", target, (target,)))
        step = Step("move", Piece(None, "stone", origin), origin, target)
        return PlainMove(f"{origin}-{target}", choices, (target,), (), (step,))


def names() -> tuple[str, ...]:
    return (Tug.name,)


def kind(name: str) -> type[Game]:
    if name != Tug.name:
        raise ValueError(f"expected {Tug.name}, not {name!r}")
    return Tug


def about(name: str) -> About:
    return kind(name).about


def load(name: str, /, **options: OptionValue) -> Game:
    return kind(name)(**options)
