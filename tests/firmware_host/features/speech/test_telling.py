"""What is told of a board: every piece, every square, and every piece that may move."""

import random

import pytest

import games
from firmware_host.features.speech.scenes import BoardTeller, Told
from games.core import State, random_action
from games.equipment import Piece

PLIES = 40


def middle(name: str) -> State:
    """Return a position of the game called ``name`` in which a move is awaited."""
    state, rng = games.load(name).start(), random.Random(4)
    for _ in range(PLIES):
        state = state.apply(random_action(state, rng))
    while not any(move.path for move in state.legal_moves()):
        state = state.apply(random_action(state, rng))
    return state


def said(told: tuple[Told, ...]) -> list[str]:
    return [str(each.sentence) for each in told]


@pytest.mark.parametrize("name", games.names())
def test_everything_on_the_board_is_told_in_each_way(name: str) -> None:
    state = middle(name)
    teller = BoardTeller(state.game, state.pieces())
    on_board = {piece.place for piece in state.pieces() if piece.place in state.game.board}
    by_kind = {point for told in teller.all_pieces() for point in told.points}
    by_seat = {
        point
        for seat in teller.owners()
        for told in teller.pieces_of(seat)
        for point in told.points
    }
    rows = teller.rows()
    squares = [part for row in rows for part in row.parts]
    filled = {part.points[0] for part in squares if ": empty" not in str(part.sentence)}
    assert by_kind == by_seat == filled == on_board
    assert len(squares) == len(state.game.board.points)
    assert {point for row in rows for point in row.points} == {
        point.name for point in state.game.board.points
    }


@pytest.mark.parametrize("name", games.names())
def test_every_piece_that_may_move_is_told_with_where_it_may_go(name: str) -> None:
    state = middle(name)
    told = BoardTeller(state.game, state.pieces()).movable(state.legal_moves())
    assert all(" may go to " in sentence for sentence in said(told))
    picked = {move.choices[0].value for move in state.legal_moves() if move.path}
    assert {str(each.about).split(":")[0] for each in told} >= picked & {
        piece.place for piece in state.pieces()
    }


def test_while_a_throw_is_awaited_nothing_may_move() -> None:
    state = games.load("thaayam").start()
    assert BoardTeller(state.game, state.pieces()).movable(state.legal_moves()) == ()


def test_what_sets_a_piece_apart_is_told() -> None:
    game = games.load("xiangqi4")
    pieces = [
        Piece(0, "soldier", "f4", badge=next(iter(game.badges))),
        Piece(0, "horse", "g1"),
        Piece(1, "horse", "reserve", count=2),
    ]
    teller = BoardTeller(game, pieces)
    assert said(teller.pieces_of(game.seats[0])) == [
        "f4: red soldier, veteran",
        "g1: red horse",
    ]
    assert said(teller.all_pieces())[-1] == "black horse: reserve with 2 pieces"
