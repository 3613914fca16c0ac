"""Print the bytes that an update of the display costs: ``python -m tests.bench.displays``.

They are counted on the simulated I2C bus: addresses, control bytes, commands and data. luma's own
devices stand beside this program's.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from luma.oled import device as luma_devices
from PIL import Image, ImageDraw

from firmware_host.screens.canvas import Box, Canvas
from hardware.display.luma_driver import I2cBus
from hardware.display.oled import open_display
from hardware.simulated import SimulatedI2c
from hardware.simulated.display import panel_of
from hardware.wiring.display import DisplayWiring
from tests.bench.page import table

SQUARE = 8
BITS_A_BYTE = 9  # the ninth is the acknowledgement
SPEED = 400_000

Show = Callable[[Image.Image], object]


def scene(
    cursor: int = 1, piece: tuple[int, int] = (2, 2), side: str = "Red", say: str = ""
) -> Image.Image:
    """A board of 64 by 64 pixels with a framed square, a piece and words beside it."""
    canvas = Canvas((128, 64))
    draw = ImageDraw.Draw(canvas.image)
    for line in range(0, 65, 2 * SQUARE):
        draw.line((line, 0, line, 63), fill=1)
        draw.line((0, line, 63, line), fill=1)
    left, top = (SQUARE * place for place in piece)
    draw.ellipse((left + 1, top + 1, left + SQUARE - 2, top + SQUARE - 2), fill=1)
    frame = cursor * SQUARE
    draw.rectangle((frame, SQUARE, frame + SQUARE - 1, 2 * SQUARE - 1), outline=1)
    canvas.paragraph(Box(66, 0, 62, 12), side)
    canvas.paragraph(Box(66, 38, 62, 26), say)
    return canvas.image


BEFORE = scene(say="Throw the dice")
CASES: Mapping[str, tuple[Image.Image, Image.Image]] = {
    "whole picture": (Image.new("1", (128, 64), 1), Image.new("1", (128, 64))),
    "cursor moved one square": (BEFORE, scene(cursor=2, say="Throw the dice")),
    "move, side and message": (BEFORE, scene(piece=(3, 5), side="Green", say="Play 4 or 6")),
    "identical picture": (BEFORE, BEFORE.copy()),
}


def ours(wiring: DisplayWiring, bus: SimulatedI2c) -> Show:
    """What shows pictures as this program does."""
    return open_display(wiring, bus).show


def lumas(wiring: DisplayWiring, bus: SimulatedI2c) -> Show:
    """What shows pictures as luma does."""
    device = getattr(luma_devices, wiring.display)(I2cBus(wiring, bus))
    return device.display  # type: ignore[no-any-return]


COLUMNS: Mapping[str, tuple[str, Callable[[DisplayWiring, SimulatedI2c], Show]]] = {
    "SSD1306": ("ssd1306", ours),
    "SSD1306 by luma": ("ssd1306", lumas),
    "SH1106": ("sh1106", ours),
    "SH1106 by luma": ("sh1106", lumas),
}


def costs() -> Iterator[Sequence[str | int]]:
    """The head of the table and its rows: a case and its bytes."""
    yield ("", *COLUMNS)
    for case, (before, after) in CASES.items():
        yield (case, *(_bytes(*column, before, after) for column in COLUMNS.values()))


def _bytes(
    display: str,
    way: Callable[[DisplayWiring, SimulatedI2c], Show],
    before: Image.Image,
    after: Image.Image,
) -> int:
    wiring = DisplayWiring(display, "i2c")
    bus = SimulatedI2c(panel_of(wiring))
    show = way(wiring, bus)
    show(before)
    sent = bus.bytes_sent
    show(after)
    return bus.bytes_sent - sent


def rows() -> Iterator[Sequence[str]]:
    """The same with milliseconds on a bus of 400 kHz."""
    return (tuple(map(_cell, row)) for row in costs())


def _cell(cost: str | int) -> str:
    if isinstance(cost, str):
        return cost
    return f"{cost} ({cost * BITS_A_BYTE / SPEED * 1000:.1f} ms)"


if __name__ == "__main__":
    print(*table(rows()), sep="\n")
