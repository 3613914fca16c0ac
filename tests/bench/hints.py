"""How long a hint takes: ``python -m tests.bench.hints [POSITIONS [SEED]]``.

A hint is what the strongest level would play. The positions are met in games between friends. Times
are those of the processor, without the time box that the companion puts around them: a search ends
when its positions are spent. The least of ``TIMES`` times counts: other work on the computer may
slow a search down, but not speed it up. A Pi Zero 2 W is ``SLOWER`` times as slow as the reference
core.
"""

import random
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from statistics import median, quantiles

import games
from games.core import Game, State, random_action
from games.players import LEVELS, Player, load
from tests.bench.measure import Clock
from tests.bench.modes import MODES, Mode
from tests.bench.page import milliseconds, table

POSITIONS = 100
SEED = 1
APART = 3
"""Throws and moves from one position to the next, so that all parts of a game are met."""
TIMES = 3
"""How often the same hint is worked out."""
SLOWER = 15
TARGET = 2.0
"""Seconds on the slow computer."""


def positions(game: Game, rng: random.Random) -> Iterator[State]:
    """Choices in games between friends, one after another without an end."""
    friend = load("friend")
    while True:
        state = game.start()
        while not state.is_terminal:
            for _ in range(APART):
                if not state.is_terminal:
                    state = state.apply(
                        random_action(state, rng) if state.is_chance else friend.choose(state, rng)
                    )
            if not (state.is_chance or state.is_terminal) and len(state.legal_moves()) > 1:
                yield state


def rows(
    names: Sequence[str],
    count: int = POSITIONS,
    seed: int = SEED,
    *,
    clock: Clock = time.process_time,
    times: int = TIMES,
) -> Iterator[Sequence[str]]:
    """The head, and a row for each mode of the games in ``names``."""
    head = (f"p95 x {SLOWER}", f"most x {SLOWER}")
    yield ("game", "positions", "p50", "p95", "most", *head, "target")
    for title, mode in MODES.items():
        if mode.game in names:
            found = measured(mode, count, seed, clock, times)
            figures = median(found), quantiles(found, n=20)[-1], max(found)
            slow = tuple(f"{SLOWER * each:.2f} s" for each in figures[1:])
            yield (title, str(count), *map(milliseconds, figures), *slow, f"{TARGET:.0f} s")


def measured(mode: Mode, count: int, seed: int, clock: Clock, times: int) -> list[float]:
    """The least of ``times`` that a hint takes in each of ``count`` positions, at least two."""
    met = islice(positions(mode.load(), random.Random(seed)), count)
    player = LEVELS[-1].player
    return [min(_timed(player, each, seed, clock) for _ in range(times)) for each in met]


def _timed(player: Player, state: State, seed: int, clock: Clock) -> float:
    begun = clock()
    player.ranked(state, random.Random(seed))
    return clock() - begun


if __name__ == "__main__":
    for line in table(rows(games.names(), *map(int, sys.argv[1:]))):
        print(line, flush=True)
