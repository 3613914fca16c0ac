"""Write the reference of the displays: what each profile shows, and from how far it is read.

The heights of letters are counted in the fonts of the screens; the sizes of the panels are those
that their makers name.
"""

from collections.abc import Iterator, Mapping
from math import radians, tan
from typing import Final, NamedTuple

from docs.writer import markdown, pixels
from firmware_host.screens import draw
from firmware_host.screens.text_layout import Role, picture
from firmware_host.text.translator import Language
from firmware_host.web.svg import element, framed, group, text
from hardware.display.framebuffer import Placement, Screen, picture_for
from hardware.wiring import wiring
from hardware.wiring.display import FRAMEBUFFER, DisplayWiring
from tests.firmware_host.screens.gallery import gallery

MAKER: Final = "docs/writer/displays.py"
SMALLEST_ANGLE: Final = tan(radians(16 / 60))
"""The height of a letter that can be read, for a distance of 1 (ISO 9241-303: 16 minutes)."""
USUAL, LARGE = "usual letters", "large letters"
LETTERS: Final[Mapping[str, Role]] = {
    USUAL: "body",
    "heads": "heading",
    LARGE: "tall",
    "few words in large letters": "big",
}
"""The letters of the screens, from the smallest to the largest, and their fonts."""


class Panel(NamedTuple):
    """A panel that people buy, with its pixels, the size of its picture in mm, and who says so."""

    name: str
    pixels: tuple[int, int]
    millimetres: tuple[float, float]
    source: str


PANELS: Final[Mapping[str, tuple[Panel, ...]]] = {
    "generic": (
        Panel('0.96" OLED module, SSD1306', (128, 64), (21.7, 10.9), "WiseChip UG-2864HSWEG01"),
    ),
    "adafruit-oled-bonnet": (
        Panel('Adafruit 1.3" OLED Bonnet', (128, 64), (29.4, 14.7), "adafruit.com/product/3531"),
    ),
    "waveshare-oled-hat": (
        Panel('Waveshare 1.3" OLED HAT', (128, 64), (29.4, 14.7), "wiki/1.3inch_OLED_HAT"),
    ),
    "sparkfun-qwiic-oled": (
        Panel(
            'SparkFun Qwiic OLED 1.3"',
            (128, 64),
            (29.4, 14.7),
            "docs.sparkfun.com/SparkFun_Qwiic_OLED_1.3in",
        ),
    ),
    "waveshare-oled-2in42": (
        Panel('Waveshare 2.42" OLED Module', (128, 64), (55.0, 27.5), "wiki/2.42inch_OLED_Module"),
    ),
    "waveshare-oled-2in23": (
        Panel('Waveshare 2.23" OLED HAT', (128, 32), (55.0, 13.1), "wiki/2.23inch_OLED_HAT"),
    ),
    "pimoroni-oled-1in12": (
        Panel(
            'Pimoroni 1.12" Mono OLED',
            (128, 128),
            (20.1, 20.1),
            "shop.pimoroni.com/products/1-12-oled-breakout",
        ),
    ),
    "waveshare-oled-1in5": (
        Panel(
            'Waveshare 1.5" OLED Module, 16 greys',
            (128, 128),
            (26.9, 26.9),
            "wiki/1.5inch_OLED_Module",
        ),
    ),
    "waveshare-lcd-hat": (
        Panel('Waveshare 1.3" LCD HAT', (240, 240), (23.4, 23.4), "wiki/1.3inch_LCD_HAT"),
    ),
    "framebuffer": (
        Panel('2.8" panel on SPI', (320, 240), (57.6, 43.2), "wiki/2.8inch_RPi_LCD_(A)"),
        Panel('3.5" panel on SPI or HDMI', (480, 320), (73.4, 49.0), "wiki/3.5inch_RPi_LCD_(A)"),
        Panel('7" screen on DSI', (800, 480), (154.1, 85.9), "Raspberry Pi Touch Display"),
        Panel('7" screen on HDMI', (1024, 600), (154.2, 85.9), "wiki/7inch_HDMI_LCD_(C)"),
        Panel('24" monitor on HDMI', (1920, 1080), (531.0, 298.8), "16:9, 24 inches across"),
    ),
}
"""The panels that a profile is for; a source that begins with wiki is on www.waveshare.com."""

LONG: Final = Panel('3.12" OLED module', (256, 64), (76.8, 19.2), "Newhaven NHD-3.12-25664UCB2")
"""A panel that looks larger than it is: people ask for it, and no profile is for it."""
SMALL, IN_HAND = PANELS["waveshare-oled-hat"][0], PANELS["waveshare-oled-2in42"][0]
ON_DSI, ON_HDMI = PANELS["framebuffer"][2:4]
ROUND_A_TABLE: Final = (SMALL, IN_HAND, LONG, PANELS["framebuffer"][1], ON_DSI, ON_HDMI)

BEFORE: Final = (
    "This page lists panels that people own: the profile for `--wiring`, the picture in pixels, "
    "its size, the height of the smallest capitals, and from how far these can be read (ISO "
    "9241-303: 16 minutes of arc, which is {metre} for each metre). The last column is for large "
    "letters (Menu, Settings). [Wiring](../wiring.md#the-display) explains the options, and how a "
    "screen with a driver of the kernel is named so that it is found whatever number it gets."
)
FOR_FOUR: Final = (
    'Four people sit up to a metre from the display between them. A panel of 1.3" is for one or '
    "two who lean over it. The table says from how far each kind of letter can be read. With large "
    "letters only what would be cut off is written smaller, and a screen of few words is written "
    "in the largest ones."
)
TOLD: Final = (
    "So {oled} with large letters ([wiring](../builders/index.md#waveshare-oled-2in42)) is "
    "for people up to {oled_far} away, and {screen} for those up to {screen_near}, or {screen_far} "
    "with large letters. {long} (256x64; {long_size} mm, {source}) is wider than {oled}, but its "
    "letters are smaller: usual capitals are {long_capital} high, not {oled_capital}, because "
    "twice as many pixels stand side by side. With large letters it can be read from {long_far}."
)
DRAWN: Final = "pictures/displays.svg"
EXAMPLE: Final = ("thaayam", "hand-step-1")
"""The game and the screen that the drawing shows."""
SHOWN: Final = "The same screen in large letters, each panel drawn to the same scale:"


def page() -> str:
    """Return the page as Markdown."""
    head = ["panel", "profile", "controller and bus", "picture", "glass", "capitals", "read from"]
    rows = [row for name, panels in PANELS.items() for row in _rows(name, panels)]
    return markdown.page(
        MAKER,
        "# Displays",
        BEFORE.format(metre=_millimetres(1000 * SMALLEST_ANGLE, 2)),
        markdown.table([*head, "large", "who names the size"], rows),
        "## For four people",
        FOR_FOUR,
        markdown.table(["panel", *LETTERS], map(_read_from, ROUND_A_TABLE)),
        _told(),
        SHOWN,
        f"![Four panels, drawn to scale](../{DRAWN})",
    )


def pictures() -> Iterator[tuple[str, str]]:
    """Yield the path and the text of the drawing of panels side by side."""
    yield DRAWN, side_by_side()


def capital(panel: Panel, letters: str) -> float:
    """Return how many mm high a capital of the ``letters`` is on ``panel``."""
    scale = _picture(panel)[1]
    return rows_of_capital(LETTERS[letters]) * scale * panel.millimetres[1] / panel.pixels[1]


def rows_of_capital(font: Role) -> int:
    """Return how many rows of pixels a capital of ``font`` has, as it is drawn.

    >>> [rows_of_capital(font) for font in LETTERS.values()]
    [6, 7, 9, 13]
    """
    box = picture("E", font).getbbox()
    return box[3] - box[1] if box else 0


def distance(panel: Panel, letters: str) -> float:
    """Return from how many metres the ``letters`` can be read on ``panel``."""
    return capital(panel, letters) / 1000 / SMALLEST_ANGLE


def _read_from(panel: Panel) -> list[str]:
    return [panel.name, *(_metres(panel, letters) for letters in LETTERS)]


def _told() -> str:
    return TOLD.format(
        oled=f"a {IN_HAND.name}",
        oled_far=_metres(IN_HAND, LARGE),
        screen=f"a {ON_DSI.name}",
        screen_near=_metres(ON_DSI, USUAL),
        screen_far=_metres(ON_DSI, LARGE),
        long=f"A {LONG.name}",
        long_size=_by(LONG.millimetres),
        source=LONG.source,
        long_capital=_millimetres(capital(LONG, USUAL)),
        oled_capital=_millimetres(capital(IN_HAND, USUAL)),
        long_far=_metres(LONG, LARGE),
    )


def _metres(panel: Panel, letters: str) -> str:
    return f"{distance(panel, letters):.1f} m"


def _millimetres(height: float, digits: int = 1) -> str:
    return f"{height:.{digits}f} mm"


def _rows(name: str, panels: tuple[Panel, ...]) -> Iterator[list[str]]:
    display = wiring.load(name).display
    for panel in panels:
        shown, scale = _picture(panel)
        yield [
            panel.name,
            f"`{name}`",
            _bus(display),
            _by(shown) + (f" on {_by(panel.pixels)}, scaled by {scale}" if scale > 1 else ""),
            f"{_by(panel.millimetres)} mm",
            _millimetres(capital(panel, USUAL)),
            _metres(panel, USUAL),
            _metres(panel, LARGE),
            panel.source.replace("wiki/", "www.waveshare.com/wiki/"),
        ]


def _picture(panel: Panel) -> tuple[tuple[int, int], int]:
    """Return the size of the picture on ``panel``, and how many times it is scaled."""
    profile = next((name for name, panels in PANELS.items() if panel in panels), None)
    if profile is None or wiring.load(profile).display.display != FRAMEBUFFER:
        return panel.pixels, 1
    width, height = (round(each) for each in panel.millimetres)
    screen = Screen(panel.pixels, 32, 4 * panel.pixels[0], (), millimetres=(width, height))
    shown = picture_for(screen, rotate=0)
    return shown, Placement.of(shown, panel.pixels).scale


def _bus(display: DisplayWiring) -> str:
    if display.display == FRAMEBUFFER:
        return "driver of the kernel"
    place = f"I2C 0x{display.i2c_address:02X}" if display.interface == "i2c" else "SPI"
    return f"{display.display.upper()}, {place}"


def _by(size: tuple[float, float]) -> str:
    return f"{size[0]:g}x{size[1]:g}"


MILLIMETRE: Final = 4
"""Units of the drawing to a millimetre."""
EDGE, LABEL, RULER = 4, 7, 50
"""Millimetres between panels, above a panel for its name, and of the ruler."""
DRAWN_PANELS: Final = ((SMALL, IN_HAND, LONG), (ON_DSI,))
"""The rows of the drawing."""


def side_by_side() -> str:
    """Return the drawing of panels to scale: each shows the same screen in large letters."""
    shapes, top, right = [], 0.0, 0.0
    for row in DRAWN_PANELS:
        left = float(EDGE)
        for panel in row:
            shapes.append(_drawn(panel, left, top + LABEL))
            left += panel.millimetres[0] + EDGE
        right = max(right, left)
        top += LABEL + max(panel.millimetres[1] for panel in row) + EDGE
    shapes.append(_ruler(EDGE, top + EDGE))
    names = ", ".join(panel.name for row in DRAWN_PANELS for panel in row)
    size = right * MILLIMETRE, (top + 3 * EDGE) * MILLIMETRE
    paper = element("rect", width=size[0], height=size[1], fill="#ffffff")
    scaled = group(shapes, transform=f"scale({MILLIMETRE})")
    return framed(*size, f"Drawn to scale: {names}", (paper, scaled))


def _drawn(panel: Panel, left: float, top: float) -> str:
    """Return ``panel`` with its name above it; lengths are millimetres."""
    (width, height), (columns, rows) = panel.millimetres, panel.pixels
    size, scale = _picture(panel)
    place = Placement.of(size, panel.pixels)
    game, screen = EXAMPLE
    image = draw(gallery(game)[screen], size, Language("en"), is_big=True).image
    lit = pixels.lit(image, place.left, place.top, scale)
    pitch = f"scale({width / columns:.4f} {height / rows:.4f})"
    glass = element("rect", x=left, y=top, width=width, height=height, fill=pixels.GLASS)
    inches = next(word for word in panel.name.split() if word.endswith('"'))
    name = text(left, top - 2, f"{inches}, {_by(panel.pixels)}", font_size=3.2)
    return glass + name + group([lit], transform=f"translate({left:g} {top:g}) {pitch}")


def _ruler(left: float, top: float) -> str:
    ends = "".join(f"M{left + mark:g} {top - 1:g}v2" for mark in range(0, RULER + 1, 10))
    line = element("path", d=f"M{left:g} {top:g}h{RULER}{ends}", stroke="#000000", stroke_width=0.3)
    return line + text(left + RULER + 2, top + 1, f"{RULER} mm", font_size=3.2)
