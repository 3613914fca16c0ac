"""Play Squadro at random to the end, on one list of cells that is changed in place."""

import random
from collections import Counter
from collections.abc import Iterable

from games.core import Outcome
from games.squadro.moves import Runs
from games.squadro.position import LIMIT_REACHED, REPEATED, WINS
from games.squadro.rules import HOME, HOME_TO_WIN, OCCURRENCES, TRACKS, SquadroRules


def play_out(
    cells: list[int],
    code: int,
    earlier: Iterable[int],
    left: int,
    runs: Runs,
    rules: SquadroRules,
    rng: random.Random,
) -> Outcome:
    """Play random moves to the end with ``rng`` and return the outcome.

    For games that are not over and ban nothing. ``cells`` are changed, ``earlier`` are the codes
    that may come back, ``left`` is how many plies are left.
    """
    draw = rng.random
    seen = dict(Counter((*earlier, code)))
    home = [
        sum(runs[cell] is None for cell in cells[begin : begin + TRACKS]) for begin in (0, TRACKS)
    ]
    while left:
        seat = code & 1
        run = runs[cells[seat * TRACKS + int(draw() * TRACKS)]]
        if run is None:
            continue
        for piece, change in run.changes:
            cells[piece] += change
        code += run.gain
        left -= 1
        if run.reaches_edge:
            seen.clear()
            home[seat] += run.end == HOME
            if home[seat] == HOME_TO_WIN:
                return WINS[seat]
        if rules.remembers:
            seen[code] = count = seen.get(code, 0) + 1
            if count == OCCURRENCES:
                return REPEATED
    return LIMIT_REACHED
