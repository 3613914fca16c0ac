"""Where the rule sheets that players read are: Markdown beside the games, a file a language.

A position in a sheet is a fenced block ``position`` with a caption behind the word and the text of
the position below, which may be broken behind a slash.
"""

import re
import textwrap
from collections.abc import Callable
from importlib import resources

from firmware_host.errors import HostError
from firmware_host.text.markdown import plain

FALLBACK = "en"
PARAGRAPH = re.compile(r"\n\s*\n")
SENTENCE = re.compile(r"(?<=[.!?]) ")
SECTION = re.compile(r"^## ", re.MULTILINE)
POSITION = re.compile(r"^( *)```position (.+)\n((?:.+\n)+?) *```$", re.MULTILINE)
SHORT = slice(2, 4)
"""After the heading and the board come the aim and a turn, in every sheet."""
ENDLESS = 100_000
"""More columns than a paragraph has letters."""


class SheetError(HostError, OSError):
    """No rule sheet of that game came with the program."""


def read(game: str, language: str) -> str:
    """Return the rule sheet of the game called ``game`` in ``language``, in English without one.

    SheetError when there is none at all.

    >>> read("thaayam", "ru").splitlines()[0]
    '# Тхаайям'
    """
    folder = resources.files("games") / "rules"
    for code in (language, FALLBACK):
        sheet = folder / f"{game}.{code}.md"
        if sheet.is_file():
            return sheet.read_text(encoding="utf-8")
    raise SheetError(f"{game}: no rule sheet came with the program")


def sentences(game: str, language: str) -> tuple[str, ...]:
    """Return what a rule sheet says of its game right below the title, sentence by sentence.

    SheetError as in :func:`read`.

    >>> len(sentences("thaayam", "en"))
    3
    """
    opening = PARAGRAPH.split(read(game, language))[1]
    return tuple(SENTENCE.split(plain(opening, ENDLESS)))


def in_short(game: str, language: str) -> str:
    """Return what a rule sheet says of the aim and of a turn, a paragraph a line.

    SheetError as in :func:`read`.

    >>> print(in_short("thaayam", "en").splitlines()[0][:52])
    Bring all four pieces into the fortress and take the
    """
    sections = SECTION.split(read(game, language))[SHORT]
    paragraphs = (plain(section.partition("\n")[2], ENDLESS) for section in sections)
    return "\n".join(line for text in paragraphs for line in text.splitlines() if line)


def illustrated(sheet: str, show: Callable[[str, str], str]) -> str:
    """Return the text ``sheet`` with every position as ``show`` draws it, from text and caption.

    >>> sheet = "1. In.\\n\\n    ```position In\\n    1/\\n    0 -\\n    ```\\n"
    >>> illustrated(sheet, "{} ({})".format)
    '1. In.\\n\\n    1/0 - (In)\\n'
    """

    def shown(found: re.Match[str]) -> str:
        indent, caption, lines = found.groups()
        text = "".join(line.strip() for line in lines.splitlines())
        return textwrap.indent(show(text, caption), indent)

    return POSITION.sub(shown, sheet)
