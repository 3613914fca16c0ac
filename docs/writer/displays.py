"""Write the reference of the displays: what each profile shows, and from how far it is read."""

from collections.abc import Iterator, Mapping
from math import radians, tan
from typing import Final, NamedTuple

from docs.writer import markdown
from firmware_host.screens.text_layout import ink_height
from hardware.display.framebuffer import CAPITAL, Placement, Screen, picture_for
from hardware.wiring import wiring
from hardware.wiring.display import FRAMEBUFFER, DisplayWiring

MAKER: Final = "docs/writer/displays.py"
SMALLEST_ANGLE: Final = tan(radians(16 / 60))
"""The height of a letter that can be read, for a distance of 1 (ISO 9241-303: 16 minutes)."""
LARGER: Final = ink_height("E", "heading") / CAPITAL
"""How many times as high the smallest capitals of large letters are."""


class Panel(NamedTuple):
    """A panel that people buy: its name, its pixels, and the width of its picture in mm."""

    name: str
    pixels: tuple[int, int]
    millimetres: float


PANELS: Final[Mapping[str, tuple[Panel, ...]]] = {
    "generic": (Panel('0.96" OLED module, SSD1306', (128, 64), 21.7),),
    "adafruit-oled-bonnet": (Panel('Adafruit 1.3" OLED Bonnet', (128, 64), 29.4),),
    "waveshare-oled-hat": (Panel('Waveshare 1.3" OLED HAT', (128, 64), 29.4),),
    "sparkfun-qwiic-oled": (Panel('SparkFun Qwiic OLED 1.3"', (128, 64), 29.4),),
    "waveshare-oled-2in42": (Panel('Waveshare 2.42" OLED Module', (128, 64), 55.0),),
    "waveshare-oled-2in23": (Panel('Waveshare 2.23" OLED HAT', (128, 32), 55.0),),
    "pimoroni-oled-1in12": (Panel('Pimoroni 1.12" Mono OLED', (128, 128), 20.1),),
    "waveshare-oled-1in5": (Panel('Waveshare 1.5" OLED Module, 16 greys', (128, 128), 26.9),),
    "waveshare-lcd-hat": (Panel('Waveshare 1.3" LCD HAT', (240, 240), 23.4),),
    "framebuffer": (
        Panel('2.8" panel on SPI', (320, 240), 57.6),
        Panel('3.5" panel on SPI or HDMI', (480, 320), 73.4),
        Panel('7" screen on DSI', (800, 480), 154.1),
        Panel('24" monitor on HDMI', (1920, 1080), 531.0),
    ),
}
"""The panels that a profile is for. The sizes are those of the makers' pages."""

BEFORE: Final = (
    "This page lists panels that people own: the profile for `--wiring`, the picture in pixels, "
    "the height of the smallest capitals, and from how far these can be read (ISO 9241-303: 16 "
    "minutes of arc). The last column is for large letters (Menu, Settings). "
    "[Wiring](../wiring.md#the-display) explains the options, and how a screen with a driver "
    "of the kernel is named so that it is found whatever number it gets."
)
LONG: Final = Panel('3.12" OLED module', (256, 64), 76.8)
"""A panel that looks larger than it is: people ask for it, and no profile is for it."""
ROUND_A_TABLE: Final = (
    'Four people sit up to a metre from the display between them. A panel of 1.3" is for one or '
    "two who lean over it. With large letters, {oled} can be read from {oled_far}; {screen} from "
    "{screen_near}, from {screen_far} with large letters. {long} (256x64) is wider than {oled}, "
    "but its capitals are smaller: {long_capital} instead of {oled_capital}, read from "
    "{long_near}, because twice as many points stand side by side."
)


def page() -> str:
    """Return the page as Markdown."""
    head = ["panel", "profile", "controller and bus", "picture", "capitals", "read from", "large"]
    rows = [row for name, panels in PANELS.items() for row in _rows(name, panels)]
    return markdown.page(
        MAKER, "# Displays", BEFORE, markdown.table(head, rows), "## For four people", _for_four()
    )


def _for_four() -> str:
    """Return which panels four people around a table can read."""
    (oled,), screen = PANELS["waveshare-oled-2in42"], PANELS["framebuffer"][2]
    in_hand, on_screen, long = (
        _capital(each, scale)
        for each, scale in (
            (oled, 1),
            (screen, _picture(_display("framebuffer"), screen)[1]),
            (LONG, 1),
        )
    )
    return ROUND_A_TABLE.format(
        oled=f"a {oled.name}",
        oled_far=_distance(in_hand * LARGER),
        screen=f"a {screen.name}",
        screen_near=_distance(on_screen),
        screen_far=_distance(on_screen * LARGER),
        long=f"A {LONG.name}",
        long_capital=_millimetres(long),
        oled_capital=_millimetres(in_hand),
        long_near=_distance(long),
    )


def _display(profile: str) -> DisplayWiring:
    return wiring.load(profile).display


def _capital(panel: Panel, scale: int) -> float:
    """Return the height of the smallest capitals on ``panel`` in mm."""
    return CAPITAL * scale * panel.millimetres / panel.pixels[0]


def _distance(capital: float) -> str:
    return f"{capital / 1000 / SMALLEST_ANGLE:.1f} m"


def _millimetres(height: float) -> str:
    return f"{height:.1f} mm"


def _rows(name: str, panels: tuple[Panel, ...]) -> Iterator[list[str]]:
    display = _display(name)
    for panel in panels:
        picture, scale = _picture(display, panel)
        capital = _capital(panel, scale)
        yield [
            panel.name,
            f"`{name}`",
            _bus(display),
            _by(picture) + (f" on {_by(panel.pixels)}, scaled by {scale}" if scale > 1 else ""),
            _millimetres(capital),
            _distance(capital),
            _distance(capital * LARGER),
        ]


def _picture(display: DisplayWiring, panel: Panel) -> tuple[tuple[int, int], int]:
    if display.display != FRAMEBUFFER:
        return display.size, 1
    width, height = panel.pixels
    glass = round(panel.millimetres), round(panel.millimetres * height / width)
    picture = picture_for(Screen(panel.pixels, 32, 4 * width, (), millimetres=glass), rotate=0)
    return picture, Placement.of(picture, panel.pixels).scale


def _bus(display: DisplayWiring) -> str:
    if display.display == FRAMEBUFFER:
        return "driver of the kernel"
    place = f"I2C 0x{display.i2c_address:02X}" if display.interface == "i2c" else "SPI"
    return f"{display.display.upper()}, {place}"


def _by(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"
