"""Play at random to the end, on one battle that is changed in place."""

import random
from collections.abc import Callable

from games.core import Outcome
from games.xiangqi4.battle import Battle, Pick


def play_out(battle: Battle, rng: random.Random) -> Outcome:
    """Play ``battle`` on with ``rng``, each legal move and each claimant alike, to its outcome."""
    pick = pick_with(rng.random)
    code = None if battle.ending or battle.lots else battle.offer(pick)
    while battle.ending is None:
        if battle.lots:
            code = battle.draw(rng.choice(battle.lots[0].claimants), pick)
        elif code is not None:
            code = battle.play(code, pick)
    return battle.ending


def pick_with(chance: Callable[[], float]) -> Pick:
    """Return a pick by chance, each allowed code alike; ``chance`` gives numbers from 0 to below 1.

    What is not allowed is only found out when it is drawn, and then dropped from the codes.
    """

    def pick(battle: Battle, codes: list[int]) -> int | None:
        seat = battle.acting
        while codes:
            index = int(chance() * len(codes))
            if battle.allows(seat, codes[index]):
                return codes[index]
            codes[index] = codes[-1]
            codes.pop()
        return None

    return pick
