"""How often players of Squadro keep the value of a position: ``python -m tests.bench.squadro``.

The positions are those of :mod:`tests.bench.squadro_positions`.
"""

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, pairwise
from statistics import mean, median, quantiles

from games.players import Player
from games.players import load as load_player
from games.squadro.game import Squadro
from games.squadro.rules import HOME
from games.squadro.tables import PLACES, ValueTable
from tests.bench.measure import Clock
from tests.bench.page import milliseconds, table
from tests.bench.squadro_positions import COUNT, FILE, Known, read

PARTS = {"none home": 0, "1 home": 1, "2 or 3 home": 3, "4 or more home": 6}
"""The parts of the game, by how many pieces of both seats are home at most."""

HEAD = ("player", "positions", "value kept", *PARTS, "p50", "p95")


def rows(count: int = COUNT, *, clock: Clock = time.process_time) -> Iterator[Sequence[str]]:
    """The head, then a row for each player: the share of positions whose value it keeps."""
    with FILE.open() as lines:
        known = list(islice(read(lines), count))
    yield HEAD
    yield _row("greedy", load_player("greedy"), known, clock)
    champion = load_player("champion")
    for name, found in {"no table": None, **_tables()}.items():
        yield _row(f"champion, {name}", champion, _with_table(known, found), clock)


def _tables() -> Mapping[str, ValueTable]:
    """The tables that were built, the one that knows more last."""
    found = [ValueTable(path) for path in reversed(PLACES) if path.is_file()]
    return {"perfect table" if each.is_perfect else "table of endgames": each for each in found}


def _with_table(known: Sequence[Known], table: ValueTable | None) -> Sequence[Known]:
    """The same positions in games that find ``table``."""
    game = Squadro()
    game.table = table
    return [(game.state(str(state)), worth) for state, worth in known]


def _row(name: str, player: Player, known: Sequence[Known], clock: Clock) -> Sequence[str]:
    kept: list[tuple[int, bool]] = []
    times: list[float] = []
    for state, worth in known:
        begun = clock()
        move = player.choose(state, random.Random(1))
        times.append(clock() - begun)
        kept.append((state.progress.count(HOME), worth[move] == max(worth.values())))
    shares = [_share(kept, *bounds) for bounds in pairwise((-1, *PARTS.values()))]
    whole = f"{mean(good for _, good in kept):.1%}"
    spent = milliseconds(median(times)), milliseconds(quantiles(times, n=20)[-1])
    return (name, f"{len(known):,}", whole, *shares, *spent)


def _share(kept: Sequence[tuple[int, bool]], above: int, most: int) -> str:
    found = [good for home, good in kept if above < home <= most]
    return f"{mean(found):.1%}" if found else "-"


if __name__ == "__main__":
    print(*table(rows()), sep="\n")
