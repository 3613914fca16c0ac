import random
from pathlib import Path

import pytest

from hardware import SimulationError
from hardware.dice.tray import LIFTED
from hardware.input.edges import Edge
from hardware.simulated import SimulatedPi, VirtualClock
from hardware.simulated.faults import KNOCK
from hardware.wiring.wiring import CUP, DICE_LINES, load

LOTS = [(0, 1)] * 4
TRAY = (*DICE_LINES, CUP)


def levels(pi: SimulatedPi) -> list[bool]:
    return [pi.line(line) for line in TRAY]


def run(pi: SimulatedPi, clock: VirtualClock, seconds: float) -> list[Edge]:
    """Let ``seconds`` pass; return the edges of the dice lines and the cup."""
    edges, end = [], clock() + seconds
    before = dict(zip(TRAY, levels(pi), strict=True))
    while (due := pi.timeline.next) is not None and due <= end:
        pi.timeline.run_due(due)
        for line in TRAY:
            if pi.line(line) != before[line]:
                before[line] = pi.line(line)
                edges.append(Edge(clock(), line, before[line]))
    pi.timeline.run_due(end)
    return edges


def test_a_cut_dice_cable_leaves_every_line_open_whatever_the_dice_do(
    pi: SimulatedPi, clock: VirtualClock
) -> None:
    pi.faults.unplug("dice")
    pi.throw((1, 1, 1, 1), LOTS)
    assert run(pi, clock, 3.0) == []
    assert levels(pi) == [True] * 5
    assert not pi.faults.is_plugged("dice")


def test_a_dice_cable_plugged_in_again_shows_the_faces(
    pi: SimulatedPi, clock: VirtualClock
) -> None:
    for _ in range(2):
        pi.faults.unplug("dice")
    pi.throw((1, 0, 0, 1), LOTS)
    run(pi, clock, 3.0)
    for _ in range(2):
        pi.faults.plug("dice")
    assert levels(pi) == [False, True, True, False, False]
    assert pi.faults.is_plugged("dice")


def test_a_display_that_was_unplugged_has_lost_its_picture(pi: SimulatedPi) -> None:
    pi.model.memory[:] = bytes(len(pi.model.memory))
    answers = []
    for act in (pi.faults.unplug, pi.faults.plug):
        act("display")
        answers.append(pi.bus.plugged)
    assert answers == [False, True]
    assert any(pi.model.memory)


def test_a_display_that_was_never_unplugged_keeps_its_picture(pi: SimulatedPi) -> None:
    pi.model.memory[:] = bytes(len(pi.model.memory))
    pi.faults.plug("display")
    assert not any(pi.model.memory)


def test_noise_has_its_rate_and_ends(pi: SimulatedPi, clock: VirtualClock) -> None:
    before = levels(pi)
    pi.faults.noise("D1", 50.0)
    edges = run(pi, clock, 100.0)
    # the spread of a count of 5000 random events is 71
    assert 4700 < len(edges) < 5300
    assert {edge.line for edge in edges} == {"D1"}
    pi.faults.quiet("D1")
    assert levels(pi) == before
    assert run(pi, clock, 10.0) == []


def test_noise_that_is_asked_for_again_has_the_new_rate_only(
    pi: SimulatedPi, clock: VirtualClock
) -> None:
    pi.faults.noise("D1", 1000.0)
    pi.faults.noise("D1", 10.0)
    assert 60 < len(run(pi, clock, 10.0)) < 140


def test_under_noise_a_line_still_follows_its_contact(pi: SimulatedPi, clock: VirtualClock) -> None:
    pi.faults.noise(CUP, 500.0)
    run(pi, clock, 0.1)
    pi.set_line(CUP, True)
    run(pi, clock, 0.1)
    pi.faults.quiet(CUP)
    assert pi.line(CUP)


def test_quiet_without_noise_changes_nothing(pi: SimulatedPi) -> None:
    before = levels(pi)
    pi.faults.quiet("D1")
    assert levels(pi) == before


def test_a_stuck_key_is_down_until_it_comes_loose(pi: SimulatedPi, clock: VirtualClock) -> None:
    pi.faults.stick("ok")
    assert not pi.line("ok")
    pi.press("ok")
    run(pi, clock, 1.0)
    assert not pi.line("ok")
    pi.faults.unstick("ok")
    assert pi.line("ok")


def test_a_thousand_knocks_open_the_cup_for_less_than_a_throw_does(
    pi: SimulatedPi, clock: VirtualClock
) -> None:
    before = levels(pi)
    for _ in range(1000):
        begun, end = clock(), pi.faults.knock()
        edges = run(pi, clock, 0.5)
        assert edges[-1].time <= end <= begun + KNOCK < begun + LIFTED
        assert CUP in {edge.line for edge in edges}
        assert levels(pi) == before


def test_a_knock_while_noise_ends_leaves_the_lines_as_they_lie(
    pi: SimulatedPi, clock: VirtualClock
) -> None:
    before = levels(pi)
    for _ in range(200):
        pi.faults.noise("D2", 300.0)
        run(pi, clock, 0.02)
        pi.faults.knock()
        run(pi, clock, 0.02)
        pi.faults.quiet("D2")
        run(pi, clock, 0.1)
        assert levels(pi) == before


def test_what_is_not_wired_cannot_fail(tmp_path: Path, clock: VirtualClock) -> None:
    sheet = tmp_path / "diceless.toml"
    sheet.write_text('profile = "generic"\ndice = false\n')
    faults = SimulatedPi(load(str(sheet)), clock, random.Random(5)).faults
    for act in (faults.knock, lambda: faults.unplug("dice")):
        with pytest.raises(SimulationError, match="no dice are wired: add a section"):
            act()
    assert faults.is_plugged("dice")
    with pytest.raises(SimulationError, match="no line 'D1' is wired"):
        faults.noise("D1", 50.0)
    with pytest.raises(SimulationError, match="no line 'menu' is wired"):
        faults.stick("menu")
