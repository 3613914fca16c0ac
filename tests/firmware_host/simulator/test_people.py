import pytest

import games
from firmware_host.screens.hand_steps import SetUpView
from firmware_host.session.setup import Setup
from firmware_host.simulator.people import People, RealBoard
from firmware_host.table.effects import BeginGame
from firmware_host.table.observers import TableStep
from games.equipment import Piece
from tests.firmware_host.screens.stage import Stage

WHITE = Piece(0, "stone", "a1", count=2)
BLACK = Piece(1, "stone", "b1")
HELD = Piece(1, "stone", "hand", count=3)


@pytest.fixture
def board() -> RealBoard:
    board = RealBoard()
    board.arrange((WHITE, BLACK, HELD))
    return board


def test_a_sensor_sees_a_stack_until_its_last_piece_is_lifted(board: RealBoard) -> None:
    board.lift("a1")
    assert board.occupied == {"a1", "b1"}
    board.lift("a1")
    assert board.occupied == {"b1"}


def test_a_piece_that_is_put_down_looks_as_before(board: RealBoard) -> None:
    board.lift("a1")
    assert board.put("c1") == Piece(0, "stone", "c1")
    assert board.pieces == (Piece(0, "stone", "a1"), Piece(0, "stone", "c1"), BLACK, HELD)
    assert board.hand == []


def test_the_piece_lifted_last_is_put_first_unless_another_is_named(board: RealBoard) -> None:
    black, white = board.lift("b1"), board.lift("a1")
    board.put("c1")
    assert board.hand == [black]
    board.lift("c1")
    board.put("d1", black)
    assert board.occupied == {"a1", "d1"}
    assert board.hand == [Piece(white.seat, "stone", "c1")]


def test_a_piece_may_become_another_when_it_is_put(board: RealBoard) -> None:
    board.lift("b1")
    board.put("c1", becomes=Piece(1, "tower", "c1"))
    assert Piece(1, "tower", "c1") in board.pieces


def test_the_piece_on_top_is_the_one_that_was_put_there_last(board: RealBoard) -> None:
    board.lift("a1")
    board.put("b1")
    assert board.lift("b1") == Piece(0, "stone", "b1")
    assert board.lift("b1") == BLACK


def test_places_beside_the_board_are_seen_by_no_sensor(board: RealBoard) -> None:
    board.lift("b1")
    board.put("off")
    assert board.occupied == {"a1"}


def test_a_misplaced_piece_is_seen_by_sensors_and_stands_nowhere(
    board: RealBoard,
) -> None:
    board.misplace(board.lift("b1"), ("c1", "d1"))
    assert board.occupied == {"a1", "c1", "d1"}
    assert board.pieces == (WHITE, HELD)
    board.lift_misplaced()
    assert board.occupied == {"a1"}
    assert board.put("b1") == BLACK


def test_a_board_of_the_right_colours_settles_into_the_position(board: RealBoard) -> None:
    board.lift("b1")
    position = (WHITE, Piece(1, "stone", "c1", facing="north"), Piece(1, "stone", "off"))
    assert not board.settle(position)
    board.put("c1")
    assert board.settle(position)
    assert (board.pieces, board.hand) == (position, [])


def test_a_board_with_a_misplaced_piece_does_not_settle(board: RealBoard) -> None:
    board.misplace(board.lift("b1"), ())
    assert not board.settle((WHITE,))


def test_a_missing_piece_cannot_be_lifted_and_a_piece_not_held_cannot_be_put(
    board: RealBoard,
) -> None:
    with pytest.raises(ValueError, match="no piece stands at d1"):
        board.lift("d1")
    with pytest.raises(ValueError, match="no such piece stands at a1"):
        board.lift("a1", Piece(1, "stone", "a1"))
    with pytest.raises(ValueError, match="the hand has no such piece"):
        board.put("d1")
    with pytest.raises(ValueError, match="the hand has no such piece"):
        board.put("d1", BLACK)


def test_people_clear_and_set_up_their_board_screen_by_screen() -> None:
    state = games.load("squadro").state("0 0,2,0,0,0/0,0,0,0,0")
    stage = Stage("squadro", state)
    people = People(RealBoard())
    people.look(TableStep(0.0, stage.frame.view))
    people.board.arrange(state.pieces())
    stage.table.run(BeginGame(Setup("squadro", first=0)))
    places = []
    while isinstance(view := stage.frame.view, SetUpView):
        people.look(TableStep(0.0, view))
        assert not people.board_differs
        people.obey(0.0)
        places.append({piece.place for piece in people.board.pieces})
        stage.press("ok")
    stands = {piece.place for piece in state.pieces()}
    assert places == [stands - {"c3"}, stands - {"c3"} | {"c1"}]
    people.look(TableStep(0.0, stage.frame.view))
    assert people.board.pieces == stage.table.game.playing.standing()
