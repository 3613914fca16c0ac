"""The commands of the program as it is installed, with an environment that is nearly empty."""

import os
import re
import signal
from pathlib import Path

import pytest

import games
from tests.firmware_host.features.fleet.broker import NEEDS_BROKER, running
from tests.real.hands import table
from tests.real.installed import Program, faults

GAME = games.names()[0]
RECORD = "tableside record 1\ngame: xiangqi4\nfirst: red\n\n"
LOCALES = ("ascii", "iso8859-1", "koi8-r", "cp1251")


def test_it_is_the_installed_program_that_runs(program: Program, tmp_path: Path) -> None:
    found = program.folder.resolve()
    asked = program.start(
        "-c", "import firmware_host, games, hardware; print(games.__file__, hardware.__file__)",
        where=tmp_path, command=(program.python,),
    )  # fmt: skip
    assert asked.wait() == 0
    for path in (tmp_path / "log").read_text().split():
        assert Path(path).resolve().is_relative_to(found)


def test_commands_work_without_a_home_and_in_the_locale_c(program: Program, tmp_path: Path) -> None:
    for words in (("--version",), ("games",), ("rules", GAME), ("perft", GAME, "1")):
        done = program.run(*words, where=tmp_path)
        assert done.returncode == 0
        # perft says how long it took
        assert re.fullmatch(rb"(\d+\.\d\d s\n)?", done.stderr), done.stderr
        assert done.stdout
    assert [*tmp_path.iterdir()] == []


@pytest.mark.deep
@pytest.mark.parametrize("encoding", LOCALES)
def test_no_locale_ends_in_a_traceback(program: Program, tmp_path: Path, encoding: str) -> None:
    record = tmp_path / "record.txt"
    record.write_text(RECORD, encoding="utf-8")
    for words in (
        ("rules", games.names()[-1], "--language", "ru"),
        ("replay", str(record)),
        ("simulate", games.names()[0]),
    ):
        done = program.run(*words, where=tmp_path, PYTHONIOENCODING=encoding)
        assert done.returncode == 0, done.stderr
        told = f"of this terminal (PYTHONIOENCODING={encoding}) lacks some signs"
        assert told in done.stderr.decode(encoding)
        assert done.stderr.count(b"\n") == 1


@pytest.mark.deep
@NEEDS_BROKER
def test_a_table_of_a_fleet_tells_its_broker_and_the_agent_comes_back(
    program: Program, tmp_path: Path
) -> None:
    with (
        running(tmp_path) as broker,
        table(program, tmp_path / "table", GAME, "--first", "0", "--fleet", broker.url) as real,
    ):
        real.wait_for_log("INFO connected to the broker")
        os.kill(real.child("fleet agent"), signal.SIGKILL)
        real.wait_for_log("the agent of the fleet ended with -9; it starts again in 1 s")
        real.play(2)
        assert real.end() == 0
    assert faults(real.log) == []
