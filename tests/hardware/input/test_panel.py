import threading
from collections.abc import Iterator
from queue import Empty, SimpleQueue
from typing import Any

import pytest
from gpiozero import DigitalInputDevice

from hardware import PinsError
from hardware.input.edges import Edge
from hardware.input.panel import Panel
from hardware.simulated import VirtualClock
from hardware.simulated.pi import simulated_factory

LINES = {"up": 17, "ok": 4, "cup": 7}
PATIENCE = 10.0
"""Seconds that a busy computer may take to claim a line."""


@pytest.fixture
def factory() -> Any:
    return simulated_factory()


@pytest.fixture
def inbox() -> "SimpleQueue[Edge]":
    return SimpleQueue()


@pytest.fixture
def panel(factory: Any, clock: VirtualClock, inbox: "SimpleQueue[Edge]") -> Iterator[Panel]:
    with Panel(LINES, factory, clock, inbox) as panel:
        yield panel


def drain(inbox: "SimpleQueue[Edge]") -> list[Edge]:
    return [inbox.get() for _ in range(inbox.qsize())]


def test_lines_share_the_names_of_their_attributes(panel: Panel) -> None:
    devices = panel._devices.values()
    assert len(devices) == len(LINES)
    assert len({id(vars(device)["__attrs__"]) for device in devices}) == 1


@pytest.mark.usefixtures("panel")
def test_every_change_comes_with_its_time(
    factory: Any, clock: VirtualClock, inbox: "SimpleQueue[Edge]"
) -> None:
    factory.pin(17).drive(False)
    clock.advance_to(10.5)
    factory.pin(17).drive(True)
    assert drain(inbox) == [Edge(10.0, "up", False), Edge(10.5, "up", True)]


@pytest.mark.usefixtures("panel")
def test_a_late_edge_has_the_time_at_which_it_happened(
    factory: Any, clock: VirtualClock, inbox: "SimpleQueue[Edge]"
) -> None:
    clock.advance_to(20.0)
    for late, level in ((0.120, 0), (0.085, 1)):
        factory.pin(17).when_changed(factory.ticks() - late, level)
    pressed, let_go = drain(inbox)
    assert (pressed.level, let_go.level) == (False, True)
    assert (pressed.time, let_go.time) == pytest.approx((19.880, 19.915))


@pytest.mark.usefixtures("panel")
def test_an_edge_with_the_time_of_another_clock_counts_as_now(
    factory: Any, clock: VirtualClock, inbox: "SimpleQueue[Edge]"
) -> None:
    for ticks in (1.8e9, -1.8e9):
        factory.pin(17).when_changed(ticks, 0)
    assert [edge.time for edge in drain(inbox)] == [clock(), clock()]


def test_levels_are_those_of_the_contacts(panel: Panel, factory: Any) -> None:
    assert panel.levels() == {"up": True, "ok": True, "cup": True}
    factory.pin(7).drive(False)
    assert panel.levels() == {"up": True, "ok": True, "cup": False}


def test_a_contact_that_is_closed_from_the_start_is_a_level_and_no_edge(
    factory: Any, clock: VirtualClock, inbox: "SimpleQueue[Edge]"
) -> None:
    factory.pin(7).drive(False)
    with Panel(LINES, factory, clock, inbox) as panel:
        assert panel.levels()["cup"] is False
    assert drain(inbox) == []


@pytest.mark.usefixtures("panel")
def test_edges_come_from_another_thread(factory: Any, inbox: "SimpleQueue[Edge]") -> None:
    def chatter() -> None:
        for index in range(1000):
            factory.pin(4).drive(index % 2 == 1)

    thread = threading.Thread(target=chatter)
    thread.start()
    edges = [inbox.get(timeout=10) for _ in range(1000)]
    thread.join()
    assert [edge.level for edge in edges] == [False, True] * 500
    with pytest.raises(Empty):
        inbox.get_nowait()


def test_a_closed_panel_reports_nothing_and_can_be_closed_twice(
    panel: Panel, factory: Any, inbox: "SimpleQueue[Edge]"
) -> None:
    panel.close()
    panel.close()
    factory.pin(4).drive(False)
    assert drain(inbox) == []


@pytest.mark.parametrize("line", LINES)
def test_a_line_that_is_busy_for_a_moment_is_still_released(
    line: str,
    factory: Any,
    clock: VirtualClock,
    inbox: "SimpleQueue[Edge]",
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So is the last one, for which no other one gives it time."""
    panel, pin = Panel(LINES, factory, clock, inbox), factory.pin(LINES[line])
    pauses: list[float] = []
    refusals, close = iter([RuntimeError("GPIO busy")] * 2), pin.close

    def refuse_at_first() -> None:
        for error in refusals:
            raise error
        close()

    monkeypatch.setattr(pin, "close", refuse_at_first)
    monkeypatch.setattr("time.sleep", pauses.append)
    panel.close()
    assert list(refusals) == []
    assert sum(pauses) > 0
    Panel(LINES, factory, clock, inbox).close()


def test_a_line_that_stays_busy_is_an_error_and_the_others_are_released(
    factory: Any, clock: VirtualClock, inbox: "SimpleQueue[Edge]", monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise RuntimeError("GPIO busy")

    panel = Panel(LINES, factory, clock, inbox)
    with monkeypatch.context() as patched:
        patched.setattr(factory.pin(LINES["ok"]), "close", refuse)
        patched.setattr("time.sleep", lambda _: None)
        with pytest.raises(RuntimeError, match="GPIO busy"):
            panel.close()
    Panel({"up": LINES["up"], "cup": LINES["cup"]}, factory, clock, inbox).close()


def test_a_lost_device_may_be_collected_while_a_line_is_claimed(factory: Any) -> None:
    lost = DigitalInputDevice(4, pin_factory=factory)

    class Claimant:
        def _conflicts_with(self, other: object) -> bool:
            lost.close()
            return False

    claim = threading.Thread(target=factory.reserve_pins, args=(Claimant(), 4), daemon=True)
    claim.start()
    claim.join(PATIENCE)
    assert not claim.is_alive()


@pytest.mark.usefixtures("panel")
def test_a_pin_in_use_is_named_and_the_others_are_released(
    factory: Any, clock: VirtualClock, inbox: "SimpleQueue[Edge]"
) -> None:
    with pytest.raises(PinsError, match=r"^ok: pin 4 cannot be claimed \(.*\): end the program"):
        Panel({"menu": 12, "ok": 4}, factory, clock, inbox)
    Panel({"menu": 12}, factory, clock, inbox).close()
