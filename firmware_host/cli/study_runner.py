"""Run a study from the command line: who plays, progress, Ctrl-C, and the files at the end."""

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import games
from firmware_host import __version__
from firmware_host.base.errors import UsageError, reason
from firmware_host.cli.cluster import cluster
from firmware_host.cli.parser import check_from_one
from firmware_host.cli.progress import ProgressLine, minutes, shown
from firmware_host.cli.worker_pool import WorkerPool
from firmware_host.stats.game_code import game_code
from firmware_host.stats.studies import plan_file
from firmware_host.stats.studies.findings import Findings, findings, finished
from firmware_host.stats.studies.html_report import html
from firmware_host.stats.studies.markdown_report import markdown
from firmware_host.stats.studies.results_file import ResultsFile
from firmware_host.stats.studies.running import (
    CellRun,
    StudyProgress,
    Workforce,
    play_study,
    prepared,
)
from firmware_host.storage.new_file import NewFile

Clock = Callable[[], float]

BY_PROGRAM: Final = b"by tableside "
"""What each report of a study says of itself."""

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C."""


def run_study(path: Path, folder: Path, workers: int | None, scheduler: str | None) -> int:
    """Play the study of the plan in ``path``, and write its results into ``folder``.

    The games are played by ``workers`` processes (None: one per core), or by the cluster of
    ``scheduler``. Ctrl-C keeps the games before; the same command goes on. UsageError if the plan
    or an argument is wrong, StudyError if the study cannot be played. Return the exit code.
    """
    plan, text = plan_file.load(path, games)
    database = _place(folder, path.stem)
    for report in _reports(database):
        report.check()
    with ResultsFile(database, f"{__version__}, games {game_code()}") as file:
        runs = prepared(plan, games, file)
        try:
            with _workforce(workers, scheduler) as workforce:
                _play(runs, file, workforce)
        except KeyboardInterrupt:
            kept = StudyProgress.of(runs).played
            print(
                f"\nstopped: {kept} games are kept in {database}; to go on, give the same command"
                f" again: tableside study {path}",
                file=sys.stderr,
            )
            return INTERRUPTED
        found = findings(plan, runs)
        file.finish(text, [finished(run) for run in runs])
    for written in _written(found, text, database):
        print(f"{written}: written")
    return 0


def _place(folder: Path, name: str) -> Path:
    """Return where the results called ``name`` are kept; make the ``folder`` if there is none."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"--out {folder}: {reason(error)}") from None
    return folder / f"{name}.sqlite"


@contextmanager
def _workforce(workers: int | None, scheduler: str | None) -> Iterator[Workforce]:
    """Yield who plays: the cluster of ``scheduler``, or ``workers`` processes of this computer."""
    check_from_one("--workers", workers)
    if scheduler is not None and workers is not None:
        raise UsageError("give either --workers or --scheduler: a cluster has its own workers")
    if scheduler is None:
        count = workers or os.cpu_count() or 1
        yield Workforce(lambda: WorkerPool(count), count)
        return
    with cluster(scheduler) as workforce:
        yield workforce


def _play(
    runs: Sequence[CellRun], file: ResultsFile, workforce: Workforce, clock: Clock = time.monotonic
) -> None:
    """Play what ``runs`` lack, show how far it is, and print how fast it was."""
    before, started = StudyProgress.of(runs).played, clock()
    left = TimeLeft(StudyProgress.of(runs), started)
    with shown(StudyProgress.of(runs), lambda now: left.line(now, clock())) as notify:
        play_study(runs, file, workforce, notify)
    seconds, played = clock() - started, StudyProgress.of(runs).played - before
    if played:
        rate = f"{played / seconds:.1f} games a second, {workforce.workers} workers"
        print(f"{played} games in {seconds:.1f} s ({rate})")


class TimeLeft:
    """Estimates how long a study takes, by the games since it was ``begun`` at ``now`` (s)."""

    def __init__(self, begun: StudyProgress, now: float) -> None:
        self._begun, self._start = begun, now

    def words(self, progress: StudyProgress, now: float) -> str:
        """Return how long it will still take, and how long at most.

        >>> begun = StudyProgress(played=100, expected=500, most=900, done=0, cells=3)
        >>> left = TimeLeft(begun, now=0.0)
        >>> left.words(StudyProgress(200, 400, 800, 1, 3), now=60.0)
        'about 4 min left, at most 8 min'
        """
        played = progress.played - self._begun.played
        if not played:
            return "time left: not known yet"
        pace = (now - self._start) / played
        about, most = minutes(pace * progress.expected), minutes(pace * progress.most)
        return f"about {about} left" + (f", at most {most}" if most != about else "")

    def line(self, progress: StudyProgress, now: float) -> ProgressLine:
        """Return what is shown of ``progress`` at ``now`` (seconds)."""
        words = f"{progress.played} games, {progress.done} of {progress.cells} cells"
        total = progress.played + progress.expected
        return ProgressLine(words, progress.played, total, self.words(progress, now))


def _reports(database: Path) -> tuple[NewFile, NewFile]:
    """Return the reports beside ``database``, as Markdown and as a page; ours are replaced."""
    markdown_file, page = (
        NewFile(database.with_suffix(suffix), own=BY_PROGRAM) for suffix in (".md", ".html")
    )
    return markdown_file, page


def _written(found: Findings, text: str, database: Path) -> Iterator[Path]:
    """Write the reports beside ``database``; yield every file that there is now."""
    yield database
    for file, report in zip(_reports(database), (markdown, html), strict=True):
        try:
            file.write(report(found, text, __version__).encode())
        except OSError as error:
            raise UsageError(f"{file.path}: cannot be written: {reason(error)}") from None
        yield file.path
