"""Whether luck and skill add up over many games: ``python -m tests.bench.luck [GAME...]``."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor

import games
from firmware_host.cli.worker_pool import WorkerPool
from games.core import Game
from games.valuation import Judge, LookAhead
from tests.bench.modes import MODES
from tests.bench.page import table
from tests.games.played import Counting
from tests.games.tally import Tally, tallied

HEAD = ("game", "judged by", "games", "largest gap", "seat", "mean luck", "standard errors")
JUDGES: Mapping[str, tuple[Judge, int]] = {
    "counting": (Counting(), 10_000),
    "the program": (LookAhead(), 100),
}
"""Who judges how many games."""
PER_TASK = 25


def rows(
    names: Sequence[str], most: int = 10_000, workers: int | None = None
) -> Iterator[Sequence[str]]:
    """The head, and a row for each seat of the games with dice in ``names`` and for each judge.

    Each judge has ``most`` games at most.
    """
    yield HEAD
    with WorkerPool(workers) as pool:
        for judge, (judging, count) in JUDGES.items():
            for title, mode in MODES.items():
                game = mode.load()
                if game.dice and mode.game in names:
                    found = _reviewed(game, min(count, most), judging, pool)
                    yield from _rows((title, judge), game, found)


def _reviewed(game: Game, count: int, judge: Judge, pool: Executor) -> Tally:
    begins = range(0, count, PER_TASK)
    seeds = (range(begin, min(begin + PER_TASK, count)) for begin in begins)
    tasks = [pool.submit(tallied, game, each, judge) for each in seeds]
    return Tally.of(task.result() for task in tasks)


def _rows(labels: Sequence[str], game: Game, found: Tally) -> Iterator[Sequence[str]]:
    for seat in game.seats:
        luck, error = found.mean_luck(seat.index)
        figures = (f"{100 * luck:+.3f} ± {100 * error:.3f} %", f"{luck / error:+.2f}")
        yield (*labels, f"{len(found.luck):,}", f"{found.gap:.1e}", seat.colour, *figures)


if __name__ == "__main__":
    for line in table(rows(sys.argv[1:] or games.names())):
        print(line, flush=True)
