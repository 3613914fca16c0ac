"""The first turn in every rule sheet leads to the positions that the sheet shows."""

import re
import textwrap
from collections.abc import Iterator

import pytest

import games
from docs.writer.manual import FOLDER
from firmware_host.cli import reading
from firmware_host.text import rule_sheets
from firmware_host.text.text_board import draw, legend
from firmware_host.text.translator import Language

FIRST_TURN = "A first turn\n"
SECTION = re.compile(r"^## ", re.MULTILINE)
NUMBER = re.compile(r"^(\d+)\. ", re.MULTILINE)
CODE = re.compile(r"`([^`]+)`")
POSITION = "\0"
SHEETS = [(name, language) for name in games.names() for language in rule_sheets.languages(name)]


def positions(sheet: str) -> list[str]:
    shown = rule_sheets.illustrated(sheet, lambda position, caption: POSITION + position)
    return [line.partition(POSITION)[2] for line in shown.splitlines() if POSITION in line]


def section(name: str, language: str) -> str:
    """Return the section with the first turn: it is at the same place in every language."""
    english = SECTION.split(rule_sheets.read(name, "en"))
    (number,) = (number for number, text in enumerate(english) if text.startswith(FIRST_TURN))
    return SECTION.split(rule_sheets.read(name, language))[number]


def first_turn(name: str, language: str) -> Iterator[str]:
    """Yield the throws, moves and positions of the first turn in order; positions are marked."""
    shown = rule_sheets.illustrated(
        section(name, language), lambda position, caption: f"`{POSITION}{position}`"
    )
    board = games.load(name).board
    yield from (word for word in CODE.findall(shown) if word not in board)


@pytest.mark.parametrize(("name", "language"), SHEETS)
def test_every_position_follows_from_the_throws_and_moves(name: str, language: str) -> None:
    state = games.load(name).start()
    shown = 0
    for word in first_turn(name, language):
        if word.startswith(POSITION):
            assert str(state) == word.removeprefix(POSITION)
            shown += 1
        else:
            state = state.apply(state.parse(word))
    assert shown >= 2


@pytest.mark.parametrize(("name", "language"), SHEETS)
def test_the_steps_are_numbered(name: str, language: str) -> None:
    numbers = [int(number) for number in NUMBER.findall(section(name, language))]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= 2


@pytest.mark.parametrize("name", games.names())
def test_every_language_shows_the_same_positions_and_the_start_first(name: str) -> None:
    in_english, *others = (
        positions(rule_sheets.read(name, each)) for each in rule_sheets.languages(name)
    )
    assert all(other == in_english for other in others)
    assert in_english[0] == str(games.load(name).start())


@pytest.mark.parametrize(("name", "language"), SHEETS)
def test_a_page_shows_every_position_as_a_picture(name: str, language: str) -> None:
    page = (FOLDER / "players" / f"{name}.{language}.md").read_text(encoding="utf-8")
    count = len(positions(rule_sheets.read(name, language)))
    assert page.count("](../pictures/boards/") == count
    assert "```" not in page


@pytest.mark.parametrize("name", games.names())
def test_a_terminal_shows_every_position_in_characters(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    texts: list[str] = []
    reading.show_rules(name, "en", games, texts.append)
    for position in positions(rule_sheets.read(name, "en")):
        board = draw(games.load(name).state(position), Language("en"))
        assert textwrap.indent(board, "    ") in texts[0]
    signs = legend(games.load(name), Language("en"))
    assert texts[0].count(textwrap.indent(signs, "    ")) == 1
