import random

import pytest

import games
from firmware_host.screens.hand_steps import HandStepView
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Refused, check_board, play_game, start_again
from games.core import Catalogue
from tests import toy
from tests.table import Begin


@pytest.mark.parametrize(
    ("catalogue", "setup"),
    [
        pytest.param(games, Setup("thaayam", {"seats": 2}), marks=pytest.mark.deep),
        pytest.param(
            games,
            Setup("thaayam", {"seats": 3, "capture_throw": True}, 2),
            marks=pytest.mark.deep,
        ),
        pytest.param(
            games,
            Setup("thaayam", {"seats": 2}, 0, ("friend", "person")),
            marks=pytest.mark.deep,
        ),
        (toy, Setup("tongs")),
        (toy, Setup("tongs", {"goal": 2}, 1, ("person", "friend"))),
    ],
)
def test_a_whole_game_goes_through_pins_and_bus_and_ends_with_the_right_board(
    begin: Begin, catalogue: Catalogue, setup: Setup
) -> None:
    hands = begin(setup, catalogue)
    play_game(hands, random.Random(3))
    assert hands.state.is_terminal
    assert "Game over" in hands.world.app.words


def test_the_same_seed_is_the_same_game(begin: Begin) -> None:
    played = []
    for _ in range(3):  # before the second and the third, the board has to be cleared
        hands = begin(Setup("tongs", {"goal": 1}), toy)
        play_game(hands, random.Random(8))
        played.append((str(hands.state), hands.world.clock(), hands.world.pi.bus.bytes_sent))
    assert played[0][0] == played[1][0]
    assert played[1] == played[2]


def test_a_second_game_is_started_with_the_keys(begin: Begin) -> None:
    hands = begin(Setup("tongs", {"goal": 1}), toy)
    play_game(hands, random.Random(1))
    start_again(hands)
    assert str(hands.state) == str(toy.load("tongs").start())
    assert hands.world.app.table.game.playing.setup.options == {"goal": 1}
    play_game(hands, random.Random(2))


def test_a_board_that_differs_from_the_position_is_noticed(begin: Begin) -> None:
    hands = begin(Setup("tongs"), toy)
    hands.play("@a1")
    hands.world.board.pieces = hands.world.board.pieces[1:]
    with pytest.raises(Refused, match="the board shows"):
        check_board(hands)


def test_a_hand_step_is_done_once_though_its_key_is_pressed_twice(begin: Begin) -> None:
    hands = begin(setup=Setup("squadro"))
    hands.follow()
    while not isinstance(hands.world.view, HandStepView):
        hands.press("ok")
    hands.obey()
    hands.follow()
    session = hands.world.app.table.game.session
    assert session is not None
    assert hands.world.board.pieces == session.standing() == session.state.pieces()
