"""What a terminal can show: other signs in the place of those that its encoding lacks.

A locale that is not UTF-8, such as ``en_US`` in Latin-1, has no letters of other alphabets and few
of the signs of boards. One sign is always replaced by one, so that what stands in columns stays
there, and signs that mean different things stay different.
"""

import codecs
import io
import logging
import os
import re
import sys
from collections.abc import Mapping
from typing import Final, TextIO

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
