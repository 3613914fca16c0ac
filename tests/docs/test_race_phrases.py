"""The controlled English knows what a file with a race can say: on the small boards of its words,
each sentence of races is true, and false with another square, colour or number."""

import re
import tomllib
from collections.abc import Iterator, Sequence

import pytest

import games
from docs.writer.race_pictures import beginning, every_word, parts, race_of
from firmware_host.text import rule_sheets
from games.message import IllegalMove
from games.race.game import kind_of
from tests.docs import test_first_turn as first_turn
from tests.docs.copies import ROOT
from tests.docs.example_phrases import (
    COMMON,
    FOLDER,
    RACE,
    WORDS,
    Phrase,
    phrases_in,
    read_phrase,
)
from tests.docs.example_turn import GAP, Telling, gaps_of
from tests.docs.test_first_turn import changes, copied

SILENT = {
    *("title", "summary", "description", "minutes", "first", "track", "seats_option", "look"),
    *("board.rows", "board.wide", "board.whole", "marks.name", "marks.sign", "marks.colour"),
    *("seats.colour", "seats.side", "seats.team", "seats.track", "pieces.count", "pieces.begin"),
    *("dice.count", "dice.faces", "dice.names", "dice.called"),
    *("options.name", "options.title", "options.means"),
    *("options.values.value", "options.values.label", "options.values.set"),
    *("handicaps.name", "handicaps.title", "handicaps.home", "handicaps.steps"),
    *("handicaps.repeat", "handicaps.elo", "handicaps.margin"),
}
"""Words that say what there is; what they do in a turn is seen in the sentences of all games."""

NO_PHRASE = """\
expected a sentence about {word} in tests/docs/phrases/race.toml, with `tells = ["{word}"]`, its
claim in tests/docs/example_race.py, and an example from the picture of the word"""

SUN_RACE = """\
# Sun Race

Two race.

## In short

**Aim.** Bring your pieces to the middle.

## A first turn

1. White begins and throws `6`. A piece enters: `6:hand-e5`. For the throw of `6`, white throws
   again.

    ```position A white piece stands on e5
    0 throw 6,0,0/0,0,0 - - -
    ```

2. White throws `2`. White plays `2:e5-c5`. On the safe square, c5, nobody is captured.

3. Black throws `5`. A piece enters: `5:hand-a2`.

    ```position A black piece stands on a2
    0 throw 8,0,0/5,0,0 - - -
    ```
"""

KIT = [phrase for phrase in phrases_in(RACE) if phrase.example]


def told(phrase: Phrase) -> tuple[Telling, Sequence[str]]:
    """Tell the example of ``phrase`` up to its sentence; return what fills the gaps of that."""
    word, number = phrase.example["word"], phrase.example["part"]
    part = parts()[word][number]
    telling = Telling(WORDS["en"], [beginning(part, race_of(part, word))])
    for text in part.play[: len(part.play) - phrase.example.get("before", 0)]:
        try:
            telling.play(text)
        except IllegalMove:  # the picture shows why, and so does the sentence
            assert text == part.play[-1]
    gaps = gaps_of(phrase.en, phrase.example["says"])
    assert gaps is not None, phrase.example["says"]
    return telling, gaps


def test_there_is_a_sentence_for_every_word_that_does_something() -> None:
    said = {word for phrase in phrases_in(RACE) for word in phrase.tells}
    words = {word for _, word, _ in every_word()}
    assert said | SILENT >= words, [NO_PHRASE.format(word=each) for each in words - said - SILENT]
    assert said | SILENT <= words
    assert not said & SILENT


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.toml")))
def test_a_sentence_has_the_same_gaps_in_every_language(name: str) -> None:
    assert name in (COMMON, RACE, *games.names())
    for phrase in phrases_in(name):
        assert GAP.findall(phrase.en) == GAP.findall(phrase.ru), phrase.en


def test_the_first_turn_of_a_race_of_ones_own_is_checked_sentence_by_sentence() -> None:
    template = ROOT / "firmware_host" / "features" / "own_games" / "template.toml"
    games.take_in([kind_of(template.read_text(encoding="utf-8"), "sun-race")])
    rule_sheets.add("sun-race", {"en": SUN_RACE})
    try:
        assert len(list(first_turn.told("sun-race", "en"))) == 10
        for right, wrong in (("c5, nobody", "e5, nobody"), ("black piece st", "white piece st")):
            assert right in SUN_RACE
            rule_sheets.add("sun-race", {"en": SUN_RACE.replace(right, wrong)})
            with pytest.raises(AssertionError):
                list(first_turn.told("sun-race", "en"))
        rule_sheets.add("sun-race", {"en": SUN_RACE.replace("plays `2", "likes `2")})
        with pytest.raises(AssertionError, match="White likes `2:e5-c5`"):
            list(first_turn.told("sun-race", "en"))
    finally:
        games.take_in(())


def test_the_sentence_in_the_guide_is_one() -> None:
    guide = (ROOT / "docs" / "developers" / "game.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```text\n(\[\[phrase.*?)```", guide, re.DOTALL)
    (phrase,) = map(read_phrase, tomllib.loads(block)["phrase"])
    (shared,) = [each for each in KIT if each.en.endswith("one stand on {square}")]
    telling, _ = told(shared)
    phrase.claim(telling, "Black", "d1")
    with pytest.raises(AssertionError):
        phrase.claim(telling, "White", "d1")


def test_the_turn_in_the_guide_is_that_of_the_test() -> None:
    guide = (ROOT / "docs" / "developers" / "game.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```text\n(1\. White.*?)```", guide, re.DOTALL)
    shown = re.sub(
        r"\n    ```.*?    ```\n", "", SUN_RACE.partition("A first turn")[2], flags=re.DOTALL
    )
    assert block.split() == shown.split()


def test_a_sentence_about_a_word_has_an_example() -> None:
    assert [phrase.en for phrase in phrases_in(RACE) if phrase.tells and not phrase.example] == []


@pytest.mark.parametrize("phrase", KIT, ids=lambda phrase: phrase.en)
def test_a_sentence_is_true_on_the_board_of_its_word(phrase: Phrase) -> None:
    telling, gaps = told(phrase)
    phrase.claim(telling, *gaps)


@pytest.mark.parametrize("phrase", KIT, ids=lambda phrase: phrase.en)
def test_it_is_not_true_with_another_square_colour_or_number(phrase: Phrase) -> None:
    telling, gaps = told(phrase)
    for changed in _changed(phrase, telling, gaps):
        with pytest.raises(Exception):  # noqa: B017, PT011
            phrase.claim(copied(telling), *changed)


def _changed(phrase: Phrase, telling: Telling, gaps: Sequence[str]) -> Iterator[Sequence[str]]:
    others = {"code": "5", "codes": "`2` and `5`", "mark": "star"}
    for number, kind in enumerate(GAP.findall(phrase.en)):
        found = [*changes(kind, gaps[number], telling)]
        if kind == "square":
            points = [point.name for point in telling.state.game.board.points]
            found = [name for name in points if name != gaps[number]]
        for change in (*found, *([others[kind]] if kind in others else [])):
            yield [*gaps[:number], change, *gaps[number + 1 :]]


@pytest.mark.parametrize("phrase", KIT, ids=lambda phrase: phrase.en)
def test_it_is_true_of_no_other_value_of_its_word(phrase: Phrase) -> None:
    """Where the file says something else of the word, the rules make the sentence false."""
    word, own = phrase.example["word"], phrase.example["part"]
    _, gaps = told(phrase)
    for number, part in enumerate(parts()[word]):
        is_other = number != own and part.write != parts()[word][own].write
        if is_other and number not in phrase.example.get("also", ()):
            other = phrase._replace(example={**phrase.example, "part": number})
            telling, _ = told(other)
            with pytest.raises(Exception):  # noqa: B017, PT011
                phrase.claim(telling, *gaps)
