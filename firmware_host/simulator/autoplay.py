"""Play whole games at random, with the same hands as a script."""

import random
from collections.abc import Callable

from firmware_host.screens.hand_steps import HandStepView, SetUpView
from firmware_host.screens.lists import ListView
from firmware_host.screens.start_and_end import GameOverView
from firmware_host.screens.throw import ThrownView, ThrowView
from firmware_host.simulator.hands import Hands, Refused
from games.core import random_action


def play_game(hands: Hands, rng: random.Random, watch: Callable[[], None] | None = None) -> int:
    """Play the game on the table to its end; return how many actions it took.

    Throws have their real probability, and all moves the same. ``watch`` is called after every
    action. Refused if the people's board differs from the position at the end.
    """
    table = hands.world.app.table
    while not isinstance(hands.world.view, GameOverView):
        if isinstance(hands.world.view, SetUpView | ThrownView | HandStepView):
            hands.follow()
            hands.look_up()
            continue
        action = random_action(hands.state, rng)
        if isinstance(hands.world.view, ThrowView):
            hands.throw(str(action))
        else:
            hands.play(str(action))
        if watch is not None:
            watch()
    check_board(hands)
    return len(table.game.playing.actions)


def check_board(hands: Hands) -> None:
    """Raise Refused if the people's board differs from the position."""
    board, position = hands.world.board.pieces, hands.state.pieces()
    if board != position:
        raise Refused(f"the board shows {board}, the position is {position}")


def start_again(hands: Hands) -> None:
    """At the end of a game, start the same game again with the keys."""
    hands.press("ok")
    hands.press("ok")
    if isinstance(hands.world.view, ListView):
        raise Refused(f"no game was begun; the screen shows: {hands.world.app.words}")
