"""Choosing a move step by step."""

from collections.abc import Sequence

from firmware_host.session.chooser import Chooser
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
