"""Inputs that fail while they are closed, or before they are open, give every pin back."""

import random
from collections.abc import Callable
from typing import Any, NoReturn

import pytest
from gpiozero import DigitalInputDevice
from msgspec.structs import replace

from firmware_host.app.inputs import Inbox, Inputs
from hardware import WiringError
from hardware.input.panel import Panel
from hardware.link.link import Link
from hardware.simulated import SimulatedPi, VirtualClock
from hardware.wiring import wiring
from hardware.wiring.wiring import Wiring

GENERIC = wiring.load("generic")


def failing_once(close: Callable[[Any], None]) -> Callable[[Any], None]:
    """A ``close`` that does its work and then fails, the first time."""
    failures = [OSError("no such device")]

    def close_and_fail(part: Any) -> None:
        close(part)
        if failures:
            raise failures.pop()

    return close_and_fail


@pytest.fixture
def pi() -> SimulatedPi:
    return SimulatedPi(GENERIC, VirtualClock(), random.Random(1), (8, 8))


def opened(pi: SimulatedPi, wired: Wiring = GENERIC) -> Inputs:
    """Inputs on the pins of ``pi``, with a link; PinsError if one of its pins is not free."""
    assert pi.peer is not None
    cable, clock = pi.peer.cable, VirtualClock()

    def link(inbox: Inbox) -> Link:
        return Link(cable, inbox, clock)

    return Inputs(wired, pi.factory, clock, link)


def test_a_pin_that_is_briefly_busy_is_released(
    pi: SimulatedPi, monkeypatch: pytest.MonkeyPatch
) -> None:
    inputs = opened(pi)
    monkeypatch.setattr(DigitalInputDevice, "close", failing_once(DigitalInputDevice.close))
    inputs.close()
    assert opened(pi).link is not None


@pytest.mark.parametrize("part", [Panel, Link])
def test_a_part_that_fails_to_close_does_not_keep_the_others_open(
    pi: SimulatedPi, monkeypatch: pytest.MonkeyPatch, part: type[Any]
) -> None:
    inputs = opened(pi)
    monkeypatch.setattr(part, "close", failing_once(part.close))
    with pytest.raises(OSError, match="no such device") as caught:
        inputs.close()
    again = opened(pi)
    assert again.link is not None
    assert caught.traceback, "what was raised is held, as a log holds it"
    again.close()


def test_keys_that_cannot_be_read_keep_no_pin(pi: SimulatedPi) -> None:
    with pytest.raises(WiringError, match="expected two keys"):
        opened(pi, replace(GENERIC, chords={"menu": ("back",)}))
    opened(pi).close()


def test_a_link_that_cannot_be_opened_keeps_no_pin(pi: SimulatedPi) -> None:
    def fail(inbox: Inbox) -> NoReturn:
        raise OSError("no such device")

    with pytest.raises(OSError, match="no such device"):
        Inputs(GENERIC, pi.factory, VirtualClock(), fail)
    opened(pi).close()


def test_keyboards_that_cannot_be_opened_keep_no_link(pi: SimulatedPi) -> None:
    links = []

    def link(inbox: Inbox) -> Link:
        assert pi.peer is not None
        links.append(Link(pi.peer.cable, inbox, VirtualClock()))
        links[0].tick(0.0)
        return links[0]

    def fail(inbox: Inbox) -> NoReturn:
        raise RuntimeError("can't start new thread")

    with pytest.raises(RuntimeError, match="new thread"):
        Inputs(GENERIC, pi.factory, VirtualClock(), link, fail)
    assert links[0].peers == ()
    opened(pi).close()
