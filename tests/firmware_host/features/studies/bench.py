"""Measure how many games a second a study plays, by one worker and by two."""

import os
import resource
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import games
from firmware_host.cli.worker_pool import WorkerPool
from firmware_host.features.studies.plan import StudyPlan
from firmware_host.features.studies.running import Workforce, play_study, prepared
from firmware_host.features.studies.store import ResultsFile
from tests.bench.section import Section

HEAD: Final = (
    "workers",
    "games",
    "games a second",
    "x one worker",
    "processor, workers",
    "processor, main",
    "idle",
    "load before",
)
WORKERS: Final = (1, 2)
GAMES: Final = 2000
TICKS: Final = Path("/proc/stat")
"""Its first line counts what all cores did, also for other programs."""
IDLE: Final = slice(3, 5)
"""Where in that line the idle time is, also that of waiting for a disk."""


class StudyCost(NamedTuple):
    """What a study took: seconds on the clock, of the processor, and how much of it was idle."""

    clock: float
    workers: float
    main: float
    idle: float


def rows(name: str, count: int = GAMES) -> Iterator[Sequence[str]]:
    """The head, and a row for each number of workers that play ``count`` games of ``name``.

    Other programs on the computer make the figures worse: ``load before`` tells of them.
    """
    yield HEAD
    alone = 0.0
    for workers in WORKERS:
        load, spent = os.getloadavg()[0], _spent(name, count, workers)
        rate = count / spent.clock
        alone = alone or rate
        yield (
            str(workers),
            f"{count:,}",
            f"{rate:.1f}",
            f"{rate / alone:.2f}",
            f"{spent.workers:.1f} s",
            f"{spent.main:.1f} s",
            f"{spent.idle:.0%}",
            f"{load:.1f}",
        )


def _spent(name: str, count: int, workers: int) -> StudyCost:
    """What is spent from the start of the processes to their end."""
    plan = StudyPlan("speed", name, most=count, batch=count // 4 or 1)
    crew = Workforce(lambda: WorkerPool(workers), workers)
    with tempfile.TemporaryDirectory() as folder, ResultsFile(Path(folder) / "s", "") as file:
        runs = prepared(plan, games, file)
        before = time.perf_counter(), _of_children(), time.process_time(), *_ticks()
        play_study(runs, file, crew)
        after = time.perf_counter(), _of_children(), time.process_time(), *_ticks()
    took = [late - soon for soon, late in zip(before, after, strict=True)]
    clock, of_workers, main, idle, every = took
    return StudyCost(clock, of_workers, main, idle / every if every else 0.0)


def _of_children() -> float:
    """Seconds of the processor that worker processes took which have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _ticks() -> tuple[int, int]:
    """How long all cores were idle, and how long they were there."""
    ticks = [int(each) for each in TICKS.read_text().splitlines()[0].split()[1:9]]
    return sum(ticks[IDLE]), sum(ticks)


SECTIONS: Final[Mapping[str, Section]] = {
    "Studies": Section(
        "Games a second of a study between greedy players of the first game, on the clock: from "
        "the start of the worker processes to their end. The target is 1.8 times as many with two "
        "workers on two idle cores; the load before, and how much of all cores was idle meanwhile, "
        "tell whether they were.",
        lambda names: rows(names[0]),
    ),
}
