"""How far apart the levels are: ``python -m tests.bench.levels [--minutes N] [--write] [MODE...]``.

All pairs of levels play in each mode, one level at one side and the other at all other sides.
Neighbours play most, and pairs whose games are short. A mode is done when the intervals of its
levels do not overlap. Measuring ends after N minutes and is taken up again by the next call, from
the games under ``tests/bench/played``. The figures are points of Elo with their 95 % intervals, 0
being the mean of the levels. With ``--write`` they go to docs/developers/players-machine.md, where
a mode without such games keeps its row; with ``--minutes 0`` without any further game.
"""

import os
import random
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from itertools import combinations, pairwise
from math import sqrt
from pathlib import Path
from platform import python_version

from tests.bench.level_games import NAMES, SEED, Pair, Played
from tests.bench.machine import commit, cpu
from tests.bench.modes import MODES
from tests.bench.page import put, rows_of, table
from tests.bench.ratings import Rating, ratings

PAGE = Path(__file__).parents[2] / "docs" / "developers" / "players-machine.md"
PART = "levels"

LEAST, MOST = 8, 3000
"""Games of a pair: before these its mode is not done, after those it plays no more."""
BATCH = 4
"""Games at a time: a multiple of the sides of every mode but those with three."""
SECONDS = 60.0
"""Processor time after which the next mode has its turn."""


def measure(modes: Mapping[str, Played], minutes: float, executor: Executor) -> None:
    """Let the levels play in all ``modes`` in turns, until all are done or time is up."""
    end = time.monotonic() + 60 * minutes
    left = dict(modes)
    while left and time.monotonic() < end:
        for mode, played in tuple(left.items()):
            _play_on(played, end, executor)
            if is_done(played):
                del left[mode]
            print(f"{mode}: {' '.join(cells(played))}", flush=True)


def _play_on(played: Played, end: float, executor: Executor) -> None:
    """Play the pairs that have played least for what they weigh, for SECONDS or until ``end``."""
    begun = sum(played.seconds.values())
    while sum(played.seconds.values()) < begun + SECONDS and time.monotonic() < end:
        open_pairs = [pair for pair in combinations(NAMES, 2) if played.count(pair) < MOST]
        if not open_pairs:
            return
        due = {each: played.count(each) / weight(each, played.cost(each)) for each in open_pairs}
        played.play(min(open_pairs, key=due.__getitem__), BATCH * played.sides // 2, executor)


def weight(pair: Pair, cost: float) -> float:
    """How many games ``pair`` plays beside others: fewer, the further apart its levels are.

    ``cost`` is the processor time in s of a game. In the same time the ratings become most exact
    when the number of games falls with the root of the cost (J. Neyman, 1934).

    >>> weight(("first", "beginner"), 1.0), weight(("first", "friend"), 4.0)
    (1.0, 0.25)
    """
    return 1 / (NAMES.index(pair[1]) - NAMES.index(pair[0])) / sqrt(cost)


def rated(played: Played) -> dict[str, Rating]:
    """The ratings of the levels by the games so far; none before all have played."""
    encounters = played.encounters(NAMES)
    met = {name for each in encounters for name in (each.player, each.other)}
    return ratings(encounters, random.Random(SEED)) if met == set(NAMES) else {}


def is_done(played: Played) -> bool:
    """Whether all pairs have played, and no interval reaches into that of the next level."""
    if any(played.count(pair) < LEAST for pair in combinations(NAMES, 2)):
        return False
    found = rated(played)
    return all(found[one].high < found[other].low for one, other in pairwise(NAMES))


def cells(played: Played) -> Iterator[str]:
    """The games so far, and the rating of each level with its interval."""
    found = rated(played)
    counts = [played.count(pair) for pair in combinations(NAMES, 2)]
    yield f"{sum(counts):,}"
    for name in NAMES if found else ():
        each = found[name]
        yield f"{each.elo:+.0f} ({each.low:+.0f} to {each.high:+.0f})"


def rows(modes: Mapping[str, Played], page: str) -> Iterator[Sequence[str]]:
    """The head, and the rows of all modes, of the games in ``modes`` or else as on ``page``."""
    yield ("game", "games", *NAMES, "commit")
    kept = {row[0]: row for row in rows_of(page, PART)}
    for mode in MODES:
        if mode in modes and len(row := tuple(cells(modes[mode]))) > 1:
            yield (mode, *row, commit())
        elif mode in kept:
            yield kept[mode]


def arguments() -> Namespace:
    """What was asked for on the command line."""
    parser = ArgumentParser("python -m tests.bench.levels", description=__doc__)
    parser.add_argument("modes", nargs="*", metavar="MODE", help=", ".join(MODES))
    parser.add_argument("--minutes", type=float, default=60.0, help="how long to play")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name}")
    return parser.parse_args()


def main() -> None:
    """Play, and print or write the table."""
    asked = arguments()
    modes = {mode: Played(mode) for mode in asked.modes or MODES}
    with ProcessPoolExecutor(os.cpu_count()) as executor:
        measure(modes, asked.minutes, executor)
    page = PAGE.read_text(encoding="utf-8")
    where = f"Measured on {cpu()}, Python {python_version()}."
    lines = "\n".join([*table(rows(modes, page)), "", where])
    if asked.write:
        PAGE.write_text(put(page, PART, lines), encoding="utf-8")
    print(lines)


if __name__ == "__main__":
    main()
