from typing import Any

import pytest
from gpiozero import DigitalOutputDevice

from hardware.output import Lights
from hardware.simulated import SimulatedPi

PINS = {"south": 16, "west": 19, "north": 20}


@pytest.fixture
def factory(pi: SimulatedPi) -> Any:
    return pi.factory


def lit(factory: Any) -> set[str]:
    return {side for side, pin in PINS.items() if factory.pin(pin).state}


def refuse(*_: object) -> None:
    raise OSError("GPIO busy")


def test_lights_start_dark(factory: Any) -> None:
    lights = Lights(PINS, factory)
    assert (lit(factory), lights.fault) == (set(), None)


def test_one_light_at_most_is_on(factory: Any) -> None:
    lights = Lights(PINS, factory)
    for side, on in (("north", {"north"}), ("south", {"south"}), (None, set())):
        lights.show(side)
        assert lit(factory) == on


def test_a_seat_without_a_light_leaves_all_dark(factory: Any) -> None:
    lights = Lights(PINS, factory)
    lights.show("north")
    lights.show("east")
    assert (lit(factory), lights.fault) == (set(), None)


def test_a_light_on_a_pin_in_use_stays_dark_and_the_others_work(factory: Any) -> None:
    with DigitalOutputDevice(PINS["west"], pin_factory=factory):
        lights = Lights(PINS, factory)
        lights.show("west")
        assert lit(factory) == set()
        lights.show("north")
        assert lit(factory) == {"north"}
    assert lights.fault is not None
    assert lights.fault.startswith("[lights] west: pin 19 cannot be used (")
    assert "\n" not in lights.fault


def test_lights_that_fail_are_all_named(factory: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    lights = Lights(PINS, factory)
    for side in ("south", "west"):
        monkeypatch.setattr(factory.pin(PINS[side]), "_set_state", refuse)
    lights.show("north")
    assert lit(factory) == {"north"}
    assert lights.fault is not None
    assert lights.fault.count("(GPIO busy)") == 2


def test_closed_lights_release_their_pins(factory: Any) -> None:
    lights = Lights(PINS, factory)
    lights.show("north")
    for _ in range(2):
        lights.close()
    for pin in PINS.values():
        with DigitalOutputDevice(pin, pin_factory=factory) as device:
            assert not device.value
