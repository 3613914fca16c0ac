"""The options of a game as a table for its rule sheet, in the words of the device."""

from collections.abc import Iterator

from firmware_host.session import names
from firmware_host.text.translator import Language
from games.core import Game
from games.message import msg
from games.options import Option

OPTION = msg("option")
VALUES = msg("values")
MEANING = msg("meaning")


def option_table(kind: type[Game], say: Language) -> str:
    """Return the options of ``kind`` as a table in Markdown, each with its names in brackets.

    Titles, values and help are those of the device; the names are those of records and commands.
    """
    head = " | ".join((say(OPTION), say(VALUES), say(MEANING)))
    return "\n".join((f"| {head} |", "|---|---|---|", *_rows(kind, say)))


def _rows(kind: type[Game], say: Language) -> Iterator[str]:
    for option in kind.OPTIONS:
        values = ", ".join(_values(option, say))
        yield f"| {say(option.title)} (`{option.name}`) | {values} | {say(option.meaning)} |"


def _values(option: Option, say: Language) -> Iterator[str]:
    for value in option.values:
        word = say(names.option_value(option, value))
        yield f"`{value}`" if word == str(value) else f"{word} (`{value}`)"
