"""The pieces that stand beside the board, as a list of signs and counts."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from PIL import Image

from firmware_host.screens.canvas import Box, Canvas, Overflow
from firmware_host.screens.cells import has_kinds, kind_letter
from firmware_host.screens.signs import label, place_sign, sign
from games.equipment import PLACES_BESIDE, Piece, Seat

GAP = 2
ROW = 7


def draw_stock(canvas: Canvas, box: Box, pieces: Iterable[Piece], seats: Sequence[Seat]) -> int:
    """List what each seat has beside the board: its sign, places and counts; return the row below.

    A plus stands for what waits in hand, a tick for what is off for good, a box for the reserve;
    in a game with several kinds of pieces the count follows the letter of the kind. Seats with
    nothing there are left out. Overflow if ``box`` is too small.
    """
    needed = stock_height(box.width, pieces := tuple(pieces), seats)
    if needed > box.height:
        raise Overflow(f"the pieces beside the board need {needed} rows, not {box.height}")
    for x, y, picture in _placed(box.width, pieces, seats):
        canvas.stamp(box.left + x, box.top + y + (ROW - picture.height) // 2, picture)
    return box.top + needed


def stock_height(width: int, pieces: Iterable[Piece], seats: Sequence[Seat]) -> int:
    """How many rows of pixels :func:`draw_stock` takes in ``width`` pixels; Overflow if none do."""
    rows = [y + ROW for _, y, _ in _placed(width, tuple(pieces), seats)]
    return max(rows, default=0)


def _placed(
    width: int, pieces: Sequence[Piece], seats: Sequence[Seat]
) -> Iterator[tuple[int, int, Image.Image]]:
    """Where each picture goes, from the top left corner of the list."""
    x = y = 0
    for row in filter(None, (_row(seat, pieces) for seat in seats)):
        taken = sum(each.width + GAP for each in row) - GAP
        if taken > width:
            raise Overflow(f"a seat's pieces beside the board need {taken} pixels, not {width}")
        if x + taken > width:
            x, y = 0, y + ROW
        for each in row:
            yield x, y, each
            x += each.width + GAP
        x += GAP


def _row(seat: Seat, pieces: Sequence[Piece]) -> list[Image.Image]:
    named = has_kinds(pieces)
    row = []
    for place in PLACES_BESIDE:
        counts: Counter[str] = Counter()
        for piece in pieces:
            if (piece.seat, piece.place) == (seat.index, place):
                counts[kind_letter(piece.kind) if named else ""] += piece.count
        row += [place_sign(place)] if counts else []
        row += [label(f"{letter}{count}") for letter, count in counts.items()]
    return [sign(seat.colour, 5), *row] if row else []
