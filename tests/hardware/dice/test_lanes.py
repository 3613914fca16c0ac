"""Sticks in a tower are read at rest: few edges are no doubt, and what is wrong is named."""

import random
from collections.abc import Sequence

import pytest

from hardware.dice.codes import LONG_DICE, LOTS, Faces
from hardware.dice.tray import DiceEvent, LaneTray, Tray, tray_for
from hardware.wiring.wiring import CHECK_LINES, CUP, DICE_LINES, DiceWiring
from tests.hardware.dice.falling import Broken, Tower, Turn, whole

each_kind = pytest.mark.parametrize("dice", [LOTS, LONG_DICE], ids=["lots", "long dice"])
FEW, MANY = 60, 10_000


def checked(dice: Sequence[Faces]) -> LaneTray:
    return LaneTray(dice, checks=CHECK_LINES)


def stuck(line: str, level: bool) -> Broken:
    """A line that always has this level: a broken sensor, dirt before it, or a wire."""
    return lambda levels: levels | {line: level}


def sun(levels: dict[str, bool]) -> dict[str, bool]:
    """Light that shines on all sensors."""
    return levels | dict.fromkeys((*DICE_LINES, *CHECK_LINES), True)


FAULTS: dict[str, Broken] = {
    "nothing": whole,
    "a sensor is low": stuck("D1", False),
    "a sensor is high": stuck("D2", True),
    "a second sensor is low": stuck("C0", False),
    "a second sensor is high": stuck("C3", True),
}


def count_wrong(turns: list[Turn]) -> int:
    """Return in how many turns other faces counted than those that lay, and nobody was asked."""
    return sum(
        any(
            event.kind == "settled" and not event.doubtful and event.faces != turn.faces
            for event in turn.events
        )
        for turn in turns
    )


def play(count: int, dice: Sequence[Faces], broken: Broken = whole) -> list[Turn]:
    tower = Tower(checked(dice), dice, random.Random(3), broken)
    return [tower.turn() for _ in range(count)]


@each_kind
def test_contacts_would_call_hands_that_take_sticks_out_a_bump(dice: Sequence[Faces]) -> None:
    tower = Tower(Tray(dice), dice, random.Random(1))
    turns = [tower.turn() for _ in range(FEW)]
    assert sum("knocked" in turn.kinds for turn in turns) > 0.8 * FEW
    tower = Tower(LaneTray(dice), dice, random.Random(1))
    turns = [tower.turn() for _ in range(FEW)]
    assert not any("knocked" in turn.kinds for turn in turns)


@each_kind
def test_a_tower_without_second_sensors_reads_every_stick_that_lies_flat(
    dice: Sequence[Faces],
) -> None:
    tower = Tower(LaneTray(dice), dice, random.Random(2))
    flat = [turn for turn in (tower.turn() for _ in range(FEW)) if not turn.leaned]
    assert len(flat) > FEW // 2
    assert count_wrong(flat) == 0
    assert all(turn.kinds[-1] == "settled" for turn in flat)


@each_kind
@pytest.mark.parametrize("broken", FAULTS.values(), ids=FAULTS)
def test_with_second_sensors_no_wrong_face_counts_whatever_is_broken(
    dice: Sequence[Faces], broken: Broken
) -> None:
    assert count_wrong(play(FEW, dice, broken)) == 0


@pytest.mark.deep
@each_kind
@pytest.mark.parametrize("broken", FAULTS.values(), ids=FAULTS)
def test_of_ten_thousand_throws_none_counts_wrongly(dice: Sequence[Faces], broken: Broken) -> None:
    turns = play(MANY, dice, broken)
    print(f"{MANY} throws: {sum(turn.kinds[-1] == 'settled' for turn in turns)} counted")
    assert count_wrong(turns) == 0


@each_kind
def test_a_stick_that_leans_is_named_and_counts_when_it_lies(dice: Sequence[Faces]) -> None:
    turns = [turn for turn in play(400, dice) if turn.leaned]
    assert turns
    for turn in turns:
        assert {"cocked", "missing"} & set(turn.kinds)
        assert turn.events[-1] == DiceEvent("settled", turn.faces)


def test_light_on_all_sensors_is_named_and_never_counts() -> None:
    for turn in play(5, LOTS, sun):
        assert turn.events[-1] == DiceEvent("unreadable", dice=(0, 1, 2, 3))
        assert "settled" not in turn.kinds


def flap(tray: Tray, levels: dict[str, bool]) -> list[DiceEvent]:
    """Open and close the flap; nothing comes into the lanes, which have ``levels``."""
    said: list[DiceEvent] = []
    for step in range(300):
        is_open = 50 <= step < 75
        said += tray.tick(step * 0.02, levels | {CUP: is_open})
    return said


def test_a_flap_that_is_opened_over_nothing_makes_no_throw_that_counts() -> None:
    empty = dict.fromkeys(DICE_LINES, False)
    assert flap(LaneTray(LOTS), empty)[-1] == DiceEvent("settled", (1, 1, 1, 1), doubtful=True)


def test_a_stick_that_was_left_in_its_lane_makes_the_throw_doubtful_and_is_named() -> None:
    last = flap(LaneTray(LOTS), dict.fromkeys(DICE_LINES, False) | {"D2": True})[-1]
    assert last == DiceEvent("settled", (1, 1, 0, 1), doubtful=True, dice=(2,))


def test_the_wiring_says_how_dice_are_read() -> None:
    pins = (12, 18, 24, 25)
    lanes = DiceWiring(pins, 7, reader="lanes")
    assert type(tray_for(LOTS, DiceWiring(pins, 7), CUP)) is Tray
    assert type(tray_for(LOTS, None, CUP)) is Tray
    assert type(tray_for(LOTS, lanes, CUP)) is LaneTray


@pytest.mark.parametrize(
    ("checks", "said"),
    [
        ((5, 6, 13, 19), DiceEvent("missing", dice=(0, 1, 2, 3))),
        ((), DiceEvent("settled", (1, 1, 1, 1), doubtful=True)),
    ],
    ids=["with second sensors", "without"],
)
def test_lanes_are_checked_where_second_sensors_are_wired(
    checks: tuple[int, ...], said: DiceEvent
) -> None:
    lanes = DiceWiring((12, 18, 24, 25), 7, reader="lanes", checks=checks)
    empty = dict.fromkeys((*DICE_LINES, *CHECK_LINES), False)
    assert flap(tray_for(LOTS, lanes, CUP), empty)[-1] == said
