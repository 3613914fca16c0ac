"""Choosing a move step by step."""

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_host.session.chooser import ARROWS, Chooser, Spot, middle_spot, next_spot, spots_of
from games.actions import Choice, ChoiceKind, Move, PlainMove
from games.equipment import Board, Point

BOARD = Board(
    tuple(Point(f"{file}{rank + 1}", x, rank) for x, file in enumerate("abc") for rank in range(3))
)


def move(*path: str) -> Move:
    kinds: tuple[ChoiceKind, ...] = ("piece", "target", "die")
    places = [(place,) if place in BOARD else () for place in path]
    choices = [
        Choice(kind, value, at) for kind, value, at in zip(kinds, path, places, strict=False)
    ]
    return PlainMove("-".join(path), tuple(choices))


def press(chooser: Chooser, keys: Sequence[str]) -> Chooser:
    for key in keys:
        chooser = chooser.confirmed() if key == "ok" else chooser.pressed(key)
    return chooser


def values(chooser: Chooser) -> list[str]:
    return [option.value for option in chooser.options]


def test_options_are_in_rows_from_the_top_and_places_beside_the_board_come_last() -> None:
    chooser = Chooser.of(
        [move("hand", "a1"), move("a1", "b1"), move("c3", "c1"), move("a3", "a1")], BOARD
    )
    assert values(chooser) == ["a3", "c3", "a1", "hand"]


def test_the_cursor_starts_in_the_middle_and_goes_where_the_arrow_points() -> None:
    chooser = Chooser.of([move("a1", "b1"), move("b1", "c1"), move("a3", "a1")], BOARD)
    walk = [press(chooser, keys).option.value for keys in ([], ["right"], ["up"], ["up", "down"])]
    assert walk == ["a1", "b1", "a3", "a1"]


def test_a_place_beside_the_board_is_below_it() -> None:
    chooser = Chooser.of(
        [move("a1", "b1"), move("c1", "b1"), move("c3", "c2"), move("hand", "a2")], BOARD
    )
    assert press(chooser, ["down"]).option.value == "hand"
    assert press(chooser, ["down", "up"]).option.value == "a1"


def test_dice_for_the_same_place_are_in_a_row() -> None:
    def ends(die: str) -> Move:
        return PlainMove(die, (Choice("target", "b1", ("b1",)), Choice("die", die, ("b1",))))

    chooser = Chooser.of([ends("2"), ends("4"), ends("8")], BOARD)
    assert values(chooser) == ["2", "4", "8"]
    assert [press(chooser, ["right"] * n).option.value for n in range(3)] == ["2", "4", "8"]


def test_a_piece_and_its_target_choose_the_move() -> None:
    chooser = Chooser.of([move("a1", "b1"), move("a1", "c1"), move("b2", "b3")], BOARD)
    chooser = press(chooser, ["left", "ok"])
    assert (values(chooser), chooser.chosen) == (["b1", "c1"], None)
    assert press(chooser, ["right", "ok"]).chosen == move("a1", "c1")


def test_steps_with_a_single_option_are_skipped() -> None:
    chooser = Chooser.of([move("a1", "b1"), move("a1", "c1")], BOARD)
    assert [choice.value for choice in chooser.picked] == ["a1"]
    alone = Chooser.of([move("a1", "b1"), move("b2", "b3")], BOARD)
    assert press(alone, ["ok"]).chosen == move("b2", "b3")


def test_the_only_move_is_still_confirmed_by_a_person() -> None:
    chooser = Chooser.of([move("a1", "b1")], BOARD)
    assert chooser.chosen is None
    assert chooser.preview == (move("a1", "b1"),)
    assert press(chooser, ["ok"]).chosen == move("a1", "b1")


def test_a_step_after_the_target_is_asked_only_if_it_matters() -> None:
    moves = [move("a1", "b1", "2"), move("a1", "b1", "4"), move("a1", "c1", "8")]
    chooser = press(Chooser.of(moves, BOARD), ["ok"])
    assert values(chooser) == ["2", "4"]
    assert press(Chooser.of(moves, BOARD), ["right", "ok"]).chosen == moves[2]


def test_back_returns_to_the_last_choice_with_the_cursor_on_it() -> None:
    chooser = Chooser.of(
        [move("a1", "b1"), move("a1", "c1"), move("b2", "b3"), move("b2", "b1")], BOARD
    )
    earlier = press(chooser, ["down", "ok", "right"]).back()
    assert earlier is not None
    assert earlier.option.value == "a1"
    assert earlier.back() is None


def test_back_is_not_possible_at_a_first_step_with_a_single_option() -> None:
    assert Chooser.of([move("a1", "b1"), move("a1", "c1")], BOARD).back() is None


ROWS, COLUMNS = 8, 9
SPOTS = st.lists(
    st.tuples(st.integers(0, ROWS), st.integers(0, COLUMNS)), min_size=1, max_size=14
).map(sorted)
"""Options in reading order; several may be on one spot."""

LIES_AHEAD: dict[str, Callable[[Spot, Spot], bool]] = {
    "up": lambda here, there: there[0] < here[0],
    "down": lambda here, there: there[0] > here[0],
    "left": lambda here, there: there[1] < here[1],
    "right": lambda here, there: there[1] > here[1],
}


def walked(laid_out: list[Spot], start: int) -> set[int]:
    """Return every spot that arrows lead to from ``start``."""
    reached, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        following = {next_spot(laid_out, here, arrow) for arrow in ARROWS} - reached
        reached |= following
        waiting.extend(following)
    return reached


@given(SPOTS)
@settings(max_examples=150)
def test_arrows_lead_from_every_option_to_every_other(laid_out: list[Spot]) -> None:
    for start in range(len(laid_out)):
        assert walked(laid_out, start) == set(range(len(laid_out)))


@given(SPOTS, st.sampled_from(ARROWS))
@settings(max_examples=150)
def test_an_arrow_moves_in_its_direction_if_anything_is_there(
    laid_out: list[Spot], arrow: str
) -> None:
    # two options on one spot are neighbours in their row
    for here in (i for i, spot in enumerate(laid_out) if laid_out.count(spot) == 1):
        lies_ahead = [LIES_AHEAD[arrow](laid_out[here], spot) for spot in laid_out]
        assert lies_ahead[next_spot(laid_out, here, arrow)] or not any(lies_ahead)


@given(SPOTS, st.sampled_from(ARROWS))
@settings(max_examples=100)
def test_an_arrow_always_moves_the_cursor_where_there_is_a_choice(
    laid_out: list[Spot], arrow: str
) -> None:
    for here in range(len(laid_out)):
        assert (next_spot(laid_out, here, arrow) == here) == (len(laid_out) == 1)


@pytest.mark.parametrize(
    ("arrow", "expected"), [("up", (0, 2)), ("down", (3, 2)), ("left", (2, 0)), ("right", (2, 5))]
)
def test_a_spot_straight_ahead_is_nearer_than_one_to_the_side(arrow: str, expected: Spot) -> None:
    laid_out: list[Spot] = [(0, 2), (1, 0), (1, 4), (2, 0), (2, 2), (2, 5), (3, 2)]
    assert laid_out[next_spot(laid_out, laid_out.index((2, 2)), arrow)] == expected


def test_a_spot_that_all_others_pass_is_reached_from_the_nearest_in_the_next_row() -> None:
    laid_out: list[Spot] = [(0, 0), (0, 8), (1, 4), (2, 0), (2, 8)]
    assert next_spot(laid_out, 0, "down") == 2
    assert next_spot(laid_out, 1, "down") == 4


def test_at_the_edge_the_cursor_wraps_around() -> None:
    laid_out: list[Spot] = [(0, 0), (0, 3), (2, 0), (2, 3)]
    assert next_spot(laid_out, 1, "right") == 0
    assert next_spot(laid_out, 0, "up") == 2


def test_in_a_single_row_up_and_down_move_the_cursor_too() -> None:
    laid_out: list[Spot] = [(0, 0), (0, 3), (0, 5)]
    assert [next_spot(laid_out, 1, arrow) for arrow in ARROWS] == [0, 2, 0, 2]


def test_the_cursor_starts_in_the_middle() -> None:
    assert middle_spot([(0, 0), (0, 4), (3, 2), (6, 0), (6, 4)]) == 2


def test_places_beside_the_board_are_in_a_row_below_its_middle() -> None:
    board = Board((Point("a1", 0, 0), Point("e1", 4, 0), Point("c3", 2, 2)))
    assert spots_of(board, ["c3", None, "hand", "e1"]) == ((-2, 2), (2, 1.5), (2, 2.5), (0, 4))
    assert spots_of(board, ["hand", "a1", "e1"]) == ((2, 2), (0, 0), (0, 4))


@pytest.mark.parametrize(
    ("nearer_row", "nearer_column", "expected"),
    # each lies so many columns ahead and rows to the side, and a row counts as two columns
    [((4, 1), (1, 3), 0), ((6, 1), (3, 2), 1), ((3, 1), (1, 2), 0)],
)
def test_right_leads_to_the_spot_that_is_nearest_when_the_side_counts_double(
    nearer_row: tuple[int, int], nearer_column: tuple[int, int], expected: int
) -> None:
    here = (5, 0)
    ahead = [(5 - aside, columns) for columns, aside in (nearer_row, nearer_column)]
    spots = sorted([here, *ahead])
    assert spots[next_spot(spots, spots.index(here), "right")] == ahead[expected]
