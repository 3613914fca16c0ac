"""How well the machine plays, from the learner to the champion; and one level follows people.

The champion looks ahead, in each game with the search that fits it. A search is a function
``(state, budget, rng) -> moves``: it returns every legal move of ``state``, the best first, as far
as it could find out within ``budget``. The result is the same for the same state, nodes and
``rng``. A game that can look further on plainer data than its states overrides
:meth:`games.core.Game.search`, and says in ``SEARCH_NODES`` how much it may look at.

All others err as people do: they overlook things, and like what they can see at once. How well such
a player plays is a number from 0 to 1, its ``strength``. Each game says in ``CARE`` how much care
that takes, so that equal steps of strength are equal steps of Elo, and in ``HASTE`` how large a
loss goes unnoticed without any care.

- With more than half of the care it thinks ahead in some of its moves, as the best player does.
- Else it glances: it judges each move by the position after it, and takes one of the best of them,
  the less likely the more it loses.
- At a glance it may overlook danger: then it only counts what stands on the board. If it does not,
  it also looks at the captures that its favourite moves allow.
- It never misses a win in one move, never loses at once if it can help it, and never plays a move
  that loses much more by its own judgement than another.
"""

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import atanh, log
from typing import Final

from games.actions import Move
from games.budget import Budget, Stop, never
from games.core import Game, State
from games.message import msg
from games.players.player import Player

Search = Callable[[State, Budget, random.Random], tuple[Move, ...]]


class Searcher(Player):
    """Plays what a search finds with ``share`` of the nodes that the game allows."""

    def __init__(self, share: float = 1.0) -> None:
        self._share = share

    def ranked(self, state: State, rng: random.Random, stop: Stop = never) -> tuple[Move, ...]:
        """Return the moves in the order of the search when its budget is spent."""
        moves = state.legal_moves()
        if len(moves) == 1:
            return tuple(moves)
        budget = Budget(round(self._share * state.game.SEARCH_NODES), stop)
        return search(state, budget, rng)


def search(state: State, budget: Budget, rng: random.Random) -> tuple[Move, ...]:
    """Return every legal move of ``state``, the best first: by the game's own search if it has one.

    ``rng`` decides between moves of equal value.
    """
    found = state.game.search(state, budget, rng)
    return search_for(state.game)(state, budget, rng) if found is None else found


def search_for(game: Game) -> Search:
    """Return the search over the grammar that fits ``game``: with dice, for two, or for more."""
    # a table knows the names of the levels long before anybody searches
    if game.dice:
        from games.players.expectimax import expectimax

        return expectimax
    if len(game.seats) == 2:
        from games.players.alphabeta import alphabeta

        return alphabeta
    from games.players.paranoid import paranoid

    return paranoid


LEAST_SIGHT: Final = 0.3
"""How often somebody without any care looks out for danger."""
FAVOURITES: Final = 4
"""How many moves are compared by the captures that they allow."""
LIMIT: Final = 3.0
"""A move that loses more than so many times what goes unnoticed on average is never played."""
HABIT: Final = 1.0
"""How much less the last move by first impression is liked than the first, in the same unit."""
CERTAIN: Final = 0.9999
"""Expected scores beyond this one are told apart no more: their logits are infinite."""

NEVER: Final = 100.0
"""More than any difference of values."""

Values = Mapping[Move, float]


class Fallible(Player):
    """Plays with ``strength``, from 0 for a learner to 1 for the strongest player."""

    def __init__(self, strength: float) -> None:
        self.strength = strength

    def ranked(self, state: State, rng: random.Random, stop: Stop = never) -> tuple[Move, ...]:
        """Return the moves in the order in which it likes them this time."""
        return with_care(state, care_of(state.game, self.strength), rng, stop)


class Following(Player):
    """Plays with about ``strength``: less while it leads, more while it is behind."""

    def __init__(self, strength: float) -> None:
        self._strength = strength

    def ranked(self, state: State, rng: random.Random, stop: Stop = never) -> tuple[Move, ...]:
        """Return the moves as a player does who is as strong as this position asks for."""
        assert state.turn is not None, "a state in which a choice comes next"
        wanted = self._strength - YIELDS * state.evaluate(state.turn)
        return Fallible(min(1.0, max(0.0, wanted))).ranked(state, rng, stop)


YIELDS: Final = 0.4
"""How much strength a player that follows the others gives up when it is sure to win."""


def care_of(game: Game, strength: float) -> float:
    """Return how much care a player of this ``strength``, from 0 to 1, takes in ``game``."""
    marks = (0.0, *game.care, 1.0)
    steps = len(marks) - 1
    step = min(int(strength * steps), steps - 1)
    low, high = tuple(pairwise(marks))[step]
    return low + (high - low) * (strength * steps - step)


def with_care(
    state: State, care: float, rng: random.Random, stop: Stop = never
) -> tuple[Move, ...]:
    """Return every legal move, as a player that takes so much ``care`` likes them this time."""
    if len(moves := state.legal_moves()) == 1:
        return tuple(moves)
    if rng.random() < 2 * care - 1:
        return Searcher().ranked(state, rng, stop)
    return _at_a_glance(state, care, rng)


def _at_a_glance(state: State, care: float, rng: random.Random) -> tuple[Move, ...]:
    assert state.turn is not None, "a state in which a choice comes next"
    unnoticed = state.game.HASTE * max(0.0, 1 - 2 * care)
    sees_danger = rng.random() < max(LEAST_SIGHT, min(1.0, 2 * care))
    order = search(state, Budget(0), rng)
    after = {move: state.apply(move) for move in order}
    judged = {move: _logit(after[move].evaluate(state.turn)) for move in order}
    values = judged if sees_danger else _counted(after, judged, state.turn)
    appeal = _appeal(values, unnoticed, rng)
    if sees_danger:
        for move in sorted(appeal, key=lambda move: -appeal[move])[:FAVOURITES]:
            appeal[move] -= _exposed(after[move], judged[move], state.turn)
    ends = {move: _end(after[move], state.turn) for move in order}
    return tuple(sorted(order, key=lambda move: (-ends[move], -appeal[move])))


def _counted(after: Mapping[Move, State], judged: Values, seat: int | None) -> Values:
    """Return the moves by what stands on the board after them, in the unit of ``judged``."""
    assert seat is not None, "a state in which a choice comes next"
    counts = {move: state.material(seat) for move, state in after.items()}
    span = max(counts.values()) - min(counts.values())
    unit = (max(judged.values()) - min(judged.values())) / span if span else 0.0
    return {move: unit * count for move, count in counts.items()}


def _appeal(values: Values, unnoticed: float, rng: random.Random) -> dict[Move, float]:
    """Return how much each move appeals; ``values`` are in the order of the first impression.

    The chance that a move appeals most falls exponentially with what it loses (Gumbel's noise).
    A move that loses more than LIMIT times what goes ``unnoticed`` appeals less than all others.
    """
    least = max(values.values()) - LIMIT * unnoticed
    found = {}
    for place, (move, value) in enumerate(values.items()):
        noise = -log(-log(1 - rng.random()))
        habit = HABIT * place / len(values)
        found[move] = value + unnoticed * (noise - habit) - (value < least) * NEVER
    return found


def _exposed(state: State, value: float, seat: int) -> float:
    """Return what ``seat``, which stands at ``value``, loses to the worst capture by who is next.

    Nothing, where who is next belongs to its side or has to throw first.
    """
    seats = state.game.seats
    if state.turn is None or state.is_chance or seats[state.turn].team == seats[seat].team:
        return 0.0
    captures = [move for move in state.legal_moves() if move.captures]
    return max([0.0, *(value - _logit(state.apply(move).evaluate(seat)) for move in captures)])


def _end(state: State, seat: int | None) -> float:
    """Return 1 if ``state`` is won for ``seat``, -1 if it is lost, and 0 otherwise."""
    outcome = state.outcome()
    return 0.0 if outcome is None or seat is None else outcome.score(seat)


def _logit(score: float) -> float:
    """Return the logarithm of the odds that go with an expected ``score`` from -1 to 1, halved."""
    return atanh(max(-CERTAIN, min(CERTAIN, score)))


@dataclass(frozen=True, slots=True)
class Level:
    """A level by ``name``, with the ``title`` that people choose and the player at this level.

    ``manner`` tells in a sentence how it plays.
    """

    name: str
    title: str
    manner: str
    player: Player


LEVELS: Final = (
    Level(
        "first",
        msg("Learner"),
        msg("Like somebody who has just learned the rules: makes many mistakes."),
        Fallible(0.0),
    ),
    Level(
        "beginner",
        msg("Beginner"),
        msg("Sees what it can gain at once, and often overlooks danger."),
        Fallible(0.25),
    ),
    Level(
        "friend",
        msg("Friend"),
        msg("Makes a mistake now and then, seldom a big one."),
        Fallible(0.5),
    ),
    Level(
        "expert",
        msg("Expert"),
        msg("Plays well, and seldom overlooks anything."),
        Fallible(0.75),
    ),
    Level("champion", msg("Champion"), msg("Thinks ahead before every move."), Searcher()),
)
"""The weakest first; docs/developers/players-machine.md says how much stronger each is."""

ADAPTIVE: Final = Level(
    "adaptive",
    msg("Like you"),
    msg("Plays about as well as you do: stronger after you win, weaker after you lose."),
    Following(0.25),
)
"""What people choose whom the level shall follow; it begins like a beginner."""

_STRENGTH: Final = re.compile(rf"{ADAPTIVE.name}-(\d\d?|100)")


def adaptive_name(strength: float) -> str:
    """Return the name of the player that begins a game with ``strength``, from 0 to 1.

    >>> adaptive_name(0.375)
    'adaptive-38'
    """
    return f"{ADAPTIVE.name}-{round(100 * min(1.0, max(0.0, strength)))}"


def adaptive_strength(name: str) -> float | None:
    """Return the strength of the player called ``name``; None if it does not follow anybody.

    >>> adaptive_strength("adaptive-38"), adaptive_strength("adaptive"), adaptive_strength("friend")
    (0.38, 0.25, None)
    """
    found = _STRENGTH.fullmatch(name)
    if found:
        return int(found[1]) / 100
    return 0.25 if name == ADAPTIVE.name else None
