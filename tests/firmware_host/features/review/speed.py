"""How long the review of a game takes.

``python -m tests.firmware_host.features.review.speed [GAMES [SEED]]`` measures it.

The games are played between friends to their end, and reviewed by one process. Times are those of
the processor. A review of a median game takes no more than ``TARGET`` on the reference core.
"""

import random
import sys
import time
from collections.abc import Iterator, Sequence
from statistics import median

import games
from games.core import Game, random_action
from games.players import load
from games.replay import Moment
from games.review import ReviewPoint, assess, points_of, review
from tests.bench.measure import Clock
from tests.bench.modes import MODES
from tests.bench.page import table

GAMES = 5
SEED = 1
MOST_TURNS = 1000
"""After so many a game is left, as in the studies."""
TARGET = 10.0
"""Seconds."""


def played(game: Game, rng: random.Random) -> tuple[ReviewPoint, ...]:
    """What happened in a game between friends, which is left after so many turns."""
    friend, state = load("friend"), game.start()
    moments = [Moment(0, None, None, state)]
    while state.turn is not None and moments[-1].turn < MOST_TURNS:
        seat = game.seats[state.turn]
        action = random_action(state, rng) if state.is_chance else friend.choose(state, rng)
        state = state.apply(action)
        turn = moments[-1].turn + (moments[-1].seat != seat)
        moments.append(Moment(turn, seat, action, state))
    return points_of(moments, state.outcome())


def measured(points: Sequence[ReviewPoint], clock: Clock) -> float:
    """The seconds that the review of a game takes."""
    began = clock()
    review(points, [assess(point) for point in points])
    return clock() - began


def rows(
    names: Sequence[str],
    count: int = GAMES,
    seed: int = SEED,
    *,
    clock: Clock = time.process_time,
) -> Iterator[Sequence[str]]:
    """The head, and a row for each mode of the games in ``names``."""
    yield ("game", "games", "actions, median", "median", "most", "target")
    for title, mode in MODES.items():
        if mode.game in names:
            yield (title, str(count), *_figures(mode.load(), count, seed, clock))


def _figures(game: Game, count: int, seed: int, clock: Clock) -> Sequence[str]:
    played_ = [played(game, random.Random(f"{seed}/{number}")) for number in range(count)]
    times = [measured(points, clock) for points in played_]
    actions = f"{median(len(points) - 1 for points in played_):.0f}"
    return actions, f"{median(times):.1f} s", f"{max(times):.1f} s", f"{TARGET:.0f} s"


if __name__ == "__main__":
    for line in table(rows(games.names(), *map(int, sys.argv[1:]))):
        print(line, flush=True)
