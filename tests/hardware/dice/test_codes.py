from itertools import pairwise, product

import pytest

from hardware import WiringError
from hardware.dice.codes import LONG_DICE, LOTS, Faces, can_read, faces_from, levels_for


@pytest.mark.parametrize("dice", [LOTS, LONG_DICE])
def test_every_result_of_the_dice_is_read_back(dice: tuple[Faces, ...]) -> None:
    for faces in product(*dice):
        assert faces_from(dice, levels_for(dice, faces)) == faces


@pytest.mark.parametrize("dice", [LOTS, LONG_DICE])
def test_lines_that_are_inverted_are_read_back_too(dice: tuple[Faces, ...]) -> None:
    for faces in product(*dice):
        levels = levels_for(dice, faces, inverted={"D1", "D2"})
        assert faces_from(dice, levels, inverted={"D1", "D2"}) == faces
        straight = levels_for(dice, faces)
        assert [line for line in levels if levels[line] != straight[line]] == ["D1", "D2"]


def test_a_white_lot_makes_its_line_low() -> None:
    assert levels_for(LOTS, (1, 0, 0, 1)) == {"D0": False, "D1": True, "D2": True, "D3": False}


def test_long_dice_are_read_in_gray_code() -> None:
    bits = {face: list(levels_for(LONG_DICE, (face, 1)).values())[:2] for face in (1, 3, 6, 4)}
    assert bits == {1: [True, True], 3: [True, False], 6: [False, False], 4: [False, True]}


def test_a_long_die_that_rolls_on_by_one_face_moves_one_line() -> None:
    order = (1, 3, 6, 4, 1)
    for face, following in pairwise(order):
        before, after = levels_for(LONG_DICE, (face, 1)), levels_for(LONG_DICE, (following, 1))
        assert sum(before[line] != after[line] for line in before) == 1


@pytest.mark.parametrize(
    "dice",
    [(), LOTS[:3], LOTS[:2], LONG_DICE[:1], [(1, 2, 3, 4, 5, 6)], [*LOTS, *LONG_DICE]],
)
def test_other_dice_cannot_be_read(dice: tuple[Faces, ...]) -> None:
    assert not can_read(dice)
    with pytest.raises(WiringError, match=r"four lots .* or two long dice"):
        levels_for(dice, ())


@pytest.mark.parametrize("faces", [(1, 0, 0), (1, 0, 0, 2), (1, 0, 0, 0, 0)])
def test_faces_that_the_dice_do_not_have_are_refused(faces: Faces) -> None:
    with pytest.raises(WiringError, match="expected one face of each"):
        levels_for(LOTS, faces)
