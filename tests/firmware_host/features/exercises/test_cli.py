"""``tableside exercises``: lists, makes, checks and plays sets of exercises."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

import games
from firmware_host.cli.main import main
from firmware_host.features.exercises.runner import gather, play, search_games
from firmware_host.features.exercises.store import NamedSet
from games.exercise_making import Criteria, MachineGames
from games.exercises import ExerciseSet, read_checked, write
from tests.games.test_exercises import EXERCISE, SQUADRO, by_chance

SERIES = NamedSet("series", ExerciseSet("squadro", {}, (EXERCISE,)))


@pytest.fixture
def series(tmp_path: Path) -> Path:
    path = tmp_path / "series.json"
    path.write_text(write(SERIES.exercises), encoding="utf-8")
    return path


def test_any_number_of_workers_finds_the_same_exercises() -> None:
    quarry = MachineGames(SQUADRO, 1, Criteria(nodes=40, looked_at=4, check=by_chance), by_chance)
    found = []
    for workers in (1, 2, 7):
        with ThreadPoolExecutor(workers) as executor:
            found.append(gather(search_games(quarry, 5, executor), 4))
    assert found[0] == found[1] == found[2]
    assert len(found[0][0]) == 4


def test_a_set_ends_where_there_are_no_more_games() -> None:
    quarry = MachineGames(SQUADRO, 1, Criteria(margin=2.0, nodes=40, looked_at=1), by_chance)
    with ThreadPoolExecutor(1) as executor:
        assert gather(search_games(quarry, 2, executor), 4) == ([], 2)


def test_no_theme_fills_a_set() -> None:
    alike = [replace(EXERCISE, position=f"{number}", theme="home") for number in range(9)]
    found, _ = gather(iter([tuple(alike)]), 5)
    assert len(found) == 2


@pytest.mark.deep
def test_a_set_is_made_and_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "made.json"
    make = ["exercises", "make", "squadro", "--count", "3", "--nodes", "200", "--margin", "20"]
    assert main([*make, "--seed", "7", "--workers", "1", "--output", str(path)]) == 0
    assert len(read_checked(path.read_text(), games).exercises) == 3
    assert main(["exercises", "check", str(path), "--workers", "1"]) == 0
    assert "3 of 3 best moves are best as another search sees it" in capsys.readouterr().out


def test_the_sets_are_listed(series: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["exercises", "list", str(series)]) == 0
    line = capsys.readouterr().out
    assert line.startswith("squadro (")
    assert line.endswith("1 exercises, by level 1/0/0; plan 1\n")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["make"], "make: expected the name of a GAME"),
        (["make", "chess"], "no game is called"),
        (["make", "squadro", "--count", "0"], "--count takes a number from 1 on"),
        (["check", "nowhere.json"], "expected the name of a game or a file with exercises"),
        (["play"], "play: expected the name of a GAME or a FILE"),
        (["make", "squadro", "--from", "nowhere"], "nowhere: cannot be read as a record"),
    ],
)
def test_wrong_usage_is_one_line(
    words: list[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["exercises", *words]) == 2
    error = capsys.readouterr().err
    assert expected in error
    assert error.count("\n") == 1


def test_a_file_that_is_no_set_is_one_line(
    series: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fields = json.loads(series.read_text())
    fields["exercises"][0]["level"] = 9
    series.write_text(json.dumps(fields))
    assert main(["exercises", "check", str(series)]) == 1
    error = capsys.readouterr().err
    assert "exercise 1: level: expected one of (1, 2, 3), not 9" in error
    assert error.count("\n") == 1


def played(*answers: str) -> str:
    """What is told in the terminal to somebody who answers so."""
    told: list[str] = []
    left = iter((*answers, "q"))
    assert play([SERIES], "en", told.append, lambda _: next(left)) == 0
    return "\n".join(told)


def test_the_terminal_says_what_an_answer_gives_away() -> None:
    told = played("A5:9-10", "A1:8-9")
    assert "which move is best?" in told
    assert "gives away 26 %" in told
    assert "Right! Best: b5 → b4 (" in told
    assert "0 of 1 right at once" in told


def test_the_terminal_tells_the_moves_and_the_solution() -> None:
    assert "f4 → f3" in played("?")
    assert "Best: b5 → b4 (" in played("!")
    assert "1 of 1 right at once" in played("A1:8-9")


@pytest.mark.parametrize("answer", ["A1:8-9", "a1 8 9", "b5-b4", "B5 B4", "b5", "a1"])
def test_an_answer_may_be_short(answer: str) -> None:
    assert "1 of 1 right at once" in played(answer)


def test_an_answer_that_may_be_several_moves_is_asked_again() -> None:
    told = played("a", "b5")
    assert "That may be b5 → b4; " in told
    assert "1 of 1 right at once" in told


def test_no_answer_means_no_move() -> None:
    assert "expected the squares of a move, such as e4 e5, not" in played("")


def test_a_square_is_no_piece_of_the_notation_of_records() -> None:
    """In records of Squadro, B1 is the first piece of Black."""
    told = played("b1", "b5")
    assert "expected the squares of a move, such as e4 e5, not b1" in told
    assert "1 of 1 right at once" in told


def test_squares_that_are_no_move_are_explained_by_squares() -> None:
    told = played("b5 b2")
    assert "b5 to b4, not to b2" in told


def test_a_move_that_is_not_legal_is_explained() -> None:
    assert "take the piece on b5 to b4" in played("A1:8-12")
