"""Play a whole game at the real table with a driver outside the program."""

import random
from pathlib import Path

from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import check_board, play_game
from tests.machine.conftest import MakeDouble, Play
from tests.machine.kept import session_in

LATE = 0.005
"""Seconds that lgpio may look for work late. Of two lines that change at once, it may tell one so
much later, with its right time."""


def play_and_compare(
    play: Play, double: MakeDouble, setup: Setup, words: tuple[str, ...], seed: int, kept: Path
) -> int:
    """Play the game of ``setup``, which ``words`` ask for, at random with ``seed``, to its end.

    What the program has ``kept`` must be what the driver threw, played and has on its board.
    Returns how many throws and moves it was.
    """
    hands = double(setup)
    program = play(*words)
    hands.meet()
    with program.calmed(LATE):
        count = play_game(hands, random.Random(seed))
        hands.meet()
    check_board(hands)
    assert program.end() == 0
    assert program.said == []
    session = session_in(kept)
    assert session.is_over
    assert list(map(str, session.actions)) == list(map(str, hands.actions))
    assert str(session.state) == str(hands.state)
    assert session.state.pieces() == hands.world.board.pieces
    return count
