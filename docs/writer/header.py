"""Draw the 40-pin header of a Raspberry Pi with the wiring of a profile.

Odd pins are on the left and even ones on the right, as you see them when the header is at the upper
right of the Pi.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from firmware_host.web.svg import element, picture, text
from hardware.wiring.wiring import Wiring, uses

GROUND, LOW_VOLTAGE, HIGH_VOLTAGE = "GND", "3V3", "5V"

PINS: Final[tuple[str | int, ...]] = (
    *(LOW_VOLTAGE, HIGH_VOLTAGE, 2, HIGH_VOLTAGE, 3, GROUND, 4, 14, GROUND, 15),
    *(17, 18, 27, GROUND, 22, 23, LOW_VOLTAGE, 24, 10, GROUND),
    *(9, 25, 11, 8, GROUND, 7, 0, 1, 5, GROUND),
    *(6, 12, 13, GROUND, 19, 16, 26, 20, GROUND, 21),
)
"""What the pins 1 to 40 carry: a BCM number or a supply (Raspberry Pi documentation, GPIO)."""

COLOURS: Final[Mapping[str, str]] = {
    "keys": "#1d4ed8",
    "encoder": "#1d4ed8",
    "switches": "#1d4ed8",
    "dice": "#b45309",
    "display": "#15803d",
    "sound": "#a21caf",
    "lights": "#a21caf",
}
SUPPLIES: Final[Mapping[str, str]] = {
    GROUND: "#111111",
    LOW_VOLTAGE: "#b91c1c",
    HIGH_VOLTAGE: "#b91c1c",
}
UNUSED: Final = "#d4d4d4"

SUPPLIED: Final[Mapping[int, str]] = {1: "display VCC", 9: "ground of everything"}
"""What the supplies are wired to, by pin of the header; another pin of the same supply works."""

ROW, WIDTH, TOP, RADIUS = 24, 560, 64, 8
LEFT, RIGHT = WIDTH // 2 - 14, WIDTH // 2 + 14
REACH = 96
CAPTION = "pin of the header, BCM number, what is wired to it"


@dataclass(frozen=True)
class Use:
    """The use of a pin, and the colour of its wire."""

    text: str
    colour: str


def drawing(wiring: Wiring) -> str:
    """Return the header as SVG, with every wire of ``wiring``."""
    found = {pin: _use(name) for name, pin in uses(wiring, wiring.name)}
    rows = ROW * len(PINS) // 2
    box = {"x": LEFT - 14, "y": TOP - 6, "width": RIGHT - LEFT + 28, "height": rows + 8}
    shapes = [
        text(WIDTH / 2, 24, wiring.name, text_anchor="middle", font_size=17, font_weight="bold"),
        text(WIDTH / 2, 44, CAPTION, text_anchor="middle", font_size=13, fill="#525252"),
        element("rect", **box, rx=6, fill="#262626"),
    ]
    for number, carries in enumerate(PINS, start=1):
        shapes.extend(_pin(number, carries, _use_of(number, carries, found)))
    return picture(WIDTH, TOP + rows + 16, f"Wiring: {wiring.name}", shapes)


def _use(use: str) -> Use:
    """Return the label for what a message calls ``[keys] up`` or ``the display's SDA``.

    >>> _use("[keys] up").text, _use("the display's SDA").text
    ('up', 'display SDA')
    """
    section, _, name = use.rpartition(" ")
    section = section.removeprefix("the ").removesuffix("'s").strip("[]")
    label = name.removeprefix("gpio_").replace("_", "/")
    return Use(label if section == "keys" else f"{section} {label}", COLOURS[section])


def _use_of(number: int, carries: str | int, uses: Mapping[int, Use]) -> Use | None:
    """Return the use of the pin ``number`` of the header; None if it has none."""
    if isinstance(carries, int):
        return uses.get(carries)
    return Use(SUPPLIED[number], SUPPLIES[carries]) if number in SUPPLIED else None


def _pin(number: int, carries: str | int, use: Use | None) -> Iterator[str]:
    """Yield a pin of the header with its number, and its wire if it has one."""
    y = TOP + ROW * ((number - 1) // 2) + RADIUS + 2
    x, away = (LEFT, -1) if number % 2 else (RIGHT, 1)
    fill = SUPPLIES[carries] if isinstance(carries, str) else use.colour if use else UNUSED
    what = f"GPIO {carries}" if isinstance(carries, int) else carries
    side = {"text_anchor": "start" if away > 0 else "end"}
    yield element("circle", cx=x, cy=y, r=RADIUS, fill=fill, stroke="#ffffff")
    ink = "#404040" if fill == UNUSED else "#ffffff"
    yield text(x, y + 3, str(number), text_anchor="middle", fill=ink, font_size=9)
    raised = y - 3 if use else y + 4
    yield text(x + away * 22, raised, what, **side, fill="#525252", font_size=10)
    if use is not None:
        begin, end = x + away * RADIUS, x + away * REACH
        yield element("path", d=f"M{begin} {y}H{end}", stroke=use.colour, stroke_width=2.5)
        yield text(end + away * 6, y + 4, use.text, **side, fill=use.colour, font_size=13)
