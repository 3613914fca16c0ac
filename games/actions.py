"""What may happen in a game, a throw or a move, with what people choose and what their hands do."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal, Self, TypeVar

from games.equipment import OFF, Board, Piece, identity, listed

Verb = Literal["move", "take_off", "put_on", "turn"]
"""To another place, off the board, onto the board, turned where it stands."""
ChoiceKind = Literal["die", "piece", "target", "drop", "pass", "word"]

REVERSED: Mapping[Verb, Verb] = {
    "move": "move",
    "take_off": "put_on",
    "put_on": "take_off",
    "turn": "turn",
}


@dataclass(frozen=True, slots=True)
class Choice:
    """One step by which a person picks a move: its kind, its value and the points it lights up.

    The value of a ``word`` is what people read: a decision that moves no piece.
    """

    kind: ChoiceKind
    value: str
    points: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One hand step: ``piece``, as it stands before, is taken from ``origin`` to ``target``.

    ``becomes`` is the piece afterwards if more than its place changes (turned, promoted).
    """

    verb: Verb
    piece: Piece
    origin: str
    target: str
    becomes: Piece | None = None

    @property
    def result(self) -> Piece:
        """The piece as it stands at ``target``."""
        return replace(self.becomes or self.piece, place=self.target)


@dataclass(frozen=True, slots=True)
class Throw:
    """What chance brought, in the game's notation; ``faces`` shows one way it lies on the dice.

    ``steps`` are what the hands do if a lot moves pieces. Throws with equal text are one throw.
    """

    text: str
    faces: tuple[int, ...] = field(default=(), compare=False)
    steps: tuple[Step, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        return self.text


class Chance(float):
    """How likely a throw is: ``ways`` of all that there are, as a number that keeps its fraction.

    Whoever draws throws adds numbers up at every draw, which takes ten times as long of fractions.

    >>> third = Chance(1, 3)
    >>> print(third, 3 * third, 3 * third.fraction)
    1/3 1.0 1
    """

    __slots__ = ("fraction",)

    fraction: Fraction

    def __new__(cls, ways: int, of: int) -> Self:
        self = super().__new__(cls, ways / of)
        self.fraction = Fraction(ways, of)
        return self

    def as_integer_ratio(self) -> tuple[int, int]:
        """Return the exact fraction, of which the number may be only the nearest."""
        return self.fraction.as_integer_ratio()

    def __getnewargs__(self) -> tuple[int, int]:  # type: ignore[override]
        return self.as_integer_ratio()

    def __repr__(self) -> str:
        return f"Chance({self.fraction.numerator}, {self.fraction.denominator})"

    def __str__(self) -> str:
        return str(self.fraction)


Way = tuple[str, ...]
"""Where a piece stood, and the points that it passes and reaches, or the place that it goes to."""


def way(choices: Iterable[Choice], path: Iterable[str], lies: str = "") -> Way:
    """Return the way of the one piece that ``choices`` pick, which passes and reaches ``path``.

    A piece that is dropped comes from where it ``lies``. The way of one that leaves the board ends
    where it goes.

    >>> way((Choice("piece", "hand"), Choice("target", "b1", ("b1",))), ("a1", "b1"))
    ('hand', 'a1', 'b1')
    >>> way((Choice("piece", "d1", ("d1",)), Choice("target", "off")), ("e1",))
    ('d1', 'e1', 'off')
    """
    first, *others = choices
    origin = lies or (first.points or (first.value,))[0]
    leaves = any(each.kind == "target" and each.value == OFF for each in others)
    return (origin, *path, *((OFF,) if leaves else ()))


class Move:
    """A decision of a seat, in the game's notation, with what a screen and a pair of hands need.

    A game makes a :class:`PlainMove` of parts that it knows, or a class of its own that works them
    out when somebody asks. Moves with equal text are one move.
    """

    __slots__ = ()

    @property
    def text(self) -> str:
        """The move in the game's notation."""
        raise NotImplementedError

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The steps by which a person picks the move."""
        raise NotImplementedError

    @property
    def path(self) -> tuple[str, ...]:
        """The points passed and reached."""
        raise NotImplementedError

    @property
    def ways(self) -> tuple[Way, ...]:
        """The way of each piece that is moved, in their order; none of a pass.

        A game whose moves are of several pieces tells their ways apart.
        """
        kind = self.choices[0].kind
        lies = self.steps[0].origin if kind == "drop" else ""  # hands take it from there first
        return (way(self.choices, self.path, lies),) if kind in ("piece", "drop") else ()

    @property
    def captures(self) -> tuple[Piece, ...]:
        """The pieces that leave the board or go back."""
        raise NotImplementedError

    @property
    def steps(self) -> tuple[Step, ...]:
        """The hand steps in order."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, Move) else NotImplemented

    __ne__ = object.__ne__  # a move that is a tuple would compare its parts

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        return self.text


# every field has a field(): without it, its default would be the property that it implements
@dataclass(frozen=True, slots=True, eq=False)
class PlainMove(Move):
    """A move of which all parts are known.

    >>> PlainMove("a1-a2", (Choice("piece", "a1"), Choice("target", "a2")), ("a2",)).path
    ('a2',)
    """

    text: str = field()
    choices: tuple[Choice, ...] = field()
    path: tuple[str, ...] = field(default=())
    captures: tuple[Piece, ...] = field(default=())
    steps: tuple[Step, ...] = field(default=())


PASS = PlainMove("pass", (Choice("pass", "pass"),))

Action = Move | Throw


AnyMove_co = TypeVar("AnyMove_co", bound=Move, covariant=True)


class LazyMoves(Sequence[AnyMove_co]):
    """Legal moves that are made when they are looked at; equal to a tuple of the same moves."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return tuple(self) == (tuple(other) if isinstance(other, LazyMoves) else other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce__(self) -> tuple[object, ...]:
        return tuple, (list(self),)


def sent_back(move: Move, board: Board) -> Mapping[Piece, str]:
    """Return the captured pieces of ``move`` that stay on ``board``, and where each goes back to.

    >>> from games.equipment import Board, Point
    >>> sent_back(PASS, Board((Point("a1", 0, 0),)))
    {}
    """
    if not move.captures:
        return {}  # the hand steps may take long to work out
    targets = {step.piece: step.target for step in move.steps if step.target in board}
    return {piece: targets[piece] for piece in move.captures if piece in targets}


def take_back(steps: Iterable[Step]) -> tuple[Step, ...]:
    """Return the hand steps that undo ``steps``: in reverse order, each from target to origin."""
    return tuple(
        Step(REVERSED[step.verb], step.result, step.target, step.origin, step.piece)
        for step in reversed(tuple(steps))
    )


def carry_out(pieces: Iterable[Piece], steps: Iterable[Step]) -> tuple[Piece, ...]:
    """Return what stands where after ``steps`` have been done to ``pieces``.

    ValueError when a step takes a piece that does not stand at its origin.
    """
    counts = {identity(piece): piece.count for piece in pieces}
    for step in steps:
        before, after = step.piece, step.result
        origin = (before.seat, before.kind, step.origin, before.facing, before.badge)
        if counts.get(origin, 0) < before.count:
            raise ValueError(f"expected {before.count} of {origin}, found {counts.get(origin, 0)}")
        counts[origin] -= before.count
        counts[identity(after)] = counts.get(identity(after), 0) + after.count
    return listed(counts)
