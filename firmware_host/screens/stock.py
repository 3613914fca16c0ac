"""List the pieces that stand beside the board, as signs and counts."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Self

from msgspec import Struct
from PIL import Image

from firmware_host.screens.canvas import Canvas, Overflow
from firmware_host.screens.cells import kind_letter
from firmware_host.screens.signs import label, place_sign, sign
from games.equipment import NEUTRAL, PLACES_BESIDE, Piece, Seat, has_kinds

GAP = 2
ROW = 8

Counts = Mapping[tuple[int | None, str], Counter[str]]
"""How many pieces there are of each letter, by seat and place."""


class Stock(Struct, frozen=True):
    """What each seat has beside the board: its sign, places and counts.

    A plus stands for pieces in hand, a tick for pieces that are off for good, a box for the
    reserve. In a game with several kinds of pieces the letter of the kind stands behind the count,
    or alone for one piece. Seats with nothing there are left out. ``height`` is in pixels.
    """

    height: int
    pictures: tuple[tuple[int, int, Image.Image], ...]

    @classmethod
    def fit(cls, width: int, pieces: Iterable[Piece], seats: Sequence[Seat]) -> Self:
        """Lay out the list in ``width`` pixels; Overflow if a seat needs more."""
        counts = _counts(tuple(pieces))
        pictures = tuple(_placed(width, [_row(seat, counts) for seat in (*seats, NEUTRAL)]))
        return cls(max((y + ROW for _, y, _ in pictures), default=0), pictures)

    def draw(self, canvas: Canvas, left: int, top: int) -> None:
        """Draw the list with its top left corner at ``left``, ``top``."""
        for x, y, picture in self.pictures:
            canvas.stamp(left + x, top + y + (ROW - picture.height) // 2, picture)


def _placed(
    width: int, rows: Iterable[Sequence[Image.Image]]
) -> Iterator[tuple[int, int, Image.Image]]:
    """Yield where each picture goes, from the top left corner of the list."""
    x = y = 0
    for row in filter(None, rows):
        taken = sum(each.width + GAP for each in row) - GAP
        if taken > width:
            raise Overflow(f"a seat's pieces beside the board need {taken} pixels, not {width}")
        if x + taken > width:
            x, y = 0, y + ROW
        for each in row:
            yield x, y, each
            x += each.width + GAP
        x += GAP


def _row(seat: Seat, counts: Counts) -> list[Image.Image]:
    row: list[Image.Image] = []
    for place in PLACES_BESIDE:
        of_letters = counts.get((None if seat is NEUTRAL else seat.index, place), Counter())
        row += [place_sign(place)] if of_letters else []
        row += [label(_counted(letter, count)) for letter, count in of_letters.items()]
    return [sign(seat.colour, 5), *row] if row else []


def _counted(letter: str, count: int) -> str:
    return letter if letter and count == 1 else f"{count}{letter}"


def _counts(pieces: Sequence[Piece]) -> Counts:
    named, counts = has_kinds(pieces), dict[tuple[int | None, str], Counter[str]]()
    for piece in pieces:
        if piece.place in PLACES_BESIDE:
            letters = counts.setdefault((piece.seat, piece.place), Counter())
            letters[kind_letter(piece.kind) if named else ""] += piece.count
    return counts
