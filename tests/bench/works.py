"""What is measured: endless work that tells, bit by bit, how much of it has been done."""

import random
from collections.abc import Iterator
from importlib import import_module
from itertools import count

from games.core import Game, perft

BATCH = 500
"""Actions between two looks at the clock."""
PERFT_LEAVES = 20_000
"""Leaves of the smallest tree that is counted."""

Work = Iterator[int]


def random_play(game: Game, rng: random.Random, lengths: list[int]) -> Work:
    """Throws and moves of random games through the public API; ``lengths`` takes their number.

    It is written as by somebody who knows nothing of the games but their grammar.
    """
    start = game.start()
    state, length = start, 0
    while True:
        for _ in range(BATCH):
            if state.is_chance:
                throws, chances = zip(*state.chance_outcomes(), strict=True)
                state = state.apply(rng.choices(throws, chances)[0])
            else:
                state = state.apply(rng.choice(state.legal_moves()))
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
            board.push(rng.choice(list(board.legal_moves)))
        yield BATCH


def squadro_play(rng: random.Random) -> Work:
    """Moves of random games by the public package squadro; ModuleNotFoundError without it."""
    new_state = import_module("squadro.state.state").State
    state = new_state(n_pawns=5, first=0)
    while True:
        for _ in range(BATCH):
            if state.game_over():
                state = new_state(n_pawns=5, first=0)
            state.apply_action(rng.choice(state.get_current_player_actions()))
        yield BATCH
