"""The sets of exercises of a table, and what it remembers of them."""

import logging
from pathlib import Path

import pytest

import games
from firmware_host.features.exercises.remote import SolvedExercises
from firmware_host.features.exercises.store import OWN, SOLVED, ExerciseShelf
from firmware_host.storage import records
from games.exercises import ExerciseSet, write
from tests.games.test_exercises import EXERCISE


def test_the_set_of_the_game_comes_first_and_then_those_in_the_folder(tmp_path: Path) -> None:
    text = write(ExerciseSet("squadro", {}, (EXERCISE,)))
    (tmp_path / f"{OWN}ours.json").write_text(text)
    shelf = ExerciseShelf(games, tmp_path)
    assert shelf.games() == games.names()
    assert [name for name, _ in shelf.sets("squadro")] == ["", "ours"]
    assert [name for name, _ in shelf.sets("thaayam")] == [""]


def test_what_was_solved_survives_a_restart(tmp_path: Path) -> None:
    ExerciseShelf(games, tmp_path).solved.keep(("a", "b"))
    assert ExerciseShelf(games, tmp_path).solved.read() == ("a", "b")


def test_the_newest_are_kept_where_there_are_too_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "MOST_KEYS", 2)
    shelf = ExerciseShelf(games, tmp_path)
    shelf.solved.keep(("a", "b", "c"))
    assert shelf.solved.read() == ("b", "c")


def test_an_exercise_is_solved_once() -> None:
    solved = SolvedExercises().after("a").after("b").after("a")
    assert solved == SolvedExercises(("a", "b"))


@pytest.mark.parametrize("content", [b"", b"nonsense", b"\xff" * 99])
def test_a_file_that_makes_no_sense_counts_as_nothing(tmp_path: Path, content: bytes) -> None:
    (tmp_path / SOLVED).write_bytes(content)
    shelf = ExerciseShelf(games, tmp_path)
    assert shelf.solved.read() == ()
    shelf.solved.keep(("a",))
    assert shelf.solved.read() == ("a",)


def test_a_table_in_public_writes_nothing(tmp_path: Path) -> None:
    ExerciseShelf(games, tmp_path).solved.keep(("a",))
    shelf = ExerciseShelf(games, tmp_path, forgets=True)
    shelf.solved.keep(("b",))
    assert shelf.solved.read() == ()
    assert ExerciseShelf(games, tmp_path).solved.read() == ("a",)


def test_a_card_that_fails_is_reported(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        ExerciseShelf(games, tmp_path / "gone").solved.keep(("a",))
    assert f"{SOLVED} cannot be saved" in caplog.text
