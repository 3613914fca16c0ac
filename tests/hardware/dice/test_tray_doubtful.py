"""Doubtful throws: they are reported and marked, so that a person is asked."""

import pytest

from hardware.dice.codes import LONG_DICE, LOTS, levels_for
from hardware.dice.tray import LIFTED, DiceEvent, Tray
from hardware.wiring.wiring import DICE_LINES
from tests.hardware.dice.bench import FACES, Bench

OPEN = dict.fromkeys(DICE_LINES, True)
DARK = (0, 0, 0, 0)


def settled(bench: Bench) -> list[DiceEvent]:
    return [event for _, event in bench.events if event.kind == "settled"]


@pytest.mark.parametrize(("dice", "faces"), [(LOTS, DARK), (LONG_DICE, (1, 1))])
def test_without_a_cup_contact_all_lines_open_is_a_doubtful_throw(
    dice: list[tuple[int, ...]], faces: tuple[int, ...]
) -> None:
    bench = Bench(cup=None)
    bench.tray = Tray(dice, cup=None)
    bench.tumble(1.0, 1.5).set(1.5, **OPEN).run(9.0)
    assert settled(bench) == [DiceEvent("settled", faces, doubtful=True)]


def test_without_a_cup_contact_any_other_throw_is_certain() -> None:
    bench = Bench(cup=None).tumble(1.0, 1.5).show(1.5).run(9.0)
    assert settled(bench) == [DiceEvent("settled", FACES)]


def test_with_a_cup_contact_all_lines_open_is_a_certain_throw() -> None:
    assert settled(Bench().throw(1.0, DARK).run(9.0)) == [DiceEvent("settled", DARK)]


def test_without_a_cup_contact_a_cable_unplugged_slowly_is_doubtful() -> None:
    bench = Bench(cup=None, start=levels_for(LOTS, (1, 1, 1, 1)))
    for time, line in zip((1.0, 1.05, 1.1, 1.2), DICE_LINES, strict=True):
        bench.set(time, **{line: True})
    assert settled(bench.run(9.0)) == [DiceEvent("settled", DARK, doubtful=True)]


def test_without_a_cup_contact_a_cable_unplugged_at_once_is_a_knock() -> None:
    bench = Bench(cup=None, start=levels_for(LOTS, FACES)).set(1.0, **OPEN).run(9.0)
    assert bench.kinds == ["knocked"]


def test_a_cable_unplugged_and_plugged_in_again_is_a_doubtful_throw() -> None:
    bench = Bench(start=levels_for(LOTS, FACES)).set(1.0, **OPEN, cup=True)
    assert bench.run(60.0).kinds == ["lifted"]
    bench.show(60.0).set(60.003, cup=False).run(70.0)
    assert settled(bench) == [DiceEvent("settled", FACES, doubtful=True)]


def test_a_cable_plugged_in_again_slowly_is_one_doubtful_throw() -> None:
    bench = Bench(start=levels_for(LOTS, FACES)).set(1.0, **OPEN, cup=True)
    for index in range(10):
        bench.set(5.0 + index / 200, cup=bool(index % 2), D0=bool(index % 2))
    assert settled(bench.show(5.05).set(5.05, cup=False).run(9.0)) == [
        DiceEvent("settled", FACES, doubtful=True)
    ]


def test_a_cable_unplugged_while_the_dice_roll_stays_lifted() -> None:
    bench = Bench().set(1.0, cup=True).tumble(1.2, 1.9).set(2.0, cup=False)
    bench.set(2.1, **OPEN, cup=True).run(999.0)
    assert bench.kinds == ["lifted", "rolling", "lifted"]


def test_a_cable_that_loses_contact_for_a_moment_is_a_knock() -> None:
    bench = Bench(start=levels_for(LOTS, FACES)).set(1.0, **OPEN, cup=True)
    bench.show(1.0 + LIFTED / 2).set(1.0 + LIFTED / 2, cup=False)
    assert bench.run(9.0).kinds == ["knocked"]


def test_a_throw_after_the_cable_is_plugged_in_again_is_certain() -> None:
    bench = Bench().set(1.0, cup=True, **OPEN).set(3.0, cup=False).throw(6.0).run(12.0)
    assert [event.doubtful for event in settled(bench)] == [True, False]


def test_lots_mounted_the_wrong_way_round_are_read_the_right_way_round() -> None:
    bench = Bench()
    bench.tray = Tray(LOTS, inverted=("D1", "D3"))
    bench.throw(1.0, (1, 1, 0, 0)).run(9.0)
    assert bench.throws == [(1, 0, 0, 1)]


def test_doubt_depends_on_lines_not_on_faces() -> None:
    bench = Bench(cup=None)
    bench.tray = Tray(LOTS, cup=None, inverted=DICE_LINES)
    bench.tumble(1.0, 1.5).set(1.5, **OPEN).run(5.0).tumble(6.0, 6.5).show(6.5, (1, 1, 1, 1))
    assert settled(bench.run(9.0)) == [
        DiceEvent("settled", (1, 1, 1, 1), doubtful=True),
        DiceEvent("settled", DARK),
    ]
