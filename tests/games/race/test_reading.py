"""Files that describe a race: each wrong one is refused in one line that says where and why."""

import random
import re
from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.race.game import kind_of
from games.race.reading import MOST_LETTERS, RaceFileError, words_of
from games.race.words import RaceWords
from tests.games.race import files

EXAMPLE = re.compile(r"such as \S|; for example: \S|did you mean \w|expected one of \w")
LINE = re.compile(r"game\.toml, line \d+: [^\n]+")
SUN = """\
title = "Sun Race"
track = "a1..c1 c2..a2"
[board]
rows = ["...", "..+"]
[marks]
"+" = { name = "rest", enemies = "share" }
[[seats]]
colour = "white"
side = "south"
[[seats]]
colour = "black"
side = "north"
track = "c2..a2 a1..c1"
[pieces]
count = 2
[dice]
count = 1
faces = [1, 2, 3]
[[options]]
name = "end"
title = "End"
means = "Which number reaches the end."
values = [{ value = true }, { value = false, set = { end = { exact = false } } }]
"""


def refused(text: str) -> str:
    """What is said of the wrong file ``text``."""
    with pytest.raises(RaceFileError) as error:
        kind_of(text, "game")
    return str(error.value)


def tables(kind: type, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Each table of a file that has a name of its own, with each of its words."""
    for spoken in words_of(kind):
        if is_dataclass(spoken.kind) and isinstance(spoken.kind, type):
            yield from tables(spoken.kind, (*path, spoken.name))
        yield path, spoken.name


def with_word(path: tuple[str, ...], word: str, value: str) -> str:
    """The file of the sun race with ``word`` in the table at ``path`` set to ``value``."""
    top, head = SUN.index("["), f"[{path[0]}]" if path else ""
    if not path:
        own = re.sub(rf"^{word} = .*\n", "", SUN[:top], flags=re.MULTILINE)
        return f"{own}{word} = {value}\n{without(word)[len(SUN[:top]) :]}"
    if head not in SUN:
        return f"{SUN}{head}\n{word} = {value}\n"
    start = SUN.index(head) + len(head)
    end = SUN.index("\n[", start)
    own = re.sub(rf"^{word} = .*\n?", "", SUN[start:end], flags=re.MULTILINE)
    return f"{SUN[:start]}{own}\n{word} = {value}{SUN[end:]}"


def without(table: str) -> str:
    """The file of the sun race without the tables called ``table``."""
    return re.sub(rf"^\[+{table}\]+\n(?:[^\[\n].*\n)*", "", SUN, flags=re.MULTILINE)


WRONG = (
    "-1",
    "1000",
    "1.5",
    '"sideways"',
    "[[[]]]",
    "2026-11-27",
    '""',
    '["{x}"]',
    "{ no = 1 }",
    "nan",
)
WORDS = [*tables(RaceWords)]


def fits(path: tuple[str, ...], word: str, value: str) -> bool:
    """Whether the value is right for the word after all."""
    texts = {"title", "summary", "description", "called", "track", "name"}
    return (value == '"sideways"' and word in texts - {"track"}) or (path, word) == (
        ("options",),
        "set",
    )


@pytest.mark.parametrize(("path", "word"), WORDS)
def test_a_wrong_value_is_refused_in_one_line_with_its_line(
    path: tuple[str, ...], word: str
) -> None:
    for value in WRONG:
        text = with_word(path, word, value)
        if fits(path, word, value):
            kind_of(text, "game")
            continue
        said = refused(text)
        assert LINE.fullmatch(said), said
        assert "expected" in said or "no such word" in said
        assert EXAMPLE.search(said), said


def test_there_are_five_hundred_wrong_files() -> None:
    found = {
        with_word(path, word, value)
        for path, word in WORDS
        for value in WRONG
        if not fits(path, word, value)
    }
    assert len(found) >= 500


def test_the_line_of_the_word_is_told() -> None:
    assert refused(SUN.replace("count = 2", "count = 99")) == (
        "game.toml, line 15: pieces.count: expected a whole number from 1 to 16, such as 4, got 99"
    )
    assert refused(SUN.replace('"black"', '"pink"')).startswith(
        "game.toml, line 11: seats[2].colour"
    )


SENTENCES = [
    ('side = "north"', 'side = "south"', "expected another side, got south again"),
    ('"a1..c1 c2..a2"', '"a1..c1 a1..a9"', "expected squares of the board, got a3"),
    ('"a1..c1 c2..a2"', '"a1..b3"', "expected a straight line of squares, such as a1..e1"),
    ('"a1..c1 c2..a2"', '"a1..c1"', "expected 3 steps as in the first track, got 6"),
    ('"..+"', '"..#"', "expected a sign of the table marks"),
    ("count = 2", "count = 2\nbegin = 7", "expected a step up to 6, got 7"),
    ("count = 2", "count = 2\nbegin_at = 7", "no such word; did you mean begin?"),
    ("faces = [1, 2, 3]", "faces = [0, 0]", "expected a face above 0"),
    ("faces = [1, 2, 3]", "faces = [1, 2, 3]\nnames = ['a']", "a name for each of 3 faces"),
    ("faces = [1, 2, 3]", "faces = [1, 2, 3]\ncounts = 'together'", "expected count = 2"),
    ("[dice]", "[enter]\nthrows = [5]\n[dice]", "that the dice show, among [1, 2, 3], got 5"),
    ("[dice]", "[again]\ndoubles = true\n[dice]", "expected throws, such as [6]"),
    ("[dice]", "[enter]\ngrace = [4]\n[dice]", "that the dice show, among [1, 2, 3], got 4"),
    ("[dice]", "[enter]\ngrace = [3]\n[dice]", "expected dice that do not show 1, as a grace"),
    (
        "[dice]\ncount = 1",
        "[enter]\ngrace = [4]\nthrows = [3]\n[dice]\ncount = 2",
        "expected no throws beside a grace",
    ),
    (
        "[dice]\ncount = 1\nfaces = [1, 2, 3]",
        "[enter]\ngrace = [4]\n[dice]\ncount = 2\nfaces = [2, 4]\ncounts = 'each'",
        'expected counts = "sum" with a grace',
    ),
    ("[dice]", "[again]\nthrows=[1,2,3]\nwhen='at once'\n[dice]", "a throw that does not"),
    ("[dice]", "[end]\nleaves_by = [1]\n[dice]", 'expected at = "last" with leaves_by'),
    ("[dice]", "[win]\npieces = 3\n[dice]", "expected at most 2 pieces, got 3"),
    ("[dice]", "[move]\nshortcuts = {2 = 9}\n[dice]", "expected a step up to 6, got 9"),
    ("[dice]", "[move]\nshortcuts = {2 = 3, 3 = 4}\n[dice]", "a step without a shortcut, got 3"),
    ("[dice]", "[look]\nframe = '#12345x'\n[dice]", "expected a colour such as"),
    ("[dice]", "[look]\nframes = '#123456'\n[dice]", "expected a colour of frame, field"),
    ("exact = false", "exact = 3", "expected true or false, such as false, got 3"),
    ("end = { exact = false }", "win = { pieces = 5 }", "got 5 (with end = False)"),
    ("{ value = false,", "{ value = true,", "expected each value once"),
    ('name = "end"', 'name = "the end"', 'expected a name such as "finish"'),
    ('title = "Sun Race"', 'title = "{count}"', "expected a text without braces"),
    ("[pieces]", "[pieces", "expected TOML"),
    ("[dice]\ncount = 1\nfaces = [1, 2, 3]", "", "dice: expected the dice, such as count = 1"),
]


@pytest.mark.parametrize(("before", "after", "sentence"), SENTENCES)
def test_what_does_not_fit_together_is_told(before: str, after: str, sentence: str) -> None:
    assert before in SUN
    said = refused(SUN.replace(before, after))
    assert LINE.fullmatch(said), said
    assert sentence in said
    assert EXAMPLE.search(said), said


def test_an_example_is_a_line_that_could_stand_there() -> None:
    said = refused(SUN.replace("count = 2", "count = 2\nbegin = 7"))
    assert said.endswith("pieces.begin: expected a step up to 6, got 7; for example: begin = 1")
    said = refused(SUN.replace("[dice]", "[move]\nshortcuts = {2 = 9}\n[dice]"))
    assert said.endswith("got 9; for example: shortcuts = { 6 = 20 }")


def test_a_long_file_is_not_read() -> None:
    assert refused("#" * (MOST_LETTERS + 1)).startswith("game.toml: expected at most")


NAMES = st.sampled_from(files.names())


@settings(max_examples=60, deadline=None)
@given(NAMES, st.integers(0, 10**6))
def test_a_damaged_file_is_a_game_or_is_refused_in_one_line(name: str, seed: int) -> None:
    rng = random.Random(seed)
    text = files.text_of(name)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(text))
        text = (
            text[:at]
            + rng.choice(['"', "[", "=", "\n", "9", "a", "..", "'''", ""])
            + text[at + 1 :]
        )
    said = refused_or_played(text)
    assert not said or re.fullmatch(r"game\.toml(, line \d+)?: [^\n]+", said), said


def refused_or_played(text: str) -> str:
    """What is said of ``text`` if it describes no race; else the race can be begun."""
    try:
        kind = kind_of(text, "game")
    except RaceFileError as error:
        return str(error)
    assert kind().start().actions()
    return ""


def test_every_word_says_what_it_means_with_an_example() -> None:
    for kind in {RaceWords, *(found for found in _classes(RaceWords))}:
        for spoken in words_of(kind):
            assert len(spoken.word.means) > 5, spoken
            assert spoken.word.example, spoken


def _classes(kind: Any) -> Iterator[Any]:
    for part in get_args(kind):
        yield from _classes(part)
    if is_dataclass(kind) and isinstance(kind, type):
        yield kind
        for spoken in words_of(kind):
            yield from _classes(spoken.kind)
