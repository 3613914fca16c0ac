"""What race games for several sides share: one course, turned to every side of the board.

A course is the list of squares that a piece of the south side visits, progress 1 first. The courses
of the other sides are the same figure, turned by quarter turns about the middle of the board.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic, TypeVar, overload

from games import text as texts
from games.actions import Choice, LazyMoves, Move, Step, Way, way
from games.core import State
from games.equipment import Piece, Side, rotated
from games.message import Message, msg

ENEMIES_MEET = msg("{colour} and {other} cannot both stand there: {place}")

THREATENS = msg("threatens {place} ({percent} %)")
REARMOST = msg("moves its rearmost piece")
FOREMOST = msg("moves its foremost piece")
"""What speaks for a move: whom it may capture next, and which of the pieces on the way it moves."""
WORTH_A_THREAT, MUCH_BETTER = 0.2, 0.1
"""How likely a capture must be to be told, and how much likelier than before the move."""

QUARTER_TURNS = MappingProxyType({"south": 0, "east": 1, "north": 2, "west": 3})


@dataclass(frozen=True)
class Course:
    """The squares of one side's course; ``squares[p]`` is the one at progress ``p``, "" at 0."""

    squares: tuple[str, ...]

    @classmethod
    def of(cls, side: Side, south: Sequence[str], size: int) -> "Course":
        """Return the course of ``side``, given the squares of the south side's from progress 1."""
        quarters = QUARTER_TURNS[side]
        return cls(("", *(rotated(square, size, quarters) for square in south)))

    def progresses(self, square: str) -> tuple[int, ...]:
        """Return every progress at which the course visits ``square``."""
        return tuple(p for p, each in enumerate(self.squares) if p and each == square)


def read_progress(text: str, seats: int, pieces: int, last: int) -> tuple[tuple[int, ...], ...]:
    """Read each seat's progresses, furthest first, as in ``26,1,0,0/4,0,0,0``.

    ValueError unless there are ``seats`` groups of ``pieces`` plain numbers from 0 to ``last``.
    """
    groups = tuple(
        tuple(texts.whole(item, "progress", 0, last) for item in group.split(","))
        for group in text.split("/")
    )
    if len(groups) != seats or any(len(group) != pieces for group in groups):
        raise ValueError(f"expected {pieces} pieces for each of {seats} seats: {text!r}")
    if any(group != tuple(sorted(group, reverse=True)) for group in groups):
        raise ValueError(f"expected each seat's pieces furthest first: {text!r}")
    return groups


def write_progress(groups: Sequence[Sequence[int]]) -> str:
    """Write what :func:`read_progress` reads.

    >>> write_progress(((26, 1), (4, 0)))
    '26,1/4,0'
    """
    return "/".join(",".join(map(str, group)) for group in groups)


def counted(groups: Sequence[Sequence[int]]) -> Iterator[tuple[int, int, int]]:
    """Yield every seat, progress and number of pieces there.

    >>> sorted(counted(((26, 1), (4, 4))))
    [(0, 1, 1), (0, 26, 1), (1, 4, 2)]
    """
    for seat, group in enumerate(groups):
        for progress in set(group):
            yield seat, progress, group.count(progress)


def progresses_of(
    pieces: Iterable[Piece], seats: int, progress: Callable[[Piece], int]
) -> tuple[tuple[int, ...], ...]:
    """Return how far each seat's ``pieces`` have come, furthest first; ``progress`` reads one."""
    groups: list[list[int]] = [[] for _ in range(seats)]
    for piece in pieces:
        if piece.seat is not None:
            groups[piece.seat] += [progress(piece)] * piece.count
    return tuple(tuple(sorted(group, reverse=True)) for group in groups)


def threat(before: Mapping[str, float], after: Mapping[str, float]) -> Message | None:
    """Return which square is threatened, given how likely a piece on each is captured next.

    It is the likeliest after a move of those that are much likelier than they were before it.

    >>> str(threat({"c1": 0.3}, {"c1": 0.35, "e5": 0.25}))
    'threatens e5 (25 %)'
    """
    better = {
        square: likely
        for square, likely in after.items()
        if likely >= WORTH_A_THREAT and likely - before.get(square, 0.0) >= MUCH_BETTER
    }
    if not better:
        return None
    place = max(better, key=lambda square: better[square])
    return Message.of(THREATENS, place=place, percent=round(100 * better[place]))


def first_or_last(running: Sequence[int], origin: int) -> Message | None:
    """Return whether the piece at progress ``origin`` is first or last of those ``running``.

    A single one is the first; several that are together are neither.

    >>> str(first_or_last((20, 7), 7)), first_or_last((20, 20), 20), str(first_or_last((9,), 9))
    ('moves its rearmost piece', None, 'moves its foremost piece')
    """
    if origin not in running:
        return None
    if len(running) == 1 or min(running) < origin == max(running):
        return Message.of(FOREMOST)
    return Message.of(REARMOST) if origin == min(running) < max(running) else None


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """What one piece of ``seat`` does in a move: by one of ``dice``, or by their sum."""

    text: str
    seat: int
    dice: tuple[int, ...]
    shift: tuple[int, int]
    choices: tuple[Choice, ...]
    path: tuple[str, ...]
    captures: tuple[Piece, ...]
    removals: tuple[Step, ...]
    step: Step


class PairMove(Move):
    """The move made of two parts, in the order of writing; it is worked out when somebody asks."""

    __slots__ = ("_first", "_second")

    def __init__(self, first: Part, second: Part) -> None:
        self._first = first
        self._second = second

    @property
    def text(self) -> str:
        return f"{self._first.text},{self._second.text}"

    @property
    def choices(self) -> tuple[Choice, ...]:
        return self._first.choices + self._second.choices

    @property
    def path(self) -> tuple[str, ...]:
        return self._first.path + self._second.path

    @property
    def ways(self) -> tuple[Way, ...]:
        return tuple(way(each.choices, each.path) for each in (self._first, self._second))

    @property
    def captures(self) -> tuple[Piece, ...]:
        return self._first.captures + (() if self._one_square else self._second.captures)

    @property
    def steps(self) -> tuple[Step, ...]:
        removals = () if self._one_square else self._second.removals
        return (*self._first.removals, *removals, self._first.step, self._second.step)

    @property
    def _one_square(self) -> bool:
        return self._first.step.target == self._second.step.target

    def __repr__(self) -> str:
        return f"Move({self.text!r})"


Change = TypeVar("Change", bound=tuple[Any, ...])
"""What a move changes, in progress numbers; nothing for ``pass``."""


class TurnMove(Move, Generic[Change]):
    """The move in which pieces ``change`` as one may choose in ``turn``.

    It is worked out when somebody asks: of the moves of a turn all but one are never looked at.
    """

    __slots__ = ("_known", "change", "turn")

    def __init__(self, turn: "TurnChoice[Change]", change: Change) -> None:
        self.turn = turn
        self.change = change
        self._known: Move | None = None

    @property
    def known(self) -> Move:
        """The same move with all its parts."""
        if self._known is None:
            self._known = self.turn.work_out(self.change)
        return self._known

    @property
    def text(self) -> str:
        return self.known.text

    @property
    def choices(self) -> tuple[Choice, ...]:
        return self.known.choices

    @property
    def path(self) -> tuple[str, ...]:
        return self.known.path

    @property
    def ways(self) -> tuple[Way, ...]:
        return self.known.ways

    @property
    def captures(self) -> tuple[Piece, ...]:
        return self.known.captures

    @property
    def steps(self) -> tuple[Step, ...]:
        return self.known.steps

    def __repr__(self) -> str:
        return f"Move({self.text!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return _itself, (self.known,)


def _itself(move: Move) -> Move:
    return move


class ChosenAnew(State):
    """A position that keeps its moves in ``_choice`` once somebody has asked for them.

    They are no part of what is sent elsewhere: there they are worked out anew.
    """

    __slots__ = ()

    def __getstate__(self) -> tuple[None, dict[str, object]]:
        names: tuple[str, ...] = type(self).__slots__
        return None, {name: getattr(self, name) for name in names} | {"_choice": None}


class TurnChoice(LazyMoves[TurnMove[Change]], Generic[Change]):
    """What a seat chooses from in its turn: as many moves as there are changes."""

    __slots__ = ("_count", "_made")

    def __init__(self, count: int) -> None:
        """Begin with ``count`` moves, at none of which anybody has looked."""
        self._count = count
        self._made: tuple[TurnMove[Change], ...] | None = None

    def __len__(self) -> int:
        return self._count

    @abstractmethod
    def change(self, number: int) -> Change:
        """Return what the ``number``-th move changes, counted from 0."""

    @abstractmethod
    def changes(self) -> Sequence[Change]:
        """Return what each move changes, in their order."""

    @abstractmethod
    def work_out(self, change: Change) -> Move:
        """Return the move that does ``change``, with all its parts."""

    @overload
    def __getitem__(self, index: int) -> TurnMove[Change]: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[TurnMove[Change], ...]: ...
    def __getitem__(self, index: int | slice) -> TurnMove[Change] | tuple[TurnMove[Change], ...]:
        if self._made is None and type(index) is int and 0 <= index < self._count:
            return TurnMove(self, self.change(index))
        return self._every()[index]

    def __iter__(self) -> Iterator[TurnMove[Change]]:
        return iter(self._every())

    def _every(self) -> tuple[TurnMove[Change], ...]:
        if self._made is None:
            self._made = tuple([TurnMove(self, each) for each in self.changes()])
        return self._made
