"""The circuit board of the tower as values: the lane reader, and four heads that break off from it.

A head shines infrared light at the side of a stick, and a white one sends it back: the current
through the phototransistor becomes a voltage on the sense resistor. A comparator holds it against
the voltage of a trimmer, and pulls its line low where the side is white. Places are in millimetres
from the upper left corner of the reader, x to the right and y down; the heads lie above it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from hardware.parts import dimensions as mm
from hardware.parts.made import RODS, Point

NAME: Final = "lane-reader"
LANES: Final = 4
FRONT, BACK, BOTH = "F.Cu", "B.Cu", "both"
SUPPLY, GROUND = "+3V3", "GND"
WIDE, NARROW, THIN = 0.6, 0.3, 0.25
RIGHT, UP, DOWN = 0, 90, 270
"""Which way a part is turned: its first pin at the left, below, above."""


@dataclass(frozen=True)
class PartKind:
    """A kind of part: its symbol, its footprint, and what is bought."""

    symbol: str
    footprint: str
    bought: str = ""


def _header(pins: int, way: str = "Vertical") -> PartKind:
    footprint = f"Connector_PinHeader_2.54mm:PinHeader_1x{pins:02}_P2.54mm_{way}"
    bought = f"pin header, 1 x {pins}, 2.54 mm, {'straight' if way == 'Vertical' else 'angled'}"
    return PartKind(f"Connector_Generic:Conn_01x{pins:02}", footprint, bought)


RESISTOR: Final = PartKind("Device:R", "Resistor_SMD:R_0805_2012Metric", "resistor 0805, 1 %")
CAPACITOR: Final = PartKind(
    "Device:C", "Capacitor_SMD:C_0805_2012Metric", "ceramic 0805, X7R, 10 V"
)
LAMP: Final = PartKind("Device:LED", "LED_SMD:LED_0805_2012Metric", "LED 0805, red")
TRIMMER: Final = PartKind(
    "Device:R_Potentiometer",
    "Potentiometer_THT:Potentiometer_Bourns_3386P_Vertical",
    "Bourns 3386P-1-103LF",
)
COMPARATOR: Final = PartKind(
    "Comparator:TL331", "Package_TO_SOT_SMD:SOT-23-5", "Texas Instruments TL331IDBVR"
)
SENSOR: Final = PartKind(f"{NAME}:TCRT5000", "OptoDevice:Vishay_TCRT5000", "Vishay TCRT5000")
SENSOR_PINS: Final = {"A": "4", "K": "3", "C": "1", "E": "2"}
"""The pads of its footprint, which KiCad numbers around the body, other than its symbols do.

The lamp is on the side with the cut corners, the emitter beside the peg: so the top view has it in
Vishay's document 83760, and a library for another program, which names its pads by letters.
"""


@dataclass(frozen=True)
class Component:
    """A part on the board: what each of its pins is connected to."""

    name: str
    value: str
    kind: PartKind
    place: Point
    turn: int
    nets: Mapping[str, str]
    label: Point = (0, 0)
    """Where its name is printed, from its own place."""


@dataclass(frozen=True)
class Track:
    """A line of copper through some points."""

    net: str
    layer: str
    points: tuple[Point, ...]
    width: float = NARROW


@dataclass(frozen=True)
class Via:
    """A hole that leads from one side to the other."""

    net: str
    place: Point


@dataclass(frozen=True)
class Hole:
    """A hole for a rod or a screw, and how much around it stays free of copper."""

    name: str
    footprint: str
    place: Point
    free: float


@dataclass(frozen=True)
class Legend:
    """Something that is printed on the board."""

    text: str
    place: Point
    size: float = 0.8


@dataclass(frozen=True)
class Pour:
    """What is filled with copper of a net, on both sides."""

    net: str
    corners: tuple[Point, ...]


def lamp_current() -> float:
    """Return the current of a head's lamp, in mA."""
    return (mm.SUPPLY - mm.LAMP_VOLTAGE) / mm.LAMP_RESISTOR * 1000


def sensed(light: float, test: float, nearer: float, lamp: float = 1) -> float:
    """Return the voltage on the sense resistor for a side that sends back this share of the light.

    ``test`` is the current of the sensor in the test of its maker, ``nearer`` how much more it is
    at the distance of a stick, ``lamp`` what is left of its lamp.
    """
    current = test * nearer * lamp * lamp_current() / mm.TEST_LAMP * light / mm.TEST_SURFACE
    return min(current / 1000 * mm.SENSE_RESISTOR, mm.SUPPLY - mm.SATURATED)


def weak(light: float) -> float:
    """Return that voltage for the weakest sensor, with an old lamp."""
    return sensed(light, mm.TEST_LEAST, mm.NEARER_LEAST, mm.LAMP_AGED)


def strong(light: float) -> float:
    """Return that voltage for the strongest sensor."""
    return sensed(light, mm.TEST_MOST, mm.NEARER_MOST)


def threshold(trimmer: float = mm.TRIMMER) -> float:
    """Return the highest threshold, with a trimmer of this resistance."""
    return mm.SUPPLY * trimmer / (trimmer + mm.TOP_RESISTOR)


def hysteresis() -> float:
    """Return by how much the threshold falls when a side was found to be white."""
    return mm.SUPPLY * mm.INPUT_RESISTOR / (mm.INPUT_RESISTOR + mm.FEEDBACK)


def line_current() -> float:
    """Return what a comparator sinks while its line is low, in mA: indicator and pull-up."""
    indicator = (mm.SUPPLY - mm.RED_VOLTAGE) / mm.INDICATOR_RESISTOR
    return (indicator + mm.SUPPLY / mm.PULL_UP) * 1000


def most_current() -> float:
    """Return what the board draws with four white sides before strong sensors, in mA."""
    sensing = (mm.SUPPLY - mm.SATURATED) / mm.SENSE_RESISTOR * 1000
    lane = lamp_current() + sensing + line_current() + mm.COMPARATOR_CURRENT
    return LANES * lane + mm.SUPPLY / mm.SWITCH_PULL_UP * 1000


@dataclass
class LaneReader:
    """Everything that is on the board."""

    components: list[Component] = field(default_factory=list)
    tracks: list[Track] = field(default_factory=list)
    vias: list[Via] = field(default_factory=list)
    holes: list[Hole] = field(default_factory=list)
    words: list[Legend] = field(default_factory=list)
    pours: list[Pour] = field(default_factory=list)


def ohms(value: float) -> str:
    """Return a resistance as it is printed.

    >>> ohms(470), ohms(18_000), ohms(1_000_000)
    ('470', '18k', '1M')
    """
    for size, letter in ((1_000_000, "M"), (1000, "k")):
        if value >= size:
            return f"{value / size:g}{letter}"
    return f"{value:g}"


ROD_HOLES: Final = tuple(
    (RODS[name][0] - RODS["front foot"][0] + mm.READER_EDGE, mm.READER_HEIGHT - mm.READER_EDGE)
    for name in ("front foot", "back foot")
)
"""Where the two lower rods of the tower go through the board."""
WIDTH: Final = round(ROD_HOLES[1][0] + mm.READER_EDGE, 3)
HEIGHT: Final = float(mm.READER_HEIGHT)
PITCH: Final = 18.5
"""From one lane to the next on the board."""
LANES_AT: Final = tuple(WIDTH / 2 + PITCH * (each - (LANES - 1) / 2) for each in range(LANES))
BUS: Final = 24.1
"""How far down the supply of all lanes runs."""

HEAD_WIDTH: Final = mm.HEAD_BEHIND + mm.HEAD_BESIDE
HEAD_HEIGHT: Final = mm.HEAD_ABOVE + mm.HEAD_BELOW
_ROW: Final = LANES * HEAD_WIDTH + (LANES - 1) * mm.READER_GAP
HEADS_AT: Final = tuple(
    (
        (WIDTH - _ROW) / 2 + mm.HEAD_BEHIND + each * (HEAD_WIDTH + mm.READER_GAP),
        -mm.READER_GAP - mm.HEAD_BELOW,
    )
    for each in range(LANES)
)
"""Where the middle of each sensor is, as the board comes from its maker."""
LINES: Final = tuple(f"D{lane}" for lane in range(LANES))
PLUG: Final = (SUPPLY, GROUND, *LINES, "CUP")
"""What each pin of the plug to the Pi carries."""


def _lane_parts(lane: int) -> Iterator[Component]:
    """Yield the parts of a lane on the reader."""
    x, number = LANES_AT[lane], lane + 1
    sense, plus, out, top, wiper, lit = (
        f"{name}{number}" for name in ("S", "P", "O", "V", "T", "L")
    )
    line = LINES[lane]
    for first, value, kind, place, turn, nets, label in (
        (1, "head", _header(3), (-2.54, 3.5), UP, (SUPPLY, GROUND, sense), (-5.2, 0)),
        (1, ohms(mm.TRIMMER), TRIMMER, (-2, 16), RIGHT, (top, wiper, GROUND), (-1, 3.4)),
        (1, "TL331", COMPARATOR, (0, 26), 180, (sense, GROUND, plus, out, SUPPLY), (3.4, 1.9)),
        (1, "red", LAMP, (-3.4, 30), DOWN, (out, lit), (1.9, 1.4)),
        (1, "100n", CAPACITOR, (-4, 26.95), RIGHT, (GROUND, SUPPLY), (-3.2, -1.5)),
        (1, ohms(mm.SENSE_RESISTOR), RESISTOR, (7.5, 29), DOWN, (sense, GROUND), (-1.9, 1.3)),
        (5, ohms(mm.TOP_RESISTOR), RESISTOR, (-5.2, 20.3), DOWN, (top, SUPPLY), (-1.9, 0.9)),
        (9, ohms(mm.INPUT_RESISTOR), RESISTOR, (2, 20.4), RIGHT, (wiper, plus), (3.6, 0)),
        (13, ohms(mm.FEEDBACK), RESISTOR, (0, 22.5), RIGHT, (out, plus), (-3.2, 0)),
        (17, ohms(mm.PULL_UP), RESISTOR, (-6.6, 30), DOWN, (out, SUPPLY), (-1.0, -2.5)),
        (21, ohms(mm.INDICATOR_RESISTOR), RESISTOR, (-4.3, 32.8), RIGHT, (SUPPLY, lit), (0, 1.6)),
        (25, ohms(mm.SERIES), RESISTOR, (0, 30), DOWN, (out, line), (2.2, 0.9)),
    ):
        letters = {TRIMMER: "RV", COMPARATOR: "U", LAMP: "D", CAPACITOR: "C", RESISTOR: "R"}
        name = f"{letters.get(kind, 'J')}{first + lane}"
        pins = {str(pin): net for pin, net in enumerate(nets, 1)}
        yield Component(name, value, kind, (x + place[0], place[1]), turn, pins, label)


def _lane_tracks(lane: int) -> Iterator[Track | Via]:
    """Yield the copper of a lane on the reader."""
    x, number = LANES_AT[lane], lane + 1
    for net, layer, width, *points in (
        (f"S{number}", FRONT, NARROW, (2.54, 3.5), (7.5, 8.5), (7.5, 28.0875)),
        (f"S{number}", FRONT, NARROW, (7.5, 26.95), (1.1375, 26.95)),
        (f"T{number}", FRONT, NARROW, (0.54, 13.46), (0.54, 19.85), (1.0875, 20.4)),
        (f"P{number}", FRONT, NARROW, (2.9125, 20.4), (2.9125, 21.5), (1.9125, 22.5)),
        (f"P{number}", FRONT, NARROW, (1.9125, 22.5), (0.9125, 22.5)),
        (f"P{number}", FRONT, NARROW, (0.9125, 22.5), (1.1375, 25.05)),
        (f"O{number}", FRONT, NARROW, (-0.9125, 22.5), (-1.1375, 25.05)),
        (f"O{number}", FRONT, THIN, (-1.1375, 25.05), (0, 25.05), (0, 29.0875)),
        (f"O{number}", FRONT, NARROW, (0, 28.2), (-5.7, 28.2), (-6.6, 29.0875)),
        (f"O{number}", FRONT, NARROW, (-3.4, 28.2), (-3.4, 29.0625)),
        (f"V{number}", FRONT, NARROW, (-2, 16), (-5.2, 17.8), (-5.2, 19.3875)),
        (f"L{number}", FRONT, NARROW, (-3.4, 30.9375), (-3.3875, 32.8)),
        (GROUND, FRONT, NARROW, (1.1375, 26), (3.2, 26)),
        (GROUND, FRONT, NARROW, (-4.95, 26.95), (-6.4, 26.95)),
        (GROUND, FRONT, NARROW, (7.5, 29.9125), (7.5, 31.4)),
        (SUPPLY, FRONT, NARROW, (-1.1375, 26.95), (-3.05, 26.95), (-3.05, BUS)),
        (SUPPLY, FRONT, NARROW, (-5.2, 21.2125), (-5.2, 23)),
        (SUPPLY, FRONT, NARROW, (-6.6, 30.9125), (-6.6, 32.8), (-5.2125, 32.8)),
        (SUPPLY, FRONT, NARROW, (-6.6, 32.3), (-7.7, 32.3)),
        (SUPPLY, BACK, NARROW, (-5.2, 23), (-5.2, BUS)),
        (SUPPLY, BACK, WIDE, (-2.54, 3.5), (-7.7, 8.66), (-7.7, 32.3)),
        (LINES[lane], FRONT, NARROW, (0, 30.9125), (0, 32.5)),
    ):  # fmt: skip
        yield Track(net, layer, tuple((x + across, down) for across, down in points), width)
    for net, places in (
        (SUPPLY, ((-3.05, BUS), (-5.2, 23), (-7.7, 32.3))),
        (GROUND, ((3.2, 26), (-6.4, 26.95), (7.5, 31.4), (5.2, 10), (5.2, 16), (4.5, 22.2))),
        (LINES[lane], ((0, 32.5),)),
    ):
        yield from (Via(net, (x + across, down)) for across, down in places)


PLUG_AT: Final = (WIDTH / 2 - 3 * 2.54, HEIGHT - 3.5)
"""Where the first pin of the plug to the Pi is."""


def _plugs() -> Iterator[Component]:
    """Yield what is there once: the plug to the Pi, and the switch with its filter."""
    y, right = PLUG_AT[1], WIDTH / 2
    pins = {str(number): net for number, net in enumerate(PLUG, 1)}
    yield Component("J5", "Pi", _header(len(PLUG)), PLUG_AT, UP, pins, (-2.4, -0.6))
    for name, value, kind, place, turn, nets, label in (
        ("J6", "switch", _header(2), (24, 0), UP, ("CUPSW", GROUND), (-2.6, 0.6)),
        ("R29", ohms(mm.SERIES), RESISTOR, (16, 0), RIGHT, ("CUP", "CUPSW"), (0, -1.6)),
        (
            "R30",
            ohms(mm.SWITCH_PULL_UP),
            RESISTOR,
            (19.6, 0),
            RIGHT,
            ("CUPSW", SUPPLY),
            (0.8, -1.6),
        ),
        ("C5", "100n", CAPACITOR, (11.6, 1.8), RIGHT, ("CUP", GROUND), (3, 0.2)),
        ("C6", "10u", CAPACITOR, (-11.4, 1.1), RIGHT, (GROUND, SUPPLY), (-3, 0)),
    ):
        pins = {str(number): net for number, net in enumerate(nets, 1)}
        yield Component(name, value, kind, (right + place[0], y + place[1]), turn, pins, label)


def _shared_tracks() -> Iterator[Track | Via]:
    """Yield the copper between the lanes, the plug and the switch."""
    y, middle = PLUG_AT[1], WIDTH / 2
    for lane, (row, pin) in enumerate(((34.9, -1), (33.6, 0), (33.6, 1), (34.9, 2))):
        end = middle + pin * 2.54
        points = ((LANES_AT[lane], 32.5), (LANES_AT[lane], row), (end, row), (end, y))
        yield Track(LINES[lane], BACK, points)
    left, right = middle - PITCH, middle + PITCH
    first = PLUG_AT[0]
    yield Track(SUPPLY, BACK, ((LANES_AT[0] - 7.7, BUS), (LANES_AT[-1] - 3.05, BUS)), WIDE)
    yield Track(SUPPLY, FRONT, ((first, y), (first, y - 1), (left, y - 1), (left, BUS)), WIDE)
    yield Track(
        SUPPLY, FRONT, ((middle - 10.45, y + 1.1), (first - 1.1, y + 1.1), (first, y)), WIDE
    )
    switch, pull = middle + 24, middle + 20.5125
    yield Track(SUPPLY, FRONT, ((pull, y), (pull, y - 1.4), (right, 34), (right, BUS)))
    yield Track("CUP", FRONT, ((middle + 7.62, y), (middle + 15.0875, y)))
    yield Track("CUP", FRONT, ((middle + 10.65, y), (middle + 10.65, y + 1.8)))
    yield Track("CUPSW", FRONT, ((middle + 16.9125, y), (middle + 18.6875, y)))
    below = y + 1.9
    bend = middle + 17.8
    yield Track("CUPSW", FRONT, ((bend, y), (bend, below), (switch - 1.9, below), (switch, y)))
    yield from (Via(SUPPLY, (each, BUS)) for each in (left, right))
    for place in ((middle - 13.8, y + 1.1), (middle + 14.2, y + 1.8), (9, 38.6), (71.5, 38.6)):
        yield Via(GROUND, place)


def _head_parts(number: int, middle: Point) -> Iterator[Component]:
    """Yield the parts of a head: the sensor, the resistor of its lamp, and its plug."""
    x, y = middle
    supply, ground, sense, lamp = (f"H{number}_{name}" for name in (SUPPLY, GROUND, "S", "A"))
    pins = {"A": lamp, "K": ground, "C": supply, "E": sense}
    nets = {SENSOR_PINS[name]: net for name, net in pins.items()}
    yield Component(
        f"U{4 + number}", "TCRT5000", SENSOR, (x - 2.75, y - 1.27), RIGHT, nets, (2.75, 6.9)
    )
    nets = {"1": lamp, "2": supply}
    place = (x - 7.5, y - 9.5)
    value = ohms(mm.LAMP_RESISTOR)
    yield Component(f"R{30 + number}", value, RESISTOR, place, RIGHT, nets, (0, -1.7))
    nets = {"1": supply, "2": ground, "3": sense}
    plug = _header(3, "Horizontal")
    yield Component(f"J{6 + number}", "reader", plug, (x - 2.54, y - 9), UP, nets, (6.9, 1.1))


def _head_tracks(number: int, middle: Point) -> Iterator[Track | Via]:
    x, y = middle
    supply, sense, lamp = (f"H{number}_{name}" for name in (SUPPLY, "S", "A"))
    for net, layer, *points in (
        (supply, FRONT, (-2.54, -9), (-2.54, -4), (-2.75, -1.27)),
        (supply, FRONT, (-2.54, -9), (-3.04, -9.5), (-6.5875, -9.5)),
        (lamp, FRONT, (-8.4125, -9.5), (-8.4125, -6.5)),
        (lamp, BACK, (-8.4125, -6.5), (-6, -4.1), (1.25, -4.1), (2.75, -2.6), (2.75, -1.27)),
        (sense, FRONT, (2.54, -9), (5, -6.54), (5, 3.4), (4.2, 4.2), (-1.5, 4.2)),
        (sense, FRONT, (-1.5, 4.2), (-2.75, 2.95), (-2.75, 1.27)),
    ):  # fmt: skip
        yield Track(net, layer, tuple((x + across, y + down) for across, down in points))
    yield Via(lamp, (x - 8.4125, y - 6.5))


def outline() -> tuple[Point, ...]:
    """Return the edge of the board: the reader, and a head on a tab above each lane."""
    corners: list[Point] = [(0.0, HEIGHT), (0.0, 0.0)]
    half = mm.READER_TAB / 2
    for x, y in HEADS_AT:
        tab = x - mm.HEAD_BEHIND + HEAD_WIDTH / 2
        foot, top = y + mm.HEAD_BELOW, y - mm.HEAD_ABOVE
        left, right = x - mm.HEAD_BEHIND, x + mm.HEAD_BESIDE
        corners += [(tab - half, 0), (tab - half, foot), (left, foot), (left, top)]
        corners += [(right, top), (right, foot), (tab + half, foot), (tab + half, 0)]
    return tuple((round(x, 3), round(y, 3)) for x, y in (*corners, (WIDTH, 0.0), (WIDTH, HEIGHT)))


def _box(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    return (left, top), (right, top), (right, bottom), (left, bottom)


BITES: Final = f"{NAME}:Bites"
BITE: Final = (0.5, 1.0, 5)
"""Holes along which a head breaks off: how wide, how far apart, how many."""


def _holes() -> Iterator[Hole]:
    free = mm.WASHER_SIZE / 2 + 0.5
    for number, place in enumerate(ROD_HOLES, 1):
        yield Hole(f"H{number}", "MountingHole:MountingHole_3.2mm_M3", place, free)
    for number, (x, y) in enumerate(HEADS_AT, 1):
        place = (x - mm.HEAD_SCREW, y)
        yield Hole(f"H{2 + number}", "MountingHole:MountingHole_2.2mm_M2", place, 2.4)
        tab = x - mm.HEAD_BEHIND + HEAD_WIDTH / 2
        for end, down in (("A", -mm.READER_GAP + 0.25), ("B", -0.25)):
            yield Hole(f"X{number}{end}", BITES, (tab, down), 0)


def _words() -> Iterator[Legend]:
    yield Legend("3.3 V ONLY", (16, 38.6), 1)
    yield Legend("tableside lane reader 1", (WIDTH / 2, HEIGHT - 0.9))
    yield Legend("SWITCH", (WIDTH / 2 + 25.3, HEIGHT - 0.9))
    for number, name in enumerate(("3V3", "GND", *LINES, "CUP")):
        yield Legend(name, (PLUG_AT[0] + number * 2.54, PLUG_AT[1] - 2.0))
    for lane, x in enumerate(LANES_AT):
        yield Legend(f"LANE {lane + 1} {LINES[lane]}", (x, 6.9), 1)
        for name, across in (("3V3", -2.54), ("GND", 0), ("S", 2.54)):
            yield Legend(name, (x + across, 1.4))
    for x, y in HEADS_AT:
        for name, across in (("3V3", -2.7), ("GND", 0), ("S", 2.54)):
            yield Legend(name, (x + across, y - 6.9))
        yield Legend("LED", (x + 3.9, y - 4.4))


def board() -> LaneReader:
    """Return the whole board."""
    made = LaneReader(words=list(_words()), holes=list(_holes()))
    copper: list[Track | Via] = list(_shared_tracks())
    for lane, middle in enumerate(HEADS_AT):
        made.components += [*_lane_parts(lane), *_head_parts(lane + 1, middle)]
        copper += [*_lane_tracks(lane), *_head_tracks(lane + 1, middle)]
        x, y = middle
        corners = _box(
            x - mm.HEAD_BEHIND + 0.5, y - mm.HEAD_ABOVE + 0.5,
            x + mm.HEAD_BESIDE - 0.5, y + mm.HEAD_BELOW - 0.8,
        )  # fmt: skip
        made.pours.append(Pour(f"H{lane + 1}_{GROUND}", corners))
    made.components += _plugs()
    made.tracks = [each for each in copper if isinstance(each, Track)]
    made.vias = [each for each in copper if isinstance(each, Via)]
    made.pours.append(Pour(GROUND, _box(0.5, 0.8, WIDTH - 0.5, HEIGHT - 0.5)))
    return made
