"""The first turn in every rule sheet: it leads to the positions that the sheet shows, and every
sentence of it is true by the rules."""

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import pytest

import games
from docs.writer.manual import FOLDER
from firmware_host.cli import reading
from firmware_host.text import rule_sheets
from firmware_host.text.text_board import draw, legend
from firmware_host.text.translator import Language
from tests.docs.example_phrases import WORDS, Phrase, phrases_of
from tests.docs.example_turn import GAP, Telling, gaps_of

FIRST_TURN = "A first turn\n"
SECTION = re.compile(r"^## ", re.MULTILINE)
NUMBER = re.compile(r"^(\d+)\. ", re.MULTILINE)
PARAGRAPH = re.compile(r"\n\s*\n")
SENTENCE = re.compile(r"(?<=\.) ")
POSITION = "\0"
NO_PHRASE = """\
expected one phrase in tests/docs/phrases, found {count}: {sentence}
Say it by a phrase of common.toml, or of race.toml for a race, or add one to {game}.toml."""
OTHER_SQUARES = ("a5", "c3", "d2", "j10")
SHEETS = [(name, language) for name in games.names() for language in rule_sheets.languages(name)]
TOLD = [(name, language) for name, language in SHEETS if language in WORDS]


def positions(sheet: str) -> list[str]:
    shown = rule_sheets.illustrated(sheet, lambda position, caption: POSITION + position, "")
    return [line.partition(POSITION)[2] for line in shown.splitlines() if POSITION in line]


def section(name: str, language: str) -> str:
    """Return the section with the first turn: it is at the same place in every language."""
    english = SECTION.split(rule_sheets.read(name, "en"))
    (number,) = (number for number, text in enumerate(english) if text.startswith(FIRST_TURN))
    return SECTION.split(rule_sheets.read(name, language))[number]


class Step(NamedTuple):
    """A sentence of the first turn as a phrase with its gaps, told after ``before``."""

    phrase: Phrase
    gaps: Sequence[str]
    before: Telling


def sentences(name: str, language: str) -> Iterator[tuple[str, str]]:
    """Yield the sentences of the first turn; a caption comes with the text of its position."""
    shown = rule_sheets.illustrated(section(name, language), "{}\0{}".format, "")
    for block in PARAGRAPH.split(shown.partition("\n")[2].strip()):
        line = " ".join(NUMBER.sub("", block.strip()).split())
        position, _, words = line.rpartition(POSITION)
        yield from ((position, each) for each in SENTENCE.split(words))


def find_phrase(game: str, sentence: str, language: str) -> tuple[Phrase, Sequence[str]]:
    """Return the phrase of ``game`` that ``sentence`` is, and what fills its gaps."""
    found = [
        (phrase, gaps)
        for phrase in phrases_of(game)
        if (gaps := gaps_of(getattr(phrase, language), sentence)) is not None
    ]
    assert len(found) == 1, NO_PHRASE.format(count=len(found), game=game, sentence=sentence)
    return found[0]


def told(name: str, language: str) -> Iterator[Step]:
    """Tell the first turn sentence by sentence; an AssertionError says what is not true."""
    telling = Telling(WORDS[language], [games.load(name).start()])
    for position, sentence in sentences(name, language):
        if position:
            assert str(telling.state) == position
        phrase, gaps = find_phrase(name, sentence, language)
        yield Step(phrase, gaps, copied(telling))
        phrase.claim(telling, *gaps)


def copied(telling: Telling) -> Telling:
    return replace(
        telling,
        states=telling.states.copy(),
        moves=telling.moves.copy(),
        thrown=telling.thrown.copy(),
    )


@pytest.mark.parametrize(("name", "language"), TOLD)
def test_every_sentence_is_true_by_the_rules(name: str, language: str) -> None:
    assert len(list(told(name, language))) >= 4


@pytest.mark.parametrize("name", games.names())
def test_every_language_tells_the_same(name: str) -> None:
    in_english, *others = (
        [step.phrase for step in told(name, code)] for game, code in TOLD if game == name
    )
    assert all(other == in_english for other in others)


def changes(kind: str, filling: str, telling: Telling) -> Iterator[str]:
    """Yield what else could fill a gap of that kind."""
    words = telling.words
    if kind == "square":
        yield from (
            each for each in OTHER_SQUARES if each != filling and each in telling.state.game.board
        )
    if kind == "seat":
        colour = telling.seat(filling).colour
        others = {seat.colour for seat in telling.seats} - {colour}
        yield from (stem for stem, each in words.colours.items() if each in others)
    if kind == "number":
        yield from (str(telling.number(filling) + change) for change in (1, 2))


@pytest.mark.parametrize(("name", "language"), TOLD)
def test_a_sentence_with_another_square_colour_or_number_is_not_true(
    name: str, language: str
) -> None:
    for phrase, gaps, before in told(name, language):
        kinds = GAP.findall(getattr(phrase, language))
        for number, kind in enumerate(kinds):
            for change in changes(kind, gaps[number], before):
                changed = [*gaps[:number], change, *gaps[number + 1 :]]
                with pytest.raises(Exception):  # noqa: B017, PT011
                    phrase.claim(copied(before), *changed)


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
