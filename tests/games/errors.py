"""How often reviews are wrong about moves, beside a full enumeration of the turn and its answers.

``python -m tests.games.errors thaayam 10000 [SEED]`` measures so many moves of random games.
"""

import random
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import games
from games.actions import Move
from games.core import Game, State, random_action
from games.players import load
from games.valuation import best_of, enumerated, prospects
from tests.games.playing import AnyState

PER_GAME = 8
"""So many positions of a game are looked at."""
THROWS: Mapping[str, range] = {"thaayam": range(2, 5)}
"""So many throws are left to play, where it is not one; with more, enumerating takes minutes."""
ONE = range(1, 2)
EQUAL, BAD = 0.001, 0.05
"""A move is truly best that gives away no more of the point, and truly bad if this or more."""


def choices(game: Game, seed: int) -> Iterator[State]:
    """Positions of games between weak players, with several moves to choose from."""
    rng, throws = random.Random(seed), THROWS.get(game.name, ONE)
    kinds = [load(name) for name in ("greedy", "random")]
    while True:
        players = [rng.choice(kinds) for _ in game.seats]
        state, found = game.start(rng.randrange(len(players))), list[State]()
        while state.turn is not None:
            player = players[state.turn]
            if state.is_chance:
                state = state.apply(random_action(state, rng))
                continue
            if len(state.pending) in throws and len(state.legal_moves()) > 1:
                found.append(state)
            state = state.apply(player.choose(state, rng))
        yield from rng.sample(found, min(PER_GAME, len(found)))


def ends(state: AnyState) -> set[AnyState]:
    """All positions in which the turn may end, found through the grammar."""
    found, seen, waiting = set[AnyState](), {state}, [state]
    while waiting:
        here = waiting.pop()
        for move in here.legal_moves():
            after = here.apply(move)
            if after.turn != state.turn:
                found.add(after)
            elif after not in seen:
                seen.add(after)
                waiting.append(after)
    return found


def given_away(state: State, values: Mapping[Move, tuple[float, ...]]) -> dict[Move, float]:
    """What each move gives away of the point."""
    assert state.turn is not None, "a choice"
    seat = state.turn
    most = max(shares[seat] for shares in values.values())
    return {move: most - shares[seat] for move, shares in values.items()}


def reaching(state: State, best_end: State) -> dict[Move, bool]:
    """Whether the turn can come to ``best_end`` after each move."""
    return {
        move: best_end == after or (after.turn == state.turn and best_end in ends(after))
        for move in state.legal_moves()
        for after in [state.apply(move)]
    }


def line_of(state: State) -> State:
    """The position to which the review's own best moves lead at the end of the turn."""
    turn = state.turn
    while state.turn == turn and not state.is_terminal and not state.is_chance:
        state = state.apply(best_of(prospects(state), state))
    return state


@dataclass
class Errors:
    """What was found of moves: how many are truly best and bad, and what the review calls them."""

    moves: int = 0
    best: int = 0
    best_called: int = 0
    bad: int = 0
    bad_named: int = 0
    reaching_called: int = 0

    def look_at(self, state: State) -> None:
        """Count the moves of ``state``."""
        doubt, found = state.game.doubt(state), given_away(state, prospects(state))
        truly, reaches = given_away(state, enumerated(state)), reaching(state, line_of(state))
        for move, lost in found.items():
            is_called = lost > doubt
            self.moves += 1
            self.best += truly[move] <= EQUAL
            self.best_called += is_called and truly[move] <= EQUAL
            self.bad += truly[move] >= BAD
            self.bad_named += is_called and truly[move] >= BAD
            self.reaching_called += is_called and reaches[move]


def measure(game: Game, moves: int, seed: int) -> Errors:
    """Count so many ``moves`` of games of ``game``."""
    found = Errors()
    for state in choices(game, seed):
        if found.moves >= moves:
            break
        found.look_at(state)
    return found


def main(name: str, moves: str, seed: str = "1") -> None:
    """Print what is found with each number of seats that the game has."""
    kind = games.kind(name)
    every = list(seat_numbers(kind))
    for game in every:
        found = measure(game, int(moves) // len(every), int(seed))
        print(f"{name}, {len(game.seats)} seats: {found}", flush=True)


def seat_numbers(kind: type[Game]) -> Iterator[Game]:
    """The game with each number of seats."""
    options = [option for option in kind.OPTIONS if option.name == kind.SEATS_OPTION]
    if not options:
        yield kind()
    for option in options:
        for seats in option.values:
            yield kind(**{option.name: seats})


if __name__ == "__main__":
    main(*sys.argv[1:])
