"""What counts of a sensing board: which differences are ignored, and until when."""

import pytest

from firmware_host.sensing.observed_board import ObservedBoard
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
