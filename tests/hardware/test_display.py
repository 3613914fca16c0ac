import errno
import random
from dataclasses import replace
from typing import Any

import pytest
import smbus2
from PIL import Image, ImageDraw, ImageOps

from hardware.display import RETRY, Oled, driven, open_display
from hardware.errors import DisplayError, ImageError
from hardware.simulated import SimulatedBus, SSD1306Model, VirtualClock
from hardware.wiring import Wiring, load

BLACK = Image.new("1", (128, 64))


@pytest.fixture
def model() -> SSD1306Model:
    return SSD1306Model()


@pytest.fixture
def bus(model: SSD1306Model) -> SimulatedBus:
    return SimulatedBus(model)


@pytest.fixture
def oled(generic: Wiring, bus: SimulatedBus, clock: VirtualClock) -> Oled:
    return open_display(generic.display, bus, clock)


def picture(seed: int, size: tuple[int, int] = (128, 64)) -> Image.Image:
    """Lines and boxes of all sizes, some of which stay alike from seed to seed."""
    rng, image = random.Random(seed), Image.new("1", size)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, 63, size[1] - 1), outline=1)
    for _ in range(rng.randrange(12)):
        corner = rng.randrange(size[0]), rng.randrange(size[1])
        draw.rectangle((*corner, corner[0] + rng.randrange(40), corner[1] + 9), fill=seed % 2)
        draw.line((*corner, rng.randrange(size[0]), rng.randrange(size[1])), fill=1)
    return image


def same(one: Image.Image, other: Image.Image) -> bool:
    return (one.mode, one.size, one.tobytes()) == (other.mode, other.size, other.tobytes())


def is_well(oled: Oled) -> bool:
    return oled.fault is None and oled.deadline is None


def test_the_first_picture_starts_the_panel(oled: Oled, model: SSD1306Model) -> None:
    assert not model.is_on
    oled.show(picture(1))
    assert same(model.image(), picture(1))
    assert model.contrast == 0xCF
    assert is_well(oled)


def test_an_identical_picture_costs_nothing(oled: Oled, bus: SimulatedBus) -> None:
    oled.show(picture(1))
    sent = bus.bytes_sent
    oled.show(picture(1))
    assert bus.bytes_sent == sent


def test_a_cursor_that_steps_one_square_is_cheap(oled: Oled, bus: SimulatedBus) -> None:
    frames = [BLACK.copy(), BLACK.copy()]
    for x, frame in zip((8, 16), frames, strict=True):
        ImageDraw.Draw(frame).rectangle((x, 8, x + 7, 15), outline=1)
    oled.show(frames[0])
    sent = bus.bytes_sent
    oled.show(frames[1])
    assert bus.bytes_sent - sent == 26


@pytest.mark.parametrize("height", [64, 32])
def test_the_panel_shows_every_picture_of_a_long_sequence(generic: Wiring, height: int) -> None:
    model = SSD1306Model(128, height)
    oled = open_display(replace(generic.display, height=height), SimulatedBus(model))
    for seed in range(300):
        oled.show(picture(seed, oled.size))
        assert same(model.image(), picture(seed, oled.size))


@pytest.mark.parametrize(
    ("quarters", "transposed"),
    [
        (1, Image.Transpose.ROTATE_270),
        (2, Image.Transpose.ROTATE_180),
        (3, Image.Transpose.ROTATE_90),
    ],
)
def test_a_panel_may_be_mounted_turned(
    generic: Wiring, bus: SimulatedBus, model: SSD1306Model, quarters: int, transposed: Any
) -> None:
    oled = open_display(replace(generic.display, rotate=quarters), bus)
    image = picture(3, oled.size)
    oled.show(image)
    assert same(model.image(), image.transpose(transposed))


def test_a_panel_that_is_absent_at_the_start_appears_later(
    oled: Oled, bus: SimulatedBus, model: SSD1306Model, clock: VirtualClock
) -> None:
    bus.plugged = False
    oled.show(picture(1))
    assert oled.fault is not None
    assert oled.fault.startswith("ssd1306 at 0x3C on I2C bus 1: I2C device not found")
    assert oled.deadline == clock() + RETRY
    bus.plugged = True
    clock.advance_to(clock() + RETRY)
    oled.show(picture(1))
    assert same(model.image(), picture(1))
    assert is_well(oled)


def test_an_absent_panel_is_tried_once_a_second(oled: Oled, bus: SimulatedBus) -> None:
    bus.plugged = False
    oled.show(picture(1))
    bus.plugged = True
    oled.show(picture(2))
    assert oled.fault is not None
    assert bus.bytes_sent == 0


def test_a_panel_that_was_unplugged_gets_the_whole_picture(
    oled: Oled, bus: SimulatedBus, model: SSD1306Model, clock: VirtualClock
) -> None:
    oled.show(picture(1))
    bus.plugged = False
    oled.show(picture(2))
    model.power_up()
    bus.plugged = True
    clock.advance_to(clock() + RETRY)
    sent = bus.bytes_sent
    oled.show(picture(2))
    assert same(model.image(), picture(2))
    assert bus.bytes_sent - sent > 1024


@pytest.mark.parametrize("good_writes", range(50))
def test_a_picture_that_broke_off_is_sent_anew(
    oled: Oled, model: SSD1306Model, clock: VirtualClock,
    monkeypatch: pytest.MonkeyPatch, good_writes: int,
) -> None:  # fmt: skip
    oled.show(picture(1))
    left = iter(range(good_writes))
    write = model.write

    def flaky(message: bytes) -> None:
        if next(left, None) is None:
            raise OSError(errno.EIO, "Input/output error")
        write(message)

    monkeypatch.setattr(model, "write", flaky)
    oled.show(ImageOps.invert(picture(1)))
    monkeypatch.undo()
    clock.advance_to(clock() + RETRY)
    oled.show(picture(3))
    assert same(model.image(), picture(3))


def test_a_panel_with_a_loose_contact_leaves_nothing_behind(
    oled: Oled, bus: SimulatedBus, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: set[int] = set()
    monkeypatch.setattr(
        "atexit.register", lambda hook: kept.add(id(hook.__closure__[0].cell_contents))
    )
    for seed in range(20):
        bus.plugged = seed % 2 == 0
        clock.advance_to(clock() + RETRY)
        oled.show(picture(seed))
    assert len(kept) == 1


def test_last_words_are_left_standing(oled: Oled, model: SSD1306Model) -> None:
    oled.show(picture(1))
    oled.close(picture(2))
    oled.close()
    assert same(model.image(), picture(2))


def test_without_last_words_the_panel_goes_dark(oled: Oled, model: SSD1306Model) -> None:
    oled.show(picture(1))
    oled.close()
    assert not model.is_on


def test_an_unplugged_panel_can_be_closed(oled: Oled, bus: SimulatedBus) -> None:
    oled.show(picture(1))
    bus.plugged = False
    oled.close()
    assert oled.deadline is None


def test_a_display_that_was_never_shown_a_picture_can_be_closed(
    oled: Oled, bus: SimulatedBus
) -> None:
    oled.close()
    assert bus.bytes_sent == 0


def test_a_closed_display_shows_nothing_more(oled: Oled) -> None:
    oled.close()
    with pytest.raises(DisplayError, match="the display is closed"):
        oled.show(BLACK)


@pytest.mark.parametrize("image", [Image.new("L", (128, 64)), Image.new("1", (64, 128))])
def test_a_picture_that_does_not_fit_is_refused(oled: Oled, image: Image.Image) -> None:
    with pytest.raises(ImageError, match=r"mode '1' and size \(128, 64\), not"):
        oled.show(image)


def test_a_display_that_is_not_driven_is_refused_with_what_works() -> None:
    hat = load("waveshare-oled-hat").display
    assert not driven(hat)
    with pytest.raises(DisplayError, match=r"sh1106 .* adafruit-oled-bonnet, generic") as caught:
        open_display(hat)
    assert "\n" not in str(caught.value)


def test_a_panel_of_another_size_is_not_driven(generic: Wiring) -> None:
    assert not driven(replace(generic.display, width=96, height=16))


class KernelBus(SimulatedBus):
    """What smbus2 opens: a bus that takes large messages and that is closed in the end."""

    is_open = True

    def close(self) -> None:
        self.is_open = False


@pytest.fixture
def kernel_bus(model: SSD1306Model, monkeypatch: pytest.MonkeyPatch) -> KernelBus:
    bus = KernelBus(model)
    monkeypatch.setattr(smbus2, "SMBus", lambda _port: bus)
    return bus


def test_a_bus_of_its_own_carries_a_whole_picture_in_one_message(
    generic: Wiring, model: SSD1306Model, kernel_bus: KernelBus
) -> None:
    oled = open_display(generic.display)
    oled.show(BLACK)
    sent = kernel_bus.bytes_sent
    oled.show(ImageOps.invert(BLACK))
    assert kernel_bus.bytes_sent - sent == 1034
    assert same(model.image(), ImageOps.invert(BLACK))


def test_a_bus_of_its_own_is_closed_when_the_panel_is_lost(
    generic: Wiring, kernel_bus: KernelBus
) -> None:
    oled = open_display(generic.display)
    kernel_bus.plugged = False
    oled.show(BLACK)
    assert not kernel_bus.is_open


@pytest.mark.parametrize(
    ("error", "advice"),
    [
        (FileNotFoundError(errno.ENOENT, "No such file", "/dev/i2c-1"), "raspi-config"),
        (PermissionError(errno.EACCES, "Permission denied", "/dev/i2c-1"), "group i2c"),
        (OSError(errno.EBUSY, "Device or resource busy"), "check its wires"),
    ],
)
def test_a_bus_that_cannot_be_opened_is_a_fault_with_advice(
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
