"""Turn messages into words of one language, by gettext.

The texts of the screens and those of the games have separate catalogues. English needs none; a text
that a catalogue does not have stays English.
"""

import gettext
from functools import lru_cache

from firmware_host.text.languages import CATALOGUES, ENGLISH, LANGUAGES
from games.message import Message, msg

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
        self._translations = _translations(code)

    def __call__(self, message: Message | str, **facts: str | int | Message) -> str:
        """Return the words of ``message``; of a plain text, with ``facts`` filled in."""
        if isinstance(message, str):
            message = Message.of(message, **facts)
        filled = {
            name: self(fact) if isinstance(fact, Message) else fact for name, fact in message.facts
        }
        # gettext has the header of the catalogue under the empty text
        return self._translations.gettext(message.text).format(**filled) if message.text else ""

    @property
    def name(self) -> str:
        """The name of the language in the language itself; its code if the catalogue lacks it.

        >>> Language("ru").name
        'Русский'
        """
        if self.code == ENGLISH:
            return "English"
        name = self(NAME_OF_LANGUAGE)
        return self.code if name == NAME_OF_LANGUAGE else name

    def heading(self, message: Message | str) -> str:
        """Return the words of ``message`` with a capital, as for the top of a screen."""
        words = self(message)
        return words[:1].upper() + words[1:]


def in_every_language(text: str) -> tuple[str, ...]:
    """Return the words of ``text`` in each language, without repetitions."""
    return tuple(dict.fromkeys(Language(code)(text) for code in LANGUAGES))


@lru_cache(maxsize=len(LANGUAGES))
def _translations(code: str) -> gettext.NullTranslations:
    """Return the catalogues of the language ``code``: gettext would look for their files again."""
    found = gettext.NullTranslations()
    for domain, folder in CATALOGUES:
        found.add_fallback(gettext.translation(domain, folder, [code], fallback=True))
    return found
