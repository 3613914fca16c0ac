"""Reading in the terminal: rule sheets, records step by step and checked, positions as text."""

from pathlib import Path

import pytest

import games
from firmware_host.base.errors import HostError, UsageError
from firmware_host.cli import reading
from firmware_host.session.names import option_value
from firmware_host.session.replay import ReplayError, load_all
from firmware_host.text import rule_sheets
from firmware_host.text.translator import Language
from tests import toy
from tests.languages import COMPLETE

SHEETS = [(name, code) for name in games.names() for code in rule_sheets.languages(name)]

RECORD = """\
tableside record 1
game: tongs
options: goal=1
first: red
date: a rainy day
red: Ann
result: red (captured)

1 red: @a1
2 black: @b1
3 red: @c1xb1
"""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return written(tmp_path, RECORD)


def written(folder: Path, text: str) -> Path:
    path = folder / "game.txt"
    path.write_text(text, encoding="utf-8")
    return path


def replayed(path: Path, ask: reading.Ask | None = None, language: str = "en") -> str:
    """Everything that is said while the record at ``path`` is played."""
    said: list[str] = []
    reading.show_replay(path, toy, said.append, ask, language)
    return "\n".join(said)


def shown(name: str, language: str, width: str, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("COLUMNS", width)
    texts: list[str] = []
    reading.show_rules(name, language, games, texts.append)
    return "\n".join(texts)


def test_a_correct_record_is_reported_in_one_line(record: Path) -> None:
    assert reading.check(record, toy) == f"{record}: 3 actions, OK"


def test_a_wrong_action_is_refused_with_file_turn_and_reason(tmp_path: Path) -> None:
    path = written(tmp_path, RECORD.replace("2 black: @b1", "2 black: @a1"))
    with pytest.raises(ReplayError) as caught:
        reading.check(path, toy)
    assert str(caught.value) == (
        f"{path}: line 10: turn 2 (black): @a1: @a1 is not a drop or slide that is possible now"
    )


@pytest.mark.parametrize("text", ["tableside record 2\n", "", RECORD + "4 up: @d4\n"])
def test_a_file_that_is_not_a_record_is_refused_with_the_line(tmp_path: Path, text: str) -> None:
    with pytest.raises(ReplayError, match=r"game.txt: line \d+: expected"):
        reading.check(written(tmp_path, text), toy)


@pytest.mark.parametrize("data", [b"\xff\xfe\xfd", b"\x89PNG\r\n", b"{\xff}", b"a\x00b", b"{\x00"])
def test_bytes_that_are_not_text_are_called_that(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "noise"
    path.write_bytes(data)
    for read in (lambda: reading.check(path, toy), lambda: list(load_all(path))):
        with pytest.raises(ReplayError, match="noise: this is not a text file: expected a record"):
            read()


def test_a_record_that_was_cut_off_says_after_which_turn(tmp_path: Path) -> None:
    with pytest.raises(ReplayError, match=r"game.txt: the record breaks off after turn 2$"):
        reading.check(written(tmp_path, RECORD.removesuffix("xb1\n")), toy)


def test_a_missing_file_is_wrong_usage(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="missing: cannot be read as a record: No such file"):
        reading.check(tmp_path / "missing", toy)


def test_a_replay_shows_every_turn_its_position_and_the_result(record: Path) -> None:
    told = replayed(record)
    assert told.startswith("Tongs\nGoal: 1\na rainy day\nred: Ann\n\nThe start\n0 ....")
    assert "Turn 2, black: stone → b1\n0 01.............. 4/4 0/0 2" in told
    assert told.endswith("Result: red wins")


def test_a_replay_is_told_in_the_language_that_is_asked_for(record: Path) -> None:
    told = replayed(record, language="ru")
    assert "\nкрасные: Ann\n" in told
    assert "Ход 2, чёрные: stone → b1" in told
    assert "красные: рука 3" in told
    assert "Игра окончена: красные: победа" in told
    assert told.endswith("Итог: красные: победа")
    assert told.count("чёрные; число") == 1  # the legend comes once


def test_the_board_is_shown_after_an_action(record: Path) -> None:
    last = replayed(record).split("Turn 3")[1]
    assert "1 ◆ . ◆ .\n  a b c d\nred: hand 3\nblack: hand 4, off 1" in last
    assert "The game is over: red wins (" in last


def test_an_unchanged_board_is_not_shown_again(tmp_path: Path) -> None:
    start = "0 ................ 5/5 0/0 0"
    path = written(tmp_path, RECORD.replace("1 red", f'set "{start}"\n1 red'))
    told = replayed(path)
    assert told.count(start) == 2
    assert told.count("1 : . . .") == 1


def test_enter_continues_and_q_quits(record: Path) -> None:
    answers = iter(("", "q"))
    told = replayed(record, lambda prompt: next(answers))
    assert "Turn 1" in told
    assert "Turn 2" not in told


@pytest.mark.parametrize("end", [EOFError, KeyboardInterrupt])
def test_the_end_of_the_input_ends_the_replay(record: Path, end: type[BaseException]) -> None:
    def ask(prompt: str) -> str:
        raise end

    assert "Turn 1" not in replayed(record, ask)


def test_a_replay_runs_as_far_as_the_record_is_correct(tmp_path: Path) -> None:
    path, said = written(tmp_path, RECORD.replace("@c1xb1", "@c1")), list[str]()
    with pytest.raises(ReplayError, match=r"turn 3 \(red\)"):
        reading.show_replay(path, toy, said.append)
    assert said[-1].startswith("\nTurn 2, black: stone → b1")


def test_a_corrected_position_is_shown_as_set_up(tmp_path: Path) -> None:
    position = "0 0...1........... 4/4 0/0 2"
    text = RECORD.replace("3 red: @c1xb1", f'set "{position}"\n3 red: @d4')
    path = written(tmp_path, text.replace("result: red (captured)\n", ""))
    told = replayed(path)
    assert f"After turn 2: set up\n{position}\n" in told
    assert told.endswith("Result: not finished")


@pytest.mark.parametrize("name", games.names())
def test_every_game_has_its_rule_sheet_in_every_complete_language(name: str) -> None:
    assert set(COMPLETE) <= set(rule_sheets.languages(name))


@pytest.mark.parametrize(("name", "language"), SHEETS)
def test_a_rule_sheet_is_not_a_copy_of_the_english_one(name: str, language: str) -> None:
    sheet = rule_sheets.read(name, language)
    assert sheet.startswith("# ")
    assert max(map(len, sheet.splitlines())) <= 100
    assert language == "en" or sheet != rule_sheets.read(name, "en")


@pytest.mark.parametrize(("name", "language"), SHEETS)
def test_a_rule_sheet_names_options_as_the_device_does(
    name: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    say, text = Language(language), shown(name, language, "1000", monkeypatch)
    assert "```" not in text
    for option in games.kind(name).OPTIONS:
        assert f"{say(option.title)} ({option.name})" in text
        assert option.seat or say(option.meaning) in text
        for value in option.values:
            assert say(option_value(option, value)) in text
            assert str(value) in text


@pytest.mark.parametrize(("name", "language"), SHEETS)
def test_rules_fit_the_terminal(name: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for width in ("60", "80", "120"):
        text = shown(name, language, width, monkeypatch)
        assert max(map(len, text.splitlines())) <= int(width)
        assert "**" not in text


def test_a_language_without_a_sheet_falls_back_to_english(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown("thaayam", "xx", "80", monkeypatch) == shown("thaayam", "en", "80", monkeypatch)


def test_rules_of_an_unknown_game_name_the_games() -> None:
    with pytest.raises(
        UsageError, match="no game is called 'bridge'; the games are: tshupu, thaayam"
    ):
        reading.show_rules("bridge", "en", games)


def test_a_game_without_a_sheet_says_so() -> None:
    with pytest.raises(HostError, match="tongs: expected a rule sheet games/rules/tongs.en.md"):
        reading.show_rules("tongs", "en", toy)
