"""Make a set of exercises, from games of machine players or from records.

Every game is searched for itself, so games can be searched in any order or at the same time with
the same result.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Protocol

from games.core import Game, State, random_action
from games.exercises.exercise import Exercise, Valuation
from games.exercises.finding import Criteria, Positions, exercises_in
from games.players import Player, load
from games.record import Record
from games.replay import Catalogue, replay

TURNS: Final = 200
"""A game of machine players is cut short after so many actions of each seat."""

PLAYED_BY: Final[tuple[Player, ...]] = tuple(map(load, ("beginner", "greedy")))
"""Who plays the games: nobody who thinks ahead, so that positions are like those of people."""


class Quarry(Protocol):
    """Where exercises are looked for: games by their numbers."""

    def search(self, number: int) -> tuple[Exercise, ...]:
        """Return the exercises in game ``number``, counted from 0."""
        ...


@dataclass(frozen=True)
class MachineGames:
    """Games of ``game`` between machine players, the same for the same ``seed``."""

    game: Game
    seed: int
    criteria: Criteria
    value: Valuation

    def search(self, number: int) -> tuple[Exercise, ...]:
        """Return the exercises in game ``number``."""
        rng = random.Random(f"{self.seed}/{number}")
        positions = tuple(_played(self.game, number, rng))
        return exercises_in(positions, self.criteria, self.value, rng)


@dataclass(frozen=True)
class RecordedGames:
    """Games that were played, each with its ``positions``."""

    positions: tuple[Positions, ...]
    seed: int
    criteria: Criteria
    value: Valuation

    def search(self, number: int) -> tuple[Exercise, ...]:
        """Return the exercises in game ``number``."""
        rng = random.Random(f"{self.seed}/{number}")
        return exercises_in(self.positions[number], self.criteria, self.value, rng)


def positions_of(name: str, record: Record, catalogue: Catalogue) -> Positions:
    """Return the positions of ``record``, each with its turn after the ``name`` of the game.

    RecordError if it cannot have been played.
    """
    return tuple(
        (f"{name}, turn {moment.turn + 1}", moment.state) for moment in replay(record, catalogue)
    )


def _played(game: Game, number: int, rng: random.Random) -> Iterator[tuple[str, State]]:
    """Yield the positions of a game between machine players, each with where it comes from."""
    state = game.start(rng.randrange(len(game.seats)))
    players = [rng.choice(PLAYED_BY) for _ in game.seats]
    for ply in range(TURNS * len(game.seats)):
        if state.turn is None:
            return
        if not state.is_chance:
            yield f"game {number + 1}, action {ply + 1}", state
        state = _after(state, players, rng)


def _after(state: State, players: list[Player], rng: random.Random) -> State:
    assert state.turn is not None, "a game that goes on"
    if state.is_chance:
        return state.apply(random_action(state, rng))
    return state.apply(players[state.turn].choose(state, rng))
