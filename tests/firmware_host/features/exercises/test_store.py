"""The sets of exercises of a table, and what it remembers of them."""

import logging
from pathlib import Path

import pytest

import games
from firmware_host.features.exercises import store
from firmware_host.features.exercises.store import OWN, SOLVED, ExerciseShelf
from games.exercises.exercise_file import ExerciseSet, write
from tests.games.test_exercises import EXERCISE


def test_the_set_of_the_game_comes_first_and_then_those_in_the_folder(tmp_path: Path) -> None:
    text = write(ExerciseSet("squadro", {}, (EXERCISE,)))
    (tmp_path / f"{OWN}ours.json").write_text(text)
    shelf = ExerciseShelf(games, tmp_path)
    assert shelf.games() == games.names()
    assert [name for name, _ in shelf.sets("squadro")] == ["", "ours"]
    assert [name for name, _ in shelf.sets("thaayam")] == [""]


def test_what_was_solved_survives_a_restart_once_each(tmp_path: Path) -> None:
    shelf = ExerciseShelf(games, tmp_path)
    for key in ("a", "b", "a"):
        shelf.solve(key)
    assert ExerciseShelf(games, tmp_path).solved == {"a", "b"}


def test_the_newest_are_kept_where_there_are_too_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "MOST_SOLVED", 2)
    shelf = ExerciseShelf(games, tmp_path)
    for key in ("a", "b", "c"):
        shelf.solve(key)
    assert ExerciseShelf(games, tmp_path).solved == {"b", "c"}


@pytest.mark.parametrize("content", [b"", b"nonsense", b"\xff" * 99])
def test_a_file_that_makes_no_sense_counts_as_nothing(tmp_path: Path, content: bytes) -> None:
    (tmp_path / SOLVED).write_bytes(content)
    shelf = ExerciseShelf(games, tmp_path)
    assert shelf.solved == frozenset()
    shelf.solve("a")
    assert ExerciseShelf(games, tmp_path).solved == {"a"}


def test_a_table_in_public_forgets_and_writes_nothing(tmp_path: Path) -> None:
    shelf = ExerciseShelf(games, tmp_path, forgets=True)
    shelf.solve("a")
    assert shelf.solved == {"a"}
    shelf.forget()
    assert shelf.solved == frozenset()
    assert not (tmp_path / SOLVED).exists()


def test_a_card_that_fails_is_reported_and_the_lesson_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    shelf = ExerciseShelf(games, tmp_path / "gone")
    with caplog.at_level(logging.WARNING):
        shelf.solve("a")
    assert shelf.solved == {"a"}
    assert f"{SOLVED} cannot be saved" in caplog.text
