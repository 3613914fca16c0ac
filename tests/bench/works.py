"""What is measured: endless work that tells, bit by bit, how much of it has been done."""

import random
from bisect import bisect
from collections.abc import Iterator, Sequence
from fractions import Fraction
from importlib import import_module
from itertools import accumulate, count

from games.actions import Throw
from games.core import Game, State, perft

BATCH = 500
"""Actions between two looks at the clock."""
PERFT_LEAVES = 20_000
"""Leaves of the smallest tree that is counted."""

Work = Iterator[int]


class Chance:
    """Draws throws by their probabilities, summed up anew only when there are other throws."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._outcomes: Sequence[tuple[Throw, Fraction]] = ()
        self._sums: Sequence[float] = ()

    def draw(self, state: State) -> Throw:
        """One of the throws that ``state`` awaits."""
        outcomes = state.chance_outcomes()
        if outcomes is not self._outcomes:
            self._outcomes = outcomes
            self._sums = tuple(accumulate(float(chance) for _, chance in outcomes[:-1]))
        return outcomes[bisect(self._sums, self._rng.random())][0]


def random_play(game: Game, rng: random.Random, lengths: list[int]) -> Work:
    """Throws and moves of random games through the public API; ``lengths`` takes their number."""
    chance, start = Chance(rng), game.start()
    state, length = start, 0
    while True:
        for _ in range(BATCH):
            if state.is_chance:
                state = state.apply(chance.draw(state))
            else:
                moves = state.legal_moves()
                state = state.apply(moves[int(rng.random() * len(moves))])
            length += 1
            if state.is_terminal:
                lengths.append(length)
                state, length = start, 0
        yield BATCH


def playouts(game: Game, rng: random.Random) -> Work:
    """Random games played out from the start by the game itself."""
    start = game.start()
    while True:
        game.playout(start, rng)
        yield 1


def leaves(game: Game) -> Work:
    """Leaves of the tree of throws and moves from the start, counted again and again."""
    start = game.start()
    depth = next(depth for depth in count(1) if perft(start, depth) >= PERFT_LEAVES)
    while True:
        yield perft(start, depth)


def chess_play(rng: random.Random) -> Work:
    """Moves of random games by python-chess; ModuleNotFoundError without it."""
    new_board = import_module("chess").Board
    board = new_board()
    while True:
        for _ in range(BATCH):
            if board.is_game_over():
                board = new_board()
            moves = list(board.legal_moves)
            board.push(moves[int(rng.random() * len(moves))])
        yield BATCH


def squadro_play(rng: random.Random) -> Work:
    """Moves of random games by the public package squadro; ModuleNotFoundError without it."""
    new_state = import_module("squadro.state.state").State
    state = new_state(n_pawns=5, first=0)
    while True:
        for _ in range(BATCH):
            if state.game_over():
                state = new_state(n_pawns=5, first=0)
            moves = state.get_current_player_actions()
            state.apply_action(moves[int(rng.random() * len(moves))])
        yield BATCH
