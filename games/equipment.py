"""What a game is played with: the board and its points, the seats, the dice and the pieces.

How a game looks in colour is data, from which pages, the manual and the sheets to print draw the
same board: the wood of its board, the make of its pieces, and what is on them. A game that says
nothing gets a board of squares or of lines, whichever it has, with round pieces.

Dice from a shop can stand in for a game's own: a fair die with any number of faces, if it has at
least as many faces as the game's chances need. The chances stay exactly those of the game.

    >>> import games
    >>> long_die = games.load("tshupu").dice[0]
    >>> mapping = stand_in(long_die, 6)
    >>> mapping.counts
    {1: 1, 2: None, 3: 3, 4: 4, 5: None, 6: 6}
    >>> mapping.rethrows
    Fraction(1, 2)
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, reduce
from math import gcd
from typing import Final, Literal, NamedTuple

Side = Literal["south", "west", "north", "east"]

HAND, OFF, RESERVE = "hand", "off", "reserve"
"""Places beside the board: still to come in, out of the game, won and held."""
PLACES_BESIDE = (HAND, OFF, RESERVE)

COLOURS = ("white", "black", "red", "blue", "yellow", "green")
"""The colours that a seat may have. A seat is named by its colour wherever people read of it."""

FILES = "abcdefghijklmnopqrs"
"""The names of the columns of a board, from the left."""

CACHED_LETTERS = 32
LAST = 99
"""More than any seat: neutral pieces are listed last."""

Identity = tuple[int | None, str, str, str, str]
"""A piece's seat, kind, place, facing and badge."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table: ``index`` in the order of play, ``side`` of the board's diagram.

    ``colour``, one of :data:`COLOURS`, is what people call the seat; ``name`` is what the notation
    of the game calls it. Seats with one ``team`` win together.
    """

    index: int
    name: str
    side: Side
    team: int
    colour: str

    def is_called(self, text: str) -> bool:
        """Return whether ``text`` names the seat: by colour, or as release 0.1.0 did, by side.

        >>> Seat(0, "A", "south", 0, "white").is_called("south")
        True
        """
        return text in (self.colour, self.side, self.name)


NEUTRAL = Seat(-1, "neutral", "south", -1, "neutral")
"""Stands for the seat of neutral pieces where something has to be drawn or named."""


def seat_of(piece: "Piece", seats: Sequence[Seat]) -> Seat:
    """Return the seat among ``seats`` that ``piece`` belongs to, NEUTRAL if it has none."""
    return NEUTRAL if piece.seat is None else seats[piece.seat]


class Mark(NamedTuple):
    """What is drawn on a point: the rule's ``name`` for it and the ``sign`` that shows it.

    ``sign`` is ``cross`` (both diagonals), ``frame`` (a second border) or ``dot``.
    """

    name: str
    sign: Literal["cross", "frame", "dot"]


@dataclass(frozen=True, slots=True)
class Point:
    """A place on the board: ``x`` to the right and ``y`` upwards, in units of one square.

    ``size`` is the edge of the square in units (``x``, ``y`` is its middle), ``region`` a named
    part of a large board. Pieces that share the point stand in a row of up to ``reach`` places:
    upwards, or downwards if it is negative. On other points they stand on one place.
    """

    name: str
    x: int
    y: int
    marks: tuple[Mark, ...] = ()
    region: str = ""
    size: int = 1
    reach: int = 0


class Boundary(NamedTuple):
    """What runs between two rows or columns of points, and no piece stands on it.

    ``name`` is the rule's word for it and ``sign`` shows it: a ``line``, or the gap of a ``river``.
    It runs from ``start`` to ``end``, each an ``x`` and a ``y`` in the units of :class:`Point`.
    """

    name: str
    sign: Literal["line", "river"]
    start: tuple[float, float]
    end: tuple[float, float]

    @property
    def is_level(self) -> bool:
        """True if it runs from left to right, not upwards."""
        return self.start[1] == self.end[1]


@dataclass(frozen=True, slots=True)
class Board:
    """The points of a board, the ``lines`` between them as pairs of point names, and boundaries.

    A board without lines is one of squares. Where there is little room, ``narrow_columns`` by
    their ``x`` and ``narrow_rows`` by their ``y`` are drawn so.
    """

    points: tuple[Point, ...]
    lines: tuple[tuple[str, str], ...] = ()
    boundaries: tuple[Boundary, ...] = ()
    narrow_columns: tuple[int, ...] = ()
    narrow_rows: tuple[int, ...] = ()
    _by_name: dict[str, Point] = field(init=False, repr=False, compare=False)
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_name", {point.name: point for point in self.points})
        narrow = self.narrow_columns, self.narrow_rows
        shape = self.points, self.lines, self.boundaries, narrow
        object.__setattr__(self, "_hash", hash(shape))

    def __hash__(self) -> int:
        return self._hash  # every picture asks for it, and some boards have hundreds of points

    def __getitem__(self, name: str) -> Point:
        """Return the point called ``name``; KeyError if the board has none."""
        return self._by_name[name]

    def __contains__(self, name: object) -> bool:
        return name in self._by_name


@dataclass(frozen=True, slots=True)
class Die:
    """One die or lot: the values of its equally likely ``faces``.

    ``names`` are what people call the faces, in the same order, where they bear no numbers.
    """

    faces: tuple[int, ...]
    names: tuple[str, ...] = ()

    def name(self, face: int) -> str:
        """Return what people call ``face``: its name, or its number."""
        return self.names[self.faces.index(face)] if self.names else str(face)


@dataclass(frozen=True, slots=True)
class Piece:
    """``count`` equal pieces of a seat at one ``place``: a point, ``hand``, ``off`` or ``reserve``.

    ``seat`` is None for a neutral piece, which belongs to nobody. ``facing`` is the side it points
    to, if it points; ``badge`` a short mark beside it.
    """

    seat: int | None
    kind: str
    place: str
    facing: str = ""
    badge: str = ""
    count: int = 1

    @property
    def holder(self) -> int:
        """The seat of a piece that is not neutral; ValueError if it is."""
        if self.seat is None:
            raise ValueError(f"expected a piece of a seat, not the neutral {self.kind}")
        return self.seat


def identity(piece: Piece) -> Identity:
    """Return everything but the count: pieces with one identity are equal and stand together."""
    return (piece.seat, piece.kind, piece.place, piece.facing, piece.badge)


def has_kinds(pieces: Iterable[Piece]) -> bool:
    """Return whether ``pieces`` are of several kinds, which must then be told apart."""
    return len({piece.kind for piece in pieces}) > 1


def kind_letters(pieces: Iterable[Piece]) -> Mapping[str, str]:
    """Return the letter that stands for each kind of ``pieces``; none if they are of one kind.

    It is the first letter of the kind that no kind before it in the alphabet has.

    >>> dict(kind_letters([Piece(0, "king", "e1"), Piece(0, "knight", "g1")]))
    {'king': 'K', 'knight': 'N'}
    """
    kinds = frozenset(piece.kind for piece in pieces)
    return _letters(kinds) if len(kinds) > 1 else {}


@lru_cache(CACHED_LETTERS)
def _letters(kinds: frozenset[str]) -> Mapping[str, str]:
    """Return the letters of ``kinds``, which are fewer when some are captured."""
    found: dict[str, str] = {}
    for kind in sorted(kinds):
        letters = (letter for letter in kind.upper() if letter not in found.values())
        found[kind] = next(letters, kind[0].upper())
    return found


def sorted_pieces(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Return the pieces in the order of a state: by seat, kind and place, neutral ones last."""
    return tuple(sorted(pieces, key=order))


def order(piece: Piece) -> tuple[int, str, str, str, str]:
    """Return the key by which a state sorts its pieces."""
    seat = LAST if piece.seat is None else piece.seat
    return (seat, piece.kind, piece.place, piece.facing, piece.badge)


def listed(counts: Mapping[Identity, int]) -> tuple[Piece, ...]:
    """Return the pieces of which there are ``counts``, equal ones together, sorted; none of 0.

    >>> listed({(0, "stone", "e5", "", ""): 2, (0, "stone", "a1", "", ""): 0})
    (Piece(seat=0, kind='stone', place='e5', facing='', badge='', count=2),)
    """
    return sorted_pieces(Piece(*alike, count) for alike, count in counts.items() if count)


def square_name(x: int, y: int) -> str:
    """Return the name of the square in column ``x`` and row ``y``, both counted from 0.

    >>> square_name(2, 0)
    'c1'
    """
    return f"{FILES[x]}{y + 1}"


def rotated(square: str, size: int, quarters: int) -> str:
    """Turn ``square`` anti-clockwise about the middle of a board of ``size`` x ``size`` squares.

    >>> rotated("c1", 5, 1), rotated("c1", 5, 3)
    ('e3', 'a3')
    """
    x, y = FILES.index(square[0]), int(square[1:]) - 1
    for _ in range(quarters):
        x, y = size - 1 - y, x
    return square_name(x, y)


Build = Literal["inlaid", "lined", "grooved", "pointed"]
Body = Literal["disc", "peg"]

Characters = Mapping[str, Mapping[str, str]]
"""By the colour of a seat, "" for every other one, and by kind: the outline of a character.

An outline is the path of an SVG around its middle, in a box of 200 units.
"""


class Theme(NamedTuple):
    """The colours of a board by day, each written ``#rrggbb``; by night all get darker alike.

    ``frame`` is the wood around the board and between its squares, ``field`` that on which pieces
    stand, ``marked`` that of a square with a mark; a ``groove`` is what pieces slide in. ``line``
    is the colour of lines and borders, ``carved`` that of marks, ``ink`` that of names; ``water``
    and ``bank`` are those of a river.
    """

    frame: str = "#8a5c34"
    field: str = "#f1dcb0"
    marked: str = "#e2b97f"
    groove: str = "#8f5f36"
    line: str = "#4a2c12"
    carved: str = "#33190a"
    ink: str = "#42230a"
    water: str = "#a9cfd6"
    bank: str = "#21566b"


@dataclass(frozen=True, slots=True)
class Look:
    """How a game looks: its ``theme``, how the board is built, and what its pieces are.

    ``build`` is ``inlaid`` (squares of wood), ``lined`` (drawn lines), ``grooved`` (lines that
    pieces slide along) or ``pointed`` (a triangle for each point with a row); without it, a board
    with lines is lined. ``is_whole`` says that the wood fills the whole rectangle around the
    points. A piece has the ``body`` of a disc, or of a peg
    that points where the piece faces. It has the colour of its seat, or that of ``material``; then
    its ring and its character have the colour of the seat. What is off the board has come ``home``,
    or is ``lost``. ``squares`` have colours of their own. A line joins each two of ``links``.
    """

    theme: Theme = field(default_factory=Theme)
    build: Build | None = None
    is_whole: bool = False
    body: Body = "disc"
    material: str = ""
    off: Literal["home", "lost"] = "home"
    characters: Characters = field(default_factory=dict, hash=False)
    squares: Mapping[str, str] = field(default_factory=dict, hash=False)
    links: tuple[tuple[str, str], ...] = ()

    def character(self, colour: str, kind: str) -> str:
        """Return the outline on a piece of that ``kind`` of the seat called ``colour``; "" if none.

        >>> look = Look(characters={"": {"king": "M0 0h9"}, "red": {"king": "M0 0v9"}})
        >>> look.character("red", "king"), look.character("blue", "king"), look.character("red", "")
        ('M0 0v9', 'M0 0h9', '')
        """
        own = self.characters.get(colour, {})
        return own.get(kind) or self.characters.get("", {}).get(kind, "")


PLAIN: Final = Look()
"""The look of a game that says nothing about it."""


@dataclass(frozen=True, slots=True)
class StandIn:
    """What each face of a die, from 1 on, ``counts`` for; None: this die is thrown again."""

    counts: Mapping[int, int | None]

    @property
    def is_again(self) -> tuple[int, ...]:
        """The faces after which the die is thrown again."""
        return tuple(face for face, value in self.counts.items() if value is None)

    @property
    def rethrows(self) -> Fraction:
        """How often the die is thrown again, on average, until it counts."""
        return Fraction(len(self.is_again), len(self.counts) - len(self.is_again))

    def chances(self) -> Mapping[int, Fraction]:
        """Return how likely each value is once the die counts."""
        values = Counter(value for value in self.counts.values() if value is not None)
        return {value: Fraction(many, values.total()) for value, many in sorted(values.items())}


def stand_in(die: Die, faces: int) -> StandIn:
    """Return how a die with ``faces`` faces, 1 to ``faces``, stands in for the ``die`` of a game.

    Every value gets as many faces as its chance asks for, so that as few faces as possible are
    thrown again. A face counts for itself where it can, else for a value that is odd or even as it
    is: people have the least to remember then. ValueError if the die has too few faces.

    >>> stand_in(Die((0, 1)), 4).counts
    {1: 1, 2: 0, 3: 1, 4: 0}
    """
    shares = _shares(die)
    each = faces // sum(shares.values())
    if each < 1:
        least = sum(shares.values())
        raise ValueError(
            f"expected a die with {least} faces or more in place of one with the values "
            f"{', '.join(map(str, shares))}, not with {faces}: take a die with more faces"
        )
    room = Counter({value: each * share for value, share in shares.items()})
    counts: dict[int, int | None] = dict.fromkeys(range(1, faces + 1))
    for likes in (_is_itself, _is_as_odd, _is_any):
        _fill(counts, room, likes)
    return StandIn(counts)


def _shares(die: Die) -> dict[int, int]:
    """Return how many faces each value has, in the smallest whole numbers."""
    many = Counter(die.faces)
    divisor = reduce(gcd, many.values())
    return {value: many[value] // divisor for value in sorted(many)}


def _fill(
    counts: dict[int, int | None], room: Counter[int], likes: Callable[[int, int], bool]
) -> None:
    """Let each face without a value count for the first one with room that it ``likes``."""
    for face in [face for face, value in counts.items() if value is None]:
        free = [value for value in room if room[value] and likes(face, value)]
        if free:
            counts[face] = free[0]
            room[free[0]] -= 1


def _is_itself(face: int, value: int) -> bool:
    return face == value


def _is_as_odd(face: int, value: int) -> bool:
    return face % 2 == value % 2


def _is_any(face: int, value: int) -> bool:
    return True
