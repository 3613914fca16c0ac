"""Sticks in a tower are read at rest: few edges are no doubt, and what is wrong is named."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from hardware.dice.codes import LONG_DICE, LOTS, Faces
from hardware.dice.lanes import OFTEN, LaneTray, inverted_below, tray_for
from hardware.dice.tray import DiceEvent, Tray
from hardware.input.edges import Edge
from hardware.wiring.wiring import CHECK_LINES, CUP, DICE_LINES, DiceWiring
from tests.hardware.dice.falling import Broken, Tower, Turn, whole

each_kind = pytest.mark.parametrize("dice", [LOTS, LONG_DICE], ids=["lots", "long dice"])
FEW, SOME, MANY = 60, 400, 2500


FORMS: dict[str, tuple[str, ...]] = {"basic": (), "checked": CHECK_LINES}
each_form = pytest.mark.parametrize("checks", FORMS.values(), ids=FORMS)


def held(level: bool, *lines: str) -> Broken:
    """Lines that always have this level: a broken sensor, dirt before it, a wire, a dead pin."""
    return lambda levels: levels | dict.fromkeys(lines, level)


def turned(*lines: str) -> Broken:
    """Lines of a module that says the opposite."""
    return lambda levels: levels | {line: not levels[line] for line in lines}


FAULTS: dict[str, Broken] = {
    "nothing": whole,
    "a sensor sees light": held(False, "D1"),
    "a sensor is dirty": held(True, "D2"),
    "a second sensor sees light": held(False, "C0"),
    "a second sensor is dirty": held(True, "C3"),
    "a lane is dirty": held(True, "D2", "C2"),
    "sun in a lane": held(False, "D0", "C0"),
    "sun": held(False, *DICE_LINES, *CHECK_LINES),
    "5 V destroyed the pins": held(True, *DICE_LINES, *CHECK_LINES),
    "5 V destroyed the first pins": held(True, *DICE_LINES),
    "an inverted module": turned(*DICE_LINES),
    "two inverted modules": turned(*DICE_LINES, *CHECK_LINES),
}
NAMES: dict[str, set[str]] = {
    "a sensor sees light": {"lit", "pale"},
    "a sensor is dirty": {"blind"},
    "a second sensor sees light": {"lit", "pale"},
    "a second sensor is dirty": {"blind"},
    "a lane is dirty": {"blind"},
    "sun in a lane": {"lit", "glare"},
    "sun": {"lit", "glare"},
    "5 V destroyed the pins": {"blind"},
    "two inverted modules": {"lit", "glare"},
}
"""What is said in the checked form, where a fault can be told from others; sticks also lean."""
LEANING = {"cocked", "missing"}


def count_wrong(turns: list[Turn]) -> int:
    """Return in how many turns other faces counted than those that lay, and nobody was asked."""
    return sum(
        any(
            event.kind == "settled" and not event.doubtful and event.faces != turn.faces
            for event in turn.events
        )
        for turn in turns
    )


def play(
    count: int, dice: Sequence[Faces], broken: Broken = whole, checks: Sequence[str] = CHECK_LINES
) -> list[Turn]:
    tower = Tower(LaneTray(dice, checks=checks), dice, random.Random(3), broken)
    return [tower.turn() for _ in range(count)]


@each_kind
def test_contacts_would_call_hands_that_take_sticks_out_a_bump(dice: Sequence[Faces]) -> None:
    tower = Tower(Tray(dice), dice, random.Random(1))
    turns = [tower.turn() for _ in range(SOME)]
    assert sum("knocked" in turn.kinds for turn in turns) > 0.9 * SOME
    for checks in FORMS.values():
        assert not any("knocked" in turn.kinds for turn in play(SOME, dice, checks=checks))


@each_kind
def test_a_tower_without_second_sensors_asks_of_every_throw_and_reads_what_lies_flat(
    dice: Sequence[Faces],
) -> None:
    flat = [turn for turn in play(FEW, dice, checks=()) if not turn.leaned]
    assert len(flat) > FEW // 2
    for turn in flat:
        assert turn.events[-1] == DiceEvent("settled", turn.faces, doubtful=True)


@each_kind
@each_form
@pytest.mark.parametrize("broken", FAULTS.values(), ids=FAULTS)
def test_no_wrong_face_counts_whatever_is_broken(
    dice: Sequence[Faces], checks: Sequence[str], broken: Broken
) -> None:
    assert count_wrong(play(FEW, dice, broken, checks)) == 0


@pytest.mark.deep
@each_kind
@each_form
@pytest.mark.parametrize("broken", FAULTS.values(), ids=FAULTS)
def test_of_ten_thousand_throws_with_each_fault_none_counts_wrongly(
    dice: Sequence[Faces], checks: Sequence[str], broken: Broken
) -> None:
    turns = play(MANY, dice, broken, checks)
    last = Counter(turn.kinds[-1] + "?" * turn.events[-1].doubtful for turn in turns)
    print(f"{MANY} throws ended so: {dict(last)}")
    assert count_wrong(turns) == 0


@each_kind
@pytest.mark.parametrize("fault", NAMES)
def test_a_fault_is_named_with_its_lanes(dice: Sequence[Faces], fault: str) -> None:
    turns = play(FEW, dice, FAULTS[fault])
    troubles = [each for turn in turns for each in turn.events if each.dice]
    assert {each.kind for each in troubles} - {"settled"} <= NAMES[fault] | LEANING
    assert NAMES[fault] <= {each.kind for each in troubles}


@each_kind
def test_a_stick_that_leans_is_named_and_counts_when_it_lies(dice: Sequence[Faces]) -> None:
    turns = [turn for turn in play(400, dice) if turn.leaned]
    assert turns
    for turn in turns:
        assert {"cocked", "missing"} & set(turn.kinds)
        assert turn.events[-1] == DiceEvent("settled", turn.faces)


def test_light_on_all_sensors_is_named_and_never_counts() -> None:
    for turn in play(5, LOTS, FAULTS["sun"]):
        assert DiceEvent("lit", dice=(0, 1, 2, 3)) in turn.events
        assert turn.events[-1] == DiceEvent("glare", dice=(0, 1, 2, 3))
        assert "settled" not in turn.kinds


def test_a_lane_that_lets_nothing_be_seen_in_three_throws_is_to_blame_itself() -> None:
    turns = play(OFTEN, LOTS, FAULTS["a lane is dirty"])
    assert [turn.kinds[-1] for turn in turns] == ["missing", "missing", "blind"]
    assert turns[-1].events[-1].dice == (2,)


EMPTY = dict.fromkeys((*DICE_LINES, *CHECK_LINES), True)
WHITE_BELOW = EMPTY | dict.fromkeys(DICE_LINES, False)


def flap(
    tray: Tray,
    before: dict[str, bool],
    after: dict[str, bool] | None = None,
    passing: Sequence[str] = (),
) -> list[DiceEvent]:
    """Open and close the flap; the lanes have the levels ``before``, then those ``after``.

    On the lines ``passing`` light flashes up meanwhile.
    """
    said = [*tray.tick(0.0, before | {CUP: False})]
    for step in range(1, 300):
        levels = before if step < 65 or after is None else after
        if step == 65:
            for edge in (Edge(1.29, line, level) for line in passing for level in (False, True)):
                tray.feed(edge)
            said += change(tray, step * 0.02, before, levels)
        said += tray.tick(step * 0.02, levels | {CUP: 50 <= step < 75})
    return said


def change(
    tray: Tray, time: float, before: dict[str, bool], after: dict[str, bool]
) -> tuple[DiceEvent, ...]:
    """Let the levels ``before`` become those ``after``."""
    for line, level in before.items():
        if level != after[line]:
            tray.feed(Edge(time, line, after[line]))
    return tray.tick(time, after | {CUP: 1.0 <= time < 1.5})


def rest(tray: Tray, since: float, levels: dict[str, bool]) -> list[DiceEvent]:
    """Leave the lanes alone for some seconds."""
    ticks = (since + step * 0.02 for step in range(100))
    return [event for time in ticks for event in tray.tick(time, levels | {CUP: False})]


def test_a_stick_that_was_left_in_its_lane_is_blamed_when_the_flap_opens() -> None:
    said = flap(LaneTray(LOTS), EMPTY | {"D2": False})
    assert said[:2] == [DiceEvent("lifted"), DiceEvent("lit", dice=(2,))]
    assert said[-1] == DiceEvent("settled", (1, 1, 0, 1), doubtful=True, dice=(2,))


@pytest.mark.parametrize(
    ("before", "said"),
    [
        (EMPTY, DiceEvent("pale", dice=(0,))),
        (EMPTY | {"C0": False}, DiceEvent("pale", dice=(0,))),
        (EMPTY | {"D0": False, "C0": False}, DiceEvent("glare", dice=(0,))),
        (EMPTY | {"C0": False, "D3": False}, DiceEvent("glare", dice=(0,))),
    ],
    ids=["dark before", "one sensor lit before", "both lit before", "two lanes lit before"],
)
def test_black_that_looks_white_is_told_from_light_that_shines_in(
    before: dict[str, bool], said: DiceEvent
) -> None:
    tray = LaneTray(LOTS, checks=CHECK_LINES)
    assert flap(tray, before, WHITE_BELOW | {"C0": False})[-1] == said


def test_what_is_put_right_counts_without_another_throw() -> None:
    tray = LaneTray(LOTS, checks=CHECK_LINES)
    leaning = WHITE_BELOW | {"D1": True}
    assert flap(tray, EMPTY, WHITE_BELOW | {"D1": True})[-1] == DiceEvent("missing", dice=(1,))
    assert change(tray, 7.0, leaning, WHITE_BELOW) == ()
    assert rest(tray, 7.0, WHITE_BELOW) == [DiceEvent("settled", (0, 0, 0, 0))]


def test_sticks_that_are_taken_out_for_another_throw_are_not_called_missing() -> None:
    tray = LaneTray(LOTS, checks=CHECK_LINES)
    leaning = WHITE_BELOW | {"D1": True}
    flap(tray, EMPTY, leaning)
    change(tray, 7.0, leaning, EMPTY)
    assert rest(tray, 7.0, EMPTY) == [DiceEvent("back")]
    assert tray.deadline is None


def test_a_stick_that_was_seen_on_its_way_leans() -> None:
    tray = LaneTray(LOTS, checks=CHECK_LINES)
    said = flap(tray, EMPTY, WHITE_BELOW | {"D1": True}, passing=["D1"])
    assert said[-1] == DiceEvent("cocked", dice=(1,))


def test_a_module_that_is_high_for_light_is_read_as_inverted() -> None:
    opposite = {line: not level for line, level in WHITE_BELOW.items()}
    dark = {line: not level for line, level in EMPTY.items()}
    tray = LaneTray(LOTS, inverted=DICE_LINES, checks=CHECK_LINES)
    assert flap(tray, dark, opposite | {"D3": False, "C3": True})[-1] == DiceEvent(
        "settled", (0, 0, 0, 1)
    )


def test_what_lies_below_a_lot_is_its_other_side() -> None:
    assert inverted_below(LOTS, ()) == DICE_LINES
    assert inverted_below(LONG_DICE, ("D1",)) == ("D1",)


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
    assert flap(tray_for(LOTS, lanes, CUP), EMPTY)[-1] == said
