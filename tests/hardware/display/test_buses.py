"""The buses of the kernel, and everything that may be wrong with one."""

import errno
import sys
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
import smbus2
from gpiozero import DigitalInputDevice
from msgspec.structs import replace
from PIL import Image, ImageOps

from hardware import DisplayError
from hardware.display.luma_driver import LumaDriver, SpiBus
from hardware.display.oled import EVERY, RETRY, open_display
from hardware.simulated import SimulatedI2c, SimulatedSpi, SSD1306Model
from hardware.simulated.pi import simulated_factory
from hardware.wiring.wiring import Wiring, load
from tests.hardware.display.panels import TALL, Rig, picture, same

BLACK = Image.new("1", (128, 64))
HAT = load("waveshare-oled-hat").display


class KernelBus(SimulatedI2c):
    """A bus as smbus2 opens it: it must be closed in the end."""

    is_open = True

    def close(self) -> None:
        self.is_open = False


@pytest.fixture
def model() -> SSD1306Model:
    return SSD1306Model()


@pytest.fixture
def kernel_bus(model: SSD1306Model, monkeypatch: pytest.MonkeyPatch) -> KernelBus:
    bus = KernelBus(model)
    monkeypatch.setattr(smbus2, "SMBus", lambda _port: bus)
    return bus


def test_the_own_bus_sends_a_whole_picture_in_one_message(
    generic: Wiring, model: SSD1306Model, kernel_bus: KernelBus
) -> None:
    oled = open_display(generic.display)
    oled.show(BLACK)
    sent = kernel_bus.bytes_sent
    oled.show(ImageOps.invert(BLACK))
    assert kernel_bus.bytes_sent - sent == 1034
    assert same(model.image(), ImageOps.invert(BLACK))


def test_the_own_bus_is_closed_when_the_panel_is_lost(
    generic: Wiring, kernel_bus: KernelBus
) -> None:
    oled = open_display(generic.display)
    kernel_bus.plugged = False
    oled.show(BLACK)
    assert not kernel_bus.is_open


@pytest.mark.parametrize(
    ("error", "advice"),
    [
        (FileNotFoundError(errno.ENOENT, "No such file", "/dev/i2c-1"), "turn I2C on with raspi"),
        (PermissionError(errno.EACCES, "Permission denied", "/dev/i2c-1"), "group i2c"),
        (OSError(errno.EBUSY, "Device or resource busy"), "check its wires and its address"),
    ],
)
def test_an_i2c_bus_that_cannot_be_opened_is_a_fault_with_advice(
    generic: Wiring, monkeypatch: pytest.MonkeyPatch, error: OSError, advice: str
) -> None:
    def refuse(_port: int) -> None:
        raise error

    monkeypatch.setattr(smbus2, "SMBus", refuse)
    oled = open_display(generic.display)
    oled.show(BLACK)
    assert oled.fault is not None
    assert advice in oled.fault
    assert "\n" not in oled.fault


def test_a_display_at_another_address_is_one_line(model: SSD1306Model, generic: Wiring) -> None:
    oled = open_display(replace(generic.display, i2c_address=0x3D), SimulatedI2c(model))
    oled.show(BLACK)
    assert oled.fault == (
        "ssd1306 at 0x3D on I2C bus 1: I2C device not found on address: 0x3D: "
        "check its wires and its address"
    )


@pytest.fixture
def spidev(monkeypatch: pytest.MonkeyPatch) -> tuple[Rig, list[str]]:
    """Return the HAT's display with spidev installed, and the calls of spidev."""
    rig, told = Rig(HAT), list[str]()

    class SpiDev:
        max_speed_hz = 0

        def open(self, bus: int, device: int) -> None:
            told.append(f"open {bus}.{device}")
            rig.bus.open(bus, device)  # type: ignore[union-attr]

        def writebytes(self, data: bytes) -> None:
            assert self.max_speed_hz == 8_000_000
            rig.bus.writebytes(data)  # type: ignore[union-attr]

        def close(self) -> None:
            told.append("close")

    monkeypatch.setitem(sys.modules, "spidev", SimpleNamespace(SpiDev=SpiDev))
    return rig, told


def test_an_spi_display_is_reached_through_spidev_and_two_pins(
    spidev: tuple[Rig, list[str]],
) -> None:
    rig, told = spidev
    oled = open_display(HAT, clock=rig.clock, factory=rig.factory)
    oled.show(picture(1))
    assert same(rig.model.image(), picture(1))
    oled.close(picture(2))
    assert same(rig.model.image(), picture(2))
    assert told == ["open 0.0", "close"]
    assert [rig.factory.pin(pin).function for pin in (24, 25)] == ["input", "input"]


def test_without_spidev_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spidev", None)
    with pytest.raises(DisplayError, match="needs spidev, but .* install python3-spidev") as caught:
        open_display(HAT, factory=simulated_factory())
    assert "\n" not in str(caught.value)


def test_an_spi_display_needs_pins() -> None:
    with pytest.raises(DisplayError, match="needs a pin factory"):
        open_display(HAT)


@pytest.mark.parametrize(
    ("error", "advice"),
    [
        (FileNotFoundError(errno.ENOENT, "No such file"), "turn SPI on with raspi-config"),
        (PermissionError(errno.EACCES, "Permission denied"), "add the user to the group spi"),
        (OSError(errno.EBUSY, "Device or resource busy"), "check its wires"),
    ],
)
def test_an_spi_bus_that_cannot_be_opened_is_a_fault_with_advice(
    monkeypatch: pytest.MonkeyPatch, error: OSError, advice: str
) -> None:
    def refuse(*_: Any) -> None:
        raise error

    rig = Rig(HAT)
    monkeypatch.setattr(rig.bus, "open", refuse)
    rig.oled.show(BLACK)
    assert rig.oled.fault is not None
    assert rig.oled.fault.startswith("sh1106 on SPI 0.0: ")
    assert rig.oled.fault.endswith(advice)
    monkeypatch.undo()
    rig.wait(RETRY)
    rig.oled.show(picture(1))
    assert rig.shows(picture(1))


@pytest.mark.parametrize("pin", [24, 25])
def test_a_pin_that_is_taken_is_one_line_until_it_is_free(pin: int) -> None:
    rig = Rig(HAT)
    with DigitalInputDevice(pin, pin_factory=rig.factory):
        rig.oled.show(BLACK)
        assert rig.oled.fault is not None
        assert f"pin {pin} cannot be claimed" in rig.oled.fault
        assert "\n" not in rig.oled.fault
    rig.wait(RETRY)
    rig.oled.show(picture(1))
    assert rig.shows(picture(1))


def test_an_spi_display_without_a_reset_line_is_driven_too() -> None:
    rig = Rig(HAT, gpio_reset=None)
    rig.oled.show(picture(1))
    assert rig.shows(picture(1))


def test_the_reset_line_resets_the_panel_at_the_start_and_is_driven_high_from_then_on() -> None:
    rig, resets = Rig(HAT), list[None]()
    reset = rig.model.reset
    rig.model.reset = lambda: (resets.append(None), reset())[1]  # type: ignore[method-assign,func-returns-value]
    for seed in range(3):
        rig.oled.show(picture(seed))
        rig.live(2 * EVERY, picture(seed))
        assert (rig.factory.pin(25).function, rig.factory.pin(25).state) == ("output", True)
    assert len(resets) == 1


def test_the_reset_line_is_pulled_up_when_the_display_is_closed() -> None:
    rig = Rig(HAT)
    rig.oled.show(picture(1))
    rig.oled.close(picture(2))
    reset = rig.factory.pin(25)
    assert (reset.function, reset.pull, reset.state) == ("input", "up", True)
    assert same(rig.model.image(), picture(2))


def test_the_charge_pump_has_its_time_before_the_panel_is_switched_on() -> None:
    told = list[float | str]()
    rig = Rig(HAT)
    switch_on, write = bytes([0x00, 0xAF]), rig.model.write

    def watched(message: bytes) -> None:
        write(message)
        if message == switch_on:
            told.append("on")

    rig.model.write = watched  # type: ignore[method-assign]
    connect = partial(SpiBus, HAT, rig.bus, rig.factory)
    driver = LumaDriver(HAT, connect, told.append)
    driver.start(picture(1), 200)
    assert told == [0.1, "on"]
    slices = driver.refresh()
    assert slices is not None
    *_, wait = slices
    assert (wait, told[2:]) == (0.1, ["on"])


def test_the_levels_of_the_lines_are_not_stored() -> None:
    rig = Rig(TALL[1])
    for seed in range(50):
        rig.oled.show(picture(seed))
    assert len(rig.factory.pin(24).states) < 5


def test_a_closed_spi_bus_accepts_nothing() -> None:
    bus = SimulatedSpi(SSD1306Model(), simulated_factory().pin(24))
    with pytest.raises(ValueError, match="expected an open bus"):
        bus.writebytes([1])


def test_a_transfer_is_as_long_as_spidev_allows() -> None:
    bus = SimulatedSpi(SSD1306Model(), simulated_factory().pin(24))
    bus.open(0, 0)
    with pytest.raises(ValueError, match="at most 4096 bytes, not 4097"):
        bus.writebytes(bytes(4097))
