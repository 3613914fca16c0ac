"""Which hand steps fit lifts and puts, and where a misplaced piece belongs."""

import random

import pytest

import games
from firmware_host.sensing.observed_board import Fields, find_nearest_mismatch
from firmware_host.sensing.touches import (
    Observation,
    SensedPieces,
    Touch,
    TouchPattern,
    count_carried_out,
    match_patterns,
)
from games.actions import Step, carry_out
from games.core import random_action
from games.equipment import OFF, Piece

SENSED = frozenset(("a", "b", "c", "d"))
RED_A, BLACK_B = Piece(0, "stone", "a"), Piece(1, "stone", "b")
TO_C = (Step("move", RED_A, "a", "c"),)
TAKE_B = (Step("take_off", BLACK_B, "b", OFF), Step("move", RED_A, "a", "b"))


def pattern(steps: tuple[Step, ...], *standing: Piece) -> TouchPattern:
    return TouchPattern.of(SensedPieces(standing, SENSED), steps, 0)


def seen(*touches: str) -> Observation:
    """Return what is seen with red on a and black on b, after touches such as ``-a +c``."""
    result = Observation(frozenset("ab"))
    for touch in touches:
        result = result.after(Touch("put" if touch[0] == "+" else "lift", touch[1]))
    return result


@pytest.mark.parametrize(
    ("touches", "possible", "done", "unsure"),
    [
        ((), (), (), ()),
        (("-a",), (0, 1), (), (1,)),
        (("-a", "+c"), (0,), (0,), ()),
        (("-b",), (1,), (), ()),
        (("-b", "-a"), (1,), (), ()),
        (("-b", "-a", "+b"), (1,), (1,), ()),
        (("-a", "-b", "+b"), (1,), (1,), ()),
        (("-a", "+d", "-d", "+c"), (0,), (0,), ()),
        (("-b", "+b", "-a", "+c"), (0,), (0,), ()),
        (("-a", "+d"), (), (), ()),
        (("+c",), (), (), ()),
    ],
)
def test_a_match_says_which_moves_are_still_possible(
    touches: tuple[str, ...],
    possible: tuple[int, ...],
    done: tuple[int, ...],
    unsure: tuple[int, ...],
) -> None:
    patterns = (pattern(TO_C, RED_A, BLACK_B), pattern(TAKE_B, RED_A, BLACK_B))
    match = match_patterns(patterns, frozenset("ab"), seen(*touches))
    assert (match.possible, match.complete, match.unsure) == (possible, done, unsure)


def test_a_capture_from_a_stack_is_not_seen_and_never_certain() -> None:
    stack = Piece(0, "stone", "a", count=2)
    taking = pattern(TAKE_B, stack, BLACK_B)
    match = match_patterns((taking,), frozenset("ab"), seen("-b", "+b"))
    assert (match.complete, match.unsure) == ((), (0,))
    assert match_patterns((taking,), frozenset("ab"), seen()).unsure == ()


def test_a_move_onto_an_own_stack_looks_like_a_piece_in_the_hand() -> None:
    onto_b = pattern((Step("move", RED_A, "a", "b"),), RED_A, Piece(0, "stone", "b"))
    match = match_patterns((onto_b,), frozenset("ab"), seen("-a"))
    assert (match.complete, match.unsure) == ((), (0,))


def test_requested_steps_count_as_far_as_each_was_seen() -> None:
    pieces = SensedPieces((RED_A, BLACK_B), SENSED)
    turned = Piece(0, "stone", "c")
    steps = (*TO_C, Step("turn", turned, "c", "c"))
    assert count_carried_out(pieces, TAKE_B, seen("-b")) == 1
    assert count_carried_out(pieces, TAKE_B, seen("-b", "-a", "+b")) == 2
    assert count_carried_out(pieces, TAKE_B, seen("-a")) == 0
    assert count_carried_out(pieces, steps, seen("-a", "+c")) == 1
    assert count_carried_out(pieces, steps, seen("-a", "+c", "-c", "+c")) == 2


def test_the_way_back_leads_from_the_wrong_point_to_where_the_piece_was_lifted() -> None:
    fields = Fields(games.load("thaayam").board)
    steps = (Step("move", Piece(0, "stone", "e2"), "e2", "e5"),)
    pieces = SensedPieces((Piece(0, "stone", "e2"), Piece(1, "stone", "a1")), fields.points)
    own = frozenset(("e2",))
    occupied = frozenset(("a1", "c3"))
    mismatch = find_nearest_mismatch(
        (TouchPattern.of(pieces, steps),), pieces.occupied, occupied, own, fields
    )
    assert mismatch is not None
    assert mismatch.back == ("c3", "e2")
    legal = frozenset(("a1", "e5"))
    assert (
        find_nearest_mismatch(
            (TouchPattern.of(pieces, steps),), pieces.occupied, legal, own, fields
        )
        is None
    )


@pytest.mark.parametrize("name", games.names())
def test_every_move_of_a_random_game_fits_at_its_beginning_and_its_end(name: str) -> None:
    game, rng = games.load(name), random.Random(5)
    sensed, state = Fields(game.board).points, game.start()
    for _ in range(60):
        if state.is_terminal:
            return
        pieces = SensedPieces(state.pieces(), sensed)
        for move in state.legal_moves():
            after = SensedPieces(carry_out(state.pieces(), move.steps), sensed)
            found = TouchPattern.of(pieces, move.steps, state.turn)
            assert found.after == after.occupied
            assert found.fits(found.before)
            assert found.fits(found.after)
        state = state.apply(random_action(state, rng))
