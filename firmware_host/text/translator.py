"""The language of the people at the table: labels in, words out, by gettext.

The texts of the host and of the games have catalogues of their own; English needs none.
"""

import gettext
from pathlib import Path

from firmware_host.text.languages import LANGUAGES
from games.message import Message

HERE = Path(__file__).parents[1]
CATALOGUES = (("firmware_host", HERE / "locale"), ("games", HERE.parent / "games" / "locale"))


class Language:
    """Turns labels into words of one language, given by its code.

    ValueError names the languages there are if ``code`` is none of them.

    >>> say = Language("en")
    >>> say(Message.of("Go on: {game}", game="chess"))
    'Go on: chess'
    """

    def __init__(self, code: str) -> None:
        if code not in LANGUAGES:
            raise ValueError(f"expected a language among {', '.join(LANGUAGES)}, not {code!r}")
        self.code = code
        self._translations = gettext.NullTranslations()
        for domain, folder in CATALOGUES:
            self._translations.add_fallback(
                gettext.translation(domain, folder, [code], fallback=True)
            )

    def __call__(self, label: Message | str, **facts: str | int | Message) -> str:
        """The words of ``label``; of a plain text, with ``facts`` filled in."""
        if isinstance(label, str):
            label = Message.of(label, **facts)
        filled = {
            name: self(fact) if isinstance(fact, Message) else fact for name, fact in label.facts
        }
        # gettext keeps the catalogue's header under the empty text
        return self._translations.gettext(label.text).format(**filled) if label.text else ""

    def heading(self, label: Message | str) -> str:
        """The words of ``label`` as they stand at the head of a screen: with a capital."""
        words = self(label)
        return words[:1].upper() + words[1:]


def in_every_language(text: str) -> tuple[str, ...]:
    """The words of ``text`` in each language, those that differ, in the order of the languages."""
    return tuple(dict.fromkeys(Language(code)(text) for code in LANGUAGES))
