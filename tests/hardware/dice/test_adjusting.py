"""Adjusting finds out how a tray is wired and writes it down."""

import tomllib
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware import PoseError, WiringError
from hardware.dice.adjusting import Adjusting, Adjustment, adjusted, own_sheet, poses, store
from hardware.dice.codes import LONG_DICE, LOTS, Faces, levels_for
from hardware.wiring.wiring import DICE_LINES, load, names

GENERIC = (12, 18, 24, 25)


def laid(
    dice: Sequence[Faces],
    count: int,
    order: Sequence[str] = DICE_LINES,
    inverted: Sequence[str] = (),
) -> Adjusting:
    """Return the adjustment after ``count`` poses on a tray that is wired so."""
    adjusting = Adjusting(dice)
    for faces in poses(dice)[:count]:
        assert adjusting.pose == faces
        adjusting = adjusting.take(levels_for(dice, faces, order, inverted))
    return adjusting


@given(
    st.sampled_from([LOTS, LONG_DICE]),
    st.permutations(DICE_LINES),
    st.sets(st.sampled_from(DICE_LINES)),
)
def test_any_order_and_any_inverted_lines_are_found(
    dice: Sequence[Faces], order: list[str], inverted: set[str]
) -> None:
    adjusting = laid(dice, 6, order, sorted(inverted))
    assert adjusting.pose is None
    assert adjusting.result == Adjustment(tuple(order), tuple(sorted(inverted)))


def test_every_order_of_lines_can_be_found() -> None:
    orders = [laid(LONG_DICE, 6, order).result.order for order in permutations(DICE_LINES)]
    assert len(set(orders)) == 24


def test_long_dice_are_placed_so_that_one_line_changes_at_a_time() -> None:
    assert poses(LONG_DICE) == ((1, 1), (6, 6), (4, 1), (3, 1), (1, 4), (1, 3))


def test_the_result_is_a_sentence() -> None:
    found = laid(LOTS, 6, ("D2", "D1", "D0", "D3"), ("D3",)).result
    assert found.words == "D2 is wired as D0; D0 is wired as D2; D3 is inverted"
    assert laid(LOTS, 6).result.words == "every line is wired as it should be"


@pytest.mark.parametrize(
    ("count", "levels", "reason"),
    [
        (1, "1011", "D0 stays open, D2 stays open, D3 stays open in every position of the dice"),
        (2, "1111", "expected one line to change, but none did"),
        (2, "0011", "D0 and D1 did"),
        (3, "0111", "D0 changed already for another one"),
    ],
)
def test_lines_that_do_not_fit_are_named_and_the_pose_is_repeated(
    count: int, levels: str, reason: str
) -> None:
    adjusting = laid(LOTS, count)
    with pytest.raises(PoseError, match=reason):
        adjusting.take(dict(zip(DICE_LINES, (level == "1" for level in levels), strict=True)))
    assert adjusting.pose == poses(LOTS)[count]


def test_dice_that_four_lines_cannot_tell_are_not_adjusted() -> None:
    with pytest.raises(WiringError, match="four lots"):
        Adjusting([(1, 2, 3, 4, 5, 6)])


def test_a_file_that_starts_from_a_profile_exchanges_the_pins_of_a_swapped_pair(
    tmp_path: Path,
) -> None:
    path = tmp_path / "mine.toml"
    found = laid(LOTS, 6, ("D0", "D2", "D1", "D3")).result
    store(path, adjusted(own_sheet("generic"), GENERIC, found))
    wiring, generic = load(str(path)), load("generic")
    assert wiring.dice is not None
    assert wiring.dice.lines == (12, 24, 18, 25)
    assert (wiring.keys, wiring.display) == (generic.keys, generic.display)


def test_an_inverted_line_is_written_by_the_name_that_it_gets() -> None:
    found = laid(LOTS, 6, ("D3", "D1", "D2", "D0"), ("D0",)).result
    dice = tomllib.loads(adjusted(own_sheet("generic"), GENERIC, found))["dice"]
    assert dice == {"lines": [25, 18, 24, 12], "invert": ["D3"]}


def test_a_wiring_file_keeps_its_other_settings(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'profile = "generic"\n[keys]\nhint = false\nmenu = 16\n[display]\ni2c_address = 0x3D\n'
        '[dice]\ncup = false\ninvert = ["D1"]\n'
    )
    before = own_sheet(str(path))
    after = tomllib.loads(adjusted(before, GENERIC, Adjustment(DICE_LINES)))
    assert after == {**before, "dice": {"cup": False, "lines": list(GENERIC)}}


@pytest.mark.parametrize("profile", [name for name in names() if load(name).dice])
def test_every_profile_with_dice_can_be_adjusted(profile: str, tmp_path: Path) -> None:
    wiring = load(profile)
    assert wiring.dice is not None
    path = tmp_path / "mine.toml"
    found = Adjustment(("D3", "D2", "D1", "D0"))
    store(path, adjusted(own_sheet(profile), wiring.dice.lines, found))
    after = load(str(path))
    assert after.dice is not None
    assert after.dice.lines == wiring.dice.lines[::-1]


def test_an_existing_file_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("precious")
    with pytest.raises(WiringError, match="already exists: name a new file"):
        store(path, "new")
    assert path.read_text() == "precious"


def test_a_file_that_cannot_be_written_is_said_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(WiringError, match=r"cannot be written \(No such file or directory\)"):
        store(tmp_path / "nowhere" / "mine.toml", "new")


def test_a_missing_wiring_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(WiringError, match="expected a file of TOML"):
        own_sheet(str(tmp_path / "missing.toml"))
