"""Where the rule sheets that players read are: Markdown beside the games, a file a language."""

import re
from importlib import resources

from firmware_host.errors import HostError
from firmware_host.markdown import plain

FALLBACK = "en"
SECTION = re.compile(r"^## ", re.MULTILINE)
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


def in_short(game: str, language: str) -> str:
    """Return what a rule sheet says of the aim and of a turn, a paragraph a line.

    SheetError as in :func:`read`.

    >>> print(in_short("thaayam", "en").splitlines()[0][:52])
    Bring all four pieces into the fortress and take the
    """
    sections = SECTION.split(read(game, language))[SHORT]
    paragraphs = (plain(section.partition("\n")[2], ENDLESS) for section in sections)
    return "\n".join(line for text in paragraphs for line in text.splitlines() if line)
