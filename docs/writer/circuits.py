"""The circuits of the manual, as data."""

from collections.abc import Iterator
from typing import Final

from docs.writer.schematic import Circuit, Part, Wire, drawing

PICO: Final = "Raspberry Pi Pico"
LAMPS: Final = Circuit(
    "A string of WS2812 lights at a Pico",
    (
        Part(PICO, "pins of its header", 24, 60, 150, right=("", "GND [38]", "GP28 [34]")),
        Part(
            "74AHCT125", "3.3 V to 5 V; 100 nF at VCC", 280, 60, 150,
            left=("VCC 14", "GND 7", "1A 2", "1OE 1"), right=("1Y 3",),
        ),
        Part("330 ohms", "at the first light", 500, 60, 110, left=("in",), right=("out",)),
        Part(
            "first light", "WS2812B, at a1", 690, 60, 140,
            left=("DIN", "5V", "GND"), right=("DOUT", "5V out", "GND out"),
        ),
        Part("next light", "and so on", 920, 60, 110, left=("DIN", "5V", "GND")),
        Part(
            "Supply 5 V", "as the budget", 280, 250, 150,
            left=("5 V", "GND"), right=("+5 V", "0 V"),
        ),
        Part("1000 uF", "6.3 V, at the string", 500, 250, 130, left=("+", "-")),
    ),
    (
        Wire("signal", (PICO, "GP28 [34]"), ("74AHCT125", "1A 2"), 225),
        Wire("ground", (PICO, "GND [38]"), ("74AHCT125", "GND 7"), 240),
        Wire("ground", ("74AHCT125", "GND 7"), ("74AHCT125", "1OE 1"), 240),
        Wire("5 V", ("Supply 5 V", "5 V"), ("74AHCT125", "VCC 14"), 210),
        Wire("lights", ("74AHCT125", "1Y 3"), ("330 ohms", "in"), 465),
        Wire("lights", ("330 ohms", "out"), ("first light", "DIN"), 655),
        Wire("lights", ("first light", "DOUT"), ("next light", "DIN"), 880),
        Wire("5 V", ("first light", "5V out"), ("next light", "5V"), 880),
        Wire("ground", ("first light", "GND out"), ("next light", "GND"), 880),
        Wire("5 V", ("Supply 5 V", "+5 V"), ("1000 uF", "+"), 465),
        Wire("ground", ("Supply 5 V", "0 V"), ("1000 uF", "-"), 450),
        Wire("5 V", ("1000 uF", "+"), ("first light", "5V"), 478),
        Wire("ground", ("1000 uF", "-"), ("first light", "GND"), 487),
        Wire("ground", ("Supply 5 V", "GND"), ("74AHCT125", "1OE 1"), 240),
    ),
    (
        "Up to a budget of 500 mA, VBUS [40] of the Pico may be the supply.",
        "With a supply of its own, nothing of it goes to VBUS; only the grounds are joined.",
    ),
)  # fmt: skip

CHIPS: Final = ("74HC165 A", "74HC165 B")
INPUTS: Final = ("A 11", "B 12", "C 13", "D 14", "E 3", "F 4", "G 5", "H 6")
CONTROL: Final = ("SH/LD 1", "CLK 2", "CLK INH 15", "VCC 16", "GND 8")
HALLS: Final = ("fields 1 to 8", "fields 9 to 16")


def _chips() -> Iterator[Part]:
    for chip, halls, y, first in zip(CHIPS, HALLS, (60, 410), (1, 9), strict=True):
        outputs = tuple(f"OUT of {number}" for number in range(first, first + 8))
        yield Part(halls, "8 DRV5032FA; 3.3 V", 24, y, 160, right=outputs)
        yield Part(chip, "100 nF at VCC", 300, y, 150, INPUTS, ("QH 9", *CONTROL, "SER 10"))


def _inputs() -> Iterator[Wire]:
    for chip, halls, first in zip(CHIPS, HALLS, (1, 9), strict=True):
        for number, pin in enumerate(INPUTS, start=first):
            yield Wire("fields", (halls, f"OUT of {number}"), (chip, pin), 240)


def _controls() -> Iterator[Wire]:
    for plug, chips in ((TOWARDS, CHIPS), (ONWARDS, CHIPS[1:])):
        for chip in chips:
            for what, line, pin, x in (
                ("load", "LOAD", "SH/LD 1", 525),
                ("clock", "CLK", "CLK 2", 545),
                ("ground", "GND", "CLK INH 15", 565),
                ("3.3 V", "3.3 V", "VCC 16", 585),
                ("ground", "GND", "GND 8", 565),
            ):
                yield Wire(what, (plug, line), (chip, pin), x)


TOWARDS, ONWARDS, LIGHTS = "towards the Pico", "next tile", "16 lights"
BUS: Final = ("DATA", "3.3 V", "GND", "CLK", "LOAD")
TILE: Final = Circuit(
    "A tile of 4 x 4 fields",
    (
        *_chips(),
        Part(TOWARDS, "plug", 680, 71, 150, left=BUS),
        Part(ONWARDS, "plug", 680, 251, 150, left=BUS),
        Part(
            "lights, in",
            "from the Pico or tile before",
            680,
            440,
            170,
            right=("data", "+5 V", "0 V"),
        ),
        Part(LIGHTS, "WS2812B", 930, 440, 110, ("DIN", "5V", "GND"), ("DOUT", "5V out", "GND out")),
        Part("lights, on", "next tile", 1110, 440, 110, left=("data", "+5 V", "0 V")),
    ),
    (
        *_inputs(),
        *_controls(),
        Wire("data", (TOWARDS, "DATA"), (CHIPS[0], "QH 9"), 640),
        Wire("data", (CHIPS[1], "QH 9"), (CHIPS[0], "SER 10"), 480),
        Wire("data", (ONWARDS, "DATA"), (CHIPS[1], "SER 10"), 500),
        Wire("lights", ("lights, in", "data"), (LIGHTS, "DIN"), 890),
        Wire("5 V", ("lights, in", "+5 V"), (LIGHTS, "5V"), 890),
        Wire("ground", ("lights, in", "0 V"), (LIGHTS, "GND"), 890),
        Wire("lights", (LIGHTS, "DOUT"), ("lights, on", "data"), 1075),
        Wire("5 V", (LIGHTS, "5V out"), ("lights, on", "+5 V"), 1075),
        Wire("ground", (LIGHTS, "GND out"), ("lights, on", "0 V"), 1075),
    ),
    (
        "Fields and lights are numbered from the lower left corner, row by row.",
        "Every switch is supplied with 3.3 V. At the last tile, SER 10 of chip B is at GND.",
    ),
)


CIRCUITS: Final = {"lamps": LAMPS, "tile": TILE}


def pictures() -> Iterator[tuple[str, str]]:
    """Yield the path of each drawing below the folder of the manual, and the drawing."""
    for name, circuit in CIRCUITS.items():
        yield f"pictures/circuits/{name}.svg", drawing(circuit)
