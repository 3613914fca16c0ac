"""A study has the same results on any executor, in any order, and after any interruption."""

import sqlite3
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from firmware_host.features.studies.plan import StudyPlan
from firmware_host.features.studies.report import finished
from firmware_host.features.studies.running import (
    StudyProgress,
    Workforce,
    here,
    play_study,
    prepared,
)
from firmware_host.features.studies.store import ResultsFile, StudyError
from tests.firmware_host.features.studies import duel

PLAN = StudyPlan(
    "duel",
    "duel",
    players=(("random",), ("greedy", "random")),
    options={"draws": (True, False)},
    most=40,
    batch=10,
    widths={"first": 0.4},
    turns=4,
)


def played(path: Path, workforce: Workforce, plan: StudyPlan = PLAN) -> bytes:
    """Play what ``plan`` lacks in the file ``path``; return the bytes of the finished file."""
    with ResultsFile(path, "1") as file:
        runs = prepared(plan, duel, file)
        play_study(runs, file, workforce)
        file.finish("plan", [finished(run) for run in runs])
    return path.read_bytes()


class Mortal(Executor):
    """Plays at once, the last task first, and dies after so many tasks."""

    def __init__(self, tasks: int) -> None:
        self._tasks = tasks

    def submit(self, work: Any, *arguments: Any) -> Future[Any]:  # type: ignore[override]
        future: Future[Any] = Future()
        self._tasks -= 1
        if self._tasks < 0:
            future.set_exception(BrokenExecutor("killed"))
        else:
            future.set_result(work(*arguments))
        return future


def dying_after(*tasks: int) -> Workforce:
    """Return workers of whom all die after so many tasks, each time that they are started."""
    lives = iter(tasks)

    @contextmanager
    def start() -> Iterator[Executor]:
        yield Mortal(next(lives))

    return Workforce(start, 2)


def test_any_number_of_workers_writes_the_same_bytes(tmp_path: Path) -> None:
    found = []
    for workers in (1, 2, 7):
        path = tmp_path / f"{workers}.sqlite"
        crew = Workforce(lambda workers=workers: ThreadPoolExecutor(workers), workers)  # type: ignore[misc]
        found.append(played(path, crew))
    assert found[0] == found[1] == found[2]


def test_workers_that_die_lose_nothing(tmp_path: Path) -> None:
    alive = played(tmp_path / "alive.sqlite", dying_after(10**6))
    assert played(tmp_path / "dying.sqlite", dying_after(3, 0, 5, 1, 10**6)) == alive


def test_workers_that_die_at_once_again_and_again_end_the_study(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match="all workers died 5 times in a row"):
        played(tmp_path / "dying.sqlite", dying_after(0, 0, 0, 0, 0))


def test_a_study_that_was_broken_off_goes_on_where_it_was(tmp_path: Path) -> None:
    whole = played(tmp_path / "whole.sqlite", dying_after(10**6))
    path = tmp_path / "broken.sqlite"
    for _ in range(3):
        with pytest.raises(StudyError):
            played(path, dying_after(7, 0, 0, 0, 0, 0))
    assert played(path, dying_after(10**6)) == whole


def test_a_plan_that_asks_for_more_uses_the_games_there_are(tmp_path: Path) -> None:
    more = StudyPlan(**{**vars_of(PLAN), "most": 60, "widths": {}})
    path = tmp_path / "study.sqlite"
    played(path, dying_after(10**6))
    notified: list[StudyProgress] = []
    with ResultsFile(path, "1") as file:
        runs = prepared(more, duel, file)
        before = StudyProgress.of(runs).played
        play_study(runs, file, dying_after(10**6), notified.append)
        file.finish("plan", [finished(run) for run in runs])
    assert before > 0
    assert notified[-1] == StudyProgress(played=240, expected=0, most=0, done=4, cells=4)
    assert path.read_bytes() == played(tmp_path / "fresh.sqlite", dying_after(10**6), more)


def vars_of(plan: StudyPlan) -> dict[str, Any]:
    return {name: getattr(plan, name) for name in StudyPlan.__struct_fields__}


def test_a_game_that_fails_is_named(tmp_path: Path) -> None:
    class Failing(Mortal):
        def submit(self, work: Any, *arguments: Any) -> Future[Any]:  # type: ignore[override]
            future: Future[Any] = Future()
            future.set_exception(ZeroDivisionError("oh"))
            return future

    with pytest.raises(
        StudyError, match="a game among . to . of the cell '1 duel defaults random 4 turns'"
    ):
        played(tmp_path / "study.sqlite", here(Failing(1)))


def test_the_estimates_are_kept_with_the_games(tmp_path: Path) -> None:
    played(tmp_path / "study.sqlite", here(Mortal(10**6)))
    database = sqlite3.connect(tmp_path / "study.sqlite")
    keys = [key for (key,) in database.execute("SELECT key FROM cells ORDER BY cell")]
    metrics = {name for (name,) in database.execute("SELECT metric FROM estimates")}
    database.close()
    assert keys == [cell.key for cell in PLAN.cells(duel)]
    assert {"first", "skill", "turns", "share of red", "share of black"} <= metrics


@pytest.mark.parametrize("content", [b"no database at all, but long enough to look at", b""])
def test_another_file_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other.sqlite"
    path.write_bytes(content)
    if content:
        with pytest.raises(StudyError, match="expected the results of a study, found another"):
            ResultsFile(path, "1")
    else:
        ResultsFile(path, "1").__exit__()


def test_a_database_of_somebody_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE mine (x)")
    database.close()
    with pytest.raises(StudyError, match="expected the results of a study, found another file"):
        ResultsFile(path, "1")


def test_games_of_another_version_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "study.sqlite"
    played(path, here(Mortal(10**6)))
    with pytest.raises(StudyError, match="written by another version .version 1, not 2."):
        ResultsFile(path, "2")


def test_two_programs_never_play_the_same_study(tmp_path: Path) -> None:
    path = tmp_path / "study.sqlite"
    with ResultsFile(path, "1"), pytest.raises(StudyError, match="another program has this study"):
        ResultsFile(path, "1")


def test_a_folder_that_takes_no_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match="missing/study.sqlite: unable to open database file"):
        ResultsFile(tmp_path / "missing" / "study.sqlite", "1")
