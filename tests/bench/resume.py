"""Print how long it takes from start to the screen of a game that was left.

``python -m tests.bench.resume`` leaves each game just before its end and starts a Python of its own
that opens the table on the simulated Pi, whose bus takes no time. The time is that from before the
start of Python to after the first picture; of it, the journal and the position are timed once more
by themselves.
"""

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import TypeVar

import games
from firmware_host.app.request import Request
from firmware_host.session.session import Session
from firmware_host.simulator.simulated_table import World
from firmware_host.storage.journal import Journal
from firmware_host.storage.records import JournalRecord
from hardware.wiring import wiring
from tests.bench.machine import describe
from tests.bench.page import table

Result = TypeVar("Result")

SEED = 1
TIMES = 5
HEAD = ("interrupted game", "records", "start to screen", "journal opened", "position found again")


def show(folder: Path) -> None:
    """Open the table whose games are in ``folder``, and print what its display shows first."""
    world = World(Request(games, wiring.load("generic"), "en", folder), SEED)
    print(" ".join(world.app.words.split()), flush=True)
    world.close()


def rows(names: Sequence[str], times: int) -> Iterator[Sequence[str]]:
    """The head, and a row for no game and each of ``names``: the medians of so many ``times``."""
    from tests.firmware_host.recorded import whole_game

    yield HEAD
    yield _row("none", (), times)
    for name in names:
        yield _row(name, whole_game(name, random.Random(SEED))[:-1], times)


def _row(name: str, records: Sequence[JournalRecord], times: int) -> Sequence[str]:
    with tempfile.TemporaryDirectory() as folder:
        _leave(Path(folder), records)
        spent = [_times(Path(folder)) for _ in range(times)]
    figures = [f"{median(each):.0f} ms" for each in zip(*spent, strict=True)]
    return (name, str(len(records)), *figures)


def _leave(folder: Path, records: Sequence[JournalRecord]) -> None:
    journal = Journal(folder)
    for number, record in enumerate(records):
        (journal.append if number else journal.begin)(record)
    journal.close()


def _times(folder: Path) -> Sequence[float]:
    """Milliseconds from start to screen, and of the journal and the position alone."""
    start = started(folder)[0]
    journal = Journal(folder)
    opened, records = _timed(journal.open)
    journal.close()
    found, _ = _timed(lambda: Session.resume(records, games) if records else None)
    return start, opened, found


def started(folder: Path) -> tuple[float, str]:
    """Start a program whose games are in ``folder``: milliseconds to its first picture, its words.

    CalledProcessError if it fails.
    """
    asked = (sys.executable, "-m", "tests.bench.resume", "--show", str(folder))
    begun = time.perf_counter()
    with subprocess.Popen(asked, stdout=subprocess.PIPE, text=True, encoding="utf-8") as program:
        assert program.stdout is not None, "it is a pipe"
        words = program.stdout.readline()
        spent = (time.perf_counter() - begun) * 1000
    if program.returncode:
        raise subprocess.CalledProcessError(program.returncode, asked)
    return spent, words


def _timed(work: Callable[[], Result]) -> tuple[float, Result]:
    begun = time.perf_counter()
    result = work()
    return (time.perf_counter() - begun) * 1000, result


def main() -> None:
    """Print the table as Markdown, or be the program whose start is timed."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.resume", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="else all")
    parser.add_argument("--times", type=int, default=TIMES, help=f"starts (default: {TIMES})")
    parser.add_argument("--show", type=Path, metavar="FOLDER", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.show:
        show(asked.show)
        return
    print(describe())
    for line in table(rows(asked.games or games.names(), asked.times)):
        print(line, flush=True)


if __name__ == "__main__":
    main()
