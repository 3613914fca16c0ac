"""How long the review of a game takes.

``python -m tests.firmware_host.features.review.speed [GAMES [SEED]]`` measures it.

The games are played between friends to their end, and reviewed by one process; so is the longest of
some games that are played at random, which are longer than any between people. Times are those of
the processor. No review takes more than ``TARGET`` on the reference core.
"""

import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from math import inf
from statistics import median

import games
from games.actions import Action
from games.core import Game, State, random_action
from games.players import load
from games.replay import Moment
from games.review import ReviewPoint, assess, judge_of, points_of, review
from tests.bench.measure import Clock
from tests.bench.modes import MODES
from tests.bench.page import table

GAMES = 5
SEED = 1
MOST_TURNS = 1000
"""After so many a game is left, as in the studies."""
RANDOM_GAMES = 20
TARGET = 10.0
"""Seconds."""


def played(game: Game, rng: random.Random) -> tuple[ReviewPoint, ...]:
    """What happened in a game between friends, which is left after so many turns."""
    friend = load("friend")
    return _played(game, rng, lambda state: friend.choose(state, rng), MOST_TURNS)


def longest(game: Game, rng: random.Random, count: int = RANDOM_GAMES) -> tuple[ReviewPoint, ...]:
    """What happened in the longest of so many games that are played at random to their end."""
    games_ = (_played(game, rng, lambda state: random_action(state, rng)) for _ in range(count))
    return max(games_, key=len)


def _played(
    game: Game, rng: random.Random, choose: Callable[[State], Action], most: float = inf
) -> tuple[ReviewPoint, ...]:
    state = game.start()
    moments = [Moment(0, None, None, state)]
    while state.turn is not None and moments[-1].turn < most:
        seat = game.seats[state.turn]
        state = state.apply(
            action := random_action(state, rng) if state.is_chance else choose(state)
        )
        turn = moments[-1].turn + (moments[-1].seat != seat)
        moments.append(Moment(turn, seat, action, state))
    return points_of(moments, state.outcome())


def measured(points: Sequence[ReviewPoint], clock: Clock) -> float:
    """The seconds that the review of a game takes."""
    began = clock()
    judge = judge_of(points)
    review(points, [assess(point, judge) for point in points])
    return clock() - began


def rows(
    names: Sequence[str],
    count: int = GAMES,
    seed: int = SEED,
    *,
    clock: Clock = time.process_time,
) -> Iterator[Sequence[str]]:
    """The head, and a row for each mode of the games in ``names``."""
    at_random = ("longest at random, actions", "longest at random")
    yield ("game", "games", "actions, median", "median", "most", *at_random, "target")
    for title, mode in MODES.items():
        if mode.game in names:
            yield (title, str(count), *_figures(mode.load(), count, seed, clock))


def _figures(game: Game, count: int, seed: int, clock: Clock) -> Sequence[str]:
    played_ = [played(game, random.Random(f"{seed}/{number}")) for number in range(count)]
    times = [measured(points, clock) for points in played_]
    actions = f"{median(len(points) - 1 for points in played_):.0f}"
    points = longest(game, random.Random(seed))
    seconds = (median(times), max(times), measured(points, clock), TARGET)
    middle, most, of_longest, target = (f"{each:.1f} s" for each in seconds)
    return actions, middle, most, f"{len(points) - 1:,}", of_longest, target


if __name__ == "__main__":
    for line in table(rows(games.names(), *map(int, sys.argv[1:]))):
        print(line, flush=True)
