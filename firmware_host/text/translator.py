"""Turn messages into words of one language, by gettext, and into sentences for the ear.

The texts of the screens and those of the games have separate catalogues, and so has each game from
a package (in its folder ``locale``, under its name). English needs none; a text that no catalogue
has stays English.

For the ear there are no signs that only an eye understands. A square is a letter and a number, a
throw says its dice one after the other, an arrow is a word, and a key has its name.
"""

import re
from collections.abc import Mapping
from functools import cached_property, lru_cache
from gettext import GNUTranslations, NullTranslations, translation
from typing import Final

import games
from firmware_host.text import CATALOGUES, ENGLISH, LANGUAGES
from games.message import Message, msg

OF_SEATS: Final = ("seat", "seats")
"""The facts of a sentence that say who acts, where people may have names in place of colours."""

NAME_OF_LANGUAGE = msg("name of this language, written in this language")


class Language:
    """Turns messages into words of the language with this ``code``.

    Raise ValueError with the existing languages if ``code`` is none of them.

    >>> say = Language("en")
    >>> say(Message.of("Resume: {game}", game="chess"))
    'Resume: chess'
    """

    def __init__(self, code: str) -> None:
        if code not in LANGUAGES:
            raise ValueError(f"expected one of the languages {', '.join(LANGUAGES)}, got {code!r}")
        self.code = code

    def __call__(self, message: Message | str, **facts: str | int | Message) -> str:
        """Return the words of ``message``; of a plain text, with ``facts`` filled in."""
        if isinstance(message, str):
            message = Message.of(message, **facts)
        filled = {
            name: self(fact) if isinstance(fact, Message) else fact for name, fact in message.facts
        }
        # gettext has the header of the catalogue under the empty text
        return self._translations.gettext(message.text).format(**filled) if message.text else ""

    @cached_property
    def _translations(self) -> NullTranslations:
        """The catalogues, read with the first message: many languages are only named."""
        return _translations(self.code)

    @property
    def name(self) -> str:
        """The name of the language in the language itself; its code if the catalogue lacks it.

        >>> Language("ru").name
        'Русский'
        """
        if self.code == ENGLISH:
            return "English"
        return _name(self.code)

    def heading(self, message: Message | str) -> str:
        """Return the words of ``message`` with a capital, as for the top of a screen."""
        words = self(message)
        return words[:1].upper() + words[1:]


Called = tuple[tuple[Message, str], ...]
"""What people are called, each beside what their seat is called otherwise."""


class Named(Language):
    """The language with this ``code``, in whose sentences people are ``called`` by their names."""

    def __init__(self, code: str, called: Called) -> None:
        super().__init__(code)
        self._called = dict(called)

    def __call__(self, message: Message | str, **facts: str | int | Message) -> str:
        if isinstance(message, str):
            message = Message.of(message, **facts)
        return super().__call__(_with_names(message, self._called))


def by_name(told: Message, called: Called) -> Message:
    """Return ``told`` with the names of seats that are ``called`` so, where it says who acts.

    >>> white = Message.of("white")
    >>> str(by_name(Message.of("{seat} begins", seat=white), ((white, "Eva"),)))
    'Eva begins'
    >>> str(by_name(Message.of("{piece} to e5", piece=white), ((white, "Eva"),)))
    'white to e5'
    """
    known = dict(called)
    return _named(told, known) if told in known else _with_names(told, known)


def _with_names(told: Message, called: Mapping[Message, str], *, is_seat: bool = False) -> Message:
    """Return ``told`` with names in its facts, in all of them if it ``is_seat`` or several."""
    if not called:
        return told
    facts = (
        (name, _fact(fact, called, is_seat=is_seat or name in OF_SEATS))
        if isinstance(fact, Message)
        else (name, fact)
        for name, fact in told.facts
    )
    return Message(told.text, tuple(facts))


def _fact(fact: Message, called: Mapping[Message, str], *, is_seat: bool) -> Message:
    if is_seat and fact in called:
        return _named(fact, called)
    return _with_names(fact, called, is_seat=is_seat)


def _named(seat: Message, called: Mapping[Message, str]) -> Message:
    return Message.of("{name}", name=called[seat])


def in_every_language(text: str) -> tuple[str, ...]:
    """Return the words of ``text`` in each language, without repetitions."""
    return tuple(dict.fromkeys(Language(code)(text) for code in LANGUAGES))


@lru_cache(maxsize=len(LANGUAGES))
def _name(code: str) -> str:
    """Return what the language ``code`` calls itself; its catalogue is not kept for one word."""
    domain, folder = CATALOGUES[0]
    with (folder / code / "LC_MESSAGES" / f"{domain}.mo").open("rb") as file:
        name = GNUTranslations(file).gettext(NAME_OF_LANGUAGE)
    return code if name == NAME_OF_LANGUAGE else name


@lru_cache(maxsize=len(LANGUAGES))
def _translations(code: str) -> NullTranslations:
    """Return the catalogues of the language ``code``: gettext would look for their files again."""
    found = NullTranslations()
    for domain, folder in CATALOGUES:
        found.add_fallback(translation(domain, folder, [code], fallback=True))
    found.add_fallback(_OfInstalledGames(code))
    return found


class _OfInstalledGames(NullTranslations):
    """The texts of games from packages in the language ``code``, read once a text is asked for.

    What ships lacks few texts, so that packages are not looked for before the first picture.
    """

    def __init__(self, code: str) -> None:
        super().__init__()
        self._code = code

    def gettext(self, message: str) -> str:
        return message if self._code == ENGLISH else self._found.gettext(message)

    @cached_property
    def _found(self) -> NullTranslations:
        found = NullTranslations()
        for name in games.installed():
            folder = str(games.files(name).joinpath("locale"))
            found.add_fallback(translation(name, folder, [self._code], fallback=True))
        return found


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
