"""How far apart the levels are: ``python -m tests.bench.levels [--minutes N] [--write] [MODE...]``.

All pairs of levels play in each mode, one level at one side and the other at all other sides.
Neighbours play most, all others now and then. A mode is done when the intervals of its levels do
not overlap. Measuring ends after N minutes and is taken up again by the next call, from the games
under ``tests/bench/played``. The figures are points of Elo with their 95 % intervals, 0 being the
mean of the levels. With ``--write`` they are written to docs/players-machine.md, with ``--minutes
0`` without any further game.
"""

import os
import random
import re
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from itertools import combinations, pairwise
from pathlib import Path

from games.rating import Rating, ratings
from tests.bench.level_games import NAMES, SEED, Pair, Played
from tests.bench.machine import describe
from tests.bench.modes import MODES
from tests.bench.page import table

PAGE = Path(__file__).parents[2] / "docs" / "players-machine.md"
BEGIN, END = "levels: python -m tests.bench.levels --write", "end of the levels"
PART = re.compile(rf"(^.*{BEGIN}.*\n)(?:.*\n)*?(^.*{END}.*\n)", re.MULTILINE)

LEAST, MOST = 8, 400
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
        pair = min(open_pairs, key=lambda pair: played.count(pair) / weight(pair))
        played.play(pair, BATCH * played.sides // 2, executor)


def weight(pair: Pair) -> float:
    """How many games ``pair`` plays beside others: fewer, the further apart its levels are.

    >>> weight(("first", "beginner")), weight(("first", "friend")), weight(("first", "champion"))
    (1.0, 0.5, 0.25)
    """
    return 1 / (NAMES.index(pair[1]) - NAMES.index(pair[0]))


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


def rows(modes: Mapping[str, Played]) -> Iterator[Sequence[str]]:
    """The head, and a row for each of ``modes`` in which all levels have played."""
    yield ("game", "games", *NAMES)
    for mode, played in modes.items():
        row = tuple(cells(played))
        if len(row) > 1:
            yield (mode, *row)


def with_table(text: str, new: str) -> str:
    """The page ``text`` with ``new`` where its table was; ValueError if it has no place for one."""
    if len(PART.findall(text)) != 1:
        raise ValueError(f"expected one table between '{BEGIN}' and '{END}'")
    return PART.sub(lambda found: f"{found[1]}\n{new}\n\n{found[2]}", text)


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
    lines = "\n".join([*table(rows(modes)), "", f"Measured on {describe()}."])
    if asked.write:
        PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8"), lines), encoding="utf-8")
    print(lines)


if __name__ == "__main__":
    main()
