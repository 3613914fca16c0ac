"""The champion of xiangqi for four: ``python -m tests.bench.xiangqi4 [GAMES]``.

In each mode GAMES games are played by the champion against a search with a quarter of its nodes,
and as many by champions alone, of which is told how many ended by play: by the rules, and not by
counting material after 300 turns. The intervals are twice the standard error.
"""

import os
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from statistics import median

from games.match import Result, Score, course, last, share
from games.players import Player
from games.players.levels import Searcher
from tests.bench.modes import MODES, TURNS
from tests.bench.page import table

GAMES = 60
CHAMPION = 1.0
SHARES: Mapping[str, float] = {"a quarter of the nodes": 0.25, "the champion": CHAMPION}
"""Who sits at the other sides, by the share of the nodes that a search may look at."""
NAMES = tuple(name for name in MODES if name.startswith("xiangqi4"))


def play(name: str, other: float, own: float, number: int) -> Result:
    """Play game ``number`` of the mode ``name``: ``own`` and ``other`` are shares of the nodes.

    The result is that of the side with ``own``, another one in each game.
    """
    game = MODES[name].load()
    teams = tuple(dict.fromkeys(seat.team for seat in game.seats))
    champion = teams[number % len(teams)]
    sides: dict[int, Player] = {
        team: Searcher(own if team == champion else other) for team in teams
    }
    start, rng = game.start(), random.Random(f"xiangqi4/{number}")
    state, turns = last(start, course(start, sides, rng, TURNS))
    return Result(number % len(teams), share(state, champion), turns, not state.is_terminal)


def rows(
    names: Sequence[str], count: int, executor: Executor, own: float = CHAMPION
) -> Iterator[Sequence[str]]:
    """The head, and two rows for each mode in ``names``, of ``count`` games each."""
    yield ("game", "against", "games", "champion", "+-", "fair shares", "ended by play", "turns")
    for name in names:
        for against, other in SHARES.items():
            found = list(executor.map(partial(play, name, other * own, own), range(count)))
            score, sides = Score.of(found), 1 + max(result.place for result in found)
            yield (
                name,
                against,
                str(count),
                f"{score.mean:.3f}",
                "?" if score.error is None else f"{2 * score.error:.3f}",
                f"{score.mean * sides:.2f}",
                f"{sum(not result.is_judged for result in found) / count:.0%}",
                f"{median(result.turns for result in found):.0f}",
            )


def main(count: int = GAMES) -> None:
    """Print the table while it is measured."""
    with ProcessPoolExecutor(os.cpu_count()) as executor:
        for line in table(rows(NAMES, count, executor)):
            print(line, flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
