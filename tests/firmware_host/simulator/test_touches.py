import random
from collections import Counter

import pytest

import games
from firmware_host.simulator.people import RealBoard
from firmware_host.simulator.sensinghands import HANDS, PieceTouch, natural_order
from games.actions import Step
from games.core import State, random_action
from games.equipment import Piece

MOVER, CAPTURED = Piece(0, "stone", "a1"), Piece(1, "stone", "b1")
CAPTURE = [Step("take_off", CAPTURED, "b1", "hand"), Step("move", MOVER, "a1", "b1")]


def orders(steps: list[Step], count: int = 300) -> Counter[str]:
    told = Counter[str]()
    for seed in range(count):
        touches = natural_order(steps, random.Random(seed))
        told[" ".join(f"{touch.verb} {touch.place}" for touch in touches)] += 1
    return told


def test_a_captured_piece_is_taken_first_second_or_last() -> None:
    found = orders(CAPTURE)
    assert {
        "lift b1 put hand lift a1 put b1",
        "lift a1 lift b1 put b1 put hand",
        "lift a1 lift b1 put hand put b1",
        "lift a1 put b1 lift b1 put hand",
    } <= set(found)
    assert all(order.index("lift a1") < order.index("put b1") for order in found)


def test_a_piece_that_moves_twice_is_put_down_in_between_or_carried_all_the_way() -> None:
    steps = [
        Step("move", MOVER, "a1", "b1"),
        Step("move", Piece(0, "stone", "b1"), "b1", "c1", Piece(0, "stone", "c1", "north")),
    ]
    assert set(orders(steps)) == {"lift a1 put b1 lift b1 put c1", "lift a1 put c1"}


def test_a_piece_carried_all_the_way_ends_as_the_last_step_says() -> None:
    turned = Piece(0, "stone", "b1", "north")
    steps = [
        Step("move", MOVER, "a1", "b1"),
        Step("turn", Piece(0, "stone", "b1"), "b1", "b1", turned),
    ]
    short = [natural_order(steps, random.Random(seed)) for seed in range(20)]
    lift, put = next(touches for touches in short if len(touches) == 2)
    assert (lift.place, put.piece, put.held) == ("a1", turned, MOVER)


def test_pieces_of_several_steps_are_interleaved() -> None:
    steps = [Step("move", MOVER, "a1", "c1"), Step("move", CAPTURED, "b1", "d1")]
    assert len(orders(steps)) == 6


def test_a_stack_is_taken_off_piece_by_piece() -> None:
    stack = Step("take_off", Piece(1, "stone", "b1", count=3), "b1", "hand")
    for touches in (natural_order([stack], random.Random(seed)) for seed in range(9)):
        assert Counter(touch.verb for touch in touches) == {"lift": 3, "put": 3}
        assert held_at_most(touches) <= HANDS


def held_at_most(touches: tuple[PieceTouch, ...]) -> int:
    held = [0]
    for touch in touches:
        held.append(held[-1] + (1 if touch.verb == "lift" else -1))
    return max(held)


def test_the_same_seed_gives_the_same_order() -> None:
    assert natural_order(CAPTURE, random.Random(5)) == natural_order(CAPTURE, random.Random(5))


def carry_out(board: RealBoard, touches: tuple[PieceTouch, ...]) -> None:
    for touch in touches:
        if touch.verb == "lift":
            board.lift(touch.place, touch.piece)
        else:
            board.put(touch.place, touch.held, touch.piece)


@pytest.mark.parametrize("name", games.names())
def test_every_order_of_a_whole_game_leads_to_its_positions(name: str) -> None:
    rng, board = random.Random(4), RealBoard()
    state: State = games.load(name).start()
    board.arrange(state.pieces())
    while not state.is_terminal:
        action = random_action(state, rng)
        carry_out(board, natural_order(action.steps, rng))
        state = state.apply(action)
        assert (board.pieces, board.hand) == (state.pieces(), [])
