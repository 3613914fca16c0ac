"""How wrong the champion of Backgammon may be: ``python -m tests.bench.backgammon_doubt [TURNS]``.

The two best ends of so many turns are compared as the game compares them, by the answers of the
next seat, and by a search one turn further, in which the own seat answers too. What is printed is
by how much the two differences differ in 95 of 100 turns, as a part of the point: ``DOUBT``.
"""

import random
import sys
from collections.abc import Iterator
from itertools import islice
from statistics import quantiles
from typing import cast

import games
from games.backgammon.evaluate import MatchStakes, PlaySearch, ends
from games.backgammon.game import BackgammonPosition
from games.backgammon.rules import OUTCOMES, Groups, result
from games.budget import Budget
from games.core import random_action
from games.players import load

ERRORS = 0.07
"""How often a move of the games is a random one."""
SCORE = MatchStakes((0, 0), 1)
ENDLESS = Budget(10**9)


def turns(seed: int) -> Iterator[BackgammonPosition]:
    """Yield the states after each throw of games between players who look at one move."""
    rng, greedy = random.Random(seed), load("greedy")
    while True:
        state = cast("BackgammonPosition", games.load("backgammon").start(rng.randrange(2)))
        while state.turn is not None:
            if state.phase == "move" and len({*state.dice}) == len(state.dice):
                yield state
            errs = state.is_chance or rng.random() < ERRORS
            state = state.apply(random_action(state, rng) if errs else greedy.choose(state, rng))


def further(search: PlaySearch, groups: Groups, seat: int) -> float:
    """Return what an end of the turn of ``seat`` is worth one turn further than the game looks."""
    whole, other = 0.0, 1 - seat
    for throw, likely in OUTCOMES:
        high, low = throw.faces
        dice = (high, low) * (1 + (high == low))
        found = ends(other, groups, dice)
        best = max(found, key=lambda end: search.standing(end, other, SCORE))
        whole += float(likely) * search.answered(best, other, SCORE, ENDLESS)
    return 1 - whole


def difference(state: BackgammonPosition) -> float | None:
    """Return how far the two searches differ on the two best ends of a turn; None of one alone."""
    search, seat = PlaySearch(), cast("int", state.turn)
    found = [end for end in ends(seat, state.groups, state.dice) if result(end) is None]
    likely = sorted(found, key=lambda end: -search.standing(end, seat, SCORE))[:6]
    near = {end: search.answered(end, seat, SCORE, ENDLESS) for end in likely}
    if len(near) < 2:
        return None
    one, two = sorted(near, key=lambda end: -near[end])[:2]
    far = further(search, one, seat) - further(search, two, seat)
    return abs(near[one] - near[two] - far)


def main(count: int = 200) -> None:
    """Print the differences of ``count`` turns."""
    compared = (each for each in map(difference, turns(1)) if each is not None)
    found = list(islice(compared, count))
    print(f"{len(found)} turns: 95 of 100 differ by at most {quantiles(found, n=20)[-1]:.1%}")
    print(f"the mean is {sum(found) / len(found):.1%}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
