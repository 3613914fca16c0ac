"""One picture in the making: text, lines and small pictures in one bit a pixel.

Coordinates are pixels from the top left corner. The canvas also keeps its words, so that a test, a
log or a screen reader knows what a person would read.

    >>> canvas = Canvas((128, 64))
    >>> canvas.bar(0, "Red to move")
    12
    >>> canvas.paragraph(Box(66, 14, 62, 50), "Throw the dice")
    30
    >>> canvas.words
    'Red to move Throw the dice'
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, Literal, NamedTuple

from firmware_host.base.errors import HostError
from firmware_host.screens.text_layout import (
    RISE,
    Role,
    breaks_a_word,
    height,
    is_whole,
    picture,
    width,
    wrap,
)
from games.message import Message

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

Align = Literal["left", "center"]
Spot = tuple[int, int]
Modules = tuple[tuple[bool, ...], ...]
"""The rows of a QR code, dark where True."""

DARK, LIT = 0, 255  # a 1 looks lit too, but PIL inverts it to 254, which also looks lit
ELLIPSIS = "…"
PAGE = 8
"""Rows that a panel keeps, and is sent, in the same bytes."""
LINES, SECONDARY, FULL = 0x66, 0xA8, 0xFF
"""The greys of what is lit, on a display that has greys: lines of a board, words that matter less,
and all else. On black they keep the contrasts of WCAG 2.2: 3:1 for shapes (1.4.11) and 7:1 for
words (1.4.6)."""
SMALLEST_MODULE = 2
"""Pixels of a module of a QR code: phones cannot tell smaller ones apart."""
QUIET = 3
"""Pixels of lit ground around a QR code at least."""
LOWEST_BOARD = 48
"""Rows of the lowest display that has room for a board."""


class Overflow(HostError, ValueError):  # noqa: N818 - the name is clear
    """Something does not fit into its place on the display."""


class Box(NamedTuple):
    """A part of the picture; ``right`` and ``bottom`` are the first column and row outside it."""

    left: int
    top: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column that is no longer in the box."""
        return self.left + self.width

    @property
    def bottom(self) -> int:
        """The first row that is no longer in the box."""
        return self.top + self.height

    @property
    def middle(self) -> Spot:
        """The pixel in the middle; where there are two, the upper or left one."""
        return self.left + (self.width - 1) // 2, self.top + (self.height - 1) // 2

    @property
    def sides(self) -> tuple[tuple[Spot, Spot], ...]:
        """The outermost rows and columns as lines from left to right and from top to bottom."""
        right, bottom = self.right - 1, self.bottom - 1
        return (
            ((self.left, self.top), (right, self.top)),
            ((self.left, bottom), (right, bottom)),
            ((self.left, self.top), (self.left, bottom)),
            ((right, self.top), (right, bottom)),
        )

    def rows(self, top: int, height: int) -> "Box":
        """Return the box with the same columns that has ``height`` rows, ``top`` first."""
        return Box(self.left, top, self.width, height)

    def moved(self, right: int, down: int) -> "Box":
        """Return the box so many pixels further ``right`` and ``down``."""
        return Box(self.left + right, self.top + down, self.width, self.height)

    def grown(self, pixels: int) -> "Box":
        """Return the box that is ``pixels`` larger on every side, or smaller if negative."""
        return Box(
            self.left - pixels, self.top - pixels, self.width + 2 * pixels, self.height + 2 * pixels
        )

    def within(self, other: "Box") -> "Box":
        """Return the part of this box that lies in ``other``; the two must touch."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Box(left, top, right - left, bottom - top)

    def overlaps(self, other: "Box") -> bool:
        """Return whether this box and ``other`` have a pixel in common."""
        is_beside = other.right <= self.left or self.right <= other.left
        return not (is_beside or other.bottom <= self.top or self.bottom <= other.top)

    def contains(self, other: "Box") -> bool:
        """Return whether all of ``other`` lies in this box."""
        return (
            self.left <= other.left
            and self.top <= other.top
            and other.right <= self.right
            and other.bottom <= self.bottom
        )


def blank(size: tuple[int, int]) -> "Image.Image":
    """Return a dark picture of mode "1" and ``size``: Pillow is loaded when somebody draws."""
    from PIL import Image

    return Image.new("1", size)


def inverted(picture: "Image.Image") -> "Image.Image":
    """Return ``picture`` with what is lit dark, and what is dark lit."""
    from PIL import ImageChops

    return ImageChops.invert(picture)


class Shade(NamedTuple):
    """The grey ``level`` of what is lit in ``box``; only where ``mask`` is lit, if there is one.

    The mask has the size of the box. It is made only for a display that has greys.
    """

    box: Box
    level: int
    mask: Callable[[], "Image.Image"] | None = None


class Canvas:
    """A picture of ``size`` (width, height), dark at first; ``image`` has PIL's mode "1".

    ``is_big`` asks for large letters, for people who do not see well: less on one picture.
    ``timer`` is written beside the seat that a head names, where there is room, and one of
    ``persons`` in the place of its colour. The ``score`` stands behind both, that of the seat
    first, where all of the head has room with it.
    ``misfits`` are the texts for which there was too little room: they were cut off, or a word was
    broken. ``kept`` are the boxes that no notice may cover, ``boards`` those with a board,
    ``head`` is where a head or a title stands, and ``notice`` where a notice stands.
    ``shades`` are the parts that are not as bright as the rest, the later over the earlier.
    """

    def __init__(self, size: tuple[int, int], is_big: bool = False) -> None:
        self.image = blank(size)
        # the method beneath Pillow's own, which takes three times as long for pictures of this size
        self._paste = self.image.im.paste
        self.is_big = is_big
        self.timer = ""
        self.persons: Mapping[Message, str] = {}
        self.score = tuple[str, ...]()
        self.misfits: list[str] = []
        self.kept: list[Box] = []
        self.boards: list[Box] = []
        self.shades: list[Shade] = []
        self.head: Box | None = None
        self.notice: Box | None = None
        self._words: list[str] = []

    @cached_property
    def _pen(self) -> "ImageDraw.ImageDraw":
        from PIL import ImageDraw

        return ImageDraw.Draw(self.image)

    @property
    def box(self) -> Box:
        """The whole picture."""
        return Box(0, 0, *self.image.size)

    @property
    def is_low(self) -> bool:
        """True if the picture has no room for a board."""
        return self.image.height < LOWEST_BOARD

    @property
    def words(self) -> str:
        """The text on the picture in the order it was written, without letters that lie outside."""
        return " ".join(self._words)

    def role(self, font: Role) -> Role:
        """Return in what ``font`` is written: a heading taller in the same room, if all is big."""
        return "tall" if self.is_big and font == "heading" else font

    def text(self, x: int, y: int, string: str, font: Role = "body", invert: bool = False) -> None:
        """Write ``string`` on one line whose top left corner is at ``x``, ``y``.

        ``invert`` writes dark on a lit ground.
        """
        if invert:
            self.rectangle(Box(x, y, width(string, font), height(font)), filled=True)
        if string:
            ink, letters = DARK if invert else LIT, picture(string, self.role(font))
            self._paste(ink, (x, y, x + letters.width, y + letters.height), letters.im)
        seen = self._seen(x, y, string, font)
        self._words += seen.split()
        if seen != string:
            self.misfits.append(string)

    def paragraph(self, box: Box, string: str, font: Role = "body", align: Align = "left") -> int:
        """Write ``string`` in as many lines as it needs; return the row below the last line.

        Overflow if ``box`` is not high enough for the lines.
        """
        if breaks_a_word(string, box.width, font):
            self.misfits.append(string)
        lines = wrap(string, box.width, font)
        needed = len(lines) * height(font)
        if needed > box.height:
            raise Overflow(
                f"{string!r} in {font} needs {needed} rows of {box.width} pixels, "
                f"not {box.height}: shorten it, or use a smaller font or a larger box"
            )
        return self.lines(box, lines, font, align)

    def lines(self, box: Box, lines: Sequence[str], font: Role, align: Align = "left") -> int:
        """Write each of ``lines``, which fit ``box``, from its top; return the row below the last.

        Where they come from :func:`~firmware_host.screens.text_layout.wrap`, they fit.
        """
        y = box.top
        for line in lines:
            indent = (box.width - width(line, font)) // 2 if align == "center" else 0
            self.text(box.left + indent, y, line, font)
            y += height(font)
        return y

    def fitted(
        self,
        box: Box,
        string: str,
        fonts: Sequence[Role] = ("heading", "body"),
        align: Align = "left",
    ) -> int:
        """Write ``string`` in the first of ``fonts`` in which it fits; return the row below it.

        A font that breaks no word is better. A text that fits in no font is cut off with ``…``.
        """
        if not string:
            return box.top
        whole = [font for font in fonts if not breaks_a_word(string, box.width, font)]
        if not any(is_whole(string, box.width, box.height, font) for font in whole):
            self.misfits.append(string)
        for font in (*whole, *fonts):
            if len(wrap(string, box.width, font)) * height(font) <= box.height:
                return self.paragraph(box, string, font, align)
        return self.lines(box, cut(string, box, fonts[-1]), fonts[-1], align)

    def bar(self, y: int, string: str, font: Role = "heading") -> int:
        """Write ``string`` dark on a lit bar across the picture; return the row below the bar.

        A text that is too long for ``font`` is written in a smaller one, or cut off with ``…``.
        """
        bar = Box(0, y, self.box.width, height(font))
        self.fitted(Box(1, y, bar.width - 2, bar.height), string, (font, "body"))
        self.invert(bar)
        self.head = bar
        return bar.bottom

    def rectangle(self, box: Box, filled: bool = False) -> None:
        """Draw the outermost pixels of ``box``, or all of them if ``filled``."""
        corners = (box.left, box.top, box.right - 1, box.bottom - 1)
        self._pen.rectangle(corners, outline=LIT, fill=LIT if filled else None)

    def erase(self, box: Box) -> None:
        """Make all of ``box`` dark."""
        self._paste(DARK, (box.left, box.top, box.right, box.bottom))

    def code(self, modules: Modules, room: Box) -> int:
        """Draw a QR code in ``room``; return the first column to its right, 0 without room."""
        count, space = len(modules), min(room.width, room.height)
        pixels = (space - 2 * QUIET) // count if count else 0
        if pixels < SMALLEST_MODULE:
            return 0
        ground = Box(room.left + (room.width - space) // 2, room.top, space, space)
        self.rectangle(ground, filled=True)
        edge = (space - pixels * count) // 2
        for row, line in enumerate(modules):
            for column, is_dark in enumerate(line):
                if is_dark:
                    spot = ground.left + edge + column * pixels, ground.top + edge + row * pixels
                    self.erase(Box(*spot, pixels, pixels))
        return ground.right

    def invert(self, box: Box) -> None:
        """Make what is lit in ``box`` dark, and what is dark lit."""
        corners = (box.left, box.top, box.right, box.bottom)
        self._paste(self.image.im.crop(corners).chop_invert(), corners)

    def line(self, start: Spot, end: Spot, thickness: int = 1) -> None:
        """Draw a line from ``start`` to ``end``, both included, ``thickness`` pixels thick."""
        self._pen.line((start, end), fill=LIT, width=thickness)

    def points(self, spots: Sequence[Spot]) -> None:
        """Light single pixels."""
        self._pen.point(spots, fill=LIT)

    def stamp(
        self, x: int, y: int, picture: "Image.Image", mask: "Image.Image | None" = None
    ) -> None:
        """Copy ``picture`` to the canvas with its top left corner at ``x``, ``y``.

        A ``mask`` of the same size copies only the pixels where it is lit.
        """
        spot = x, y, x + picture.width, y + picture.height
        self._paste(picture.im, spot, *(() if mask is None else (mask.im,)))

    def darken(self, x: int, y: int, mask: "Image.Image") -> None:
        """Make dark what is lit on ``mask``, with its top left corner at ``x``, ``y``."""
        self._paste(DARK, (x, y, x + mask.width, y + mask.height), mask.im)

    def keep(self, box: Box) -> None:
        """Let no notice cover ``box``: people need it to know what to do next."""
        self.kept.append(box)

    def shade(self, box: Box, level: int, mask: Callable[[], "Image.Image"] | None = None) -> None:
        """Let what is lit in ``box`` have the grey ``level`` where the display has greys."""
        self.shades.append(Shade(box, level, mask))

    @property
    def greys(self) -> "Image.Image":
        """The picture with its greys, of PIL's mode "L"; what is lit on :attr:`image` is lit."""
        from PIL import ImageChops

        picture = self.image.convert("L")
        for box, level, mask in self.shades:
            corners = (box.left, box.top, box.right, box.bottom)
            lit = self.image.crop(corners)
            if mask is not None:
                lit = ImageChops.logical_and(lit, mask())
            picture.paste(level, corners, lit)
        return picture

    def place(self, other: "Canvas", left: int, top: int) -> None:
        """Copy picture and greys of ``other``, with the top left corner at ``left``, ``top``."""
        self.stamp(left, top, other.image)
        self.shades += [
            Shade(box.moved(left, top), level, mask) for box, level, mask in other.shades
        ]

    def adopt(self, other: "Canvas", top: int) -> None:
        """Take over all of ``other``, moved down by ``top`` rows."""
        self.place(other, 0, top)
        self.misfits += other.misfits
        self.kept += [box.moved(0, top) for box in other.kept]
        self._words += other._words

    def _seen(self, x: int, y: int, string: str, font: Role) -> str:
        right, bottom = self.image.size
        if y + RISE[font] < 0 or y + height(font) > bottom:
            return ""
        if x >= 0 and x + width(string, font) <= right:
            return string
        letter = width("m", font)
        return "".join(
            each for each, left in zip(string, count(x, letter)) if 0 <= left <= right - letter
        )


def cut(string: str, box: Box, font: Role) -> tuple[str, ...]:
    """Return the lines of ``string`` that fit ``box``, the last one with an ellipsis."""
    rows = box.height // height(font)
    lines = wrap(string, box.width, font)[:rows]
    if not lines:
        return ()
    last = lines[-1]
    while last and width(last + ELLIPSIS, font) > box.width:
        last = last[:-1]
    return (*lines[:-1], last.rstrip() + ELLIPSIS)
