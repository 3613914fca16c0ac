"""Run a review from the command line: who works, progress, Ctrl-C, and what is printed."""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from firmware_host.cli.parser import check_from_one
from firmware_host.cli.progress import ProgressLine, minutes, shown
from firmware_host.cli.worker_pool import WorkerPool
from firmware_host.stats.game_code import game_code
from firmware_host.stats.reviews.kept import FOLDER, KeptReview
from firmware_host.stats.reviews.plot import check, plot
from firmware_host.stats.reviews.report import report
from firmware_host.stats.reviews.running import ReviewProgress, ReviewRun
from firmware_host.storage.new_file import NewFile
from firmware_host.storage.record_files import errors_named, load
from firmware_host.text.translator import Language
from hardware.untrusted_text import harmless

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C."""

Clock = Callable[[], float]


def run_review(
    path: Path, state_folder: Path, workers: int | None, picture: NewFile | None, say: Language
) -> int:
    """Print the review of the record in ``path``, worked out by ``workers`` processes.

    What is worked out is kept in ``state_folder``; Ctrl-C ends it, and the same command goes on.
    With a ``picture``, the score is drawn there. ReplayError if the record is wrong, UsageError and
    PlotError if an argument is. Return the exit code.
    """
    check_from_one("--workers", workers)
    if picture is not None:
        check(picture)
    record = load(path)
    with errors_named(path):
        found = ReviewRun(record, KeptReview(record, game_code(), state_folder / FOLDER))
    try:
        _work(found, workers, time.monotonic)
    except KeyboardInterrupt:
        kept = f"{found.progress.done} of {found.progress.points} actions are kept"
        again = f"to go on, give the same command again: tableside review {path}"
        print(harmless(f"stopped: {kept}; {again}"), file=sys.stderr)
        return INTERRUPTED
    done, game = found.review(), found.points[0].state.game
    print("\n".join(report(done, game, say)))
    if picture is not None:
        plot(done, game, picture, say)
        print(harmless(f"\n{picture.path}: written"))
    return 0


def _work(found: ReviewRun, workers: int | None, clock: Clock) -> None:
    begun, started = found.progress, clock()
    if begun.done == begun.points:
        return

    def line(now: ReviewProgress) -> ProgressLine:
        words = f"{now.done} of {now.points} actions"
        left = time_left(begun, now, clock() - started)
        return ProgressLine(words, now.work_done, now.work, left)

    with shown(begun, line) as notify, WorkerPool(workers) as pool:
        found.work(pool, notify)


def time_left(begun: ReviewProgress, now: ReviewProgress, seconds: float) -> str:
    """Return how long the rest takes at the pace of the ``seconds`` since ``begun``.

    >>> begun = ReviewProgress(done=10, points=100, work_done=20, work=220)
    >>> time_left(begun, ReviewProgress(60, 100, 120, 220), 30.0)
    'about 30 s left'
    """
    left = now.seconds_left(begun, seconds)
    return "time left: not known yet" if left is None else f"about {minutes(left)} left"
