"""The champion against UCT that thinks as long: ``python -m tests.bench.against_uct [GAMES]``.

Before each choice of UCT the champion thinks about the same position; UCT then gets the processor
time that this took. The intervals are twice the standard error. GAMES is how many each row takes.
"""

import os
import random
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial

from games import players
from games.actions import Move
from games.budget import Stop, never
from games.core import State
from games.match import Result, Score, play_on, share
from games.players import LEVELS, Player
from games.players.baselines import Uct
from tests.bench.measure import Clock
from tests.bench.modes import MODES, TURNS, Mode
from tests.bench.page import table

GAMES = 40
MOST_PLAYOUTS = 1_000_000
"""More than there is time for."""


WANTED: Mapping[str, float] = {
    "squadro": 1.9,
    "tshupu": 1.4,
    "thaayam, two seats": 1.4,
    "thaayam, four seats": 1.5,
    "xiangqi4, teams": 1.8,
    "xiangqi4, each alone": 1.5,
}
"""The score that the champion should reach in each mode, in fair shares."""


class AsLong(Player):
    """Plays like UCT, for as long by ``clock`` as ``other`` takes in the same position."""

    def __init__(self, other: Player, clock: Clock) -> None:
        self._other, self._clock = other, clock

    def ranked(self, state: State, rng: random.Random, stop: Stop = never) -> tuple[Move, ...]:
        begun = self._clock()
        self._other.ranked(state, rng)
        end = 2 * self._clock() - begun
        return Uct(MOST_PLAYOUTS).ranked(state, rng, lambda: self._clock() >= end or stop())


def play(mode: Mode, level: str, clock: Clock, number: int) -> Result:
    """Play game ``number`` of ``mode`` and return its result for the player called ``level``.

    That player has another side in each game, UCT all others.
    """
    game = mode.load()
    champion = players.load(level)
    teams = tuple(dict.fromkeys(seat.team for seat in game.seats))
    own = teams[number % len(teams)]
    sides = {team: champion if team == own else AsLong(champion, clock) for team in teams}
    rng = random.Random(f"uct/{number}")
    state, turns = play_on(game.start(), sides, rng, TURNS)
    return Result(number % len(teams), share(state, own), turns, not state.is_terminal)


def rows(
    names: Sequence[str],
    count: int,
    executor: Executor,
    clock: Clock = time.process_time,
    level: str = LEVELS[-1].name,
) -> Iterator[Sequence[str]]:
    """The head, and a row for each mode in ``names``, of ``count`` games."""
    yield ("game", "games", level, "+-", "fair shares", "wanted", "cut short")
    for name in names:
        found = list(executor.map(partial(play, MODES[name], level, clock), range(count)))
        score, sides = Score.of(found), 1 + max(result.place for result in found)
        yield (
            name,
            str(count),
            f"{score.mean:.3f}",
            "?" if score.error is None else f"{2 * score.error:.3f}",
            f"{score.mean * sides:.2f}",
            f"{WANTED[name]:.2f}",
            str(sum(result.is_judged for result in found)),
        )


def main(count: int = GAMES) -> None:
    """Print the table while it is measured."""
    with ProcessPoolExecutor(os.cpu_count()) as executor:
        for line in table(rows(tuple(WANTED), count, executor)):
            print(line, flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
