"""What counts of a sensing board: which differences are ignored, and until when."""

import pytest

import games
from firmware_host.sensing.observed_board import Fields, ObservedBoard, fields_within
from firmware_host.sensing.touches import Touch
from games.equipment import Piece
from tests import toy

STANDING = (Piece(0, "stone", "a1"), Piece(1, "stone", "b2"))


@pytest.fixture
def board() -> ObservedBoard:
    """A sensing board on which the piece of b2 is missing, which is ignored."""
    board = ObservedBoard()
    board.set_game_board(toy.load("tongs").board, 0.0)
    board.connect((4, 4), {(0, 0)}, 0.0)
    board.ignore_differences(STANDING)
    return board


def test_an_ignored_point_does_not_count(board: ObservedBoard) -> None:
    assert "b2" not in board.sensed
    assert "a1" in board.sensed


def test_a_touch_of_an_ignored_point_makes_it_count_again_and_no_other(
    board: ObservedBoard,
) -> None:
    board.update(Touch("lift", "a1"), STANDING, 1.0)
    assert "b2" not in board.sensed
    board.update(Touch("put", "b2"), STANDING, 2.0)
    assert "b2" in board.sensed


def test_a_point_is_ignored_only_as_long_as_it_differs(board: ObservedBoard) -> None:
    board.reset(STANDING, 1.0)
    assert "b2" not in board.sensed
    board.reset(STANDING[:1], 2.0)
    assert "b2" in board.sensed


@pytest.mark.parametrize(
    ("name", "size"),
    [("tshupu", (9, 9)), ("thaayam", (5, 5)), ("squadro", (7, 7)), ("xiangqi4", (19, 19))],
)
def test_every_point_of_every_game_has_a_field_of_its_own(name: str, size: tuple[int, int]) -> None:
    board = games.load(name).board
    fields = Fields(board)
    assert fields.size == size
    middles = {fields.middle(point.name) for point in board.points}
    assert len(middles) == len(board.points)
    assert all(fields.point(fields.middle(point.name)) == point.name for point in board.points)


def test_the_lower_left_point_lies_on_the_lower_left_field() -> None:
    fields = Fields(games.load("thaayam").board)
    assert (fields.middle("a1"), fields.middle("b3")) == ((0, 0), (1, 2))


def test_a_sensing_board_may_be_larger_but_not_smaller() -> None:
    board = games.load("thaayam").board
    assert fields_within(board, (5, 9)) is not None
    assert fields_within(board, (19, 4)) is None


def test_a_large_point_is_occupied_by_a_piece_anywhere_on_it() -> None:
    board = games.load("tshupu").board
    large = next(point.name for point in board.points if point.size == 3)
    fields = Fields(board)
    column, row = fields.middle(large)
    for field in ((column - 1, row - 1), (column, row), (column + 1, row)):
        assert fields.occupied({field}) == {large}


def test_fields_between_points_have_no_point() -> None:
    fields = Fields(games.load("squadro").board)
    assert fields.occupied({(0, 0)}) == frozenset()


def test_neighbours_are_points_over_adjacent_fields() -> None:
    fields = Fields(games.load("thaayam").board)
    assert fields.are_neighbours("a1", "b2")
    assert not fields.are_neighbours("a1", "c1")
