"""A board in characters: where its points are, and what its pieces look like.

It is written on a grid of characters with colours.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from msgspec import Struct
from textual.content import Content

from firmware_host.screens.cells import apart
from firmware_host.session import names
from firmware_host.text.text_board import SIGNS
from firmware_host.text.translator import Language
from games.equipment import (
    HAND,
    NEUTRAL,
    OFF,
    PLACES_BESIDE,
    RESERVE,
    Board,
    Piece,
    Point,
    Seat,
    kind_letters,
    seat_of,
)


class Ink(NamedTuple):
    """The look of characters: a Textual style, and the background colour, if they have one."""

    front: str = ""
    ground: str = ""

    @property
    def style(self) -> str:
        """Both as one Textual style."""
        return f"{self.front} on {self.ground}".strip() if self.ground else self.front


class CharacterGrid:
    """A blank grid of ``columns`` by ``rows`` characters, both counted from 0.

    >>> sheet = CharacterGrid(5, 2)
    >>> sheet.write(1, 0, "red", Ink("#ff0000"))
    >>> sheet.content().plain
    ' red \\n     '
    """

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self._signs = [[" "] * columns for _ in range(rows)]
        self._inks = [[Ink()] * columns for _ in range(rows)]

    def write(self, column: int, row: int, text: str, ink: Ink) -> None:
        """Write ``text``; an ``ink`` without a background keeps the present one."""
        for place, sign in enumerate(text, start=column):
            ground = ink.ground or self._inks[row][place].ground
            self._signs[row][place] = sign
            self._inks[row][place] = Ink(ink.front, ground)

    def shade(self, column: int, row: int, ground: str) -> None:
        """Change the background at a place, and nothing else."""
        self._inks[row][column] = self._inks[row][column]._replace(ground=ground)

    def sign(self, column: int, row: int) -> str:
        """Return the character at a place."""
        return self._signs[row][column]

    def content(self) -> Content:
        """Return the whole grid."""
        return Content("\n").join(self._line(row) for row in range(self.rows))

    def _line(self, row: int) -> Content:
        written = zip(self._signs[row], self._inks[row], strict=True)
        return Content.assemble(
            *(
                ("".join(sign for sign, _ in run), ink.style)
                for ink, run in groupby(written, key=itemgetter(1))
            )
        )


DIM = "#7d8891"
BRIGHT = "bold #ffffff"
KEY = "bold #ffd94a"
"""The name of a key in a text."""

ACTIVE = "#74dc86"
"""A closed contact."""

LIGHT = "#b4b4b4"
"""A background on which black is readable."""


# the colours are chosen for a dark background
INKS: Mapping[str, Ink] = {
    "white": Ink(BRIGHT),
    "black": Ink("bold #000000", LIGHT),
    "red": Ink("bold #ff7066"),
    "blue": Ink("bold #6fb6ff"),
    "yellow": Ink("bold #ffd94a"),
    "green": Ink("bold #74dc86"),
    "neutral": Ink("bold #b8b8b8"),
}
ARROWS: Mapping[str, str] = {"north": "↑", "south": "↓", "west": "←", "east": "→"}
PLACE_SIGNS: Mapping[str, str] = {HAND: "+", OFF: "✓", RESERVE: "▫"}
MOST = 9
MORE, NOTHING = "+", "–"


class PieceToken(Struct, frozen=True):
    """The pieces of one seat at one place: their ``sign``, ``count`` and ``ink``.

    ``detail`` is the letter of their kind or the arrow of where they point, if they have one.
    """

    sign: str
    count: int
    ink: Ink
    detail: str = ""

    @property
    def full(self) -> str:
        """The sign and the detail, or the count if there are several: at most two characters."""
        return self.sign + (self.detail if self.count == 1 else self._digit)

    @property
    def short(self) -> str:
        """One character: the detail or the sign of a single piece, or the count of several."""
        return (self.detail or self.sign) if self.count == 1 else self._digit

    @property
    def _digit(self) -> str:
        return str(self.count) if self.count <= MOST else MORE


def tokens(
    board: Board, pieces: Iterable[Piece], seats: Sequence[Seat]
) -> Mapping[str, tuple[PieceToken, ...]]:
    """Return the tokens at every occupied point of ``board``, one for each seat."""
    pieces = tuple(pieces)
    letters = kind_letters(pieces)
    return {
        place: tuple(_token(seat_of(group[0], seats), group, letters) for group in groups)
        for place, groups in apart(board, pieces).items()
    }


def _token(seat: Seat, group: Sequence[Piece], letters: Mapping[str, str]) -> PieceToken:
    first, count = group[0], sum(piece.count for piece in group)
    detail = letters.get(first.kind) or ARROWS.get(first.facing, "")
    return PieceToken(SIGNS[seat.colour], count, INKS[seat.colour], detail)


def beside(
    pieces: Iterable[Piece], seats: Sequence[Seat], say: Language, columns: int
) -> tuple[Content, ...]:
    """Return a line for every seat: its pieces beside the board, in words if ``columns`` allow."""
    pieces = tuple(pieces)
    if any(piece.seat is None and piece.place in PLACES_BESIDE for piece in pieces):
        seats = (*seats, NEUTRAL)
    named = {place: f"{say(names.place(place))} " for place in PLACES_BESIDE}
    in_words = tuple(_stock(seat, pieces, named, f"{say(names.seat(seat))}: ") for seat in seats)
    if all(line.cell_length <= columns for line in in_words):
        return in_words
    return tuple(_stock(seat, pieces, PLACE_SIGNS, "") for seat in seats)


def _stock(
    seat: Seat, pieces: Sequence[Piece], place_names: Mapping[str, str], name: str
) -> Content:
    letters = kind_letters(pieces)
    parts = []
    for place, called in place_names.items():
        counts: Counter[str] = Counter()
        for piece in pieces:
            owner = NEUTRAL.index if piece.seat is None else piece.seat
            if (owner, piece.place) == (seat.index, place):
                counts[letters.get(piece.kind, "")] += piece.count
        parts += [called + " ".join(f"{kind}{n}" for kind, n in counts.items())] if counts else []
    sign = (SIGNS[seat.colour], INKS[seat.colour].style)
    return Content.assemble(sign, f" {name}{'  '.join(parts) or NOTHING}")


NAME = re.compile(r"([a-z])(\d+)")


class Pitch(NamedTuple):
    """The size of a square, in columns and rows of characters."""

    columns: int
    rows: int


PITCHES = tuple(
    Pitch(*size) for size in ((8, 4), (7, 3), (6, 3), (5, 3), (4, 2), (4, 1), (2, 2), (2, 1))
)
"""From the largest to the smallest; a character is about twice as high as it is wide."""


class CellBox(NamedTuple):
    """A rectangle of characters, from its upper left corner."""

    column: int
    row: int
    columns: int
    rows: int

    @property
    def middle(self) -> tuple[int, int]:
        """Column and row of the centre, rounded to the left and up."""
        return self.column + (self.columns - 1) // 2, self.row + (self.rows - 1) // 2


class BoardPlan:
    """The layout of ``board`` with squares of size ``pitch``, file names below, ranks on the left.

    :attr:`columns` and :attr:`rows` are the size of all of it. Boards whose points are not named
    by file and rank have no such names at their edges.
    """

    def __init__(self, board: Board, pitch: Pitch) -> None:
        self.board, self.pitch = board, pitch
        self.files = _names(board.points, lambda point: point.x, 1)
        self.ranks = _names(board.points, lambda point: point.y, 2)
        self._margin = 1 + max(map(len, self.ranks.values())) if self.ranks else 0
        self._left = min(point.x - _reach(point) for point in board.points)
        self._top = max(point.y + _reach(point) for point in board.points)
        right = max(point.x + _reach(point) for point in board.points)
        bottom = min(point.y - _reach(point) for point in board.points)
        self.columns = self._margin + (right - self._left + 1) * pitch.columns
        self.rows = (self._top - bottom + 1) * pitch.rows + bool(self.files)

    def cell(self, point: Point) -> CellBox:
        """Return the square of ``point``."""
        return self._box(point.x - _reach(point), point.y + _reach(point), point.size)

    def point_at(self, column: int, row: int) -> str | None:
        """Return the name of the point at a character; None if there is none."""
        for point in sorted(self.board.points, key=lambda point: point.size):
            cell = self.cell(point)
            if column - cell.column in range(cell.columns) and row - cell.row in range(cell.rows):
                return point.name
        return None

    def file_place(self, x: int) -> tuple[int, int]:
        """Return where the name of the file ``x`` goes."""
        return self._box(x, self._top, 1).middle[0], self.rows - 1

    def rank_place(self, y: int) -> tuple[int, int]:
        """Return where the name of the rank ``y`` begins; all end in the same column."""
        return self._margin - 1 - len(self.ranks[y]), self._box(self._left, y, 1).middle[1]

    def _box(self, x: int, y: int, size: int) -> CellBox:
        columns, rows = self.pitch
        left = self._margin + (x - self._left) * columns
        return CellBox(left, (self._top - y) * rows, size * columns, size * rows)


def fit(board: Board, columns: int, rows: int) -> BoardPlan | None:
    """Return the plan of ``board`` with the largest squares that fit; None if none fit."""
    plans = (BoardPlan(board, pitch) for pitch in PITCHES)
    return next((plan for plan in plans if plan.columns <= columns and plan.rows <= rows), None)


def _reach(point: Point) -> int:
    return (point.size - 1) // 2


def _names(points: Iterable[Point], line: Callable[[Point], int], part: int) -> Mapping[int, str]:
    """Return what the names of the points on each line have in common in ``part``, if anything."""
    names: dict[int, str] = {}
    for point in points:
        match = NAME.fullmatch(point.name)
        if match is None or names.setdefault(line(point), match[part]) != match[part]:
            return {}
    return names
