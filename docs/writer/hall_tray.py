"""Draw the tray of Hall sensors: its plan and section, the magnets in the dice, and the wires."""

from collections.abc import Iterator
from typing import Final

from firmware_host.web.svg import element, picture, text
from hardware.firmware import settings
from hardware.simulated.hall_dice import BODIES, GAP, INSIDE, PITCH, SIDE, Body

INK, SENSOR, NORTH, WOOD, FELT = "#262626", "#b45309", "#b91c1c", "#e7d8c4", "#3f6b4f"
SCALE: Final = 1.6
"""Pixels for a millimetre."""

PICO_PINS: Final = {
    0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15, 12: 16, 13: 17,
    14: 19, 15: 20, 16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27, 22: 29, 26: 31, 27: 32, 28: 34,
}  # fmt: skip
"""The pin of the header of a Pico for each GP number (Raspberry Pi Pico Datasheet, 2.1)."""

CHANNELS: Final = (9, 8, 7, 6, 5, 4, 3, 2, 23, 22, 21, 20, 19, 18, 17, 16)
"""The pins of Y0 to Y15 of a 74HC4067 in its case of 24 pins (Nexperia, 74HC4067, 6)."""

SELECTS: Final = (10, 11, 14, 13)
"""The pins of S0 to S3; E is 15, Z is 1, GND is 12 and VCC is 24."""


def plan() -> str:
    """Return the tray from above and in section, and where the magnets are, as SVG."""
    shapes = [*_above(), *_section(), *_dice()]
    return picture(840, 470, "The tray of Hall sensors: plan, section, magnets in the dice", shapes)


def _above() -> Iterator[str]:
    left, top, side = 40, 60, INSIDE * 1000 * SCALE
    yield text(left, 30, "From above: row 0 is next to you", font_size=15, font_weight="bold")
    yield element("rect", x=left - 12, y=top - 12, width=side + 24, height=side + 24, fill=WOOD)
    yield element("rect", x=left, y=top, width=side, height=side, fill=FELT, fill_opacity=0.25)
    for place in range(SIDE * SIDE):
        x = left + (place % SIDE + 0.5) * PITCH * 1000 * SCALE
        y = top + side - (place // SIDE + 0.5) * PITCH * 1000 * SCALE
        yield element("circle", cx=x, cy=y, r=4, fill=SENSOR)
        yield text(x, y + 15, str(place), text_anchor="middle", font_size=9, fill=INK)
    yield text(
        left, top + side + 32, f"inside {INSIDE * 1000:g} x {INSIDE * 1000:g} mm", font_size=12
    )
    pitch = f"sensors {PITCH * 1000:g} mm apart, {PITCH * 500:g} mm from the rim"
    yield text(left, top + side + 50, pitch, font_size=12)


def _section() -> Iterator[str]:
    left, top = 430, 60
    yield text(left, 30, "In section", font_size=15, font_weight="bold")
    layers = (
        ("felt, 2 mm", 8, FELT),
        (f"plywood; its felt is {GAP * 1000:g} mm above the sensors", 44, WOOD),
        ("board with the sensors, marked sides up", 8, SENSOR),
    )
    for words, height, colour in layers:
        yield element("rect", x=left, y=top, width=150, height=height, fill=colour)
        yield text(left + 160, top + height / 2 + 4, words, font_size=12)
        top += height + 1
    yield text(left, top + 18, "No steel screws, nails or table legs within 5 cm.", font_size=12)


def _dice() -> Iterator[str]:
    top = 190
    for name, (body, _) in BODIES.items():
        yield from _die(name, body, 430, top)
        top += 140


def _die(name: str, body: Body, left: int, top: int) -> Iterator[str]:
    length, width, thick = (each * 1000 for each in body.size)
    size = f"{name}: {length:g} x {width:g} x {thick:g} mm, from the side"
    yield text(left, top, size, font_size=15, font_weight="bold")
    box = {"x": left, "y": top + 14, "width": length * SCALE * 2, "height": thick * SCALE * 2}
    yield element("rect", **box, fill=WOOD, stroke=INK)
    yield text(left + length * SCALE * 2 + 8, top + 30, f"{body.faces[0]} up", font_size=12)
    for along, first, second in body.magnets:
        x = left + (length / 2 + along * 1000) * SCALE * 2
        middle = top + 14 + thick * SCALE
        across, along_axis = 6 * SCALE * 2, 2 * SCALE * 2 * (first + second)
        if first:
            box = {"x": x - across / 2, "y": middle - along_axis / 2}
            yield element("rect", **box, width=across, height=along_axis, fill="#737373")
            yield element("rect", **box, width=across, height=along_axis / 2, fill=NORTH)
            words = f"{first} disc{'s' * (first > 1)}, north to face {body.faces[0]}"
        else:
            yield element("circle", cx=x, cy=middle, r=across / 2, fill=NORTH)
            words = f"{second} disc, north to face {body.faces[1]}"
        yield text(x - 30, top + 32 + thick * SCALE * 2, words, font_size=12)


def schematic() -> str:
    """Return which pin is wired to which, as SVG."""
    shapes = [
        text(20, 28, "Pico", font_size=15, font_weight="bold"),
        text(330, 28, "74HC4067, four times", font_size=15, font_weight="bold"),
        text(620, 28, "DRV5055A1, 64 times", font_size=15, font_weight="bold"),
    ]
    for number, enable in enumerate(settings.HALL_ENABLES):
        shapes += _multiplexer(number, enable, 50 + number * 118)
    shapes += _supply(50 + 4 * 118 + 20)
    return picture(900, 660, "Wires of the tray of Hall sensors", shapes)


def _multiplexer(number: int, enable: int, top: int) -> Iterator[str]:
    yield element("rect", x=330, y=top, width=190, height=104, fill="none", stroke=INK)
    yield text(425, top + 100, f"IC{number + 1}", text_anchor="middle", font_size=11, fill=INK)
    wires = [
        (f"S{bit} {pin}", f"GP{gp} [{PICO_PINS[gp]}]", "all four" if number == 0 else "")
        for bit, (pin, gp) in enumerate(zip(SELECTS, settings.HALL_ADDRESS, strict=True))
    ]
    wires.append(("E 15", f"GP{enable} [{PICO_PINS[enable]}]", "10 kilohms to 3.3 V"))
    adc = settings.HALL_ADC
    wires.append(("Z 1", f"GP{adc} [{PICO_PINS[adc]}]", "all four" if number == 0 else ""))
    for row, (pin, gp, note) in enumerate(wires):
        y = top + 14 + row * 15
        yield element("path", d=f"M210 {y}H330", stroke="#1d4ed8", stroke_width=1.5)
        yield text(204, y + 4, gp, text_anchor="end", font_size=12)
        yield text(336, y + 4, pin, font_size=12)
        yield text(216, y - 2, note, font_size=9, fill="#525252")
    first, last = number * 16, number * 16 + 15
    outputs = (
        f"Y0 to Y7, pins {CHANNELS[0]} to {CHANNELS[7]}: OUT of {first} to {first + 7}",
        f"Y8 to Y15, pins {CHANNELS[8]} to {CHANNELS[15]}: OUT of {first + 8} to {last}",
    )
    for row, words in enumerate(outputs):
        y = top + 28 + row * 30
        yield element("path", d=f"M520 {y}H600", stroke=SENSOR, stroke_width=4)
        yield text(606, y + 4, words, font_size=12)


SUPPLY: Final = (
    "VBUS [40]: the input of a regulator for 3.3 V, 1 A, such as LD1117V33, and its capacitors.",
    "Its output: VCC of the sensors and VCC 24 of the multiplexers, 100 nF at each; ADC_VREF [35].",
    "Ground [38], AGND [33]: GND of the sensors and of the regulator, GND 12 of the multiplexers.",
)


def _supply(top: int) -> Iterator[str]:
    for row, words in enumerate(SUPPLY):
        yield text(20, top + row * 22, words, font_size=13)
