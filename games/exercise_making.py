"""Find the positions of games in which exactly one move is clearly best, and make a set of them.

A position is an exercise if the search finds one move that is better than all others by a clear
margin, if there are several moves to choose from, and if the best one is not simply the move that
gains most on the board, or one that weak players often find. Then a search that may look at ten
times as many nodes has to find the same move, by the same margin. At last, where dice are thrown, a
search of another build has to find it, which shares nothing but the rules and the value of a
position as it stands.

A set is made from games of machine players or from records. Every game is searched for itself, so
games can be searched in any order or at the same time with the same result.
"""

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final, Protocol

from games.actions import Move
from games.budget import Spent
from games.core import Catalogue, Game, State, random_action
from games.exercises import LEVELS, Exercise, Valuation, theme_of
from games.players import Player, load
from games.players.levels import Fallible
from games.record import Record
from games.replay import replay
from games.valuation import enumerated, prospects, replied

DEEPER: Final = 10
"""A best move is confirmed by a search with so many times the nodes of the one that found it."""

GLANCE: Final = 20
"""A first look has so many times fewer nodes: most positions are left out by it."""
DOUBT: Final = 0.6
"""This part of the margin is enough at first."""

EQUAL: Final = 0.005
"""Moves are equally good if they are not further apart than this part of the point."""

ASKED: Final = 20
"""So many answers of weak machine players say how hard an exercise is."""
WEAK: Final = (0.0, 0.25)
"""How strong those players are: as in their first game, and as beginners."""

Positions = Sequence[tuple[str, State]]
"""The states of a game, each with where it comes from."""


def worth(state: State, nodes: int) -> Mapping[Move, float]:
    """Return the part of the point that the mover may expect after each legal move of ``state``.

    At most so many ``nodes`` are looked at.
    """
    seat = state.turn
    assert seat is not None, "a state in which a choice is awaited"
    return {move: shares[seat] for move, shares in prospects(state, nodes).items()}


def otherwise(state: State, nodes: int) -> Mapping[Move, float]:
    """Return the same as :func:`worth`, by a search of another build.

    It goes through the grammar. Where dice are thrown, it enumerates the whole turn and all answers
    of the next seat, whatever ``nodes`` are; elsewhere it looks at every reply, as far as ``nodes``
    reach.
    """
    seat = state.turn
    assert seat is not None, "a state in which a choice is awaited"
    if not state.game.dice:
        return replied(state, nodes)
    return {move: shares[seat] for move, shares in enumerated(state).items()}


@dataclass(frozen=True)
class Criteria:
    """What makes a position an exercise.

    ``nodes`` are how many the search may look at (None: as many as the game allows). The second
    best move gives away ``margin`` of the point or more. There are ``choices`` different positions
    to choose from, or more. ``looked_at`` positions of a game are looked at, and at most
    ``per_game`` become exercises. Weak machine players find the best move in ``found_by`` of their
    answers at most (None: plain counting on the board does not find it). ``check`` is the search of
    another build.
    """

    margin: float = 0.08
    nodes: int | None = None
    choices: int = 4
    looked_at: int = 40
    per_game: int = 2
    found_by: float | None = None
    check: Valuation = otherwise

    def budget(self, state: State) -> int:
        """Return how many nodes the search may look at in ``state``."""
        return state.game.SEARCH_NODES if self.nodes is None else self.nodes


def exercises_in(
    positions: Positions, criteria: Criteria, value: Valuation, rng: random.Random
) -> tuple[Exercise, ...]:
    """Return the exercises among ``positions``, in their order; ``rng`` draws which are looked at.

    They have no level yet.
    """
    choices = [each for each in positions if _is_choice(each[1], criteria.choices)]
    drawn = rng.sample(choices, min(criteria.looked_at, len(choices)))
    found: list[Exercise] = []
    for source, state in drawn:
        if len(found) < criteria.per_game:
            found += _confirmed(source, state, criteria, value, rng)
    return tuple(found)


def _is_choice(state: State, least: int) -> bool:
    """Return whether there are so many different positions to choose from in ``state``."""
    if state.turn is None or state.is_chance:
        return False
    moves = state.legal_moves()
    return len(moves) >= least and len({state.apply(move) for move in moves}) >= least


def _confirmed(
    source: str, state: State, criteria: Criteria, value: Valuation, rng: random.Random
) -> Iterator[Exercise]:
    """Yield the exercise that ``state`` is, if it is one."""
    nodes = criteria.budget(state)
    promising = clearly_best(state, value(state, nodes // GLANCE), DOUBT * criteria.margin)
    if promising is None or _is_easy(state, promising, criteria, rng):
        return
    best = clearly_best(state, value(state, nodes), criteria.margin)
    if best is None or _is_easy(state, best, criteria, rng):
        return
    # the position as it is written: what was played before it does not count
    written = state.game.state(str(state))
    values = value(written, DEEPER * nodes)
    if clearly_best(written, values, criteria.margin) != best:
        return
    given_away = _given_away(written, values, best)
    right = [move for move in values if not given_away[move.text]]
    try:
        checked = criteria.check(written, DEEPER * nodes)
    except Spent:
        return
    if lead_of(right, checked) is None:
        return
    yield Exercise(
        state.game,
        str(state),
        given_away,
        theme_of(written, best),
        LEVELS[0],
        found_by(written, best, rng),
        (nodes, DEEPER * nodes),
        source,
    )


def clearly_best(state: State, values: Mapping[Move, float], margin: float) -> Move | None:
    """Return the move that gives away ``margin`` less than all others, None if there is none.

    Moves that lead to the same position are one; the first of them stands for all.
    """
    best = max(values, key=lambda move: values[move])
    after = state.apply(best)
    others = [share for move, share in values.items() if state.apply(move) != after]
    return best if others and values[best] - max(others) >= margin else None


def _is_easy(state: State, best: Move, criteria: Criteria, rng: random.Random) -> bool:
    """Return whether one finds ``best`` in ``state`` without looking ahead."""
    if criteria.found_by is None:
        return _gains_most(state, best)
    return found_by(state, best, rng) > criteria.found_by


def _gains_most(state: State, best: Move) -> bool:
    """Return whether ``best`` alone brings the side most on the board, as plain counting tells."""
    assert state.turn is not None, "a state in which a choice is awaited"
    seat = state.turn
    after = {state.apply(move) for move in state.legal_moves()}
    least = state.apply(best).material(seat)
    return [each for each in after if each.material(seat) >= least] == [state.apply(best)]


def _given_away(state: State, values: Mapping[Move, float], best: Move) -> Mapping[str, float]:
    """Return what each move gives away beside ``best``, which stands first."""
    after = state.apply(best)
    shares = {
        move.text: 0.0 if state.apply(move) == after else round(values[best] - share, 3)
        for move, share in values.items()
    }
    texts = sorted(shares, key=lambda text: (shares[text], text != best.text, text))
    return {text: shares[text] for text in texts}


def found_by(state: State, best: Move, rng: random.Random) -> float:
    """Return how many of the answers of weak machine players in ``state`` are ``best``."""
    after = state.apply(best)
    answers = [Fallible(WEAK[n % len(WEAK)]).choose(state, rng) for n in range(ASKED)]
    return round(fmean(state.apply(move) == after for move in answers), 3)


def holds(exercise: Exercise, value: Valuation = otherwise) -> float | None:
    """Return by how much the best move of ``exercise`` is best, as another search sees it.

    It looks at DEEPER times the nodes that the move was found with. None if another move is better
    then, or as good.
    """
    values = value(exercise.state, DEEPER * exercise.nodes[0])
    return lead_of([move for move in values if exercise.is_right(move)], values)


def lead_of(right: Collection[Move], values: Mapping[Move, float]) -> float | None:
    """Return by how much all moves that are ``right`` are better than all others.

    None if that is not more than EQUAL.
    """
    others = [value for move, value in values.items() if move not in right]
    lead = min(values[move] for move in right) - max(others)
    return lead if lead > EQUAL else None


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
