"""Files and words that lie to the companion: each is understood, or refused in one line."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from firmware_host.base.errors import HostError, UsageError
from firmware_host.cli import reading
from firmware_host.cli.arguments import read_setup
from firmware_host.session.replay import ReplayError
from firmware_host.simulator import runs
from firmware_host.storage.records import JournalRecord, encode
from firmware_host.table.device import NAME, PreferenceFile, Preferences, choices
from firmware_host.text.rule_sheets import plain
from firmware_host.text.rule_sheets import read as rule_sheet
from tests.damage import ANYTHING, LACES, check_line, lying
from tests.firmware_host.storage.disk import FOLDER, Disk

EXAMPLES, DEEP_EXAMPLES = 50, 12_000

CHOSEN = st.sampled_from([value for values in choices().values() for value in values])
VALUES = CHOSEN | st.none() | st.integers() | st.sampled_from([1.0, 0.0, *LACES])
LIKED = st.dictionaries(st.sampled_from([*choices(), "other", "\x1b[2J"]), VALUES, max_size=6)
LINES = (
    LIKED.map(encode)
    | st.binary(max_size=200)
    | lying(st.just(encode(dict(Preferences().values)).decode())).map(
        lambda text: text.encode("utf-8", "replace")
    )
)
SCRIPTS = lying(
    st.sampled_from(
        [
            "press ok\nhold back 1.5\nwait 3\nundo\n",
            'throw 8\nplay 1:hand-c1\nexpect screen "1 of 2"\nexpect moves 1\n',
            'expect state "0 throw 0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - - -"\n',
            "garbage serial 9\nnoise up 50\nquiet up\nstuck ok\nunstick ok\nknock\n",
            "unplug serial\nplug display\nlift c1\nput hand\nsnapshot a.png # a note\n",
        ]
    )
)
MARKS = ["# ", "## ", "- ", "1. ", "| ", "|---|", "```", "**", "*", "`", "[a](b)", "\n", "\n\n"]
SHEETS = lying(st.sampled_from([rule_sheet(name, "en")[:2000] for name in games.names()])) | (
    st.lists(st.sampled_from(MARKS) | st.text(max_size=9), max_size=30).map("".join)
)
WORDS = st.sampled_from(
    ["seats=2", "seats=4", "finish=exact", "mode=teams", "south", "0", "9", "south=machine",
     "1=nobody", "east=person", "=", "south=", "-1", "²"]
) | ANYTHING  # fmt: skip


def check_preferences(line: bytes) -> None:
    """What is read can be meant; what cannot be is set aside, and told."""
    usual = Preferences(language="ru")
    disk = Disk({NAME: line})
    file = PreferenceFile(FOLDER, disk)
    found = file.read(usual)
    assert Preferences.read(found.values, usual) == found
    if file.fault:
        assert found == usual
        check_line(ValueError(file.fault))
        assert NAME not in disk.saved
    again = PreferenceFile(FOLDER, disk)
    again.write(found)
    assert again.read(usual) == found


def check_script(folder: Path, text: str) -> None:
    file = folder / "table.script"
    file.write_bytes(text.encode("utf-8", "replace"))
    try:
        commands = runs.read_script(file, games.load("thaayam"))
    except runs.ScriptError as error:
        check_line(error)
    else:
        assert all(command.text for command in commands)


def check_replay(folder: Path, data: bytes) -> None:
    file = folder / "game.txt"
    file.write_bytes(data)
    said: list[str] = []
    try:
        reading.show_replay(file, games, said.append)
    except HostError as error:
        check_line(error)
    assert all(line.isprintable() for text in said for line in text.split("\n"))


def check_setup(name: str, options: list[str], first: str | None, seats: list[str]) -> None:
    try:
        found = read_setup(games, name, options, first, seats)
    except UsageError as error:
        check_line(error)
    else:
        assert found is not None
        begun = found.drawn(0) if found.first is None else found
        assert type(begun).read(begun.record()) == begun


def check_sheet(text: str, width: int) -> None:
    assert isinstance(plain(text, width), str)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("files")


RECORDS = lying(
    st.just(
        "tableside record 1\ngame: thaayam\noptions: seats=2\nfirst: south\ndate: \x1b[31mred\n"
        "south: a \u202e person\n\n1 south: 8 1 2 1:hand-c1\n"
    )
).map(lambda text: text.encode("utf-8", "replace")) | st.binary(max_size=50)


@settings(max_examples=EXAMPLES)
@given(LINES)
def test_preferences_that_lie_are_set_aside(line: bytes) -> None:
    check_preferences(line)


@settings(max_examples=EXAMPLES)
@given(text=SCRIPTS)
def test_a_script_that_lies_is_a_line(folder: Path, text: str) -> None:
    check_script(folder, text)


@settings(max_examples=EXAMPLES)
@given(data=RECORDS)
def test_a_record_that_lies_is_shown_and_not_obeyed(folder: Path, data: bytes) -> None:
    check_replay(folder, data)


@settings(max_examples=EXAMPLES)
@given(
    st.sampled_from(games.names()) | ANYTHING,
    st.lists(WORDS, max_size=2),
    st.none() | WORDS,
    st.lists(WORDS, max_size=2),
)
def test_words_of_the_command_line_are_a_setup_or_a_line(
    name: str, options: list[str], first: str | None, seats: list[str]
) -> None:
    check_setup(name, options, first, seats)


@settings(max_examples=EXAMPLES)
@given(SHEETS, st.integers(1, 90))
def test_a_rule_sheet_of_anything_is_shown(text: str, width: int) -> None:
    check_sheet(text, width)


@pytest.mark.deep
@settings(max_examples=DEEP_EXAMPLES)
@given(LINES)
def test_preferences_that_lie_are_set_aside_at_length(line: bytes) -> None:
    check_preferences(line)


@pytest.mark.deep
@settings(max_examples=DEEP_EXAMPLES)
@given(text=SCRIPTS)
def test_a_script_that_lies_is_a_line_at_length(folder: Path, text: str) -> None:
    check_script(folder, text)


@pytest.mark.deep
@settings(max_examples=DEEP_EXAMPLES)
@given(data=RECORDS)
def test_a_record_that_lies_is_shown_and_not_obeyed_at_length(folder: Path, data: bytes) -> None:
    check_replay(folder, data)


@pytest.mark.deep
@settings(max_examples=DEEP_EXAMPLES)
@given(
    st.sampled_from(games.names()) | ANYTHING,
    st.lists(WORDS, max_size=2),
    st.none() | WORDS,
    st.lists(WORDS, max_size=2),
)
def test_words_of_the_command_line_are_a_setup_or_a_line_at_length(
    name: str, options: list[str], first: str | None, seats: list[str]
) -> None:
    check_setup(name, options, first, seats)


@pytest.mark.deep
@settings(max_examples=DEEP_EXAMPLES)
@given(SHEETS, st.integers(1, 90))
def test_a_rule_sheet_of_anything_is_shown_at_length(text: str, width: int) -> None:
    check_sheet(text, width)


def test_files_without_an_end_are_read_no_further_than_the_limit(tmp_path: Path) -> None:
    endless, game = tmp_path / "endless", games.load("thaayam")
    with endless.open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(runs.ScriptError, match=f"longer than {runs.MAX_LENGTH} characters"):
        runs.read_script(endless, game)
    with pytest.raises(ReplayError, match="this is not a text file"):
        reading.check(endless, games)


def test_no_preference_that_cannot_be_meant_is_long_in_the_log() -> None:
    lie: JournalRecord = {"language": "\x1b[2J" * 5000}
    file = PreferenceFile(FOLDER, Disk({NAME: encode(lie)}))
    file.read(Preferences())
    assert file.fault is not None
    assert file.fault.isprintable()
    assert len(file.fault) < 300
