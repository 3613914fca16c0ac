"""How long each level of the machine thinks: ``python -m tests.bench.hints [POSITIONS [SEED]]``.

The positions are met in random games. Times are those of the processor, without the time box that
the companion puts around them; a hint is what the strongest level would play.
"""

import random
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from statistics import median

import games
from games.core import Game, State, random_action
from games.players import LEVELS, Player
from tests.bench.measure import Clock
from tests.bench.page import milliseconds, table

POSITIONS = 20
SEED = 1
APART = 7
"""Throws and moves from one position to the next, so that all parts of a game are met."""


def positions(game: Game, rng: random.Random) -> Iterator[State]:
    """Choices in random games, one after another without an end."""
    while True:
        state = game.start()
        while not state.is_terminal:
            for _ in range(APART):
                if not state.is_terminal:
                    state = state.apply(random_action(state, rng))
            if not (state.is_chance or state.is_terminal) and len(state.legal_moves()) > 1:
                yield state


def rows(
    names: Sequence[str],
    count: int = POSITIONS,
    seed: int = SEED,
    *,
    clock: Clock = time.process_time,
) -> Iterator[Sequence[str]]:
    """The head, and a row for each of ``names`` with the median and the longest of each level."""
    yield ("game", *(f"{level.name}, p50 (most)" for level in LEVELS))
    for name in names:
        met = tuple(islice(positions(games.load(name), random.Random(seed)), count))
        times = ([_timed(level.player, each, seed, clock) for each in met] for level in LEVELS)
        yield (name, *map(_cell, times))


def _timed(player: Player, state: State, seed: int, clock: Clock) -> float:
    begun = clock()
    player.ranked(state, random.Random(seed))
    return clock() - begun


def _cell(times: Sequence[float]) -> str:
    return f"{milliseconds(median(times))} ({milliseconds(max(times))})"


if __name__ == "__main__":
    print(*table(rows(games.names(), *map(int, sys.argv[1:]))), sep="\n")
