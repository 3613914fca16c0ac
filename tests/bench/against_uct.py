"""The champion against UCT that thinks as long: ``python -m tests.bench.against_uct --help``.

Before each choice of UCT the champion thinks about the same position; UCT then gets the processor
time that this took. The intervals are Wilson's: they hold even where every game was won. The games
that were played are kept: the command goes on where it was interrupted. A mode without such games,
because it was not asked for or the players play otherwise since, keeps its row on the page.
"""

import os
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from math import sqrt
from pathlib import Path
from platform import python_version
from typing import NamedTuple

from games.players import LEVELS
from tests.bench.machine import commit, cpu
from tests.bench.page import put, rows_of, table
from tests.bench.uct_games import UctGames

PAGE = Path("docs/developers/players-machine.md")
PART = "games against UCT"
CHAMPION = LEVELS[-1].name
Z = 1.96
"""How many standard errors 95 % of all means are from theirs (E. B. Wilson, 1927)."""


HEAD = (
    "game",
    "games",
    CHAMPION,
    "95 % from",
    "to",
    "wanted",
    "fair shares",
    "wanted",
    "cut short",
    "time",
    "commit",
)


class Wanted(NamedTuple):
    """How many games tell enough, and what share of the points the champion should win."""

    games: int
    share: float


WANTED: Mapping[str, Wanted] = {
    "thaayam, two seats": Wanted(200, 0.7),
    "thaayam, three seats": Wanted(99, 0.5),
    "thaayam, four seats": Wanted(100, 0.375),
    "tshupu": Wanted(100, 0.7),
    "squadro": Wanted(80, 0.95),
    "xiangqi4, teams": Wanted(40, 0.9),
    "xiangqi4, each alone": Wanted(40, 0.375),
}
"""By mode. With more than two sides it is one and a half times the fair share."""


def measure(modes: Mapping[str, UctGames], minutes: float, executor: Executor) -> None:
    """Let the champion play one mode after another, until all are done or time is up."""
    end = time.monotonic() + 60 * minutes
    for name, played in modes.items():
        while played.count < WANTED[name].games and time.monotonic() < end:
            played.play(min(played.sides, WANTED[name].games - played.count), executor)
            print(" | ".join(cells(name, played)), flush=True)


def cells(name: str, played: UctGames) -> Sequence[str]:
    """The row of a mode with at least one game."""
    score, wanted = played.score, WANTED[name].share
    return (
        name,
        str(score.games),
        *(f"{each:.3f}" for each in (score.mean, *interval(score.mean, score.games))),
        f"{wanted:.3f}",
        f"{score.mean * played.sides:.2f}",
        f"{wanted * played.sides:.2f}",
        str(played.cut),
        f"{played.nodes:g}",
    )


def interval(mean: float, games: int) -> tuple[float, float]:
    """The share that a player wins in the long run, with 95 %, if it won ``mean`` of ``games``.

    >>> interval(1.0, 35)
    (0.901..., 1.0)
    """
    shrunk, squared = games / (games + Z * Z), Z * Z / (4 * games * games)
    middle = shrunk * (mean + Z * Z / (2 * games))
    half = shrunk * Z * sqrt(mean * (1 - mean) / games + squared)
    return middle - half, min(1.0, middle + half)


def rows(modes: Mapping[str, UctGames], page: str) -> Iterator[Sequence[str]]:
    """The head, and the rows of all modes, of the games in ``modes`` or else as on ``page``."""
    yield HEAD
    kept = {row[0]: row for row in rows_of(page, PART)}
    for name in WANTED:
        if name in modes and modes[name].count:
            yield (*cells(name, modes[name]), commit())
        elif name in kept:
            yield kept[name]


def arguments() -> Namespace:
    """What was asked for on the command line."""
    parser = ArgumentParser("python -m tests.bench.against_uct", description=__doc__)
    parser.add_argument("modes", nargs="*", metavar="MODE", help=", ".join(WANTED))
    parser.add_argument("--minutes", type=float, default=60.0, help="how long to play")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="games at a time")
    parser.add_argument(
        "--nodes", type=float, default=1.0, help="share of its nodes that the champion looks at"
    )
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name}")
    return parser.parse_args()


def main() -> None:
    """Play, and print or write the table."""
    asked = arguments()
    modes = {name: UctGames(name, CHAMPION, nodes=asked.nodes) for name in asked.modes or WANTED}
    with ProcessPoolExecutor(asked.workers) as executor:
        measure(modes, asked.minutes, executor)
    page = PAGE.read_text(encoding="utf-8")
    where = f"Measured on {cpu()}, Python {python_version()}."
    lines = "\n".join([*table(rows(modes, page)), "", where])
    if asked.write:
        PAGE.write_text(put(page, PART, lines), encoding="utf-8")
    print(lines)


if __name__ == "__main__":
    main()
