"""Games between levels, kept in files so that measuring can be interrupted and taken up again.

A mode has a file under ``tests/bench/played``, a pair of levels has a line in it: in how many games
the first one won which share of the point. The line counts only while the two players are what they
were: it names what makes them, the nodes of the search and the care that a level takes.
"""

import json
import random
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from functools import cache
from itertools import combinations
from pathlib import Path

from games.actions import Move
from games.budget import Stop, never
from games.core import Game, State
from games.match import Match
from games.players import LEVELS, Player, load
from games.players.levels import care_of, with_care
from tests.bench.modes import MODES, TURNS
from tests.bench.ratings import Encounter

SEED = 1
FOLDER = Path(__file__).with_name("played")
NAMES = tuple(level.name for level in LEVELS)
CARE = "care "

Pair = tuple[str, str]


class Careful(Player):
    """Plays with so much ``care``, from 0 to 1, whatever the game says; to fit the levels."""

    def __init__(self, care: float) -> None:
        self._care = care

    def ranked(self, state: State, rng: random.Random, stop: Stop = never) -> tuple[Move, ...]:
        """Return the moves in the order in which it likes them this time."""
        return with_care(state, self._care, rng, stop)


@cache
def contestant(name: str) -> Player:
    """The player called ``name``: a level, or one that takes so much care, as in ``care 0.35``."""
    return Careful(float(name.removeprefix(CARE))) if name.startswith(CARE) else load(name)


def made_of(game: Game, name: str) -> str:
    """What decides how well the player called ``name`` plays ``game``."""
    if name.startswith(CARE):
        return f"{name} {game.HASTE} {game.SEARCH_NODES}"
    care = care_of(game, NAMES.index(name) / (len(NAMES) - 1))
    return f"{CARE}{care} {game.HASTE} {game.SEARCH_NODES}"


class Played:
    """The games of ``mode`` so far, from the files in ``folder``."""

    def __init__(self, mode: str, folder: Path = FOLDER) -> None:
        self.game = MODES[mode].load()
        self.sides = len({seat.team for seat in self.game.seats})
        self.seconds: dict[Pair, float] = defaultdict(float)
        self._file = folder / f"levels-{mode.replace(',', '').replace(' ', '-')}.jsonl"
        self._shares: dict[Pair, Counter[float]] = defaultdict(Counter)
        self._read()

    def play(self, pair: Pair, count: int, executor: Executor) -> None:
        """Let ``pair`` play so many more games, and keep them."""
        match = Match(self.game, pair, SEED, TURNS, contestant)
        numbers = range(self.count(pair), self.count(pair) + count)
        for share, seconds in executor.map(_Timed(match), numbers):
            self._shares[pair][share] += 1
            self.seconds[pair] += seconds
        self._write()

    def note(self, pair: Pair, shares: Iterable[float]) -> None:
        """Count ``shares`` as what the first of ``pair`` won in its next games; nothing is kept."""
        self._shares[pair].update(shares)

    def count(self, pair: Pair) -> int:
        """How many games ``pair`` has played."""
        return self._shares[pair].total()

    def cost(self, pair: Pair) -> float:
        """The processor time in s of a game of ``pair``, on average; 1 before it has played."""
        return self.seconds[pair] / self.count(pair) if self.seconds[pair] else 1.0

    def encounters(self, names: Sequence[str]) -> list[Encounter]:
        """What each of ``names`` won from every later one."""
        return [
            Encounter(*pair, self.sides, tuple(self._shares[pair].elements()))
            for pair in combinations(names, 2)
            if self._shares[pair]
        ]

    def _read(self) -> None:
        lines = self._file.read_text(encoding="utf-8") if self._file.exists() else ""
        for line in map(json.loads, lines.splitlines()):
            one, other = line["pair"]
            if line["of"] == self._made_of((one, other)):
                self._shares[one, other].update(dict(line["won"]))
                self.seconds[one, other] = line["seconds"]

    def _write(self) -> None:
        lines = (
            json.dumps(
                {
                    "pair": pair,
                    "of": self._made_of(pair),
                    "seconds": round(self.seconds[pair], 2),
                    "won": sorted(shares.items()),
                }
            )
            for pair, shares in self._shares.items()
            if shares
        )
        self._file.parent.mkdir(exist_ok=True)
        self._file.write_text("\n".join((*lines, "")), encoding="utf-8")

    def _made_of(self, pair: Pair) -> list[str]:
        return [made_of(self.game, name) for name in pair]


class _Timed:
    """Plays a game by its number; what its first player won, and the processor time of it all."""

    def __init__(self, match: Match) -> None:
        self._match = match

    def __call__(self, number: int) -> tuple[float, float]:
        begun = time.process_time()
        return self._match.play(number).share, round(time.process_time() - begun, 3)
