"""Run a review from the command line: who works, progress, Ctrl-C, lines, and the picture."""

import os
import sys
import time
from argparse import Namespace
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import Any, Final

from firmware_host.base.errors import UsageError
from firmware_host.cli.parser import check_from_one
from firmware_host.cli.worker_pool import ProgressLine, WorkerPool, minutes, shown
from firmware_host.features.review.remote import FOLDER
from firmware_host.features.review.report import TURNING_POINTS, report
from firmware_host.features.review.store import KeptReview, ReviewProgress, ReviewRun
from firmware_host.session.replay import errors_named, load
from firmware_host.stats import MISSING, PlotError, game_code, save
from firmware_host.storage.filesystem import NewFile
from firmware_host.storage.state_folder import find
from firmware_host.text import preferred
from firmware_host.text.translator import Language
from games.core import Game
from games.message import msg
from games.review import Review, turning_points
from hardware.untrusted_input import harmless

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C."""

Clock = Callable[[], float]


def run(arguments: Namespace) -> int:
    """Work the review out, or go on with it, and print it."""
    say = Language(arguments.language or preferred(os.environ))
    folder = find(arguments.state_dir, os.environ)
    path = arguments.plot
    picture = None if path is None else NewFile(path, arguments.overwrite)
    return run_review(arguments.file, folder, arguments.workers, picture, say)


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


SIZE: Final = (8.0, 4.0)
"""Inches."""
TURNS = msg("turn")
SHARE = msg("expected share of the point, in percent")
OTHER: Final = "#777777"
COLOURS: Final = {
    "white": "#8ab4d8",
    "black": "#202020",
    "red": "#c62828",
    "yellow": "#d9a400",
    "green": "#2e7d32",
}
"""The colour of a line by that of its seat; white would not be seen."""
DASHES: Final = ("-", "--", "-.", (0, (5, 1, 1, 1, 1, 1)))
"""By side, for those who cannot tell colours."""
FORMATS: Final = (".pdf", ".png", ".svg")


def check(picture: NewFile) -> None:
    """Raise UsageError if a review cannot be drawn into the file ``picture``."""
    if picture.path.suffix not in FORMATS:
        known = ", ".join(FORMATS)
        raise UsageError(f"--plot takes a file that ends in {known}, not {picture.path}")
    picture.check()


def plot(found: Review, game: Game, picture: NewFile, say: Language) -> None:
    """Draw the share of each side into the file ``picture``, with the turning points.

    Raise PlotError if Matplotlib is missing, UsageError if it cannot be written.
    """
    check(picture)
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise PlotError(MISSING) from None
    figure = Figure(figsize=SIZE, layout="constrained")
    _draw(figure.subplots(), found, game, say)
    save(figure, picture, picture.path.suffix[1:])


def _draw(axes: Any, found: Review, game: Game, say: Language) -> None:
    """Draw a line for each side, in the colour of its first seat, and one at a turning point."""
    turns = [0, *(event.point.turn for event in found.events)]
    heads = {seat.team: seat for seat in reversed(game.seats)}
    for (team, head), dashes in zip(sorted(heads.items()), cycle(DASHES), strict=False):
        colours = " + ".join(say(seat.colour) for seat in game.seats if seat.team == team)
        shares = [100 * shares[head.index] for shares in found.scores]
        look = {"color": COLOURS.get(head.colour, OTHER), "linestyle": dashes, "linewidth": 1.4}
        axes.plot(turns, shares, label=colours, **look)
    for number, point in enumerate(turning_points(found)):
        label = "" if number else say(TURNING_POINTS).lower()
        axes.axvline(point.turn, color=OTHER, linewidth=0.8, linestyle=":", label=label)
    axes.set_xlim(0, max(turns) + 1)
    axes.set_ylim(-2, 102)
    axes.set_title(say.heading(game.title))
    axes.set_xlabel(say(TURNS))
    axes.set_ylabel(say(SHARE))
    axes.legend()
