"""What a terminal can show: other signs in the place of those that its encoding lacks.

A locale that is not UTF-8, such as ``en_US`` in Latin-1, has no letters of other alphabets and few
of the signs of boards. One sign is always replaced by one, so that what stands in columns stays
there, and signs that mean different things stay different.

A picture of the display is drawn in characters, pixel for pixel in true proportions.
"""

import codecs
import io
import logging
import os
import re
import sys
from collections.abc import Callable, Mapping
from itertools import product
from typing import TYPE_CHECKING, Final, TextIO

from msgspec import Struct

if TYPE_CHECKING:
    from PIL import Image

NEAREST: Final = "tableside.nearest"
"""The name of the error handler that replaces signs."""

UNKNOWN: Final = "?"
LOCALE_NAMES: Final = ("PYTHONIOENCODING", "LC_ALL", "LC_CTYPE", "LANG")
"""The variables that decide the encoding, the strongest first."""

BRAILLE: Final = 0x2800
"""The first character of the patterns of eight dots, in which pictures are printed."""

SHADES: Final = " .,:;+xX#"
"""A sign for each number of dots, from none to eight."""

SAME_WIDTH: Final[Mapping[str, str]] = {
    ours: theirs
    for alike, theirs in (
        ("○", "o"), ("●", "@"), ("◆", "%"), ("▤", "="), ("▼", "&"), ("▥", "$"), ("◌", "*"),
        ("◇□▫", "o"), ("■▣█", "#"), ("▲△", "A"), ("▽", "V"), ("✓", "v"), ("×╳", "x"), ("·•", "."),
        ("←◀◁", "<"), ("→▶▷", ">"), ("↑", "^"), ("↓", "v"), ("↔─━–—−‐╴╶▔▀", "-"), ("▁▄", "_"),
        ("↕│╵╷", "|"), ("┌┐└┘├┤┬┴┼╭╮╯╰", "+"), ("╱", "/"), ("╲", "\\"),
        ("“”„«»", '"'), ("‘’", "'"), ("…", "."), ("№", "N"),
    )
    for ours in alike
}  # fmt: skip
"""What stands for a sign where only ASCII can be shown."""

log = logging.getLogger(__name__)


def show_what_can_be_shown() -> None:
    """Let the standard streams take every text: what they cannot show is replaced.

    The first sign that is replaced is told once, with the locale, on standard error. What is typed
    is read in the same way. A line reaches a file or another program as soon as it is printed.
    """
    is_told = False
    # a program that draws on the whole terminal puts something else in the place of the stream
    encoding = sys.stdout.encoding

    def replaced(error: UnicodeError) -> tuple[str, int]:
        nonlocal is_told
        assert isinstance(error, UnicodeEncodeError), "only for text that is written"
        if not is_told and not error.encoding.startswith("utf"):
            is_told = True
            log.warning(poor_locale(encoding, os.environ))
        return "".join(map(nearest, error.object[error.start : error.end])), error.end

    codecs.register_error(NEAREST, replaced)
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, NEAREST), (sys.stderr, NEAREST)):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)


def nearest(sign: str) -> str:
    """Return the one character of ASCII that stands for ``sign``.

    >>> "".join(map(nearest, "╭─ ● é ⣿ ж"))
    '+- @ e # ?'
    """
    if sign in SAME_WIDTH:
        return SAME_WIDTH[sign]
    if 0 <= ord(sign) - BRAILLE < 256:
        return SHADES[(ord(sign) - BRAILLE).bit_count()]
    import unicodedata

    letter = unicodedata.normalize("NFKD", sign)[0]
    return letter if letter.isascii() else UNKNOWN


def poor_locale(encoding: str, environ: Mapping[str, str]) -> str:
    """Return the line that names the locale in ``environ`` because its ``encoding`` lacks signs."""
    name = next((each for each in LOCALE_NAMES if environ.get(each)), None)
    cause = "" if name is None else f" ({name}={environ[name]})"
    return (
        f"the encoding {encoding} of this terminal{cause} lacks some signs, others are shown: "
        "set a UTF-8 locale, for example LC_ALL=C.UTF-8"
    )


def can_show(text: str, stream: TextIO) -> bool:
    """Return whether the encoding of ``stream`` has every sign of ``text``."""
    try:
        text.encode(stream.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def as_shown(text: str) -> str:
    """Return ``text`` as the standard output shows it, for a pager that would write escapes."""
    encoding = sys.stdout.encoding or "ascii"
    return text.encode(encoding, NEAREST).decode(encoding)


NOT_ASCII: Final = re.compile(r"[^\x00-\x7f]")


def print_json(text: str) -> None:
    """Print the JSON ``text``, with its own escapes for what the standard output cannot show."""
    print(text if can_show(text, sys.stdout) else NOT_ASCII.sub(_escaped, text))


def _escaped(found: re.Match[str]) -> str:
    import json  # a start prints none

    return json.dumps(found[0])[1:-1]


def is_live(stream: TextIO) -> bool:
    """Return whether ``stream`` is a terminal on which what was written can be replaced."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


# Unicode's numbering of the dots of a braille pattern, by column and row
DOT_BITS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))


def braille(image: "Image.Image") -> str:
    """Return ``image`` (mode "1") as lines of braille signs, lit pixels as dots.

    >>> from PIL import Image
    >>> braille(Image.new("1", (4, 4), 1))
    '⣿⣿'
    """
    width, height = image.size
    # what is cut out beyond the edges is dark
    lit = image.crop((0, 0, width + 1, height + 3)).load()
    assert lit is not None, "a picture in memory"

    def sign(left: int, top: int) -> str:
        spots = product(range(2), range(4))
        return chr(BRAILLE + sum(DOT_BITS[x][y] for x, y in spots if lit[left + x, top + y]))

    rows = range(0, height, 4)
    return "\n".join("".join(sign(x, y) for x in range(0, width, 2)) for y in rows)


BLOCKS = " ▀▄█"
"""The character whose lit halves, upper 1 and lower 2, add up to its place."""


def half_blocks(image: "Image.Image") -> str:
    """Return ``image`` (mode "1") as lines of characters, one for two pixels on top of each other.

    >>> from PIL import Image
    >>> picture = Image.new("1", (3, 2))
    >>> picture.putpixel((0, 0), 1)
    >>> picture.putpixel((1, 1), 1)
    >>> half_blocks(picture)
    '▀▄ '
    """
    width, height = image.size
    lit = image.point([0] + [1] * 255, "L").tobytes() + bytes(width)
    return "\n".join(
        "".join(
            BLOCKS[upper + 2 * lower]
            for upper, lower in zip(
                lit[row * width : (row + 1) * width],
                lit[(row + 1) * width : (row + 2) * width],
                strict=True,
            )
        )
        for row in range(0, height, 2)
    )


class Rendition(Struct, frozen=True):
    """A way to ``draw`` a picture in characters that stand for ``wide`` by ``high`` pixels each."""

    wide: int
    high: int
    draw: "Callable[[Image.Image], str]"

    def size(self, pixels: tuple[int, int]) -> tuple[int, int]:
        """Columns and rows of characters for a picture of so many pixels."""
        width, height = pixels
        return -(-width // self.wide), -(-height // self.high)


HALF_BLOCKS, BRAILLE_DOTS = Rendition(1, 2, half_blocks), Rendition(2, 4, braille)
RENDITIONS = (HALF_BLOCKS, BRAILLE_DOTS)
"""From the largest to the smallest."""
