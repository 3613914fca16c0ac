"""What handicaps are worth: ``python -m tests.bench.handicaps [--minutes N] [--write] [GAME...]``.

The same level plays at all seats, one of which has a handicap: every seat in turn, whoever begins.
Handicaps play in turns until the interval of each is at most 40 points of Elo on either side, or
for N minutes; the next call goes on, from the games in ``tests/bench/played/handicaps-GAME.jsonl``.
With ``--write`` the figures are written to
docs/developers/players-machine.md; ``--minutes 0`` plays no more.

What a game, its file or its rule sheet says of a handicap is written by hand, and a test compares.
"""

import json
import random
import time
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil, log10, sqrt
from pathlib import Path
from typing import NamedTuple

import games
from games.core import Game
from games.match import course, last, share
from games.options import PREFIX, Handicap
from games.players import load
from tests.bench.machine import commit
from tests.bench.modes import TURNS
from tests.bench.page import put, table

PAGE = Path(__file__).parents[2] / "docs" / "developers" / "players-machine.md"
PART = "handicaps"
FOLDER = Path(__file__).with_name("played")

LEVEL = "friend"
LEVELS = {"xiangqi4": "beginner", "backgammon": "expert"}
"""Who plays instead: games of friends take too long, or friends are at a loss with a lead."""
SEED = 1
LEAST = 20
NARROW = 40
"""Points of Elo: with an interval of so many on either side, a handicap is measured."""
SURE = 1.96
SECONDS = 5.0
"""Processor time after which the next handicap has its turn."""

Key = tuple[str, str]
"""The names of a game and a handicap."""
Shares = Mapping[float, int]
"""In how many games the side with the handicap won which share of the point."""


class Worth(NamedTuple):
    """What a handicap is worth in points of Elo, give or take a ``margin``, by so many games."""

    elo: int
    margin: int
    games: int


def worth(shares: Shares, sides: int) -> Worth:
    """What a handicap is worth that won its side so many ``shares`` against the other ``sides``.

    >>> worth({1.0: 50, 0.0: 50}, 2)
    Worth(elo=0, margin=69, games=100)
    >>> worth({1.0: 25, 0.0: 75}, 4).elo
    0
    """
    count = sum(shares.values())
    mean = sum(each * many for each, many in shares.items()) / count
    spread = sum((each - mean) ** 2 * many for each, many in shares.items()) / count
    error = SURE * sqrt(spread / count)
    low, middle, high = (_elo(each, sides, count) for each in (mean - error, mean, mean + error))
    return Worth(round(middle), ceil((high - low) / 2), count)


def _elo(part: float, sides: int, count: int) -> float:
    """By how much a side is stronger than the others that wins this ``part`` of all points."""
    inside = min(max(part, 0.5 / count), 1 - 0.5 / count)
    return 400 * log10(inside / (1 - inside) * (sides - 1))


def sides_of(game: Game) -> int:
    """How many sides play ``game``."""
    return len({seat.team for seat in game.seats})


def level_of(name: str) -> str:
    """The level that plays the game called ``name``."""
    return LEVELS.get(name, LEVEL)


def play(key: Key, number: int) -> float:
    """Play game ``number`` with the handicap; the share of the side that has it."""
    name, handicap = key
    usual = games.load(name)
    seats = len(usual.seats)
    seat, first = usual.seats[number % seats], number // seats % seats
    game = games.load(name, **{PREFIX + seat.colour: handicap})
    players = {each.team: load(level_of(name)) for each in game.seats}
    rng, start = random.Random(f"{SEED} {name} {handicap} {number}"), game.start(first)
    state, _ = last(start, course(start, players, rng, TURNS))
    return share(state, seat.team)


def every_handicap(names: Iterable[str]) -> Iterator[tuple[Key, Handicap]]:
    """Every handicap of the games called ``names``."""
    for name in names:
        for handicap in games.kind(name).HANDICAPS:
            yield (name, handicap.name), handicap


class Kept:
    """The games so far, in a file by game; those of a handicap that is another now do not count."""

    def __init__(self, names: Sequence[str], folder: Path = FOLDER) -> None:
        self._folder = folder
        self.starts = {key: handicap.start for key, handicap in every_handicap(names)}
        self.shares: dict[Key, Counter[float]] = {key: Counter() for key in self.starts}
        for path in map(self._file, names):
            lines = path.read_text("utf-8").splitlines() if path.exists() else ()
            for line in map(json.loads, lines):
                key = line["game"], line["handicap"]
                if self.starts.get(key) == tuple(line["start"]) and line["level"] == level_of(
                    key[0]
                ):
                    self.shares[key].update(dict(line["won"]))

    def worth(self, key: Key) -> Worth | None:
        """What the handicap ``key`` is worth; None before it was played enough."""
        if self.shares[key].total() < LEAST:
            return None
        return worth(self.shares[key], sides_of(games.load(key[0])))

    def play_on(self, key: Key, end: float) -> None:
        """Play games with the handicap ``key`` for its turn of time, or until ``end``."""
        begun = time.process_time()
        while time.process_time() < begun + SECONDS and time.monotonic() < end:
            self.shares[key][play(key, self.shares[key].total())] += 1
        self._write(key[0])

    def _file(self, game: str) -> Path:
        return self._folder / f"handicaps-{game}.jsonl"

    def _write(self, game: str) -> None:
        lines = (
            json.dumps(
                {
                    "game": key[0],
                    "handicap": key[1],
                    "start": start,
                    "level": level_of(game),
                    "won": sorted(self.shares[key].items()),
                }
            )
            for key, start in self.starts.items()
            if self.shares[key] and key[0] == game
        )
        self._file(game).write_text("\n".join((*lines, "")), encoding="utf-8")


def measure(kept: Kept, minutes: float) -> None:
    """Play all handicaps in turns until each is measured, or time is up."""
    end = time.monotonic() + 60 * minutes
    left = list(kept.starts)
    while left and time.monotonic() < end:
        for key in tuple(left):
            kept.play_on(key, end)
            found = kept.worth(key)
            print(*key, found or kept.shares[key].total(), flush=True)
            if found is not None and found.margin <= NARROW:
                left.remove(key)


def rows(kept: Kept) -> Iterator[Sequence[str]]:
    """The rows of the table, the head first."""
    yield ("game", "handicap", "worth", "games")
    for name, handicap in kept.starts:
        found = kept.worth((name, handicap))
        if found is not None:
            worth_it = f"{found.elo:+} ± {found.margin}"
            yield (games.kind(name).title, handicap, worth_it, f"{found.games:,}")


def arguments() -> Namespace:
    """What was asked for on the command line."""
    parser = ArgumentParser("python -m tests.bench.handicaps", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(games.shipped()))
    parser.add_argument("--minutes", type=float, default=60.0, help="how long to play")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name}")
    return parser.parse_args()


def main() -> None:
    """Play, and print or write the table."""
    asked = arguments()
    kept = Kept(asked.games or games.shipped())
    measure(kept, asked.minutes)
    lines = "\n".join([*table(rows(kept)), "", f"Measured at commit {commit()}."])
    if asked.write:
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(put(page, PART, lines), encoding="utf-8")
    print(lines)


if __name__ == "__main__":
    main()
