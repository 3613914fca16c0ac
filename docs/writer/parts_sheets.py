"""Draw what is flat of the parts (section, sticks, front plate, wires), and list all of them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from docs.writer import markdown
from docs.writer.header import PINS
from docs.writer.shopping import SHOPPING, Bought
from firmware_host.web.svg import Number, element, picture, text
from hardware.parts import board
from hardware.parts import dimensions as mm
from hardware.parts.made import (
    BAR_FOOT,
    BUTTONS,
    FRONT_PLATE,
    LANE,
    PARTS,
    SIDE,
    UNDER_RAMP,
    WINDOW_MIDDLE,
    Circle,
    Outline,
    Point,
    along,
    box,
    strip,
)
from hardware.wiring import wiring

INK, DIM, PAPER = "#262626", "#b45309", "#ffffff"
WALL, FAR, WOOD, SENSOR = "#8794a3", "#e3e7ec", "#e7cf9f", "#7aa7d9"
DARK, WHITE = "#3f4754", "#ffffff"
LOTS: Final = ("white", "white", "dark", "dark")
"""The sides of a lot, in the order in which it rolls."""
BANDS: Final = {
    1: ("white", "white"),
    3: ("dark", "white"),
    6: ("dark", "dark"),
    4: ("white", "dark"),
}
"""How each side of a long die is painted: its ends and its middle.

The sensors see the opposite side: 1 is opposite 6, and 3 opposite 4."""
END: Final = 18
"""How long the band at each end of a long die is, in mm."""
WIRED: Final = "generic"
SUPPLY: Final = {"VCC": "3.3 V [1]", "GND": "ground [6]"}


@dataclass(frozen=True)
class Sheet:
    """A plane in mm, y up, on a picture in pixels, y down."""

    left: float
    top: float
    scale: float

    def at(self, point: Point) -> tuple[float, float]:
        """Return where ``point`` is in the picture."""
        x, y = point
        return round((x - self.left) * self.scale, 1), round((self.top - y) * self.scale, 1)

    def shape(self, outline: Outline, **look: Number | str) -> str:
        """Return a filled outline."""
        if isinstance(outline, Circle):
            x, y = self.at(outline.middle)
            return element("circle", cx=x, cy=y, r=outline.diameter / 2 * self.scale, **look)
        points = " ".join(f"{x:g},{y:g}" for x, y in map(self.at, outline))
        return element("polygon", points=points, **look)

    def size(self, begin: Point, end: Point, words: str, aside: Point = (4, 0)) -> Iterator[str]:
        """Yield a dimension: a line between two points, and what it says beside its middle."""
        (a, b), (c, d) = self.at(begin), self.at(end)
        yield element("line", x1=a, y1=b, x2=c, y2=d, stroke=DIM, stroke_width=1)
        for x, y in ((a, b), (c, d)):
            yield element("circle", cx=x, cy=y, r=1.8, fill=DIM)
        x, y = (a + c) / 2 + aside[0], (b + d) / 2 + 4 + aside[1]
        yield text(x, y, words, font_size=12, fill=DIM)


def section() -> str:
    """Return a lane cut in its middle, with a stick at the bar, and its sizes."""
    sheet = Sheet(-72, 180, 2.4)
    shapes = [sheet.shape(SIDE, fill=FAR, stroke=WALL)]
    walls = [prism.outline for prism in LANE.prisms[1:]]
    shapes += [sheet.shape(outline, fill=WALL) for outline in walls]
    shapes += _sensor_and_stick(sheet)
    plates = (mm.HIGH_PLATE, mm.MIDDLE_PLATE, mm.LOW_PLATE)
    for number, height in enumerate(plates):
        x = -12.0 - 14 * number
        shapes += sheet.size((x, 0), (x, height), f"{height:g}", (-24, -height / 3))
    shapes += sheet.size((0, 150), (mm.CHUTE_DEPTH, 150), f"{mm.CHUTE_DEPTH:g}", (-8, 12))
    shapes += sheet.size(BAR_FOOT, (0, 0), f"{mm.TRAY_LENGTH:g}", (8, 16))
    words = (
        ((48, 122), f"three plates, {mm.PLATE_LENGTH:g} mm long, {mm.PLATE_SLOPE:g}° down"),
        ((48, 18), f"ramp, {mm.RAMP_SLOPE:g}°"),
        ((48, 8), f"bar, {mm.BAR_HEIGHT:g} mm high, square to the ramp"),
        ((48, -2), f"sensor, its lenses {mm.RAMP_THICKNESS:g} mm below the face"),
    )
    shapes += [text(*sheet.at(place), each, font_size=13, fill=INK) for place, each in words]
    return picture(580, 510, "A lane in section, with a stick at the bar", shapes)


def _sensor_and_stick(sheet: Sheet) -> Iterator[str]:
    stick = strip(BAR_FOOT, mm.RAMP_SLOPE, mm.STICK_SIDE, 0, mm.STICK_SIDE)
    yield sheet.shape(stick, fill=WOOD, stroke=INK)
    x, y, _ = UNDER_RAMP.origin
    half = mm.SENSOR_WIDTH / 2
    start = along((x, y), mm.RAMP_SLOPE, -half)
    high = mm.RAMP_THICKNESS + mm.SENSOR_HEIGHT
    window = strip(start, mm.RAMP_SLOPE, mm.SENSOR_WIDTH, -mm.RAMP_THICKNESS, 0)
    yield sheet.shape(window, fill=PAPER)
    body = strip(start, mm.RAMP_SLOPE, mm.SENSOR_WIDTH, -high, -mm.RAMP_THICKNESS)
    yield sheet.shape(body, fill=SENSOR, stroke=INK)


def sticks() -> str:
    """Return the four sides of a lot and of a long die, as they are painted."""
    shapes = []
    for top, title, faces in (
        (20, "A lot: its four sides, in the order in which it rolls", [(one, one) for one in LOTS]),
        (150, "A long die: the side below each number is read", list(BANDS.values())),
    ):
        shapes.append(text(16, top + 4, title, font_size=14, font_weight="bold"))
        for number, (ends, middle) in enumerate(faces):
            shapes += _side(16 + number * 200, top + 18, ends, middle)
    for number, face in enumerate(BANDS):
        x = 16 + number * 200
        shapes.append(text(x, 240, f"side with the number {face}", font_size=12))
    for number in range(4):
        shapes.append(text(16 + number * 200, 110, f"side {number + 1}", font_size=12))
    title = "How the sides of lots and long dice are painted"
    return picture(816, 256, title, shapes)


def _side(left: float, top: float, ends: str, middle: str) -> Iterator[str]:
    colours = {"white": WHITE, "dark": DARK}
    scale = 2.8
    width, height = mm.STICK_LENGTH * scale, mm.STICK_SIDE * scale
    place: dict[str, Number | str] = {"y": top + 8, "height": height}
    yield element("rect", x=left, width=width, **place, fill=colours[ends])
    yield element(
        "rect", x=left + END * scale, width=width - 2 * END * scale, **place, fill=colours[middle]
    )
    yield element("rect", x=left, width=width, **place, fill="none", stroke=INK)


def front_plate() -> str:
    """Return the front plate, with what sits in each hole."""
    sheet = Sheet(-14, mm.FRONT_HEIGHT + 14, 3)
    outline = FRONT_PLATE.prisms[0]
    shapes = [sheet.shape(outline.outline, fill=WOOD, stroke=INK)]
    shapes += [sheet.shape(hole, fill=PAPER, stroke=INK) for hole in outline.holes]
    room = mm.PANEL_ROOM_WIDTH / 2, mm.PANEL_ROOM_HEIGHT / 2
    (x, y) = WINDOW_MIDDLE
    around = box(x - room[0], y - room[1], x + room[0], y + room[1])
    shapes.append(sheet.shape(around, fill="none", stroke=DIM, stroke_dasharray="5 4"))
    for name, place in (*BUTTONS.items(), ("display", WINDOW_MIDDLE)):
        shapes.append(text(*sheet.at(place), name, text_anchor="middle", font_size=14, fill=INK))
    width, height = f"{mm.FRONT_WIDTH:g}", f"{mm.FRONT_HEIGHT:g}"
    shapes += sheet.size((0, -6), (mm.FRONT_WIDTH, -6), width, (-10, 12))
    shapes += sheet.size((-6, 0), (-6, mm.FRONT_HEIGHT), height, (-18, 0))
    first, second = BUTTONS["ok"], BUTTONS["right"]
    apart = f"{second[0] - first[0]:g}"
    shapes += sheet.size((first[0], 46), (second[0], 46), apart, (-8, 14))
    across, up = (each * sheet.scale for each in (mm.FRONT_WIDTH + 28, mm.FRONT_HEIGHT + 28))
    return picture(round(across), round(up), "The front plate, from the front", shapes)


def wires() -> str:
    """Return which output of the module goes to which pin."""
    dice = wiring.load(WIRED).dice
    assert dice
    assert dice.cup is not None
    lines = {f"D{number}": pin for number, pin in enumerate(dice.lines)}
    rows = [
        *((f"{name} of the module", where) for name, where in SUPPLY.items()),
        *(
            (f"OUT {number + 1}: lane {number + 1}", f"{name}: BCM {pin} [{_pin(pin)}]")
            for number, (name, pin) in enumerate(lines.items())
        ),
        ("switch, COM", "ground [9]"),
        ("switch, NO", f"cup: BCM {dice.cup} [{_pin(dice.cup)}]"),
    ]
    shapes = [*_boxes(), *(each for row, words in enumerate(rows) for each in _row(row, *words))]
    return picture(640, 330, "Wires from the module and the switch to the header", shapes)


def _pin(bcm: int) -> int:
    """Return the pin of the header that has a BCM number."""
    return PINS.index(bcm) + 1


def _boxes() -> Iterable[str]:
    look: dict[str, Number | str] = {"stroke": INK, "stroke_width": 1}
    yield element("rect", x=20, y=40, width=220, height=196, fill="#d9ecdb", **look)
    yield element("rect", x=20, y=248, width=220, height=66, fill="#d8e6f5", **look)
    yield element("rect", x=400, y=40, width=220, height=274, fill="#f4f4f5", **look)
    yield text(20, 28, "module, microswitch", font_size=15, font_weight="bold")
    yield text(400, 28, f"Raspberry Pi ({WIRED})", font_size=15, font_weight="bold")


def _row(number: int, left: str, right: str) -> Iterable[str]:
    y = 60 + number * 32 + 12 * (number > 5)
    colour = "#b91c1c" if "VCC" in left else INK if "ground" in right else "#1d4ed8"
    yield text(230, y + 4, left, text_anchor="end", font_size=13)
    yield element("path", d=f"M240 {y}H400", stroke=colour, stroke_width=2)
    yield text(410, y + 4, right, font_size=13)


def page() -> str:
    """Return the page of the parts: what is made, what is bought, and every dimension."""
    made = [
        [part.name, str(part.count), part.colour, "STEP, STL" + ", DXF, PDF" * bool(part.sheet)]
        for part in PARTS
    ]
    sizes = [
        [name.lower().replace("_", " "), f"{value:g}", value.source]
        for name, value in mm.dimensions().items()
    ]
    return markdown.page(
        "docs/writer/parts_sheets.py",
        "# Parts and their dimensions",
        "This page lists the parts that you print or cut, what you buy, and every dimension with"
        " who names it. Nobody has built these parts: what is judged is an estimate, so measure"
        " yours first. How they go together: [the tower](../builders/tower.md),"
        " [a case, a front plate and bases](../builders/print.md).",
        "## What you make",
        "`make parts` writes these files to `build/parts`. Their names say how many you need, and"
        " in which colour.",
        markdown.table(["part", "how many", "colour", "files"], made),
        *_reader(),
        *(block for build, rows in SHOPPING.items() for block in _bought(build, rows)),
        "## Dimensions",
        "In millimetres; slopes in degrees.",
        markdown.table(["dimension", "value", "who names it"], sizes),
    )


def _reader() -> Iterator[str]:
    """Yield what is said of the circuit board, with the figures that follow from data sheets."""
    black, white = mm.BLACK_MOST, mm.WHITE_LEAST
    figures = (
        ("current of the lamp of a head", board.lamp_current(), "mA"),
        ("white side, weakest sensor with an old lamp", board.weak(white), "V"),
        ("black side, the same sensor", board.weak(black), "V"),
        ("white side, strongest sensor", board.strong(white), "V"),
        ("black side, the same sensor", board.strong(black), "V"),
        ("highest threshold of a trimmer", board.threshold(), "V"),
        ("hysteresis", board.hysteresis(), "V"),
        ("what a line sinks while it is low", board.line_current(), "mA"),
        ("what the board draws at most", board.most_current(), "mA"),
    )
    named = [
        [name.lower().replace("_", " "), f"{value:g} {value.unit}", value.source]
        for name, value in mm.electric().items()
    ]
    yield "## The circuit board"
    yield (
        "`make board` makes the lane reader with KiCad 9: schematic and layout, which KiCad checks,"
        " and what a board maker needs. Nobody has ordered it yet."
        " [How it is built](../builders/tower.md#a-board-in-place-of-the-module)."
    )
    yield (
        "- [lane-reader.zip](../builders/reader/lane-reader.zip): copper, mask, print, paste,"
        " edge and holes\n"
        "- [lane-reader-parts.csv](../builders/reader/lane-reader-parts.csv): the parts list\n"
        "- [lane-reader-positions.csv](../builders/reader/lane-reader-positions.csv): where the"
        " small parts are, from the lower left corner"
    )
    yield (
        "A white side raises the voltage on the sense resistor, and the comparator pulls the line"
        " low where it is above the threshold. What follows from the figures below:"
    )
    rows = [[what, f"{value:.2f} {unit}"] for what, value, unit in figures]
    yield markdown.table(["figure", "computed"], rows)
    yield "The figures themselves:"
    yield markdown.table(["figure", "value", "who names it"], named)


def _bought(build: str, rows: Iterable[Bought]) -> Iterator[str]:
    yield f"## What you buy: {build}"
    cells = [
        [each.what, each.count, f"{each.price:g} {each.currency}", each.source.replace(", USD", "")]
        for each in rows
    ]
    sums = {
        currency: sum(each.price for each in rows if each.currency == currency)
        for currency in ("EUR", "USD")
    }
    whole = " and ".join(f"{price:g} {each}" for each, price in sums.items() if price)
    yield markdown.table(["part", "how many", "about", "who names the price"], cells)
    yield f"Together about {whole}, without postage."


def pictures() -> Iterator[tuple[str, str]]:
    """Yield the path of each picture, and its text."""
    for name, draw in (
        ("section", section),
        ("sticks", sticks),
        ("front-plate", front_plate),
        ("wires", wires),
    ):
        yield f"pictures/parts/sheet-{name}.svg", draw()
