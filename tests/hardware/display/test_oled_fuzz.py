"""Random frames: after each one the controller's memory is the picture, without extra bytes."""

import random

import pytest
from PIL import Image

from hardware.wiring.display import DisplayWiring
from tests.hardware.display.panels import ON_I2C, TALL, Rig, name, noise, picture

SAMPLE, FULL = 100, 100_000
WHOLE = {"ssd1306": 1034, "sh1106": 1080}


def next_frame(rng: random.Random, last: Image.Image) -> Image.Image:
    """Return a random frame, or ``last`` with some pixels or an area changed."""
    kind = rng.randrange(4)
    if kind == 0:
        return noise(rng)
    if kind == 1:
        return picture(rng.randrange(1 << 30))
    image = last.copy()
    if kind == 2:
        for _ in range(rng.choice((1, 3, 30))):
            spot = rng.randrange(128), rng.randrange(64)
            image.putpixel(spot, 0 if image.getpixel(spot) else 1)
    else:
        corner = rng.randrange(-40, 128), rng.randrange(-20, 64)
        image.paste(noise(rng, (40, 24)), corner)
    return image


def wrong_frames(wiring: DisplayWiring, frames: int) -> int:
    """Return how many of ``frames`` random frames were wrong, or cost more than a whole one."""
    rig, rng = Rig(wiring), random.Random(5)
    image = noise(rng)
    rig.oled.show(image)
    wrong, most = 0, WHOLE[wiring.display]
    for _ in range(frames):
        image = next_frame(rng, image)
        wrong += rig.cost(image) > most or not rig.shows(image)
    return wrong


@pytest.mark.parametrize("wiring", TALL, ids=name)
def test_the_memory_of_the_controller_is_the_picture(wiring: DisplayWiring) -> None:
    assert wrong_frames(wiring, SAMPLE) == 0


@pytest.mark.deep
@pytest.mark.parametrize("wiring", ON_I2C, ids=name)
def test_after_each_of_a_hundred_thousand_frames_the_memory_is_the_picture(
    wiring: DisplayWiring,
) -> None:
    wrong = wrong_frames(wiring, FULL)
    print(f"{name(wiring)}: {FULL} random frames, {wrong} wrong")
    assert wrong == 0
