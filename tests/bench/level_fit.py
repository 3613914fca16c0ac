"""How much care each level needs: ``python -m tests.bench.level_fit [SECONDS [MODE...]]``.

Players of growing care play against their next neighbours, SECONDS of processor time a pair at
most. What is printed are the figures for ``CARE``: with them the levels between the weakest and the
strongest are equal steps of Elo apart.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from itertools import pairwise

from tests.bench.level_games import CARE, NAMES, Played
from tests.bench.modes import MODES
from tests.bench.ratings import fitted

GRID = (0.0, 0.15, 0.3, 0.4, 0.5, 0.75, 1.0)
"""How much care those who play take; with more than half of it they sometimes think ahead."""
SECONDS, MOST, BATCH = 40.0, 1000, 12


def care(mode: str, seconds: float, executor: Executor) -> tuple[list[float], list[float]]:
    """The care of the levels in ``mode`` but the first and the last, and the Elo of the grid."""
    names, played = [f"{CARE}{each}" for each in GRID], Played(mode)
    for pair in pairwise(names):
        while played.seconds[pair] < seconds and played.count(pair) < MOST:
            played.play(pair, BATCH, executor)
    elo = fitted(played.encounters(names))
    ratings = [elo[name] for name in names]
    return list(even(ratings)), ratings


def even(ratings: Sequence[float]) -> Iterator[float]:
    """The care that the levels between the first and the last need, if GRID has ``ratings``."""
    steps = len(NAMES) - 1
    for step in range(1, steps):
        wanted = ratings[0] + (ratings[-1] - ratings[0]) * step / steps
        yield next(
            low + (high - low) * (wanted - below) / (above - below)
            for (low, high), (below, above) in zip(pairwise(GRID), pairwise(ratings), strict=True)
            if below <= wanted <= above
        )


def main(seconds: str = str(SECONDS), *modes: str) -> None:
    """Print the care that the levels need, mode by mode."""
    with ProcessPoolExecutor(os.cpu_count()) as executor:
        for mode in modes or tuple(MODES):
            found, ratings = care(mode, float(seconds), executor)
            elo = ", ".join(f"{each:+.0f}" for each in ratings)
            print(f"{mode}: {tuple(round(each, 2) for each in found)} Elo {elo}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
