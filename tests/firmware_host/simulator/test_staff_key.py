"""The keyboard of the simulator does the gesture of whoever keeps the table by one key."""

from pathlib import Path

from msgspec.structs import replace

from firmware_host.app.request import Request
from firmware_host.simulator.simulated_table import Desk
from firmware_host.simulator.terminal.app import presses
from hardware.simulated import VirtualClock
from hardware.wiring import wiring
from tests.firmware_host.public import DUEL, PUBLIC
from tests.firmware_host.simulator.desks import open_desk


def wait_until(time: float, clock: VirtualClock, desk: Desk) -> None:
    while clock() < time:
        desk.step()
        desk.app.step()
        planned = desk.pi.timeline.next or clock() + 0.01
        clock.advance_to(max(clock(), min(planned, clock() + 0.01)))


def test_one_key_of_the_keyboard_is_the_staff_gesture(tmp_path: Path) -> None:
    clock = VirtualClock(10.0)
    request = Request(DUEL, wiring.load("generic"), "en", tmp_path, facts=PUBLIC)
    desk = open_desk(request, clock, seed=1)
    desk.key_presser.request(presses(desk.wiring)["s"])
    wait_until(13.0, clock, desk)
    assert "Keep holding both keys" in desk.app.words
    wait_until(16.0, clock, desk)
    assert desk.app.words.startswith("Staff menu")
    assert "Keep holding" not in desk.app.words


def test_a_gesture_that_is_given_up_is_no_longer_shown(tmp_path: Path) -> None:
    clock = VirtualClock(10.0)
    request = Request(DUEL, wiring.load("generic"), "en", tmp_path, facts=PUBLIC)
    desk = open_desk(request, clock, seed=1)
    desk.key_presser.request(replace(presses(desk.wiring)["s"], seconds=3.0))
    wait_until(12.5, clock, desk)
    assert "Keep holding both keys" in desk.app.words
    wait_until(13.5, clock, desk)
    assert "Keep holding" not in desk.app.words


def test_a_wiring_without_the_two_keys_has_no_such_key() -> None:
    generic = wiring.load("generic")
    keys = {name: pin for name, pin in generic.keys.items() if name != "hint"}
    assert "s" not in presses(replace(generic, keys=keys))
