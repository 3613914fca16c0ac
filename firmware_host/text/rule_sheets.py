r"""Find the rule sheets of the games and read parts of them: a Markdown file for each language.

A position in a sheet is a fenced block ``position``: the caption follows this word, and the text of
the position is below it. Lines of the text may be broken after a slash. An empty block ``options``
stands for the options of the game, which are the same in the sheet as on the device, and so does
an empty block ``handicaps``.

In a terminal Markdown is plain text: headings, paragraphs, lists, tables and code.

>>> print(plain("# Aim\n\nTo take *all* off `c3`:\n\n- by **one**\n- by two", 40))
Aim
===
<BLANKLINE>
To take all off c3:
<BLANKLINE>
- by one
- by two
"""

import re
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path

import games
from firmware_host.base.errors import HostError
from firmware_host.text import ENGLISH, LANGUAGES

PARAGRAPH = re.compile(r"\n\s*\n")
SENTENCE = re.compile(r"(?<=[.!?]) ")
SECTION = re.compile(r"^## ", re.MULTILINE)
POSITION = re.compile(r"^( *)```position (.+)\n((?:.+\n)+?) *```$", re.MULTILINE)
OPTIONS, HANDICAPS = "```options\n```", "```handicaps\n```"
SHORT = 1
"""The section with the rules in short, which follows the introduction."""
UNBROKEN = 100_000
"""A width in columns at which no paragraph is broken into lines."""


class SheetError(HostError, OSError):
    """A game without a rule sheet."""


_OWN: dict[str, Mapping[str, str]] = {}
"""The rule sheets by their language of games that do not ship, by the name of the game."""


def add(game: str, sheets: Mapping[str, str]) -> None:
    """Let ``game``, which does not ship, have these ``sheets`` by their language."""
    _OWN[game] = sheets


def is_whole(sheet: str) -> bool:
    """Return whether ``sheet`` has what the program reads of it: a paragraph and a section."""
    return bool(PARAGRAPH.search(sheet)) and len(SECTION.split(sheet)) > SHORT


def read(game: str, language: str) -> str:
    """Return the rule sheet of ``game`` in ``language``, or in English if it is not translated.

    Raise SheetError if there is none.

    >>> read("thaayam", "ru").splitlines()[0]
    '# Тхаайям'
    """
    own = _OWN.get(game, {})
    for code in (language, ENGLISH, *own):
        if code in own:
            return own[code]
        sheet = _sheet(game, code)
        if sheet.is_file():
            return sheet.read_text(encoding="utf-8")
    raise SheetError(f"{game}: expected a rule sheet games/rules/{game}.{ENGLISH}.md, found none")


def languages(game: str) -> tuple[str, ...]:
    """Return the codes of the languages in which there is a rule sheet of ``game``.

    >>> languages("thaayam")[0]
    'en'
    """
    own = _OWN.get(game, {})
    return tuple(code for code in LANGUAGES if code in own or _sheet(game, code).is_file())


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


def illustrated(
    sheet: str, show: Callable[[str, str], str], options: str, handicaps: str = ""
) -> str:
    """Return ``sheet`` with the tables of its ``options`` and ``handicaps``, and with pictures.

    Every position is drawn by ``show``, which gets its text and its caption.

    >>> sheet = "1. In.\\n\\n    ```position In\\n    1/\\n    0 -\\n    ```\\n"
    >>> illustrated(sheet, "{} ({})".format, "")
    '1. In.\\n\\n    1/0 - (In)\\n'
    """

    def shown(found: re.Match[str]) -> str:
        indent, caption, lines = found.groups()
        text = "".join(line.strip() for line in lines.splitlines())
        return textwrap.indent(show(text, caption), indent)

    drawn = POSITION.sub(shown, sheet).replace(OPTIONS, options)
    return drawn.replace(HANDICAPS, handicaps)


def _sheet(game: str, language: str) -> Path:
    return games.files(game) / "rules" / f"{game}.{language}.md"


UNDERLINES: Mapping[int, str] = {1: "=", 2: "-"}
GAP = "  "
NARROWEST = 8
"""The width in characters below which no column of a table is narrowed."""
INDENT = 4
"""Spaces before code, if there is room for them."""

FENCE = re.compile(r"^ *```.*\n?", re.MULTILINE)
HEADING = re.compile(r"(#+) +(.*)")
ITEM = re.compile(r" *(?:[-*]|\d+\.) +")
TABLE_RULE = re.compile(r"[|: ]*-[|:\- ]*")
MARKUP = (
    (re.compile(r"\[([^]]+)]\([^)]*\)"), r"\1"),
    (re.compile(r"\*\*(.+?)\*\*"), r"\1"),
    (re.compile(r"(?<!\w)\*(\S.*?)\*"), r"\1"),
    (re.compile(r"`([^`]+)`"), r"\1"),
)


def plain(markdown: str, width: int) -> str:
    """Return ``markdown`` as text in lines of at most ``width`` columns.

    Code is never broken, and no column of a table becomes narrower than eight characters.
    """
    blocks: list[str] = []
    for index, part in enumerate(FENCE.split(markdown)):
        if index % 2:
            blocks.append(_code(part, width))
        else:
            blocks += [_render(lines, width) for lines in _blocks(part)]
    return "\n\n".join(blocks)


def _code(part: str, width: int) -> str:
    code = textwrap.dedent(part).rstrip("\n")
    room = width - max(map(len, code.splitlines()), default=0)
    return textwrap.indent(code, " " * max(0, min(INDENT, room)))


def _blocks(text: str) -> Iterator[Sequence[str]]:
    """Yield the lines of each block. Empty lines separate blocks; a heading is a block."""
    parted = re.sub(r"^(#.*)$", r"\n\1\n", text, flags=re.MULTILINE)
    for block in re.split(r"\n\s*\n", parted):
        if block.strip():
            yield block.strip("\n").splitlines()


def _render(lines: Sequence[str], width: int) -> str:
    if heading := HEADING.fullmatch(lines[0]):
        return _heading(len(heading[1]), _unmarked(heading[2]), width)
    if lines[0].startswith("|") and TABLE_RULE.fullmatch("".join(lines[1:2])):
        return "\n".join(_table(lines, width))
    return "\n".join(_fill(item, width) for item in _items(lines))


def _heading(level: int, text: str, width: int) -> str:
    lines = textwrap.wrap(text, width)
    underline = UNDERLINES.get(level, "") * max(map(len, lines), default=0)
    return "\n".join((*lines, underline) if underline else lines)


def _items(lines: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield the items of a list, each with its further lines; a paragraph is one item."""
    item: list[str] = []
    for line in lines:
        if item and ITEM.match(line):
            yield item
            item = []
        item.append(line)
    yield item


def _fill(lines: Sequence[str], width: int) -> str:
    mark = ITEM.match(lines[0])
    lead = mark[0] if mark else ""
    text = " ".join((lines[0][len(lead) :].strip(), *map(str.strip, lines[1:])))
    return "\n".join(_wrap(_unmarked(text), width, lead))


def _wrap(text: str, width: int, lead: str = "") -> list[str]:
    return textwrap.wrap(
        text,
        width,
        initial_indent=lead,
        subsequent_indent=" " * len(lead),
        break_on_hyphens=False,
    )


def _unmarked(text: str) -> str:
    for mark, words in MARKUP:
        text = mark.sub(words, text)
    return text


def _table(lines: Sequence[str], width: int) -> Iterator[str]:
    head, body = _cells(lines[0]), [_cells(line) for line in lines[2:]]
    widths = _column_widths((head, *body), width)
    yield from _row(head, widths)
    yield GAP.join("-" * each for each in widths)
    for row in body:
        yield from _row(row, widths)


def _cells(line: str) -> list[str]:
    return [_unmarked(cell.strip()) for cell in line.strip().strip("|").split("|")]


def _column_widths(rows: Sequence[Sequence[str]], width: int) -> list[int]:
    """Return widths for the widest cells; if they exceed ``width``, narrow the widest columns."""
    widths = [max(1, *map(len, column)) for column in zip_longest(*rows, fillvalue="")]
    room = width - len(GAP) * (len(widths) - 1)
    while sum(widths) > room and max(widths) > NARROWEST:
        widths[widths.index(max(widths))] -= 1
    return widths


def _row(cells: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    columns = [_wrap(cell, width) for cell, width in zip(cells, widths, strict=False)]
    for line in zip_longest(*columns, fillvalue=""):
        texts = (text.ljust(width) for text, width in zip(line, widths, strict=False))
        yield GAP.join(texts).rstrip()
