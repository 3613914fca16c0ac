"""Displays on a simulated machine, of every kind that is sent only what changed."""

import random
from itertools import product
from typing import Any

from msgspec.structs import replace
from PIL import Image, ImageDraw

from hardware.display.luma_driver import CONTROLLERS
from hardware.display.oled import open_display
from hardware.simulated import PanelModel, VirtualClock
from hardware.simulated.display import MODELS, bus_of, panel_of
from hardware.simulated.pi import simulated_factory
from hardware.wiring.display import LIKE_SSD1306, DisplayWiring

LARGER = ("ssd1305", "sh1107")
"""Displays that are sent only what changed too, in the ways of the others; they have few tests."""

DISPLAYS = tuple(
    display
    for display in MODELS
    if display in CONTROLLERS and display not in (*LIKE_SSD1306[1:], *LARGER)
)
"""One display for each other model of a panel that is sent only what changed."""

KINDS = [
    DisplayWiring(display, interface, width, height, gpio_data_command=24, gpio_reset=25)
    for display, interface in product(DISPLAYS, ("i2c", "spi"))
    for width, height in CONTROLLERS[display].sizes
]
TALL = [kind for kind in KINDS if kind.height == 64]
ON_I2C = [kind for kind in TALL if kind.interface == "i2c"]


def name(wiring: DisplayWiring) -> str:
    return f"{wiring.display}-{wiring.interface}-{wiring.height}"


class Rig:
    """A display on its bus: ``with_`` are options of its wiring.

    ``panel`` is the panel on the bus, None for one that is mounted as the wiring says.
    """

    def __init__(
        self, wiring: DisplayWiring, panel: PanelModel | None = None, **with_: Any
    ) -> None:
        self.wiring = replace(wiring, **with_)
        self.clock = VirtualClock(10.0)
        self.factory = simulated_factory()
        self.model = panel or panel_of(self.wiring)
        self.bus = bus_of(self.wiring, self.model, self.factory)
        self.oled = open_display(self.wiring, self.bus, self.clock, self.factory)

    def wait(self, seconds: float) -> None:
        self.clock.advance_to(self.clock() + seconds)

    def live(self, seconds: float, image: Image.Image) -> None:
        """Let ``seconds`` pass, with ``image`` shown whenever the display asks for it."""
        end = self.clock() + seconds
        while self.oled.deadline is not None and self.oled.deadline <= end:
            self.clock.advance_to(max(self.clock(), self.oled.deadline))
            self.oled.show(image)
        self.clock.advance_to(end)

    def cost(self, image: Image.Image) -> int:
        """Show ``image`` and return how many bytes that was."""
        before = self.bus.bytes_sent
        self.oled.show(image)
        return self.bus.bytes_sent - before

    def shows(self, image: Image.Image) -> bool:
        """Return whether the panel shows ``image`` and there is no fault."""
        return self.oled.fault is None and same(self.model.image(), image)


def picture(seed: int, size: tuple[int, int] = (128, 64)) -> Image.Image:
    """Return lines and boxes of all sizes, some of which are the same for every seed."""
    rng, image = random.Random(seed), Image.new("1", size)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, 63, size[1] - 1), outline=1)
    for _ in range(rng.randrange(12)):
        corner = rng.randrange(size[0]), rng.randrange(size[1])
        draw.rectangle((*corner, corner[0] + rng.randrange(40), corner[1] + 9), fill=seed % 2)
        draw.line((*corner, rng.randrange(size[0]), rng.randrange(size[1])), fill=1)
    return image


def noise(rng: random.Random, size: tuple[int, int] = (128, 64)) -> Image.Image:
    width, height = size
    return Image.frombytes("1", size, rng.randbytes((width + 7) // 8 * height))


def same(one: Image.Image, other: Image.Image) -> bool:
    return (one.mode, one.size, one.tobytes()) == (other.mode, other.size, other.tobytes())
