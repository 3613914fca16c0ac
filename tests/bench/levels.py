"""How far apart the levels are: ``python -m tests.bench.levels [GAMES [MODE...]]``.

All pairs of levels play GAMES games in each mode, one level at one side and the other at all other
sides. The figures are points of Elo with their 95 % intervals, 0 being the mean of the levels.
"""

import os
import random
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from itertools import combinations

from games.match import Match
from games.players import LEVELS
from games.rating import Encounter, Rating, ratings
from tests.bench.modes import MODES, TURNS, Mode
from tests.bench.page import table

GAMES, SEED = 40, 1
NAMES = tuple(level.name for level in LEVELS)


def rows(
    names: Sequence[str], count: int, executor: Executor, levels: Sequence[str] = NAMES
) -> Iterator[Sequence[str]]:
    """The head, and a row for each mode in ``names`` with the rating of each of ``levels``."""
    yield ("game", "games a pair", *levels)
    for name in names:
        found = ratings(encounters(MODES[name], count, executor, levels), random.Random(SEED))
        yield (name, str(count), *(_cell(found[level]) for level in levels))


def encounters(
    mode: Mode, count: int, executor: Executor, levels: Sequence[str]
) -> list[Encounter]:
    """What every one of ``levels`` won from every later one in ``count`` games of ``mode``."""
    game, found = mode.load(), []
    for pair in combinations(levels, 2):
        match = Match(game, pair, SEED, TURNS)
        shares = tuple(result.share for result in executor.map(match.play, range(count)))
        found.append(Encounter(*pair, len(match.teams), shares))
    return found


def _cell(rating: Rating) -> str:
    return f"{rating.elo:+.0f} ({rating.low:+.0f} to {rating.high:+.0f})"


def main(count: str = str(GAMES), *names: str) -> None:
    """Print the table while it is measured."""
    with ProcessPoolExecutor(os.cpu_count()) as executor:
        for line in table(rows(names or tuple(MODES), int(count), executor)):
            print(line, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
