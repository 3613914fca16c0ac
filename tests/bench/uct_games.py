"""Games against UCT, kept in files so that measuring can be interrupted and taken up again.

The games of a mode are lines in a file under ``tests/bench/played``. A line counts only while both
players play as they did: it names a digest of the moves that they prefer in a few positions.
"""

import json
import random
import time
from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import asdict
from functools import partial
from hashlib import sha256
from pathlib import Path

from games import players
from games.actions import Move
from games.budget import Stop, never
from games.core import Game, State, random_action
from games.match import Result, Score, course, last, share
from games.players import Player
from games.players.baselines import Uct
from games.players.levels import Searcher
from tests.bench.measure import Clock
from tests.bench.modes import MODES, TURNS, Mode

FOLDER = Path(__file__).with_name("played")
MOST_PLAYOUTS = 1_000_000
"""More than there is time for."""
SEED, ACTIONS, APART, FEW_PLAYOUTS = 1, 90, 17, 8
"""What tells whether players play the same: a few positions of random games, and little thought."""


class AsLong(Player):
    """Plays like UCT, for as long by ``clock`` as ``other`` takes in the same position."""

    def __init__(self, other: Player, clock: Clock) -> None:
        self._other, self._clock = other, clock

    def ranked(self, state: State, rng: random.Random, stop: Stop = never) -> tuple[Move, ...]:
        begun = self._clock()
        self._other.ranked(state, rng)
        end = 2 * self._clock() - begun
        return Uct(MOST_PLAYOUTS).ranked(state, rng, lambda: self._clock() >= end or stop())


def champion_of(level: str, nodes: float) -> Player:
    """The player called ``level``, or with a share of the ``nodes`` below 1 a search of so many."""
    return players.load(level) if nodes == 1 else Searcher(nodes)


def play(mode: Mode, level: str, nodes: float, clock: Clock, number: int) -> Result:
    """Play game ``number`` of ``mode`` and return its result for :func:`champion_of` them.

    That player has another side in each game, UCT all others. With a share of the ``nodes`` below
    1 both think shorter.
    """
    game, champion = mode.load(), champion_of(level, nodes)
    teams = tuple(dict.fromkeys(seat.team for seat in game.seats))
    own = teams[number % len(teams)]
    sides = {team: champion if team == own else AsLong(champion, clock) for team in teams}
    rng = random.Random(f"uct/{number}")
    start = game.start()
    state, turns = last(start, course(start, sides, rng, TURNS))
    return Result(number % len(teams), share(state, own), turns, not state.is_terminal)


class UctGames:
    """The games of the mode called ``name`` so far, between ``level`` and UCT, from ``folder``.

    ``nodes`` is the share of its nodes that the level looks at.
    """

    def __init__(self, name: str, level: str, folder: Path = FOLDER, *, nodes: float = 1) -> None:
        self.mode, self._level, self.nodes = MODES[name], level, nodes
        self.sides = len({seat.team for seat in self.mode.load().seats})
        self._digest = digest(self.mode.load(), champion_of(level, nodes))
        self._file = folder / f"uct-{name.replace(',', '').replace(' ', '-')}.jsonl"
        self._results: dict[int, Result] = {}
        self._read()

    @property
    def count(self) -> int:
        """How many games were played."""
        return len(self._results)

    @property
    def cut(self) -> int:
        """How many games were cut short after TURNS turns."""
        return sum(result.is_judged for result in self._results.values())

    @property
    def score(self) -> Score:
        """What the level won; there must be a game."""
        return Score.of(list(self._results.values()))

    def play(self, count: int, executor: Executor, clock: Clock = time.process_time) -> None:
        """Play so many more games, and keep them."""
        numbers = range(self.count, self.count + count)
        found = executor.map(partial(play, self.mode, self._level, self.nodes, clock), numbers)
        self._file.parent.mkdir(parents=True, exist_ok=True)
        for number, result in zip(numbers, found, strict=True):
            self._results[number] = result
            line = {**self._made_of(), "game": number, **asdict(result)}
            with self._file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")

    def _read(self) -> None:
        lines = self._file.read_text(encoding="utf-8") if self._file.exists() else ""
        for line in map(json.loads, lines.splitlines()):
            made_of = {name: line.pop(name) for name in self._made_of()}
            number = line.pop("game")
            if made_of == self._made_of():
                self._results[number] = Result(**line)

    def _made_of(self) -> Mapping[str, str]:
        level = self._level if self.nodes == 1 else f"{self._level} {self.nodes:g}"
        return {"level": level, "digest": self._digest}


def digest(game: Game, champion: Player) -> str:
    """A few letters that change when ``champion`` or UCT prefer other moves of ``game``."""
    rng, found, state = random.Random(SEED), sha256(), game.start()
    for number in range(1, ACTIONS):
        if not (number % APART or state.is_chance or state.is_terminal):
            for player in (champion, Uct(FEW_PLAYOUTS)):
                found.update(" ".join(map(str, player.ranked(state, random.Random(SEED)))).encode())
        state = game.start() if state.is_terminal else state.apply(random_action(state, rng))
    return found.hexdigest()[:12]
