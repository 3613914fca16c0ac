"""Games between players.

The players change sides after every game. A player sits at all seats of its side. Every game has a
random source of its own, made from the seed and the number of the game, so games can be played in
any order or at the same time with the same results.

    >>> import games
    >>> match = Match(games.load("squadro"), ("greedy", "random"), seed=1, turns=300)
    >>> [match.play(number).share for number in range(4)]
    [1.0, 1.0, 1.0, 1.0]
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from games import players
from games.actions import Action
from games.core import Game, State, random_action
from games.players import Player


@dataclass(frozen=True, slots=True)
class Result:
    """How one game ended for the player named first: its ``place`` among the sides and its share.

    Side 0 is the one that begins. ``share`` is 1 for a game won, 0 for one lost, and a part of the
    point where sides share it. ``turns`` is how many turns the game took, ``is_judged`` whether it
    was cut short then.
    """

    place: int
    share: float
    turns: int
    is_judged: bool


@dataclass(frozen=True, slots=True)
class Score:
    """The ``mean`` share of ``games`` games and its standard ``error``, None of less than two."""

    games: int
    mean: float
    error: float | None

    @classmethod
    def of(cls, results: Sequence[Result]) -> "Score":
        """Return the score of ``results``, at least one."""
        shares = [result.share for result in results]
        count = len(shares)
        return cls(count, fmean(shares), stdev(shares) / sqrt(count) if count > 1 else None)

    def __str__(self) -> str:
        """Return for example ``0.750 +- 0.043 of 100 games``."""
        error = "?" if self.error is None else f"{self.error:.3f}"
        return f"{self.mean:.3f} +- {error} of {self.games} games"


class PlayedAction(NamedTuple):
    """What happened in a game: ``action``, the state ``after`` it, and the ``turns`` until then."""

    action: Action
    after: State
    turns: int


@dataclass(frozen=True, slots=True)
class Match:
    """Games of ``game`` between the players called ``names``, the same for the same ``seed``.

    There are as many names as the game has sides, or fewer: then the last one plays at all sides
    that are left. After ``turns`` turns the side that has most on the board wins. ``load`` returns
    a player by name. ValueError if a player is not known or there are more names than sides.
    """

    game: Game
    names: tuple[str, ...]
    seed: int | str
    turns: int
    load: Callable[[str], Player] = players.load

    def __post_init__(self) -> None:
        for name in self.names:
            self.load(name)
        if len(self.names) > len(self.teams):
            given = ", ".join(self.names)
            raise ValueError(
                f"{self.game.name} has {len(self.teams)} sides, not {len(self.names)} as in {given}"
            )

    @property
    def teams(self) -> tuple[int, ...]:
        """The sides, by the first seat of each."""
        return tuple(dict.fromkeys(seat.team for seat in self.game.seats))

    def place(self, number: int) -> int:
        """Return at which side, counted from the one that begins, the first player sits."""
        return number % len(self.teams)

    def course(self, number: int) -> Iterator[PlayedAction]:
        """Yield what happens in game ``number``, counted from 0, to its end or its last turn."""
        count = len(self.teams)
        sides = {
            team: self.load(self.names[min((index - number) % count, len(self.names) - 1)])
            for index, team in enumerate(self.teams)
        }
        rng = random.Random(f"{self.seed}/{number}")
        return course(self.game.start(), sides, rng, self.turns)

    def play(self, number: int) -> Result:
        """Play game ``number``, counted from 0, and return its result for the first player."""
        state, turns = last(self.game.start(), self.course(number))
        place = self.place(number)
        return Result(place, share(state, self.teams[place]), turns, not state.is_terminal)


def share(state: State, team: int) -> float:
    """Return the part of the point that ``team`` has, by the outcome or by the board."""
    best = winners(state)
    return (team in best) / len(best)


def winners(state: State) -> frozenset[int]:
    """Return the sides that share the point, by the outcome or else by what is on the board."""
    outcome = state.outcome()
    if outcome is not None:
        return outcome.sides(state.game.seats)
    counts = {seat.team: state.material(seat.index) for seat in state.game.seats}
    return frozenset(each for each, count in counts.items() if count == max(counts.values()))


def course(
    state: State, sides: Mapping[int, Player], rng: random.Random, most: int
) -> Iterator[PlayedAction]:
    """Yield what happens in a game that ``sides`` play on, by team, for at most ``most`` turns."""
    turns = 0
    while (seat := state.turn) is not None and turns < most:
        player = sides[state.game.seats[seat].team]
        action = random_action(state, rng) if state.is_chance else player.choose(state, rng)
        state = state.apply(action)
        turns += state.turn != seat
        yield PlayedAction(action, state, turns)


def last(start: State, actions: Iterator[PlayedAction]) -> tuple[State, int]:
    """Return the state at the end of ``actions`` and the turns until then."""
    state, turns = start, 0
    for _, state, turns in actions:  # noqa: B007 - the last ones count
        pass
    return state, turns
