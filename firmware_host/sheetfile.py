"""Where the rule sheets that players read are: Markdown beside the games, a file a language."""

from importlib import resources

from firmware_host.errors import HostError

FALLBACK = "en"


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
