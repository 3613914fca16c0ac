"""Pictures on a working panel: each kind of panel, over its own bus."""

from typing import Any

import pytest
from PIL import Image, ImageDraw, ImageOps

from hardware import DisplayError, ImageError
from hardware.display.oled import CHECK, EVERY, RETRY
from hardware.wiring.display import DisplayWiring
from tests.hardware.display.panels import KINDS, ON_I2C, TALL, Rig, name, picture, same

BLACK = Image.new("1", (128, 64))

each_kind = pytest.mark.parametrize("wiring", KINDS, ids=name)
each_tall = pytest.mark.parametrize("wiring", TALL, ids=name)
each_on_i2c = pytest.mark.parametrize("wiring", ON_I2C, ids=name)


@pytest.fixture
def rig() -> Rig:
    return Rig(ON_I2C[0])


@each_kind
def test_the_first_picture_starts_the_panel(wiring: DisplayWiring) -> None:
    rig = Rig(wiring)
    assert not rig.model.is_on
    rig.oled.show(picture(1, rig.oled.size))
    assert rig.shows(picture(1, rig.oled.size))
    assert rig.model.contrast == wiring.brightness


@each_kind
def test_the_panel_shows_every_picture_of_a_long_sequence(wiring: DisplayWiring) -> None:
    rig = Rig(wiring)
    for seed in range(100):
        rig.oled.show(picture(seed, rig.oled.size))
        assert rig.shows(picture(seed, rig.oled.size))


@pytest.mark.parametrize("display", ["ssd1309", "ssd1315", "ssd1316"])
def test_relatives_of_the_ssd1306_are_driven_alike(display: str) -> None:
    rig, first = Rig(ON_I2C[0], display=display), Rig(ON_I2C[0])
    for seed in range(20):
        assert rig.cost(picture(seed)) == first.cost(picture(seed))
        assert rig.shows(picture(seed))


@each_kind
def test_an_identical_picture_costs_nothing(wiring: DisplayWiring) -> None:
    rig = Rig(wiring)
    rig.oled.show(picture(1, rig.oled.size))
    assert rig.cost(picture(1, rig.oled.size)) == 0


@pytest.mark.parametrize(("wiring", "most"), [(ON_I2C[0], 26), (ON_I2C[1], 23)], ids=str)
def test_a_cursor_that_steps_one_square_is_cheap(wiring: DisplayWiring, most: int) -> None:
    rig, frames = Rig(wiring), [BLACK.copy(), BLACK.copy()]
    for x, frame in zip((8, 16), frames, strict=True):
        ImageDraw.Draw(frame).rectangle((x, 8, x + 7, 15), outline=1)
    rig.oled.show(frames[0])
    assert rig.cost(frames[1]) == most


@pytest.mark.parametrize(
    ("wiring", "second", "most"),
    [
        (ON_I2C[0], (90, 0), 11 + 8),
        (ON_I2C[0], (90, 8), 11 + 8),
        (ON_I2C[0], (90, 16), 11 + 11),
        (ON_I2C[1], (90, 0), 8 + 7),
        (ON_I2C[1], (90, 8), 8 + 8),
    ],
    ids=str,
)
def test_what_the_panel_has_addressed_already_is_not_sent(
    wiring: DisplayWiring, second: tuple[int, int], most: int
) -> None:
    rig, dots = Rig(wiring), BLACK.copy()
    for spot in ((0, 0), second):
        dots.putpixel(spot, 1)
    rig.oled.show(BLACK)
    assert rig.cost(dots) == most
    assert rig.shows(dots)


@pytest.mark.parametrize(("wiring", "whole"), [(ON_I2C[0], 1034), (ON_I2C[1], 1080)], ids=str)
def test_no_picture_costs_more_than_a_whole_one(wiring: DisplayWiring, whole: int) -> None:
    rig = Rig(wiring)
    rig.oled.show(BLACK)
    assert rig.cost(ImageOps.invert(BLACK)) == whole


@each_tall
@pytest.mark.parametrize(
    ("quarters", "transposed"),
    [
        (1, Image.Transpose.ROTATE_270),
        (2, Image.Transpose.ROTATE_180),
        (3, Image.Transpose.ROTATE_90),
    ],
)
def test_a_picture_is_turned_on_a_panel_that_is_mounted_turned(
    wiring: DisplayWiring, quarters: int, transposed: Any
) -> None:
    rig, upright = Rig(wiring, rotate=quarters), Rig(wiring)
    image = picture(3, rig.oled.size)
    rig.oled.show(image)
    upright.oled.show(image.transpose(transposed))
    assert rig.model.memory == upright.model.memory
    assert rig.shows(image)


@pytest.mark.parametrize("offset", [0, 4])
def test_a_panel_may_start_at_another_column_of_its_controller(offset: int) -> None:
    rig = Rig(ON_I2C[1], column_offset=offset)
    rig.oled.show(ImageOps.invert(BLACK))
    assert bytes(rig.model.memory[offset : offset + 128]) == b"\xff" * 128
    assert rig.shows(ImageOps.invert(BLACK))


@each_on_i2c
def test_a_started_panel_is_never_blank_in_between(wiring: DisplayWiring) -> None:
    rig, seen = Rig(wiring), list[bytes]()
    write = rig.model.write

    def watched(message: bytes) -> None:
        write(message)
        if rig.model.is_on:
            seen.append(rig.model.image().tobytes())

    rig.model.write = watched  # type: ignore[method-assign]
    rig.oled.show(picture(1))
    assert set(seen) == {picture(1).tobytes()}


def test_the_brightness_is_that_of_the_wiring() -> None:
    rig = Rig(ON_I2C[0], brightness=16)
    rig.oled.show(BLACK)
    assert rig.model.contrast == 16


def test_another_brightness_holds_from_the_next_picture_on_and_dims_too() -> None:
    rig = Rig(ON_I2C[0], brightness=200, dim_after=60)
    rig.oled.show(BLACK)
    rig.oled.set_brightness(80)
    rig.oled.show(BLACK)
    assert rig.model.contrast == 80
    rig.wait(60)
    rig.oled.show(BLACK)
    assert rig.model.contrast == 10


@each_tall
def test_an_idle_panel_is_dimmed_and_the_next_touch_brightens_it(wiring: DisplayWiring) -> None:
    rig = Rig(wiring, brightness=200, dim_after=60)
    rig.oled.show(picture(1))
    rig.wait(60)
    rig.oled.show(picture(1))
    assert rig.model.contrast == 25
    rig.oled.touch()
    assert rig.oled.deadline == rig.clock()
    rig.oled.show(picture(1))
    assert rig.model.contrast == 200
    assert rig.shows(picture(1))


def test_an_idle_picture_moves_and_comes_back_at_a_touch(rig: Rig) -> None:
    rig.oled.show(picture(1))
    rig.wait(200)
    rig.oled.show(picture(1))
    moved = Image.new("1", (128, 64))
    moved.paste(picture(1), (1, 0))
    assert rig.shows(moved)
    rig.oled.touch()
    rig.oled.show(picture(1))
    assert rig.shows(picture(1))


@each_tall
def test_an_hour_of_idling_is_a_picture_every_few_minutes(wiring: DisplayWiring) -> None:
    rig, end = Rig(wiring), 3610.0
    rig.oled.show(picture(1))
    sent = rig.bus.bytes_sent
    while rig.oled.deadline is not None and rig.oled.deadline < end:
        rig.clock.advance_to(rig.oled.deadline)
        rig.oled.show(picture(1))
    assert rig.oled.fault is None
    # twenty moves, and sixty refreshes
    assert rig.bus.bytes_sent - sent < 20 * 1100 + 60 * 1300


@each_tall
def test_the_deadline_is_in_the_future_once_the_picture_was_shown(wiring: DisplayWiring) -> None:
    rig = Rig(wiring)
    for _ in range(50):
        rig.oled.show(picture(1))
        assert rig.oled.deadline is not None
        assert rig.clock() < rig.oled.deadline <= rig.clock() + max(CHECK, EVERY, RETRY)
        rig.clock.advance_to(rig.oled.deadline)


@each_tall
def test_last_words_stay_on_the_panel(wiring: DisplayWiring) -> None:
    rig = Rig(wiring)
    rig.oled.show(picture(1))
    rig.oled.close(picture(2))
    rig.oled.close()
    assert same(rig.model.image(), picture(2))
    assert rig.oled.deadline is None


@each_tall
def test_without_last_words_the_panel_goes_dark(wiring: DisplayWiring) -> None:
    rig = Rig(wiring)
    rig.oled.show(picture(1))
    rig.oled.close()
    assert not rig.model.is_on


@each_tall
def test_a_display_that_was_never_shown_a_picture_can_be_closed(wiring: DisplayWiring) -> None:
    rig = Rig(wiring)
    rig.oled.close()
    assert rig.bus.bytes_sent == 0


def test_a_closed_display_shows_nothing_more(rig: Rig) -> None:
    rig.oled.close()
    with pytest.raises(DisplayError, match="the display is closed"):
        rig.oled.show(BLACK)


@pytest.mark.parametrize("image", [Image.new("L", (128, 64)), Image.new("1", (64, 128))])
def test_a_picture_that_does_not_fit_is_refused(rig: Rig, image: Image.Image) -> None:
    with pytest.raises(ImageError, match=r"mode '1' and size \(128, 64\), not"):
        rig.oled.show(image)
