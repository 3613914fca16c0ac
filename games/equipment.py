"""What a game is played with: the board and its points, the seats, the dice and the pieces."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

Side = Literal["south", "west", "north", "east"]

HAND, OFF, RESERVE = "hand", "off", "reserve"
"""Places beside the board: still to come in, out of the game, won and held."""
PLACES_BESIDE = (HAND, OFF, RESERVE)

Identity = tuple[int, str, str, str, str]
"""A piece's seat, kind, place, facing and badge."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table: ``index`` in the order of play, ``side`` of the board's diagram.

    ``colour`` is red, black, yellow, green, white or blue; seats with one ``team`` win together.
    """

    index: int
    name: str
    side: Side
    team: int
    colour: str


@dataclass(frozen=True, slots=True)
class Mark:
    """What is drawn on a point: the rule's ``name`` for it and the ``sign`` that shows it.

    ``sign`` is ``cross`` (both diagonals), ``frame`` (a second border) or ``dot``.
    """

    name: str
    sign: Literal["cross", "frame", "dot"]


@dataclass(frozen=True, slots=True)
class Point:
    """A place on the board: ``x`` to the right and ``y`` upwards, in units of one square.

    ``size`` is the edge of the square in units (``x``, ``y`` is its middle), ``region`` a named
    part of a large board.
    """

    name: str
    x: int
    y: int
    marks: tuple[Mark, ...] = ()
    region: str = ""
    size: int = 1


@dataclass(frozen=True, slots=True)
class Board:
    """The points of a board and the ``lines`` between them, as pairs of point names.

    A board without lines is one of squares.
    """

    points: tuple[Point, ...]
    lines: tuple[tuple[str, str], ...] = ()
    _by_name: dict[str, Point] = field(init=False, repr=False, compare=False)
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_name", {point.name: point for point in self.points})
        object.__setattr__(self, "_hash", hash((self.points, self.lines)))

    def __hash__(self) -> int:
        return self._hash  # every picture asks, and some boards have hundreds of points

    def __getitem__(self, name: str) -> Point:
        """Return the point called ``name``; KeyError if the board has none."""
        return self._by_name[name]

    def __contains__(self, name: object) -> bool:
        return name in self._by_name


@dataclass(frozen=True, slots=True)
class Die:
    """One die or lot: the values of its equally likely ``faces``."""

    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """``count`` alike pieces of a seat at one ``place``: a point, ``hand``, ``off`` or ``reserve``.

    ``facing`` is the side it points to, if it points; ``badge`` a short mark beside it.
    """

    seat: int
    kind: str
    place: str
    facing: str = ""
    badge: str = ""
    count: int = 1


def identity(piece: Piece) -> Identity:
    """Everything but the count: pieces with one identity are alike and stand together."""
    return (piece.seat, piece.kind, piece.place, piece.facing, piece.badge)


def has_kinds(pieces: Iterable[Piece]) -> bool:
    """Tell whether ``pieces`` are of several kinds, which must then be told apart."""
    return len({piece.kind for piece in pieces}) > 1


def sorted_pieces(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """The pieces in the order in which a state lists them: by seat, kind and place."""
    return tuple(sorted(pieces, key=identity))


def listed(counts: Mapping[Identity, int]) -> tuple[Piece, ...]:
    """The pieces of which there are ``counts``, alike ones together, sorted; none of count 0.

    >>> listed({(0, "stone", "e5", "", ""): 2, (0, "stone", "a1", "", ""): 0})
    (Piece(seat=0, kind='stone', place='e5', facing='', badge='', count=2),)
    """
    return sorted_pieces(Piece(*alike, count) for alike, count in counts.items() if count)
