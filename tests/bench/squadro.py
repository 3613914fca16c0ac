"""How often the search keeps the value of endgames of Squadro where the choice matters.

``python -m tests.bench.squadro [POSITIONS [SEED [NODES]]]``. The values come from the table, which
``make squadro-table`` builds; the search does without it.
"""

import random
import sys
import time
from collections.abc import Iterator
from itertools import islice
from statistics import mean, quantiles

from games.budget import Budget
from games.players.searcher import search
from games.squadro import Squadro, tables
from games.squadro.position import SquadroPosition
from games.squadro.rules import HOME, TRACKS
from games.squadro.tables import Endgame


def positions(rng: random.Random) -> Iterator[SquadroPosition]:
    """Endgames of all kinds, two or three pieces of each seat being away."""
    game = Squadro()
    game.table = None
    while True:
        progress = [stage for _ in range(2) for stage in _side(rng)]
        sides = (",".join(map(str, each)) for each in (progress[:TRACKS], progress[TRACKS:]))
        try:
            yield game.state(f"{rng.randrange(2)} {'/'.join(sides)}")
        except ValueError:
            continue


def _side(rng: random.Random) -> list[int]:
    """Every standing of two or three pieces is as likely as any other."""
    count = rng.choices((3, 2), (HOME, 1))[0]
    away = rng.sample(range(TRACKS), count)
    return [rng.randrange(HOME) if track in away else HOME for track in range(TRACKS)]


def value(table: Endgame, state: SquadroPosition) -> int:
    """1, 0 or -1 for A, whoever moves."""
    outcome = state.outcome()
    if outcome is not None:
        return round(outcome.score(0))
    if state.turn == 0:
        return table.value(state.progress) or 0
    return min(value(table, state.apply(move)) for move in state.legal_moves())


def matters(table: Endgame, state: SquadroPosition) -> dict[str, int]:
    """What every move is worth to who makes it, nothing if all are worth the same."""
    sign = -1 if state.turn else 1
    values = {str(move): sign * value(table, state.apply(move)) for move in state.legal_moves()}
    return values if len(set(values.values())) > 1 else {}


def main(count: int = 1000, seed: int = 1, nodes: int = Squadro.SEARCH_NODES) -> None:
    """Print the share of moves that kept the value, and how long they took, in CPU seconds."""
    table = tables.shipped()
    if table is None:
        sys.exit("expected the table of endgames, found none: make squadro-table")
    rng, kept, times = random.Random(seed), [], []
    asked = ((each, found) for each in positions(rng) if (found := matters(table, each)))
    for state, found in islice(asked, count):
        began = time.process_time()
        best = search(state, Budget(nodes), rng)[0]
        times.append(time.process_time() - began)
        kept.append(found[str(best)] == max(found.values()))
    slowest = quantiles(times, n=100)[-1]
    print(f"{count} endgames, seed {seed}, {nodes} nodes: value kept in {mean(kept):.1%}")
    print(f"a move took {mean(times):.3f} s, one in a hundred {slowest:.3f} s or more")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
