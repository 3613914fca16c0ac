"""What people find on the real board, point by point."""

from dataclasses import replace

import pytest

import games
from firmware_host.session.board_check import BoardCheck
from firmware_host.session.hand_steps import parse_pieces, pieces_text
from games.equipment import Piece
from tests import toy


def started(name: str, position: str | None = None) -> BoardCheck:
    game = games.load(name)
    state = game.start() if position is None else game.state(position)
    return BoardCheck.begin(game, state.pieces())


def contents(found: BoardCheck, point: str) -> list[tuple[tuple[int, str, int], ...]]:
    """Return what the screen offers for ``point``: seat, facing and count of the pieces there."""
    return [
        tuple((piece.holder, piece.facing, piece.count) for piece in option.at(point))
        for option in found.options(point)
    ]


def total(found: BoardCheck) -> int:
    return sum(piece.count for piece in found.pieces)


def test_a_piece_on_a_wrong_point_takes_two_changes() -> None:
    found = started("squadro").options("b1")[1].options("b2")[1]
    assert found.at("b1") == ()
    assert [piece.facing for piece in found.at("b2")] == ["north"]
    assert total(found) == total(started("squadro"))


def test_the_order_in_which_two_points_are_changed_does_not_matter() -> None:
    def pieces_after(*points: str) -> tuple[Piece, ...]:
        found = started("squadro")
        for point in points:
            found = found.options(point)[1]
        return found.pieces

    assert pieces_after("b1", "b2") == pieces_after("b2", "b1")


def test_a_piece_that_points_the_wrong_way_is_offered_after_the_empty_point() -> None:
    found = started("squadro").emptied("b1").filled("b3")
    assert contents(found, "b3")[:3] == [((0, "north", 1),), (), ((0, "south", 1),)]


def test_a_piece_is_offered_even_where_no_rule_lets_it_stand() -> None:
    unturned = started("squadro").emptied("b1").options("b7")
    facings = [piece.facing for option in unturned for piece in option.at("b7")]
    assert facings[:2] == ["south", "north"]
    general = started("xiangqi4").emptied("j1").options("j8")[1].at("j8")
    assert [piece.kind for piece in general] == ["general"]


def test_a_piece_is_added_where_pieces_may_share_a_point_and_replaced_elsewhere() -> None:
    assert all(len(content) <= 1 for content in contents(started("xiangqi4"), "i1"))
    shared = contents(started("thaayam", "0 throw 1,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - - -"), "c1")
    assert ((0, "", 2),) in shared
    assert ((0, "", 1), (1, "", 1)) in shared


def test_a_piece_that_is_taken_away_lies_where_a_captured_one_would() -> None:
    found = started("thaayam", "0 throw 1,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - - -").emptied("c1")
    assert [piece.count for piece in found.at((0, "piece"))] == [4]
    assert started("xiangqi4").emptied("i1").at((0, "advisor"))[0].place == "off"


def test_places_beside_the_board_are_checked_separately() -> None:
    found = started("thaayam")
    assert found.kinds_beside()[0] == (0, "piece")
    borne_off = found.options((0, "piece"))[1]
    assert [(p.place, p.count) for p in borne_off.at((0, "piece"))] == [("hand", 3), ("off", 1)]


def test_too_many_pieces_are_noticed() -> None:
    found = started("squadro").options("b2")[1]
    assert found.excess() is not None
    assert found.options("b1")[1].excess() is None


def test_pieces_are_read_back_from_their_text() -> None:
    for name in games.names():
        pieces = games.load(name).start().pieces()
        assert parse_pieces(pieces_text(pieces)) == pieces


@pytest.mark.parametrize("text", ["", "x", "0 stone a1   ", "0 stone a1   one", "00 stone a1   1"])
def test_a_text_that_is_no_pieces_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        parse_pieces(text)


def test_a_neutral_piece_is_offered_after_the_pieces_of_the_seats() -> None:
    game = toy.Tongs()
    check = BoardCheck.begin(game, (Piece(0, "stone", "a1"), Piece(None, "stone", "b1")))
    offered = [piece.seat for option in check.options("c1") for piece in option.at("c1")]
    assert offered == [0, None]
    in_hand = BoardCheck.begin(game, (Piece(0, "stone", "hand"), Piece(None, "stone", "off")))
    assert in_hand.kinds_beside() == ((0, "stone"), (None, "stone"))


def test_a_piece_that_is_missing_elsewhere_is_offered_first() -> None:
    found = started("xiangqi4").emptied("g3")
    (cannon,) = started("xiangqi4").at("g3")
    assert found.options("g4")[1].at("g4") == (replace(cannon, place="g4"),)


def test_what_may_be_on_a_point_is_found_without_a_copy_of_every_single_piece(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    copied: list[Piece] = []

    def copying(piece: Piece, count: int) -> Piece:
        copied.append(piece)
        return replace(piece, count=count)

    monkeypatch.setattr("firmware_host.session.hand_steps.replace", copying)
    found = started("xiangqi4")
    assert len(found.options("e1")) > 20
    assert len(copied) < len(found.pieces)
