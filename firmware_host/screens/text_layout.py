"""How large a text is on the display, and how it is broken into lines.

All sizes are pixels. The fonts are bitmaps: one size each, no grey.

    >>> width("three", "body"), height("body")
    (25, 8)
    >>> wrap("Take black off e5", 62)
    ('Take black', 'off e5')
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from PIL import Image, ImageFont

Role = Literal["body", "heading", "tall", "large", "big"]

FONTS = Path(__file__).with_name("fonts")
FILES: Mapping[Role, tuple[str, int]] = {
    "body": ("5x8.bdf", 8),
    "heading": ("6x12.bdf", 12),
    "tall": ("6x13.bdf", 13),
    "large": ("9x15.bdf", 15),
    "big": ("10x20.bdf", 20),
}

MOVE_OR_WORD = re.compile(
    r"[^\s→]+(?: → [^\s→]+)+|\b[a-s]\d{1,2} (?![a-s]\d)\S+ [a-s]\d{1,2}\b[^\s]*"
    r"|[^ ]*\d %[^ ]*|(?:№|no\.)(?: \d[^ ]*)+|[^ ]+"
)
"""The places of a move and what stands between them, an arrow or one word; a percentage; the
numbers of dice; else a single word."""

RISE: Mapping[Role, int] = {"body": 0, "heading": 2, "tall": 0, "large": 0, "big": 0}
"""Rows at the top of a line that only accents of capitals reach. Without them the letters of a
heading lie on one page of the panel, but for tails."""

EMPTY: Mapping[Role, int] = {"body": 0, "heading": 0, "tall": 1, "large": 0, "big": 0}
"""Rows at the top of a face that no letter reaches, but the accent of Ќ: a line leaves them out. So
tall letters take the room of those of a heading; their capitals have nine rows instead of seven."""

REMEMBERED = 512
"""Enough for several screens; a day of attract mode has thousands of texts."""


@cache
def face(role: Role) -> "ImageFont.FreeTypeFont":
    """Return the font for ``role``; it is opened only once."""
    from PIL import ImageFont

    name, pixels = FILES[role]
    return ImageFont.truetype(str(FONTS / name), pixels, layout_engine=ImageFont.Layout.BASIC)


def height(role: Role) -> int:
    """Return the height of a line in pixels."""
    return FILES[role][1] - EMPTY[role]


# a screen asks many times, and the next screen asks for much the same
@lru_cache(maxsize=REMEMBERED)
def width(string: str, role: Role) -> int:
    """Return the width of ``string`` on one line, in pixels."""
    return int(face(role).getlength(string))


@lru_cache(maxsize=REMEMBERED)
def picture(string: str, role: Role) -> "Image.Image":
    """Return ``string``, which is not empty, on one line: lit letters on dark, of mode "1"."""
    from PIL import Image, ImageDraw

    letters = Image.new("1", (width(string, role), height(role)))
    pen = ImageDraw.Draw(letters)
    pen.fontmode = "1"
    pen.text((0, -EMPTY[role]), string, font=face(role), fill=1)
    return letters


@lru_cache(maxsize=REMEMBERED)
def ink_height(string: str, role: Role) -> int:
    """Return how many rows ``string``, which is not empty, takes below its rise.

    >>> ink_height("e4", "heading"), ink_height("g4", "heading")
    (8, 10)
    """
    box = picture(string, role).getbbox()
    return box[3] - RISE[role] if box else 0


@lru_cache(maxsize=REMEMBERED)
def wrap(string: str, pixels: int, role: Role = "body") -> tuple[str, ...]:
    r"""Break ``string`` into lines no wider than ``pixels``, at spaces and at every ``\n``.

    A move or a percentage stays on one line if a line can hold it, as the numbers of dice do. A
    word that is wider than a line goes on in the next one. No letter is lost; several spaces count
    as one. ValueError if a line cannot hold one letter.

    >>> wrap("Zwischenzug", 30)
    ('Zwisch', 'enzug')
    >>> wrap("a5 → d3, b1 → c2", 62)
    ('a5 → d3,', 'b1 → c2')
    >>> wrap("Red rook: n1 to m1", 62)
    ('Red rook:', 'n1 to m1')
    >>> wrap("Gives away 23 %.", 66)
    ('Gives away', '23 %.')
    >>> wrap("Still to throw: no. 1, 2", 90)
    ('Still to throw:', 'no. 1, 2')
    """
    return tuple(line for part in string.split("\n") for line in _filled(part, pixels, role))


@lru_cache(maxsize=REMEMBERED)
def breaks_a_word(string: str, pixels: int, role: Role) -> bool:
    """Return whether some word of ``string`` is wider than ``pixels``."""
    return any(width(word, role) > pixels for word in string.replace("\n", " ").split(" "))


def is_whole(string: str, pixels: int, rows: int, role: Role) -> bool:
    """Return whether ``string`` fits into ``rows`` rows of ``pixels``, and no word is broken.

    >>> is_whole("Take black off e5", 62, 16, "body"), is_whole("Zwischenzug", 30, 64, "body")
    (True, False)
    """
    if breaks_a_word(string, pixels, role):
        return False
    return len(wrap(string, pixels, role)) * height(role) <= rows


def _filled(paragraph: str, pixels: int, role: Role) -> Iterator[str]:
    line = ""
    for word in _unbroken(paragraph, pixels, role):
        longer = f"{line} {word}" if line else word
        if width(longer, role) <= pixels:
            line = longer
            continue
        if line:
            yield line
        *full, line = _pieces(word, pixels, role)
        yield from full
    yield line


def _unbroken(paragraph: str, pixels: int, role: Role) -> Iterator[str]:
    """Yield the words of ``paragraph``; those of a move or a percentage together if possible."""
    for found in MOVE_OR_WORD.finditer(paragraph):
        words = found[0]
        yield from (words,) if width(words, role) <= pixels else words.split(" ")


def _pieces(word: str, pixels: int, role: Role) -> tuple[str, ...]:
    letters = pixels // width("m", role)
    if letters < 1:
        raise ValueError(
            f"a line of {pixels} pixels cannot hold one {role} letter: make the line wider"
        )
    return tuple(word[start : start + letters] for start in range(0, len(word), letters))
