"""The rules in short, which the device shows: complete, and without pointing away."""

import re

import pytest

import games
from firmware_host.text import rule_sheets
from tests.languages import COMPLETE

TOPICS = {
    "tshupu": "Aim, Who begins, A turn, Course, Captures, From the hand, Off the board, End",
    "thaayam": "Aim, Who begins, A turn, Entering, Course, Captures, Off the board, End",
    "squadro": "Aim, Who begins, A turn, Edges, Jumps, Sent back, End",
    "ur": "Aim, Who begins, A turn, Track, Rosettes, Captures, Off the board, End",
    "backgammon": "Aim, Who begins, A turn, Way, Points, Hits, Bearing off, End",
    "ludo": "Aim, Who begins, A turn, A 6, Course, Captures, Blocks, Home, End",
    "pachisi": "Aim, Who begins, A turn, Grace, Course, Castles, Captures, Home, Partners, End",
    "holes": "Aim, Who begins, A turn, Coming in, Course, Lines, Nefer, Home, End",
    "xiangqi4": "Aim, Who begins, A turn, Pieces, Great leap, Soldiers, Captures, Mate, Drops, End",
}
AWAY = {
    "en": r"above|below|described|\bsee\b|table|picture|diagram|section|sheet|page|`",
    "ru": r"выше|ниже|описан|\bсм\.|таблиц|рисун|раздел|страниц|`",
}
FACTS = {
    "tshupu": "1 3 4 6 5000",
    "thaayam": "2 3 8 5000",
    "squadro": "1000",
    "ur": "0 4 5000",
    "backgammon": "1 2 3 5 6 7 19 24",
    "ludo": "5000",
    "pachisi": "2 6 10 25 5000",
    "holes": "1 5 6 8 10 15 20 25 30 5000",
    "xiangqi4": "200 2000",
}
"""Numbers that the rules in short give, so that no rule with one can be left out unseen."""

SHEETS = [(name, code) for name in games.names() for code in COMPLETE]
LISTED = [(name, code) for name, code in SHEETS if name in TOPICS]


def lines(name: str, language: str) -> list[str]:
    return rule_sheets.in_short(name, language).splitlines()


@pytest.mark.parametrize("name", TOPICS)
def test_every_topic_of_the_game_is_there(name: str) -> None:
    headings = [line.partition(". ")[0] for line in lines(name, "en")]
    assert headings == TOPICS[name].split(", ")


@pytest.mark.parametrize(("name", "language"), LISTED)
def test_every_language_has_as_many_rules_and_the_same_numbers(name: str, language: str) -> None:
    text = rule_sheets.in_short(name, language)
    assert len(lines(name, language)) == len(TOPICS[name].split(", "))
    assert set(FACTS[name].split()) <= set(re.findall(r"\d+", text.replace(",", "")))


@pytest.mark.parametrize(("name", "language"), SHEETS)
def test_nothing_points_at_what_is_not_there(name: str, language: str) -> None:
    assert not re.findall(AWAY[language], rule_sheets.in_short(name, language))


@pytest.mark.parametrize(("name", "language"), LISTED)
def test_the_sheet_says_who_begins_in_its_turn_too(name: str, language: str) -> None:
    begins = r"[Bb]egins" if language == "en" else r"[Кк]то начинает|начинают"
    sections = rule_sheets.SECTION.split(rule_sheets.read(name, language))
    turn = next(text for text in sections if text.startswith(("A turn\n", "Ход\n")))
    assert re.search(begins, turn)


@pytest.mark.parametrize("name", TOPICS)
def test_who_begins_is_as_on_the_device(name: str) -> None:
    (line,) = (line for line in lines(name, "en") if line.startswith("Who begins. "))
    begins, first = games.kind(name).begins, games.load(name).seats[0]
    assert ("lots" in line) == begins.by_lot
    assert begins.by_lot or f" {first.colour}." in line.lower()
