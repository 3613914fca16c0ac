"""Play at random to the end, on one match that is changed in place."""

import random
from collections.abc import Callable

from games.core import Outcome
from games.xiangqi4.match import Match, Pick


def play_out(match: Match, rng: random.Random) -> Outcome:
    """Play ``match`` on with ``rng``, each legal move and each claimant alike, to its outcome."""
    pick = pick_with(rng.random)
    code = None if match.ending or match.lots else match.offer(pick)
    while match.ending is None:
        if match.lots:
            code = match.draw(rng.choice(match.lots[0].claimants), pick)
        elif code is not None:
            code = match.play(code, pick)
    return match.ending


def pick_with(chance: Callable[[], float]) -> Pick:
    """A pick by chance, each allowed code alike; ``chance`` gives numbers from 0 to below 1.

    What is not allowed is only found out when it is drawn, and then dropped from the codes.
    """

    def pick(match: Match, codes: list[int]) -> int | None:
        seat = match.acting
        while codes:
            index = int(chance() * len(codes))
            if match.allows(seat, codes[index]):
                return codes[index]
            codes[index] = codes[-1]
            codes.pop()
        return None

    return pick
