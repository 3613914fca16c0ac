"""Choose one of the legal moves step by step: which piece, then where to.

Each step narrows the legal moves to those that begin with what was picked, so the chooser serves
every game. It is an immutable value: pressing a key returns a new one.

The arrow keys move a cursor from one spot of the board to another:

- Left and right move along the row. At the end of the row they move to the nearest spot in that
  direction in any row.
- Up and down move to the nearest spot in that direction; a distance to the side counts double.
- Where nothing lies in that direction, the cursor wraps around to the other end.

Every spot can be reached: from each row at least one spot leads to the next row above, and at
least one to the next row below. If the rules give none, it is the spot nearest to that row.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import itemgetter
from typing import Self

from msgspec import Struct

from games.actions import Choice, Move
from games.equipment import Board

ARROWS = ("up", "down", "left", "right")

Spot = tuple[float, float]
"""A row, counted downwards, and a column, counted to the right."""


class ChoiceLevel(Struct, frozen=True):
    """What can be picked after ``picked``, the choices settled so far.

    ``candidates`` are those of all ``moves`` that begin with ``picked``. ``options`` are what can
    be picked next, row by row from the top of the board, then what lies beside the board;
    ``spots`` says where each of them lies.
    """

    moves: tuple[Move, ...]
    board: Board
    picked: tuple[Choice, ...]
    candidates: tuple[Move, ...]
    options: tuple[Choice, ...]
    spots: tuple[Spot, ...]

    @classmethod
    def of(cls, moves: tuple[Move, ...], board: Board, picked: tuple[Choice, ...] = ()) -> Self:
        """Return the level that ``picked`` leads to."""
        depth = len(picked)
        candidates = tuple(move for move in moves if move.choices[:depth] == picked)
        offered = {move.choices[depth] for move in candidates if len(move.choices) > depth}
        options = sorted(offered, key=lambda option: option.value)
        places = [option.points[-1] if option.points else None for option in options]
        in_order = sorted(zip(spots_of(board, places), options, strict=True), key=itemgetter(0))
        return cls(
            moves,
            board,
            picked,
            candidates,
            options=tuple(option for _, option in in_order),
            spots=tuple(spot for spot, _ in in_order),
        )


@dataclass(frozen=True)
class Chooser:
    """A ``cursor`` on one of the options of a ``level``.

    ``cursor`` is an index into :attr:`options`. It starts on the option in the middle, and arrows
    move it as this module describes.

        >>> from games.actions import PlainMove
        >>> moves = [PlainMove("a1", (Choice("drop", "stone"), Choice("target", "a1"))),
        ...          PlainMove("b1", (Choice("drop", "stone"), Choice("target", "b1")))]
        >>> chooser = Chooser.of(moves, Board(()))
        >>> [option.value for option in chooser.options]
        ['a1', 'b1']
        >>> chooser.pressed("right").confirmed().chosen.text
        'b1'
    """

    level: ChoiceLevel
    cursor: int

    @classmethod
    def of(cls, moves: Sequence[Move], board: Board) -> Self:
        """Start to choose among ``moves``; skip steps with a single option."""
        chooser = cls._centred(ChoiceLevel.of(tuple(moves), board))
        return chooser if len(moves) == 1 else chooser._settled()

    @classmethod
    def at(
        cls, moves: Sequence[Move], board: Board, picked: tuple[Choice, ...], cursor: int
    ) -> Self:
        """Return the chooser that has already ``picked`` so much, with its cursor there."""
        return cls(ChoiceLevel.of(tuple(moves), board, picked), cursor)

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves that there were to choose from."""
        return self.level.moves

    @property
    def board(self) -> Board:
        """The board that the options lie on or beside."""
        return self.level.board

    @property
    def picked(self) -> tuple[Choice, ...]:
        """The choices settled so far."""
        return self.level.picked

    @property
    def candidates(self) -> tuple[Move, ...]:
        """The moves that begin with what was picked."""
        return self.level.candidates

    @property
    def options(self) -> tuple[Choice, ...]:
        """What can be picked next."""
        return self.level.options

    @property
    def option(self) -> Choice:
        """The option under the cursor."""
        return self.options[self.cursor]

    @cached_property
    def preview(self) -> tuple[Move, ...]:
        """The moves that remain if the option under the cursor is picked."""
        depth = len(self.picked)
        return tuple(move for move in self.candidates if move.choices[depth] == self.option)

    @property
    def chosen(self) -> Move | None:
        """The move that was chosen; None while there is something left to pick."""
        if self.picked and len(self.candidates) == 1:
            return self.candidates[0]
        return None

    def pressed(self, arrow: str) -> Self:
        """Move the cursor in the direction of ``arrow``."""
        return replace(self, cursor=next_spot(self.level.spots, self.cursor, arrow))

    def everywhere(self) -> tuple[Self, ...]:
        """Return the same with the cursor on each of the options."""
        return tuple(replace(self, cursor=number) for number in range(len(self.options)))

    def confirmed(self) -> Self:
        """Pick the option under the cursor, and every later step that has a single option."""
        return self._with_picked(self.option)._settled()

    def towards(self, move: Move) -> Self:
        """Put the cursor on the option that leads to ``move``, one of the candidates."""
        return replace(self, cursor=self.options.index(move.choices[len(self.picked)]))

    def back(self) -> Self | None:
        """Take back the last step that had several options; None if there was none."""
        for depth in range(len(self.picked) - 1, -1, -1):
            earlier = ChoiceLevel.of(self.moves, self.board, self.picked[:depth])
            if len(earlier.options) > 1:
                return replace(
                    self, level=earlier, cursor=earlier.options.index(self.picked[depth])
                )
        return None

    @classmethod
    def _centred(cls, level: ChoiceLevel) -> Self:
        """Return the chooser on ``level`` with its cursor in the middle of the options."""
        return cls(level, middle_spot(level.spots) if level.options else 0)

    def _with_picked(self, option: Choice) -> Self:
        return self._centred(ChoiceLevel.of(self.moves, self.board, (*self.picked, option)))

    def _settled(self) -> Self:
        """Pick every step that has a single option, as long as several moves remain."""
        chooser = self
        while len(chooser.candidates) > 1 and len(chooser.options) == 1:
            chooser = chooser._with_picked(chooser.options[0])
        return chooser


AHEAD = {"up": -1, "down": 1, "left": -1, "right": 1}

ASIDE = 2
"""How many units ahead one unit to the side counts."""

BESIDE = 2
"""What lies beside the board is in a row this many units below it, in the middle."""

Offset = tuple[float, float]
"""How far a spot lies ahead in the direction of an arrow, and how far to the side."""


def spots_of(board: Board, places: Sequence[str | None]) -> tuple[Spot, ...]:
    """Return where ``places`` lie; those that are no points of ``board`` are in a row below it."""
    columns = [point.x for point in board.points] or [0]
    below = BESIDE - min((point.y for point in board.points), default=0)
    beside = sum(place not in board for place in places)
    column = (min(columns) + max(columns) - beside + 1) / 2
    found: list[Spot] = []
    for place in places:
        if place is not None and place in board:
            found.append((-board[place].y, board[place].x))
        else:
            found.append((below, column))
            column += 1
    return tuple(found)


def middle_spot(spots: Sequence[Spot]) -> int:
    """Return the index of the spot that is nearest to all of ``spots`` together.

    >>> middle_spot([(0, 0), (0, 1), (0, 5)])
    1
    """
    return min(
        range(len(spots)),
        key=lambda here: sum(
            abs(spots[here][0] - row) + abs(spots[here][1] - column) for row, column in spots
        ),
    )


def next_spot(spots: Sequence[Spot], here: int, arrow: str) -> int:
    """Return the index that ``arrow`` leads to from the index ``here``.

    ``spots`` are in reading order.

    >>> row_above_two = [(0, 1), (1, 0), (1, 2)]
    >>> [next_spot(row_above_two, 1, arrow) for arrow in ("up", "right", "left")]
    [0, 2, 2]
    """
    along = _along_row if arrow in ("left", "right") else _across_rows
    following = along(spots, here, AHEAD[arrow])
    return (here + AHEAD[arrow]) % len(spots) if following is None else following


def _along_row(spots: Sequence[Spot], here: int, ahead: int) -> int | None:
    row, column = spots[here]
    mates = [i for i, spot in enumerate(spots) if spot[0] == row]
    following = mates.index(here) + ahead
    if 0 <= following < len(mates):
        return mates[following]

    def offset(there: int) -> Offset:
        return ((spots[there][1] - column) * ahead, abs(spots[there][0] - row))

    nearest = _nearest(range(len(spots)), offset)
    if nearest is not None:
        return nearest
    return mates[0 if ahead > 0 else -1] if len(mates) > 1 else _around(spots, offset)


def _across_rows(spots: Sequence[Spot], here: int, ahead: int) -> int | None:
    rows = sorted({row for row, _ in spots}, key=lambda row: row * ahead)
    row = spots[here][0]
    if row == rows[-1]:
        return _around(spots, lambda there: _offset(spots, here, there, ahead))
    nearest = _beyond(spots, here, ahead)
    mates = [i for i, spot in enumerate(spots) if spot[0] == row]
    next_row = [i for i, spot in enumerate(spots) if spot[0] == rows[rows.index(row) + 1]]
    if any(_beyond(spots, mate, ahead) in next_row for mate in (here, *mates)):
        return nearest
    leading, entry = min(
        ((mate, there) for mate in mates for there in next_row),
        key=lambda pair: abs(spots[pair[0]][1] - spots[pair[1]][1]),
    )
    return entry if here == leading else nearest


def _offset(spots: Sequence[Spot], here: int, there: int, ahead: int) -> Offset:
    """Return how far ``there`` lies ahead of ``here``, up or down, and how far to the side."""
    (row, column), (other_row, other_column) = spots[here], spots[there]
    return ((other_row - row) * ahead, abs(other_column - column))


def _beyond(spots: Sequence[Spot], here: int, ahead: int) -> int | None:
    return _nearest(range(len(spots)), lambda there: _offset(spots, here, there, ahead))


def _nearest(indices: Iterable[int], offset: Callable[[int], Offset]) -> int | None:
    """Return the nearest of ``indices`` that lie ahead; None if none does."""
    offsets = ((offset(there), there) for there in indices)
    costs = (
        (ahead + ASIDE * aside, aside, there) for (ahead, aside), there in offsets if ahead > 0
    )
    return min(costs, default=(0, 0, None))[2]


def _around(spots: Sequence[Spot], offset: Callable[[int], Offset]) -> int | None:
    """Return, of the spots behind that are least to the side, the furthest; None if none is."""
    offsets = ((offset(there), there) for there in range(len(spots)))
    behind = ((aside, ahead, there) for (ahead, aside), there in offsets if ahead < 0)
    return min(behind, default=(0, 0, None))[2]
