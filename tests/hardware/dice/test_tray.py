"""The rules by which a throw settles, one by one."""

import pytest

from hardware import WiringError
from hardware.dice.codes import LONG_DICE, LOTS, levels_for
from hardware.dice.tray import GIVE_UP, LIFTED, PROVISIONAL, QUIET, DiceEvent, Tray
from hardware.input.edges import Edge
from tests.hardware.dice.bench import FACES, Bench


def test_a_throw_is_reported_from_lifting_to_rest() -> None:
    bench = Bench().throw(1.0).run(9.0)
    assert bench.events == [
        (1.0 + LIFTED, DiceEvent("lifted")),
        (2.0, DiceEvent("rolling")),
        (2.0 + PROVISIONAL, DiceEvent("provisional", FACES)),
        (2.0 + QUIET + 0.04, DiceEvent("settled", FACES)),
    ]


def test_a_throw_ends_when_everything_is_at_rest_and_not_before() -> None:
    bench = Bench().throw(1.0)
    bench.set(2.0 + QUIET - 0.01, D0=True).set(2.0 + QUIET, D0=False)
    bench.run(2.0 + QUIET + 0.55)
    assert bench.throws == []
    bench.run(9.0)
    assert bench.kinds == ["lifted", "rolling", "provisional", "provisional", "settled"]


def test_long_dice_are_thrown_the_same_way() -> None:
    bench = Bench()
    bench.tray = Tray(LONG_DICE)
    bench.set(1.0, cup=True).set(1.5, **levels_for(LONG_DICE, (6, 4))).set(2.0, cup=False)
    assert bench.run(9.0).throws == [(6, 4)]


def test_the_same_faces_again_are_a_new_throw() -> None:
    assert Bench().throw(1.0).throw(4.0).run(9.0).throws == [FACES, FACES]


def test_dice_put_back_as_they_were_are_a_throw() -> None:
    assert Bench().set(1.0, cup=True).set(1.5, cup=False).run(9.0).throws == [(0, 0, 0, 0)]


def test_a_bouncing_cup_contact_is_one_lift() -> None:
    bench = Bench()
    for start, level in ((1.0, True), (2.0, False)):
        for index in range(5):
            bench.set(start + index / 1000, cup=level ^ bool(index % 2))
    assert bench.run(9.0).kinds == ["lifted", "rolling", "provisional", "settled"]


def test_a_knock_on_the_table_is_no_throw() -> None:
    bench = Bench().set(1.0, D0=False).set(1.002, D0=True)
    assert bench.run(9.0).events == [(1.002 + QUIET + 0.04, DiceEvent("knocked"))]


def test_a_cup_contact_that_opens_briefly_is_a_knock() -> None:
    bench = Bench().set(1.0, cup=True, D1=False).set(1.0 + LIFTED - 0.001, cup=False)
    assert bench.run(9.0).kinds == ["knocked"]


def test_many_short_openings_do_not_add_up_to_a_lift() -> None:
    bench = Bench()
    for number in range(20):
        bench.set(1.0 + number / 10, cup=True).set(1.03 + number / 10, cup=False)
    assert bench.run(9.0).kinds == ["knocked"]


def test_a_cut_cable_is_never_a_throw() -> None:
    bench = Bench().set(1.0, cup=True).show(2.0).run(999.0)
    assert bench.kinds == ["lifted"]
    assert bench.tray.deadline is None


def test_a_cable_that_is_cut_at_the_start_reads_as_lifted() -> None:
    bench = Bench(start={"cup": True}).run(999.0)
    assert bench.events == [(LIFTED, DiceEvent("lifted"))]


def test_dice_at_rest_at_the_start_report_nothing() -> None:
    bench = Bench(start=levels_for(LOTS, FACES)).run(99.0)
    assert bench.events == []


def test_dice_may_be_shaken_for_a_long_time() -> None:
    bench = Bench().set(1.0, cup=True).tumble(1.2, 30.0).show(30.1).set(30.2, cup=False)
    assert bench.run(40.0).kinds == ["lifted", "rolling", "provisional", "settled"]


def test_dice_that_never_rest_are_unreadable_until_the_next_lift() -> None:
    bench = Bench().set(1.0, cup=True).set(2.0, cup=False)
    for index in range(40):
        bench.set(2.2 + index / 5, D2=bool(index % 2))
    bench.run(20.0)
    assert bench.events[-1] == (2.0 + GIVE_UP, DiceEvent("unreadable"))
    bench.set(21.0, D2=False).run(25.0)
    assert bench.kinds.count("unreadable") == 1
    assert bench.throw(30.0).run(40.0).kinds[-1] == "settled"


@pytest.mark.parametrize(("spare", "end"), [(0.01, "settled"), (-0.01, "unreadable")])
def test_rest_at_the_last_moment_is_a_throw(spare: float, end: str) -> None:
    bench = Bench().set(1.0, cup=True).set(2.0, cup=False)
    for index in range(25):
        bench.set(2.2 + index / 5, D2=bool(index % 2))
    bench.set(2.0 + GIVE_UP - QUIET - spare, D3=False)
    assert bench.run(20.0).kinds[-1] == end


def test_readings_that_differ_restart_the_rest() -> None:
    bench = Bench().throw(1.0).run(2.0 + QUIET + 0.01)
    bench.levels["D1"] = not bench.levels["D1"]
    bench.run(2.0 + QUIET + 0.1)
    assert bench.throws == []
    assert bench.run(9.0).throws == [(1, 1, 1, 1)]


def test_lifting_before_it_settles_is_another_throw() -> None:
    bench = Bench().throw(1.0).throw(2.3, (0, 1, 0, 0)).run(9.0)
    assert bench.throws == [(0, 1, 0, 0)]


def test_edges_that_arrive_together_make_the_same_throw() -> None:
    tray = Tray(LOTS)
    for time, level in ((1.0, True), (1.001, False), (1.002, True), (2.0, False)):
        tray.feed(Edge(time, "cup", level))
    assert tray.deadline is not None
    assert tray.deadline <= 2.0
    kinds = [event.kind for event in tray.tick(2.1, levels_for(LOTS, FACES) | {"cup": False})]
    assert kinds == ["lifted", "rolling"]


def test_a_cup_edge_that_was_missed_shows_in_the_levels() -> None:
    bench = Bench()
    bench.levels["cup"] = True
    bench.run(1.0).run(2.0)
    bench.levels["cup"] = False
    assert bench.run(2.1).run(9.0).throws == [(0, 0, 0, 0)]


def test_without_a_cup_contact_a_throw_is_edges_spread_in_time() -> None:
    bench = Bench(cup=None).tumble(1.0, 1.5).show(1.5).run(9.0)
    assert bench.throws == [FACES]
    assert bench.kinds == ["rolling", "provisional", "settled"]


@pytest.mark.parametrize(
    ("times", "end"),
    [
        ((1.0, 1.03, 1.05), "knocked"),
        ((1.0, 1.5), "knocked"),
        ((1.0, 1.03, 1.07), "settled"),
    ],
)
def test_without_a_cup_contact_few_or_quick_edges_are_a_knock(
    times: tuple[float, ...], end: str
) -> None:
    bench = Bench(cup=None)
    for time in times:
        bench.set(time, D0=not bench.levels["D0"])
    assert bench.run(9.0).kinds[-1] == end


def test_without_a_cup_contact_a_noisy_line_is_unreadable_once_until_it_rests() -> None:
    bench = Bench(cup=None)
    for index in range(100):
        bench.set(1.0 + index / 5, D2=bool(index % 2))
    assert bench.run(30.0).kinds.count("unreadable") == 1
    assert bench.tumble(40.0, 40.5).show(40.6).run(50.0).throws == [FACES]


def test_lines_of_keys_are_ignored() -> None:
    tray = Tray(LOTS)
    tray.feed(Edge(1.0, "ok", False))
    assert tray.deadline is None


def test_dice_that_four_lines_cannot_tell_are_refused() -> None:
    with pytest.raises(WiringError, match="enter the throws"):
        Tray([(1, 2, 3, 4, 5, 6)])
