"""Measure how many games a second a study plays, by one worker and by two."""

import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import games
from firmware_host.cli.worker_pool import WorkerPool
from firmware_host.stats.studies.plan import StudyPlan
from firmware_host.stats.studies.results_file import ResultsFile
from firmware_host.stats.studies.running import Workforce, play_study, prepared

HEAD: Final = ("workers", "games", "games a second", "x one worker")
WORKERS: Final = (1, 2)
GAMES: Final = 2000


def rows(name: str, count: int = GAMES) -> Iterator[Sequence[str]]:
    """The head, and a row for each number of workers that play ``count`` games of ``name``."""
    yield HEAD
    alone = 0.0
    for workers in WORKERS:
        rate = count / _seconds(name, count, workers)
        alone = alone or rate
        yield str(workers), f"{count:,}", f"{rate:.1f}", f"{rate / alone:.2f}"


def _seconds(name: str, count: int, workers: int) -> float:
    """The seconds from the start of the processes to the last game."""
    plan = StudyPlan("speed", name, most=count, batch=count // 4 or 1)
    crew = Workforce(lambda: WorkerPool(workers), workers)
    with tempfile.TemporaryDirectory() as folder, ResultsFile(Path(folder) / "s", "") as file:
        runs = prepared(plan, games, file)
        begun = time.perf_counter()
        play_study(runs, file, crew)
        return time.perf_counter() - begun
