"""What a board screen says before it is drawn, and how one part of it is written.

A :class:`Sheet` has a head, lines and a foot. :mod:`firmware_host.screens.sheet_layouts` decides
which of them are written, and how large.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from firmware_host.screens.board_plan import Highlights
from firmware_host.screens.canvas import PAGE, SECONDARY, Align, Box, Canvas
from firmware_host.screens.cells import sign
from firmware_host.screens.text_layout import (
    RISE,
    Role,
    height,
    ink_height,
    is_whole,
    wrap,
)
from firmware_host.session import names
from firmware_host.text.translator import Language
from games.actions import Throw
from games.equipment import Piece, Seat
from games.message import Message, msg

GAP = 2
MAIN: tuple[Role, ...] = ("heading", "body")
"""The fonts of what matters most on a screen; every other line has only one."""

BACK_TO_MENU = msg("Back: menu")
OF = msg("{number} of {total}")
BLANK = "\N{NO-BREAK SPACE}"
HEAD = height("heading") - RISE["heading"]
"""Rows of a head: its capitals lie on the first page of the panel."""
APART = 2 * BLANK
SIGNS = {"body": 5, "heading": 9}


class TextLine(Struct, frozen=True):
    """A paragraph beside the board; ``fonts`` go from the best one to the smallest.

    A line that ``is_minor`` is left out where there is no room for all of them.
    """

    words: str
    fonts: tuple[Role, ...] = ("body",)
    align: Align = "left"
    is_minor: bool = False

    def font(self, size: int) -> Role:
        """Return font number ``size``, or the smallest if there are fewer."""
        return self.fonts[min(size, len(self.fonts) - 1)]

    def enlarged(self, main: tuple[Role, ...], other: tuple[Role, ...]) -> "TextLine":
        """Return the line in the fonts ``main`` if it matters most, else in ``other``."""
        return replace(self, fonts=main if len(self.fonts) > 1 else other)


class Sheet(Struct, frozen=True):
    """What a screen says: a ``head``, the lines below it, and a ``foot`` on what to press.

    The foot has a part for each key: first what confirms, last what back does. What stands between
    is left out where there is little room.

    ``whose`` is the seat whose sign stands beside the head, ``lit`` what the board highlights;
    ``pieces`` are shown instead of all pieces if given. ``optional`` lines are written only if
    there is room, ``unseen`` lines only where no board can be shown, and ``marks``, which say what
    its marks mean, only beside a board. ``needs_board`` is true if the words are not enough without
    the board. ``names_squares`` is true if they tell people where to
    move pieces, so that the board needs the names of its files and ranks. ``has_bar`` is false on
    screens that are shown for hours: a lit bar behind the head would age the panel.
    """

    head: str
    lines: tuple[TextLine, ...]
    foot: tuple[str, ...]
    whose: Seat | None = None
    lit: Highlights = Highlights()
    pieces: tuple[Piece, ...] | None = None
    optional: tuple[TextLine, ...] = ()
    unseen: tuple[TextLine, ...] = ()
    marks: tuple[TextLine, ...] = ()
    needs_board: bool = False
    names_squares: bool = False
    has_bar: bool = True


def seat_name(seat: Seat, say: Language) -> str:
    """Return the name of ``seat`` as a head."""
    return say.heading(names.seat(seat))


def throw_line(throw: Throw) -> TextLine:
    """Return the ``throw`` that a screen is about, as large as there is room."""
    return TextLine(str(throw), ("big", *MAIN), "center")


def throws_line(template: str, throws: Sequence[Throw], say: Language) -> TextLine:
    """Return ``template`` filled with ``throws``, or an empty line if there are none."""
    listed = " ".join(map(str, throws))
    return TextLine(say(template, throws=listed) if throws else "")


def spoken_throws(template: str, throws: Sequence[Throw]) -> Message | None:
    """Return ``template`` filled with ``throws`` for the ear; None if there are none."""
    return Message.of(template, throws=", ".join(map(str, throws))) if throws else None


def head_box(canvas: Canvas, box: Box, sheet: Sheet) -> Box:
    """Return the rows at the top of ``box`` for the head: one line, or two small ones if needed."""
    text = box.width - sign_room("heading", sheet.whose) - 1
    is_short = is_whole(sheet.head, text, height("body"), "body")
    font = canvas.role("heading")
    return box.rows(box.top, height(font) - RISE[font] if is_short else 2 * height("body"))


def counted(number: int, total: int, say: Language) -> str:
    """Return which of how many, so that it stays on one line; nothing of one alone."""
    return say(OF, number=number, total=total).replace(" ", BLANK) if total > 1 else ""


def back_to(number: int, total: int, say: Language) -> str:
    """Return that back leads to part ``number`` of ``total``."""
    return say(msg("Back: {number}/{total}"), number=number, total=total)


def draw_head(canvas: Canvas, head: Box, sheet: Sheet) -> None:
    """Write the head of ``sheet``, and beside it the sign of the seat it names, if any."""
    canvas.head = head
    font: Role = "heading" if head.height >= HEAD else "body"
    words, whose = _named(canvas, head, sheet, font)
    bar = head._replace(width=head.width - sign_room(font, whose))
    rise = RISE[canvas.role(font)]
    text = Box(bar.left + 1, bar.top - rise, bar.width - 1, bar.height + rise)
    if not is_whole(words, text.width, text.height, font):
        rows = height("body") * len(wrap(words, text.width, "body"))
        text = text._replace(top=bar.top + max(0, bar.height - rows) // 2, height=bar.height)
    canvas.fitted(text, words, (font, "body"))
    if sheet.has_bar:
        canvas.invert(bar)
    if whose:
        top = head.top + (head.height - SIGNS[font]) // 2
        canvas.stamp(bar.right + GAP, top, sign(whose.colour, SIGNS[font]))


def _named(canvas: Canvas, head: Box, sheet: Sheet, font: Role) -> tuple[str, Seat | None]:
    """Return what the ``head`` says, with the person at the seat it names, and the time left.

    The sign stays with the name of a person, which is no colour. Where there is little room, the
    sign goes, and then the name. A score takes the place of a name that would stand alone.
    """
    words, whose = sheet.head, sheet.whose
    if whose is None:
        return words, whose
    colour, _, rest = words.partition(" ")
    person = canvas.persons.get(names.seat(whose), "")
    score = _score(canvas.score, whose)
    scored = " ".join(filter(None, (person or colour, canvas.timer, score, rest)))
    for text in (scored, *(() if rest or canvas.timer else (score,))) if score else ():
        if _fits(text, head, whose, font):
            return text, whose
    if not person and not canvas.timer:
        return words, whose
    both, alone = (" ".join(filter(None, (name, canvas.timer, rest))) for name in (person, ""))
    coloured = " ".join(filter(None, (colour, canvas.timer, rest)))
    named = ((both, whose), (person, whose)) if person else ()
    timed = ((coloured, whose), (coloured, None), (alone, whose), (canvas.timer, whose))
    for text, signed in (*named[:1], *(timed if canvas.timer else ()), *named[1:]):
        if _fits(text, head, signed, font):
            return text, signed
    return words, whose


def _fits(text: str, head: Box, signed: Seat | None, font: Role) -> bool:
    return is_whole(text, head.width - sign_room(font, signed) - 1, head.height, "body")


def _score(points: Sequence[str], whose: Seat) -> str:
    """Return the points of all seats, those of the seat that a head names first.

    >>> _score(("1", "3"), Seat(1, "black", "north", 1, "black"))
    '3–1'
    """
    own = points[whose.index : whose.index + 1]
    return "–".join((*own, *points[: whose.index], *points[whose.index + 1 :]))


def sign_room(font: Role, whose: Seat | None) -> int:
    """Return the pixels that the sign of a seat and its gap take beside a head in ``font``."""
    return SIGNS[font] + GAP if whose else 0


def joined(foot: Sequence[str], pixels: int, font: Role) -> str:
    """Return the parts of ``foot`` on as few lines as they fit on, each ``pixels`` wide."""
    lines: list[str] = []
    for part in foot:
        longer = f"{lines[-1]}{APART}{part}" if lines else part
        if lines and is_whole(longer, pixels, height(font), font):
            lines[-1] = longer
        else:
            lines.append(part)
    return "\n".join(lines)


def feet(foot: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Return ``foot``, and what is left of it where there is little room: its two ends."""
    return (foot, (foot[0], foot[-1])) if len(foot) > 2 else (foot,)


def foot_box(box: Box, words: str, font: Role) -> Box:
    """Return the lowest part of ``box``, as high as the lines of ``words``."""
    rows = height(font) * (words.count("\n") + 1) if words else 0
    return Box(box.left, box.bottom - rows, box.width, rows)


def rows_of(lines: Sequence[TextLine], size: int, width: int, gap: int) -> int:
    """Return how many rows of pixels ``lines`` take in ``width``, each in font number ``size``."""
    rows = [
        height(line.font(size)) * len(wrap(line.words, width, line.font(size))) for line in lines
    ]
    return sum(rows) + gap * (len(rows) - 1)


def are_whole(lines: Sequence[TextLine], size: int, room: Box, gap: int) -> bool:
    """Return whether ``lines`` in font number ``size`` fit ``room`` without a broken word."""
    fit = all(is_whole(line.words, room.width, room.height, line.font(size)) for line in lines)
    return fit and rows_of(lines, size, room.width, gap) <= room.height


def write_lines(canvas: Canvas, room: Box, lines: Sequence[TextLine], size: int, gap: int) -> None:
    """Write ``lines`` one below the other from the top of ``room``, in font number ``size``.

    What does not fit is cut off with an ellipsis.
    """
    top = room.top
    for line in lines:
        rest = room.rows(top, room.bottom - top)
        bottom = canvas.fitted(rest, line.words, (line.font(size),), line.align)
        canvas.keep(room.rows(top, bottom - top))
        top = bottom + gap


def on_pages(lines: Sequence[TextLine], size: int, width: int) -> tuple[TextLine, ...]:
    """Return the rows of ``lines`` in ``width``, each in font number ``size``, as a line each."""
    return tuple(
        TextLine(row, (line.font(size),), line.align)
        for line in lines
        for row in wrap(line.words, width, line.font(size))
    )


def tops_on_pages(rows: Sequence[TextLine], room: Box) -> tuple[int, ...]:
    """Return where ``rows`` begin in ``room`` so that the letters of each have pages of their own.

    A letter that lies on one page of the panel is half as many bytes as one that lies on two. The
    last row is moved up where its tails would not be in the room. Where there is too little room,
    there are fewer tops than rows.
    """
    tops, free = list[int](), room.top
    for row in rows:
        (font,) = row.fonts
        lowest = room.bottom if row is rows[-1] else room.bottom + height(font)
        least = height(font) - RISE[font] - 1  # a dark row stays below letters without tails
        top = min(next_page(free), lowest - max(least, ink_height(row.words, font)))
        if top < free:
            break
        tops.append(top)
        free = top + height(font) - RISE[font]
    return tuple(tops)


def write_on_pages(
    canvas: Canvas, room: Box, rows: Sequence[TextLine], tops: Sequence[int]
) -> None:
    """Write ``rows`` in ``room``, the letters of each from the row of ``tops`` on."""
    for row, top in zip(rows, tops, strict=True):
        (font,) = row.fonts
        line = room.rows(top - RISE[font], height(font))
        canvas.lines(line, (row.words,), font, row.align)
        canvas.keep(line)


def next_page(row: int) -> int:
    """Return the first row from ``row`` on with which a page of the panel begins."""
    return -(-row // PAGE) * PAGE


def write_foot(canvas: Canvas, box: Box, words: str, fonts: Sequence[Role]) -> None:
    """Write what to press at the foot of ``box``, in the first of ``fonts`` in which it fits."""
    foot = foot_box(box, words, fonts[0])
    canvas.fitted(foot, words, fonts)
    canvas.shade(foot, SECONDARY)
    canvas.keep(foot)
