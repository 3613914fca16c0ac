"""Turn messages into words of one language, by gettext.

The texts of the screens and those of the games have separate catalogues, and so has each game from
a package (in its folder ``locale``, under its name). English needs none; a text that no catalogue
has stays English.
"""

from collections.abc import Mapping
from functools import cached_property, lru_cache
from gettext import GNUTranslations, NullTranslations, translation
from typing import Final

import games
from firmware_host.text.languages import CATALOGUES, ENGLISH, LANGUAGES
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


class Named(Language):
    """The language with this ``code``, in whose sentences people are ``called`` by their names."""

    def __init__(self, code: str, called: Mapping[Message, str]) -> None:
        super().__init__(code)
        self._called = called

    def __call__(self, message: Message | str, **facts: str | int | Message) -> str:
        if isinstance(message, str):
            message = Message.of(message, **facts)
        return super().__call__(_with_names(message, self._called))


def by_name(told: Message, called: Mapping[Message, str]) -> Message:
    """Return ``told`` with the names of seats that are ``called`` so, where it says who acts.

    >>> white = Message.of("white")
    >>> str(by_name(Message.of("{seat} begins", seat=white), {white: "Eva"}))
    'Eva begins'
    >>> str(by_name(Message.of("{piece} to e5", piece=white), {white: "Eva"}))
    'white to e5'
    """
    return _named(told, called) if told in called else _with_names(told, called)


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
