"""``tableside study``: what it plays, writes, prints and refuses."""

import hashlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from firmware_host.cli.main import main
from firmware_host.features.studies.store import ResultsFile
from tests.interrupting import interrupt, running

PLAN = """\
title = "Two and three"
game = "thaayam"
people = [2, 3]
players = ["greedy", "friend,first"]
games = 40
batch = 20
"""
KILLS = 20


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    path = tmp_path / "plan.toml"
    path.write_text(PLAN)
    return path


def sums(folder: Path) -> list[str]:
    """Return the sums of the results in ``folder``."""
    found = [folder / f"plan{suffix}" for suffix in (".sqlite", ".md", ".html")]
    return [hashlib.sha256(path.read_bytes()).hexdigest() for path in found]


def test_a_study_writes_its_results_and_says_where(
    plan: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan.write_text('game = "thaayam"\npeople = [2]\nplayers = ["greedy"]\ngames = 2\nbatch = 2\n')
    assert main(["study", str(plan), "--workers", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("2 games in ")
    assert lines[1:] == [
        f"{plan.with_suffix(each)}: written" for each in (".sqlite", ".md", ".html")
    ]
    before = sums(plan.parent)
    assert main(["study", str(plan), "--workers", "1"]) == 0
    assert sums(plan.parent) == before
    assert "games in" not in capsys.readouterr().out


def test_games_of_other_rules_or_players_are_not_mixed_in(
    plan: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ResultsFile(plan.with_suffix(".sqlite"), "0.0.1, games 123"):
        pass
    assert main(["study", str(plan), "--workers", "1"]) == 1
    error = capsys.readouterr().err
    assert "was written by another version (version 0.0.1, games 123, not " in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["missing.toml"], "missing.toml: cannot be read: No such file or directory"),
        (["PLAN", "--workers", "0"], "--workers takes a number from 1 on, not 0"),
        (["PLAN", "--workers", "1", "--scheduler", "x"], "give either --workers or --scheduler"),
        (["PLAN", "--out", "PLAN"], "File exists"),
    ],
)
def test_a_study_that_cannot_be_played_is_refused_in_one_line(
    plan: Path, capsys: pytest.CaptureFixture[str], words: list[str], expected: str
) -> None:
    assert main(["study", *(str(plan) if word == "PLAN" else word for word in words)]) == 2
    error = capsys.readouterr().err
    assert expected in error
    assert error.count("\n") == 1


def test_a_wrong_plan_is_named_in_one_line(plan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan.write_text('game = "thaayam"\npeople = [5]\n')
    assert main(["study", str(plan)]) == 2
    assert capsys.readouterr().err == (
        f"tableside study: {plan}: people: expected a list of some of 2, 3, 4, not [5]\n"
    )


def kept(folder: Path) -> int:
    """Return the bytes that a study in ``folder`` has written while it runs."""
    path = folder / "plan.sqlite-wal"
    return path.stat().st_size if path.exists() else 0


@pytest.mark.deep
def test_ctrl_c_keeps_the_games_and_says_how_to_go_on(plan: Path) -> None:
    plan.write_text(PLAN.replace("games = 40", "games = 100000"))
    with running("study", str(plan), "--workers", "2") as process:
        while kept(plan.parent) < 100_000:
            time.sleep(0.05)
        code, out, error = interrupt(process)
    assert (code, out) == (130, "")
    assert "to go on, give the same command again: tableside study" in error
    assert "Traceback" not in error


@pytest.mark.deep
def test_any_number_of_workers_and_any_kills_write_the_same_bytes(
    plan: Path, tmp_path: Path
) -> None:
    """Kill the whole group of processes soon after it has kept a game, each time a bit later."""
    found = []
    for workers in (1, 2, 7):
        folder = tmp_path / str(workers)
        assert main(["study", str(plan), "--workers", str(workers), "--out", str(folder)]) == 0
        found.append(sums(folder))
    folder = tmp_path / "killed"
    words = [sys.executable, "-m", "firmware_host.cli", "study", str(plan), "--out", str(folder)]
    for kill in range(KILLS):
        before = kept(folder)
        process = subprocess.Popen([*words, "--workers", "2"], start_new_session=True)
        while kept(folder) == before:
            assert process.poll() is None
            time.sleep(0.01)
        time.sleep(0.01 * kill)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    assert main(["study", str(plan), "--workers", "2", "--out", str(folder)]) == 0
    print(f"1, 2 and 7 workers, and {KILLS} kills: the same bytes")
    assert found == [sums(folder)] * 3
