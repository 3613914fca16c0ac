"""Turn messages into sentences for the ear: no signs that only an eye understands.

A square is a letter and a number, a throw says its dice one after the other, an arrow is a word,
and a key has its name.
"""

import re
from collections.abc import Mapping
from typing import Final

from firmware_host.text.translator import Language
from games.message import Message, msg

LATIN: Final = "abcdefghijklmnopqrstuvwxyz"
LETTERS: Final = msg("A B C D E F G H I J K L M N O P Q R S T U V W X Y Z")
"""The names of the letters in :data:`LATIN`, between spaces."""

OR: Final = msg("{one} or {other}")
AND: Final = msg("{one} and {other}")
WAY: Final = msg("{one} to {other}")
OF: Final = msg("{number} of {total}")

OFF: Final = msg("off")
"""Where a piece goes that leaves the board: not a place to which an arrow leads."""

PRIME: Final = msg("prime")
"""What the mark after a square is called, as in e9'."""

TIMES: Final = re.compile(r"\s*×\s*(?=\d)")
KEYS: Final = re.compile(r"`([^`]*)`")
SQUARE: Final = re.compile(r"(?<![\w.])([A-Za-z])(\d{1,2})('?)(?!\w)")
CHOSEN: Final = re.compile(r"(?:\d+ )*\[(\d+)\](?: \d+)*")
"""A row of numbers, the chosen one in brackets."""

PAIRS: Final = (
    (re.compile(r"(?<=\w) (?:→|->) (?=\w)"), WAY),
    (re.compile(r"(?<=\d)/(?=\d)"), OF),
    (re.compile(r"(?<=\d)\+(?=\d)"), AND),
)
"""What stands between two words, and the text that says it."""

SILENT: Final = re.compile(r"[◀▶▲▼↑↓←→…*_]|\s-\s|^- ", re.MULTILINE)
SPACES: Final = re.compile(r"\s+")
LINE_ENDS: Final = re.compile(r"(?<=[\w)])[ ]*\n+")
ENDS: Final = ".!?"


class Aloud:
    """Turns messages into sentences of ``say``; ``keys`` has the spoken name of each key.

    >>> aloud = Aloud(Language("en"), {"ok": Message.of("OK")})
    >>> aloud(Message.of("{piece}: {origin} → {target}", piece="red", origin="e5", target="h5"))
    'Red: E 5 to H 5.'
    >>> aloud(Message.of("Throw 1+3 (2/4), then press `ok`"))
    'Throw 1 and 3 (2 of 4), then press OK.'
    >>> aloud(Message.of("{origin} → {target}", origin="c4", target=Message.of("off")))
    'C 4, off.'
    """

    def __init__(self, say: Language, keys: Mapping[str, Message]) -> None:
        self._say, self._keys = say, keys
        names = dict(zip(LATIN, say(LETTERS).split(), strict=True))
        self._squares = {letter: names[letter] for letter in LATIN}
        self._off = re.compile(rf" (?:→|->) (?={re.escape(say(OFF))}\b)")
        self._between = [
            (sign, say(text, one=" ", other=" ", number=" ", total=" ").strip())
            for sign, text in PAIRS
        ]

    def __call__(self, message: Message) -> str:
        """Return ``message`` as a whole sentence; empty if it says nothing."""
        words = KEYS.sub(lambda found: self._key(found[1]), self._say(message))
        words = CHOSEN.sub(r"\1", words)
        words = SQUARE.sub(self._square, words)
        words = TIMES.sub(", ", words)
        words = self._off.sub(", ", words)
        for sign, between in self._between:
            words = sign.sub(f" {between} ", words)
        words = SPACES.sub(" ", SILENT.sub(" ", LINE_ENDS.sub(". ", words))).strip()
        words = words.replace(" ,", ",").replace(" .", ".")
        words = words[:1].upper() + words[1:]
        return words if not words or words[-1] in ENDS else f"{words.rstrip(':;,')}."

    def _square(self, found: re.Match[str]) -> str:
        letter, number, mark = found.groups()
        named = f"{self._squares[letter.lower()]} {number}"
        return f"{named} {self._say(PRIME)}" if mark else named

    def _key(self, names: str) -> str:
        """Return the keys with these ``names`` as people call them."""
        spoken = [
            self._say(self._keys[name]) if name in self._keys else name for name in names.split()
        ]
        first, *others = spoken or [""]
        for each in others:
            first = self._say(OR, one=first, other=each)
        return first
