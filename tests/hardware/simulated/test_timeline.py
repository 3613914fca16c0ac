"""The timeline and the virtual clock of the simulated machine."""

from functools import partial

import pytest

from hardware import SimulationError
from hardware.simulated import Timeline, VirtualClock


def test_a_virtual_clock_does_not_go_back() -> None:
    clock = VirtualClock(2.0)
    with pytest.raises(SimulationError, match=r"expected a time from 2.0 s on, not 1.0 s"):
        clock.advance_to(1.0)


def test_actions_run_in_the_order_of_their_times_then_of_their_planning(
    clock: VirtualClock,
) -> None:
    timeline, done = Timeline(clock), list[tuple[float, str]]()

    def note(name: str) -> None:
        done.append((clock(), name))

    for time, name in ((10.2, "c"), (10.1, "a"), (10.2, "d"), (10.1, "b"), (10.9, "late")):
        timeline.at(time, partial(note, name))
    timeline.run_due(10.5)
    assert done == [(10.1, "a"), (10.1, "b"), (10.2, "c"), (10.2, "d")]
    assert (clock(), timeline.next) == (10.5, 10.9)


def test_an_action_may_plan_another(clock: VirtualClock) -> None:
    timeline, done = Timeline(clock), list[float]()
    timeline.at(10.1, lambda: timeline.at(10.2, lambda: done.append(clock())))
    timeline.run_due(10.3)
    assert (done, timeline.next) == ([10.2], None)


def test_an_action_planned_for_the_past_runs_now(clock: VirtualClock) -> None:
    timeline, done = Timeline(clock), list[float]()
    timeline.at(3.0, lambda: done.append(clock()))
    timeline.run_due(clock())
    assert done == [10.0]


def test_the_time_of_the_machine_waits_for_actions_that_are_late() -> None:
    hands = [5.0]
    timeline, seen = Timeline(lambda: hands[0]), list[float]()
    for time in (5.1, 5.2):
        timeline.at(time, lambda: seen.append(timeline.now()))
    hands[0] = 60.0
    assert timeline.now() == 5.1
    timeline.run_due(60.0)
    assert (seen, timeline.now()) == ([5.1, 5.2], 60.0)


def test_an_action_that_fails_does_not_stop_the_time() -> None:
    timeline = Timeline(lambda: 6.0)
    timeline.at(6.0, lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        timeline.run_due(6.0)
    timeline.at(9.0, lambda: None)
    assert timeline.now() == 6.0


def test_a_clock_that_runs_by_itself_is_not_changed() -> None:
    timeline, done = Timeline(lambda: 5.0), list[str]()
    timeline.at(5.1, lambda: done.append("ran"))
    timeline.run_due(5.0)
    assert done == []
    timeline.run_due(5.2)
    assert done == ["ran"]
