"""Find the rule sheets of the games and read parts of them: a Markdown file for each language.

A position in a sheet is a fenced block ``position``: the caption follows this word, and the text of
the position is below it. Lines of the text may be broken after a slash. An empty block ``options``
stands for the options of the game, which are the same in the sheet as on the device.
"""

import re
import textwrap
from collections.abc import Callable
from importlib import resources
from importlib.resources.abc import Traversable

from firmware_host.base.errors import HostError
from firmware_host.text.languages import ENGLISH, LANGUAGES
from firmware_host.text.markdown import plain

PARAGRAPH = re.compile(r"\n\s*\n")
SENTENCE = re.compile(r"(?<=[.!?]) ")
SECTION = re.compile(r"^## ", re.MULTILINE)
POSITION = re.compile(r"^( *)```position (.+)\n((?:.+\n)+?) *```$", re.MULTILINE)
OPTIONS = "```options\n```"
SHORT = 1
"""The section with the rules in short, which follows the introduction."""
UNBROKEN = 100_000
"""A width in columns at which no paragraph is broken into lines."""


class SheetError(HostError, OSError):
    """A game without a rule sheet."""


def read(game: str, language: str) -> str:
    """Return the rule sheet of ``game`` in ``language``, or in English if it is not translated.

    Raise SheetError if there is none.

    >>> read("thaayam", "ru").splitlines()[0]
    '# Тхаайям'
    """
    for code in (language, ENGLISH):
        sheet = _sheet(game, code)
        if sheet.is_file():
            return sheet.read_text(encoding="utf-8")
    raise SheetError(f"{game}: expected a rule sheet games/rules/{game}.{ENGLISH}.md, found none")


def languages(game: str) -> tuple[str, ...]:
    """Return the codes of the languages in which there is a rule sheet of ``game``.

    >>> languages("thaayam")[0]
    'en'
    """
    return tuple(code for code in LANGUAGES if _sheet(game, code).is_file())


def sentences(game: str, language: str) -> tuple[str, ...]:
    """Return the sentences of the first paragraph of a rule sheet.

    Raise SheetError as :func:`read` does.

    >>> len(sentences("thaayam", "en"))
    3
    """
    opening = PARAGRAPH.split(read(game, language))[1]
    return tuple(SENTENCE.split(plain(opening, UNBROKEN)))


def in_short(game: str, language: str) -> str:
    """Return the section of a rule sheet with the rules in short, one line for each paragraph.

    Raise SheetError as :func:`read` does.

    >>> print(in_short("thaayam", "en").splitlines()[0][:28])
    Aim. Bring all four of your
    """
    section = SECTION.split(read(game, language))[SHORT]
    text = plain(section.partition("\n")[2], UNBROKEN)
    return "\n".join(line for line in text.splitlines() if line)


def illustrated(sheet: str, show: Callable[[str, str], str], options: str) -> str:
    """Return ``sheet`` with the table of its ``options``, and every position drawn by ``show``.

    ``show`` gets the text of a position and its caption.

    >>> sheet = "1. In.\\n\\n    ```position In\\n    1/\\n    0 -\\n    ```\\n"
    >>> illustrated(sheet, "{} ({})".format, "")
    '1. In.\\n\\n    1/0 - (In)\\n'
    """

    def shown(found: re.Match[str]) -> str:
        indent, caption, lines = found.groups()
        text = "".join(line.strip() for line in lines.splitlines())
        return textwrap.indent(show(text, caption), indent)

    return POSITION.sub(shown, sheet).replace(OPTIONS, options)


def _sheet(game: str, language: str) -> Traversable:
    return resources.files("games") / "rules" / f"{game}.{language}.md"
