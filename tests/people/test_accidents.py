from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_host.session.setup import Setup
from firmware_host.simulator.sensinghands import PieceTouch, SensingHands
from games.equipment import Piece
from tests.people.accidents import KINDS, Accidents
from tests.sensing import tables

FIRST = "b1"


@pytest.fixture
def hands(tmp_path: Path) -> Iterator[SensingHands]:
    """Hands that hold the first piece of a game of squadro."""
    with tables(tmp_path) as sit:
        hands = sit(Setup("squadro"), 3)
        hands.lift(FIRST)
        yield hands


def put_at(hands: SensingHands, place: str) -> PieceTouch:
    held = hands.world.board.hand[-1]
    return PieceTouch("put", Piece(held.seat, held.kind, place, held.facing), held, 0)


def seen_during(hands: SensingHands, kind: str, put: PieceTouch) -> set[frozenset[str]]:
    """Return what the sensors see during an accident of ``kind``."""
    board, seen = hands.world.board, set[frozenset[str]]()
    run_for = hands.world.run_for

    def watched(seconds: float) -> None:
        seen.add(board.occupied)
        run_for(seconds)

    hands.world.run_for = watched  # type: ignore[method-assign]
    assert KINDS[kind](hands, put)
    hands.world.run_for = run_for  # type: ignore[method-assign]
    return seen


@pytest.mark.parametrize("kind", KINDS)
def test_after_every_accident_the_piece_is_in_the_hand_and_the_others_are_in_place(
    hands: SensingHands, kind: str
) -> None:
    board = hands.world.board
    before = (board.pieces, list(board.hand))
    seen_during(hands, kind, put_at(hands, "b4"))
    assert (board.pieces, board.hand) == before


def test_a_piece_that_is_slid_is_seen_on_every_point_on_its_way(hands: SensingHands) -> None:
    standing = hands.world.board.occupied
    seen = seen_during(hands, "slid", put_at(hands, "b4"))
    assert seen == {standing, standing | {"b2"}, standing | {"b3"}}


def test_a_misplaced_piece_is_seen_on_a_neighbouring_point(hands: SensingHands) -> None:
    standing = hands.world.board.occupied
    (seen,) = seen_during(hands, "wrong point", put_at(hands, "b4"))
    assert len(seen - standing) == 1
    assert "b4" not in seen


def test_a_piece_between_points_is_seen_by_none_or_by_both(hands: SensingHands) -> None:
    standing = hands.world.board.occupied
    assert seen_during(hands, "seen by none", put_at(hands, "b4")) == {standing}
    (seen,) = seen_during(hands, "seen by both", put_at(hands, "b4"))
    assert len(seen - standing) == 2
    assert "b4" in seen


def test_a_piece_that_falls_is_missing_until_it_is_put_back(hands: SensingHands) -> None:
    standing = hands.world.board.occupied
    (seen,) = seen_during(hands, "bumped", put_at(hands, "b4"))
    assert len(standing - seen) == 1


def test_accidents_happen_as_often_as_asked_for_and_are_counted(hands: SensingHands) -> None:
    none, always = Accidents(0), Accidents(1)
    for _ in range(20):
        none(hands, put_at(hands, "b4"))
        always(hands, put_at(hands, "b4"))
    assert none.happened.total() == 0
    assert always.happened.total() == 20


def test_no_accident_happens_beside_the_board(hands: SensingHands) -> None:
    accidents = Accidents(1)
    accidents(hands, put_at(hands, "hand"))
    assert not accidents.happened
