"""Measure the champion of Backgammon against GNU Backgammon at 0 plies.

``python -m tests.bench.backgammon GAMES``: single games, in which a win counts 1, whatever it is.
Every two games have the same throws, with the colours changed.
"""

import random
import sys
from collections import Counter
from math import sqrt
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Final, cast

import games
from games.backgammon.game import BackgammonPosition
from games.core import random_action
from games.players import load
from tests.games.gnubg import Opponent, after

CHAMPION: Final = "champion"


def play(opponent: Opponent, number: int, name: str = CHAMPION) -> tuple[bool, int]:
    """Play game ``number``; return whether the player called ``name`` has won, and the points."""
    throws, choices, player = random.Random(number // 2), random.Random(number), load(name)
    state = cast("BackgammonPosition", games.load("backgammon").start(number // 2 % 2))
    ours = number % 2
    while state.turn is not None:
        if state.is_chance:
            state = state.apply(random_action(state, throws))
        elif state.turn == ours:
            state = state.apply(player.choose(state, choices))
        else:
            state = _answered(opponent, state)
    return state.score[ours] > 0, max(state.score)


def _answered(opponent: Opponent, state: BackgammonPosition) -> BackgammonPosition:
    """Return the position after the turn of ``opponent``."""
    seat, high, low = cast("int", state.turn), state.dice[0], state.dice[-1]
    best = opponent.best((state.groups, seat, (high, low)))
    groups = state.groups if best is None else after(state.groups, seat, best)
    return state.after_turn(groups)


def main(many: int, name: str = CHAMPION) -> None:
    """Play and print how many were won, with the standard error, and with which points."""
    begun = process_time()
    with TemporaryDirectory() as folder:
        opponent = Opponent(Path(folder))
        results = Counter(play(opponent, number, name) for number in range(many))
        opponent.close()
    won = sum(count for (is_won, _), count in results.items() if is_won)
    share = won / many
    print(f"{name}: won {won} of {many}, {share:.1%} (+-{sqrt(share * (1 - share) / many):.1%})")
    points = sum((1 if is_won else -1) * worth * n for (is_won, worth), n in results.items())
    print(f"points a game: {points / many:+.2f}; processor: {process_time() - begun:.0f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
