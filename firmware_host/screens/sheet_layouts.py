"""The three ways to write a sheet: beside a board, in large letters, and on a low display.

Each takes the most complete version of the words that fits, and then the largest letters. Pieces
that stand beside the board are listed as signs and counts.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import compress, product
from typing import TYPE_CHECKING, NamedTuple, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from firmware_host.screens.board_plan import SeatLegend
from firmware_host.screens.canvas import SECONDARY, Box, Canvas, Overflow, blank
from firmware_host.screens.cells import drawn_letters, label, place_sign, sign
from firmware_host.screens.sheet import (
    APART,
    BLANK,
    HEAD,
    Sheet,
    TextLine,
    are_whole,
    draw_head,
    feet,
    foot_box,
    head_box,
    joined,
    next_page,
    on_pages,
    rows_of,
    sign_room,
    tops_on_pages,
    write_foot,
    write_lines,
    write_on_pages,
)
from firmware_host.screens.text_layout import (
    REMEMBERED,
    Role,
    height,
    is_whole,
    picture,
    width,
)
from firmware_host.screens.view import Layout
from games.equipment import NEUTRAL, OFF, PLACES_BESIDE, Piece, Seat

if TYPE_CHECKING:
    from PIL import Image

GAP = 2
ROW, SIGN = 8, 5
"""Pixels of a row of signs, and of the widest of them."""

Counts = Mapping[tuple[int | None, str], Counter[str]]
"""How many pieces there are of each letter, by seat and place."""


class Stock(Struct, frozen=True):
    """What each seat has beside the board: its sign, places and counts.

    A plus stands for pieces in hand, a tick for pieces that are off for good, a box for the
    reserve. In a game with several kinds of pieces the letter of the kind stands behind the count,
    or alone for one piece. Seats with nothing there are left out. ``picture`` shows it all.
    """

    picture: "Image.Image"

    @property
    def height(self) -> int:
        """How many rows of pixels the list needs."""
        return self.picture.height

    @classmethod
    def fit(cls, width: int, pieces: Sequence[Piece], seats: Sequence[Seat]) -> Self:
        """Lay out the list in ``width`` pixels; Overflow if a seat needs more."""
        beside = tuple(piece for piece in pieces if piece.place in PLACES_BESIDE)
        letters = tuple(drawn_letters(pieces).items())
        return cls(_listed(width, beside, letters, tuple(seats)))

    def draw(self, canvas: Canvas, left: int, top: int) -> None:
        """Draw the list with its top left corner at ``left``, ``top``."""
        canvas.stamp(left, top, self.picture)


# what lies beside the board stays the same for several presses
@lru_cache(maxsize=REMEMBERED)
def _listed(
    width: int,
    beside: tuple[Piece, ...],
    letters: tuple[tuple[str, str], ...],
    seats: tuple[Seat, ...],
) -> "Image.Image":
    counts = _counts(beside, dict(letters))
    placed = list(_placed(width, [_row(seat, counts) for seat in (*seats, NEUTRAL)]))
    listed = blank((width, max((y + ROW for _, y, _ in placed), default=0)))
    for x, y, each in placed:
        listed.paste(each, (x, y + (ROW - each.height) // 2))
    return listed


def _placed(
    width: int, rows: Iterable[Sequence["Image.Image"]]
) -> Iterator[tuple[int, int, "Image.Image"]]:
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


def _row(seat: Seat, counts: Counts) -> list["Image.Image"]:
    row: list[Image.Image] = []
    for place in PLACES_BESIDE:
        of_letters = counts.get((None if seat is NEUTRAL else seat.index, place))
        if of_letters:
            row.append(place_sign(place))
            row += [label(_counted(letter, count)) for letter, count in of_letters.items()]
    return [sign(seat.colour, 5), *row] if row else []


def _counted(letter: str, count: int) -> str:
    return letter if letter and count == 1 else f"{count}{letter}"


def _counts(beside: Sequence[Piece], letters: Mapping[str, str]) -> Counts:
    counts = dict[tuple[int | None, str], Counter[str]]()
    for piece in beside:
        lying = counts.setdefault((piece.seat, piece.place), Counter())
        lying[letters.get(piece.kind, "")] += piece.count
    return counts


SMALLEST = 3
"""The size in which every line beside a board has the smallest of its fonts."""

LARGER = 1
"""The size with which the letters of what matters are still larger."""

LEGEND_GAP = 4

WIDE = 120
"""From this width in pixels on, the letters are larger."""

TALL = 96
"""From this height in pixels on, narrow words are larger too, and the seats are named."""

TALL_FONTS: Sequence[tuple[Role, ...]] = (
    ("heading", "heading", "body"),
    ("heading", "body", "body"),
)
WIDE_FONTS: Sequence[tuple[Role, ...]] = (
    ("large", "heading", "body"),
    ("heading", "heading", "body"),
)
LARGE_FONTS: Sequence[tuple[Role, ...]] = (
    ("big", "large", "heading", "body"),
    ("large", "heading", "heading", "body"),
)
"""Large letters: the fonts of what matters and of the rest, from the largest to the smallest.

They are 12 pixels high at least, 20 where the words are few. Only a text that would be cut off is
written smaller.
"""
SMALLEST_LARGE = 3
FEET: Sequence[Role] = ("heading", "body")
"""The fonts of what to press, in large letters."""
LOW_ROW = height("body")
LOW_SIZES = 4
"""The greatest number of fonts that a line has."""


T = TypeVar("T")


def first_that_fits(options: Iterator[T], fits: Callable[[T], bool]) -> T:
    """Return the first of ``options``, of which there are some, that ``fits``; else the last one.

    Those after it are not worked out.

    >>> first_that_fits(iter((5, 3, 2, 1)), lambda each: each < 4)
    3
    """
    option = next(options)
    while not fits(option):
        following = next(options, None)
        if following is None:
            break
        option = following
    return option


def draw_words(
    canvas: Canvas,
    box: Box,
    sheet: Sheet,
    layout: Layout,
    places: Mapping[str, str],
    legend: SeatLegend | None = None,
) -> None:
    """Write ``sheet`` into ``box``, cutting off what does not fit.

    The seats of ``legend`` are named at its foot where that leaves room for larger letters, and the
    signs of the ``places`` beside the board where there is room at all.
    """
    head = head_box(canvas, box, sheet)
    draw_head(canvas, head, sheet)
    top = next_page(head.bottom)
    plans = _plans(sheet, box.rows(top, box.bottom - top))
    plan = first_that_fits(plans, lambda plan: are_whole(plan.lines, SMALLEST, plan.room, 0))
    room = _above_stock(canvas, plan.room, plan.lines, layout, places)
    if legend is not None:
        room = _above_legend(canvas, room, plan.lines, legend)
    _draw_lines(canvas, room, plan.lines)
    write_foot(canvas, box, plan.foot, ("body",))


class _Plan(NamedTuple):
    """Which lines are written, in which room, and the foot below them."""

    lines: Sequence[TextLine]
    room: Box
    foot: str


def _plans(sheet: Sheet, box: Box) -> Iterator[_Plan]:
    """Yield what may be written into ``box``, from the most to the least."""
    said = _for_width((*sheet.marks, *sheet.lines), box)
    optional = _for_width(sheet.optional, box)
    major = [line for line in said if not line.is_minor]
    full, *short = (joined(foot, box.width, "body") for foot in feet(sheet.foot))
    wanted = [([*said, *optional], full), (said, full), *((said, foot) for foot in short)]
    for lines, foot in (*wanted, (major, short[0] if short else full)):
        yield _Plan(lines, _above(foot_box(box, foot, "body"), box), foot)


def _above(foot: Box, box: Box) -> Box:
    return box.rows(box.top, foot.top - box.top)


def _for_width(lines: Sequence[TextLine], box: Box) -> list[TextLine]:
    """Return the lines that have words, larger where ``box`` is wide."""
    written = _written(lines)
    if box.width >= WIDE:
        return [line.enlarged(*WIDE_FONTS) for line in written]
    if box.height >= TALL - HEAD:
        return [line.enlarged(*TALL_FONTS) for line in written]
    return written


def _written(lines: Sequence[TextLine]) -> list[TextLine]:
    return [line for line in lines if line.words]


def _above_stock(
    canvas: Canvas,
    room: Box,
    lines: Sequence[TextLine],
    layout: Layout,
    places: Mapping[str, str],
) -> Box:
    """List the pieces beside the board at the foot of ``room`` if ``lines`` still fit above them.

    Where there is room for fewer, those that are off for good are left out if no letter gets
    smaller for the others. Return what is left of the room.
    """
    in_play = tuple(piece for piece in layout.pieces if piece.place != OFF)
    for pieces, size in ((layout.pieces, SMALLEST), (in_play, _size(lines, room))):
        stock, rows = _stock(room.width, pieces, layout.seats), rows_of(lines, size, room.width, 0)
        if stock is not None and 0 < stock.height <= room.height - rows:
            break
    else:
        return room
    above = room.rows(room.top, room.height - stock.height)
    stock.draw(canvas, room.left, above.bottom)
    there = [place for place in places if any(piece.place == place for piece in pieces)]
    columns = sum(SIGN + 2 * GAP + width(places[place], "body") for place in there)
    shorter, size = above._replace(height=above.height - ROW), _size(lines, above)
    if not there or columns > room.width or not are_whole(lines, size, shorter, 0):
        return above
    _name_places(canvas, Box(room.left, shorter.bottom, room.width, ROW), there, places)
    return shorter


def _stock(width: int, pieces: Sequence[Piece], seats: Sequence[Seat]) -> Stock | None:
    """Return the list of what is beside the board; None if a seat needs more than ``width``."""
    try:
        return Stock.fit(width, pieces, seats)
    except Overflow:
        return None


def _name_places(canvas: Canvas, row: Box, there: Sequence[str], places: Mapping[str, str]) -> None:
    """Draw in ``row`` what the signs of the places beside the board mean; the help says it, too."""
    canvas.shade(row, SECONDARY)
    left = row.left
    for place in there:
        drawn = place_sign(place)
        canvas.stamp(left, row.top + (ROW - drawn.height) // 2, drawn)
        canvas.stamp(left + SIGN + GAP, row.top, picture(places[place], "body"))
        left += SIGN + 2 * GAP + width(places[place], "body")


def _above_legend(canvas: Canvas, room: Box, lines: Sequence[TextLine], legend: SeatLegend) -> Box:
    """Name the seats at the foot of ``room`` if ``lines`` still fit above them in larger letters.

    Return what is left of the room.
    """
    rows = legend.rows(room.width) * height("body")
    above = room.rows(room.top, room.height - rows - LEGEND_GAP)
    if not rows or not are_whole(lines, LARGER, above, 0):
        return room
    legend.draw(canvas, Box(room.left, above.bottom + LEGEND_GAP, room.width, rows))
    return above


def _draw_lines(canvas: Canvas, room: Box, lines: Sequence[TextLine]) -> None:
    """Draw ``lines`` as large as all of them fit, and cut off what does not fit at all.

    Their letters stand on pages of the panel where there is room for that.
    """
    size = _size(lines, room)
    rows = on_pages(lines, size, room.width)
    tops = tops_on_pages(rows, room)
    if len(tops) == len(rows):
        write_on_pages(canvas, room, rows, tops)
    else:
        write_lines(canvas, room, lines, size, 0)


def _size(lines: Sequence[TextLine], room: Box) -> int:
    """Return the largest size in which all of ``lines`` fit ``room``, else the smallest."""
    sizes = max((len(line.fonts) for line in lines), default=1)
    whole = (size for size in range(sizes) if are_whole(lines, size, room, 0))
    return next(whole, sizes - 1)


def draw_large_words(canvas: Canvas, box: Box, sheet: Sheet, has_board: bool) -> None:
    """Write ``sheet`` into ``box`` in large letters, optional lines only if they fit."""
    head = head_box(canvas, box, sheet)
    draw_head(canvas, head, sheet)
    top = head.bottom + (0 if has_board else 1)
    below = box.rows(top, box.bottom - top)
    plans = _large_plans(sheet, below, has_board)
    plan = first_that_fits(plans, lambda plan: plan.fits(below))
    write_lines(canvas, plan.room(below), plan.lines, plan.size, 0)
    write_foot(canvas, box, plan.foot, (plan.font,))


class _LargePlan(NamedTuple):
    """Which lines are written, how large, and the foot below them in its font."""

    lines: Sequence[TextLine]
    size: int
    foot: str
    font: Role

    def room(self, box: Box) -> Box:
        """Return the part of ``box`` above the foot."""
        return _above(foot_box(box, self.foot, self.font), box)

    def fits(self, box: Box) -> bool:
        """Return whether the lines and the foot fit ``box``."""
        foot = foot_box(box, self.foot, self.font)
        whole_foot = is_whole(self.foot, foot.width, foot.height, self.font)
        return whole_foot and are_whole(self.lines, self.size, self.room(box), 0)


def _large_plans(sheet: Sheet, box: Box, has_board: bool) -> Iterator[_LargePlan]:
    """Yield plans from the best to the last: first all that is said and every key, then size.

    What marks on the board mean comes before that: the board says nothing without it.
    """
    options = list(_large_options(sheet, has_board))
    marks = {mark.words for mark in sheet.marks} if has_board else set()
    said = marks | {line.words for line in _written(sheet.lines)}
    whole = [each for each in options if said <= {line.words for line in each[0]}]
    large = [each for each in whole if each[1] < SMALLEST_LARGE]
    telling = [each for each in options if marks <= {line.words for line in each[0]}]
    full, *_ = every = feet(sheet.foot)
    for chosen, some in ((large, (full,)), (whole, (full,)), (telling, every), (options, every)):
        for foot, font in product(some, FEET):
            words = joined(foot, box.width, font)
            for lines, size in chosen:
                yield _LargePlan(lines, size, words, font)


def _large_options(sheet: Sheet, has_board: bool) -> Iterator[tuple[Sequence[TextLine], int]]:
    """Yield lines and the size of their letters: the most lines first, then the largest size."""
    said = [line.enlarged(*LARGE_FONTS) for line in _written(sheet.lines)]
    main = [line for line in said if line.fonts == LARGE_FONTS[0]] or said[:1]
    optional = [line.enlarged(*LARGE_FONTS) for line in _written(sheet.optional)]
    instead = sheet.marks if has_board else sheet.unseen
    unseen = [line.enlarged(*LARGE_FONTS) for line in _written(instead)]
    for lines in ([*said, *optional, *unseen], [*said, *unseen], said, main):
        for size in range(SMALLEST_LARGE):
            yield lines, size
    if has_board and unseen:
        yield [*unseen, *said], SMALLEST_LARGE
    yield said, SMALLEST_LARGE
    yield main, SMALLEST_LARGE


class _LowPlan(NamedTuple):
    """What is written, how large, and what to press: beside the head, or below the lines."""

    lines: Sequence[TextLine]
    size: int
    beside: str
    below: str

    def room(self, box: Box) -> Box:
        """Return the part of ``box`` between the head and what stands below the lines."""
        below = LOW_ROW if self.below else 0
        return Box(box.left, box.top + LOW_ROW, box.width, box.height - LOW_ROW - below)

    def fits(self, box: Box) -> bool:
        """Return whether the lines fit ``box``."""
        return are_whole(self.lines, self.size, self.room(box), 0)


def draw_low_words(canvas: Canvas, box: Box, sheet: Sheet) -> None:
    """Write ``sheet`` into ``box`` on a display too low for a board: 128 x 32 pixels.

    These four lines also say what the board would show.
    """
    plans = _low_plans(sheet, box.width, canvas.is_big)
    plan = first_that_fits(plans, lambda plan: plan.fits(box))
    head = sheet.head
    if plan.beside:
        blanks = (_space(sheet, box.width) - width(plan.beside, "body")) // width(BLANK, "body")
        head += BLANK * blanks + plan.beside
    draw_head(canvas, box.rows(box.top, LOW_ROW), replace(sheet, head=head))
    write_lines(canvas, plan.room(box), plan.lines, plan.size, 0)
    write_foot(canvas, box, plan.below, ("body",))
    if plan.beside:
        canvas.keep(box.rows(box.top, LOW_ROW))


def _low_plans(sheet: Sheet, pixels: int, is_big: bool) -> Iterator[_LowPlan]:
    """Yield plans from the best to the last: first all lines, large, with every key that helps.

    What to press stands below the lines only where there is no room beside the head.
    """
    written = _written(sheet.lines)
    said = [line.enlarged(*LARGE_FONTS) for line in written] if is_big else written
    optional, unseen = _written(sheet.optional), _written(sheet.unseen)
    matters = [len(line.fonts) > 1 for line in written]
    main = list(compress(said, matters)) or said[:1]
    feet = list(_feet(sheet, pixels))
    for lines in ([*said, *optional, *unseen], [*said, *unseen], said, main):
        for beside, below in feet:
            for size in range(LOW_SIZES):
                yield _LowPlan(lines, size, beside, below)


def _feet(sheet: Sheet, pixels: int) -> Iterator[tuple[str, str]]:
    """Yield where to say what to press, beside the head or below: from all of it to its start."""
    space = _space(sheet, pixels) - width(BLANK, "body")
    for foot in feet(sheet.foot):
        *before, last = foot
        line, rest = APART.join(foot), APART.join(before)
        if width(line, "body") <= space:
            yield line, ""
            return
        if width(line, "body") <= pixels:
            yield "", line
        elif width(last, "body") <= space and width(rest, "body") <= pixels:
            yield last, rest
    if width(sheet.foot[0], "body") <= space:
        yield sheet.foot[0], ""
    yield "", ""


def _space(sheet: Sheet, pixels: int) -> int:
    """Return the pixels that are free beside the head."""
    return pixels - sign_room("body", sheet.whose) - width(sheet.head, "body") - 1
