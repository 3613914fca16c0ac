"""The words beside a board: head, lines, the pieces beside the board, and what to press."""

from collections.abc import Sequence

from firmware_host.screens.canvas import Box, Canvas, Overflow
from firmware_host.screens.sheet import Line, Sheet
from firmware_host.screens.signs import sign
from firmware_host.screens.stock import Stock
from firmware_host.screens.text_layout import Role, height, is_whole, wrap
from firmware_host.screens.views import Layout
from games.equipment import Seat

GAP = 2
SMALLEST = 2
"""The size in which every line has the smallest of its fonts."""

WIDE = 120
"""Pixels from which on the letters are larger."""

WIDE_FONTS: Sequence[tuple[Role, ...]] = (
    ("large", "heading", "body"),
    ("heading", "heading", "body"),
)
APART = 2 * "\N{NO-BREAK SPACE}"
SIGNS = {"body": 5, "heading": 9}


def draw_words(canvas: Canvas, box: Box, sheet: Sheet, layout: Layout) -> None:
    """Write what ``sheet`` says into ``box``, cutting off what does not fit."""
    head = box._replace(height=height("heading"))
    draw_head(canvas, head, sheet)
    words = joined(sheet.foot, box.width, "body")
    foot = foot_box(box, words, "body")
    room = Box(box.left, head.bottom + GAP, box.width, foot.top - head.bottom - GAP)
    said, besides = _lines(sheet.lines, box), _lines(sheet.besides, box)
    has_room = are_whole([*said, *besides], SMALLEST, room, 0)
    lines = [*said, *besides] if has_room else said
    _draw_lines(canvas, _above_stock(canvas, room, lines, layout), lines)
    canvas.fitted(foot, words, ("body",))


def _lines(lines: Sequence[Line], box: Box) -> list[Line]:
    """Those of ``lines`` that say something, larger where ``box`` is wide."""
    written = [line for line in lines if line.words]
    return [line.enlarged(*WIDE_FONTS) for line in written] if box.width >= WIDE else written


def draw_head(canvas: Canvas, head: Box, sheet: Sheet) -> None:
    """Write the head of ``sheet``, and beside it the sign of the seat it names, if any."""
    words, whose = sheet.head, sheet.whose
    font: Role = "heading" if head.height >= height("heading") else "body"
    bar = head._replace(width=head.width - sign_room(font, whose))
    text = bar._replace(left=bar.left + 1, width=bar.width - 1)
    if not is_whole(words, text.width, text.height, font):
        text = text._replace(top=text.top + (text.height - height("body")) // 2)
    canvas.fitted(text, words, (font, "body"))
    if sheet.has_bar:
        canvas.invert(bar)
    if whose:
        top = head.top + (head.height - SIGNS[font]) // 2
        canvas.stamp(bar.right + GAP, top, sign(whose.colour, SIGNS[font]))


def sign_room(font: Role, whose: Seat | None) -> int:
    """The pixels that the sign of a seat takes beside a head in ``font``, with the gap."""
    return SIGNS[font] + GAP if whose else 0


def joined(foot: str, pixels: int, font: Role) -> str:
    """The ``foot`` on one line, if it fits there."""
    line = APART.join(foot.split("\n"))
    return line if is_whole(line, pixels, height(font), font) else foot


def foot_box(box: Box, foot: str, font: Role) -> Box:
    """The part at the foot of ``box`` that the lines of ``foot`` take."""
    rows = height(font) * (foot.count("\n") + 1) if foot else 0
    return Box(box.left, box.bottom - rows, box.width, rows)


def rows_of(lines: Sequence[Line], size: int, width: int, gap: int) -> int:
    """How many rows of pixels ``lines`` take in ``width``, each in its ``size``-th font."""
    rows = [
        height(line.font(size)) * len(wrap(line.words, width, line.font(size))) for line in lines
    ]
    return sum(rows) + gap * (len(rows) - 1)


def are_whole(lines: Sequence[Line], size: int, room: Box, gap: int) -> bool:
    """Tell whether ``lines``, each in its ``size``-th font, fit ``room`` and no word is broken."""
    fit = all(is_whole(line.words, room.width, room.height, line.font(size)) for line in lines)
    return fit and rows_of(lines, size, room.width, gap) <= room.height


def write_lines(canvas: Canvas, room: Box, lines: Sequence[Line], size: int, gap: int) -> None:
    """Write ``lines`` one below the other from the top of ``room``, each in its ``size``-th font.

    What does not fit is cut off with an ellipsis.
    """
    top = room.top
    for line in lines:
        rest = room._replace(top=top, height=room.bottom - top)
        top = canvas.fitted(rest, line.words, (line.font(size),), line.align) + gap


def _above_stock(canvas: Canvas, room: Box, lines: Sequence[Line], layout: Layout) -> Box:
    """List the pieces beside the board at the foot of ``room`` if ``lines`` still fit above them.

    Returns what is left of the room.
    """
    try:
        stock = Stock.fit(room.width, layout.pieces, layout.seats)
    except Overflow:
        return room
    above = room._replace(height=room.height - stock.height - GAP)
    if not stock.height or rows_of(lines, SMALLEST, room.width, GAP) > above.height:
        return room
    stock.draw(canvas, room.left, above.bottom + GAP)
    return above


def _draw_lines(canvas: Canvas, room: Box, lines: Sequence[Line]) -> None:
    """Draw ``lines`` as large as all of them fit, cutting off what even then does not."""
    sizes = max((len(line.fonts) for line in lines), default=1)
    plans = [(size, GAP) for size in range(sizes)] + [(sizes - 1, 0)]
    whole = (plan for plan in plans if are_whole(lines, plan[0], room, plan[1]))
    write_lines(canvas, room, lines, *next(whole, plans[-1]))
