"""A sensing board: which edges are lifts and puts."""

import random

from hardware.board import STABLE, BoardEvent, SensingBoard, field_line
from hardware.input.edges import Edge


def board_with(*occupied: tuple[int, int]) -> SensingBoard:
    board = SensingBoard(5, 4)
    board.begin({field_line(*field): False for field in occupied})
    return board


def test_pieces_at_the_start_are_not_events() -> None:
    board = board_with((1, 2), (4, 3))
    assert board.occupied == {(1, 2), (4, 3)}
    assert board.deadline is None
    assert board.tick(10) == ()


def test_a_lift_and_a_put_count_when_they_have_been_stable() -> None:
    board = board_with((0, 0))
    board.feed(Edge(1.0, "field 0,0", True))
    board.feed(Edge(1.1, "field 2,1", False))
    assert board.tick(1.0 + STABLE - 0.001) == ()
    assert board.deadline == 1.0 + STABLE
    assert board.tick(1.0 + STABLE) == (BoardEvent("lift", 0, 0),)
    assert board.tick(1.1 + STABLE) == (BoardEvent("put", 2, 1),)
    assert board.occupied == {(2, 1)}
    assert board.deadline is None


def test_events_come_in_the_order_of_the_hands() -> None:
    board = board_with((3, 3))
    board.feed(Edge(1.0, "field 3,3", True))
    board.feed(Edge(1.1, "field 0,0", False))
    assert [event.kind for event in board.tick(5)] == ["lift", "put"]


def test_a_field_that_bounces_counts_when_it_is_stable() -> None:
    board, rng = board_with(), random.Random(1)
    time = 1.0
    for number in range(41):
        board.feed(Edge(time, "field 1,1", number % 2 == 1))
        assert board.tick(time) == ()
        time += rng.uniform(0.001, STABLE * 0.9)
    assert board.tick(time + STABLE) == (BoardEvent("put", 1, 1),)


def test_a_piece_that_slides_over_a_field_does_not_count() -> None:
    board = board_with()
    board.feed(Edge(1.0, "field 1,1", False))
    board.feed(Edge(1.0 + STABLE / 2, "field 1,1", True))
    assert board.deadline is None
    assert board.tick(9) == ()


def test_other_lines_and_fields_beyond_the_board_are_ignored() -> None:
    board = board_with()
    for line in ("ok", "D0", "field 5,0", "field 0,4", "field", "link"):
        board.feed(Edge(1.0, line, False))
    assert board.deadline is None
    assert board.occupied == frozenset()
