"""Text for people: its translation, the rule sheets, and boards drawn with characters.

A text in the sources is English, marked by :func:`games.message.msg`, and is passed on as a
:class:`games.message.Message`. Only where it is shown does a translator turn it into words.

``translator``   turn messages into words of one language, and into sentences for the ear
``rule_sheets``  the rule sheets of the games: find one, read parts of it, show it in a terminal
``text_board``   a position as plain characters for a terminal
``terminal``     what a terminal can show: other signs for those that its encoding lacks, and the
                 picture of the display in characters

How to add a language: docs/developers/language.md. Nothing in the sources names the languages.

Here is which languages there are, found by their catalogues: every other language than English is a
folder ``locale/CODE/LC_MESSAGES`` with a compiled catalogue.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parents[1]
CATALOGUES: Final = (
    ("firmware_host", HERE / "locale"),
    ("games", HERE.parent / "games" / "locale"),
)
"""The name of each catalogue and its folder: the texts of the screens, and of the games."""

ENGLISH: Final = "en"


def find_languages(folder: Path = CATALOGUES[0][1], domain: str = CATALOGUES[0][0]) -> list[str]:
    """Return the codes of the languages with a catalogue of ``domain`` in ``folder``.

    English comes first, the others in alphabetical order.
    """
    found = folder.glob(f"*/LC_MESSAGES/{domain}.mo")
    return [ENGLISH, *sorted(path.parents[1].name for path in found)]


LANGUAGES: Final = tuple(find_languages())
"""The code of each language."""


def preferred(environ: Mapping[str, str]) -> str:
    """Return the language that the environment asks for, as gettext does; English without one.

    The first variable that is set decides, by the first of its languages that exists.

    >>> preferred({"LANG": "ru_RU.UTF-8"})
    'ru'
    """
    variables = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    wanted = next((environ[name] for name in variables if environ.get(name)), "")
    for locale in wanted.split(":"):
        # de_AT.UTF-8@euro asks for Austrian German, and for German if there is none
        name = locale.partition("@")[0].partition(".")[0]
        for code in (name, name.partition("_")[0]):
            if code in LANGUAGES:
                return code
    return ENGLISH
