"""Draw the steps of the manual from the parts: ``python -m docs.writer.parts_pictures``.

Like ``parts_views`` it needs build123d. What is flat is drawn by ``parts_sheets``, without it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from docs.writer.parts_views import View, draw
from hardware.parts import dimensions as mm
from hardware.parts.board import LANES_AT, WIDTH
from hardware.parts.made import (
    BOARD_AT,
    CASE,
    COUPLING,
    COVER,
    DOWNHILL,
    FLAP,
    HINGE,
    LANE,
    PI_HOLES,
    PITCH,
    RODS,
    SENSORS,
    SWITCH_HOLES,
    UNDER_RAMP,
    Circle,
    Outline,
    Placed,
    Prism,
    Workpiece,
    along,
    assembly,
    base,
    box,
    strip,
)

FOLDER: Final = Path(__file__).parent.parent / "pictures" / "parts"
INTO_THE_LANE: Final = View((-0.5, 0.35, 1), scale=1.9)
FROM_THE_FRONT: Final = View((-1, 0.8, -1.1), scale=1.5)
FROM_BEHIND: Final = View((1, 0.9, -1.2), scale=1.5)
FROM_BELOW: Final = View((0.75, -0.55, 1), scale=1.9)
ON_THE_TABLE: Final = View((-0.6, -1, 1.1), up=(0, 0, 1), scale=3)
APART: Final = 45.0
"""How far lanes are drawn apart that are about to be joined, in mm."""


def _thing(
    name: str, colour: str, outline: Outline, low: float, high: float, turn: float = 0
) -> Placed:
    return Placed(Workpiece(name, colour, 1, (Prism(outline, low, high),)), turn=turn)


def _stick(lane: int, colour: str) -> Placed:
    foot = along((0, 0), DOWNHILL, mm.TRAY_LENGTH)
    outline = strip(foot, mm.RAMP_SLOPE, mm.STICK_SIDE, 0, mm.STICK_SIDE)
    low = PITCH * lane + mm.SHEET + (mm.LANE_WIDTH - mm.STICK_LENGTH) / 2
    return _thing("stick", colour, outline, low, low + mm.STICK_LENGTH)


def _sensor(height: float, away: float) -> Iterator[Placed]:
    """Yield a sensor and the small board that carries it, ``away`` from their place."""
    low = mm.RAMP_THICKNESS + away
    half = mm.SENSOR_LENGTH / 2, mm.SENSOR_WIDTH / 2
    body = box(-half[1], height - half[0], half[1], height + half[0])
    board = box(-7, height - 7, 7, height + 7)
    for colour, outline, begin, end in (
        ("sensor", body, low, low + mm.SENSOR_HEIGHT),
        ("board", board, low + mm.SENSOR_HEIGHT, low + mm.SENSOR_HEIGHT + 1.6),
    ):
        prism = Prism(outline, begin, end, frame=UNDER_RAMP)
        yield Placed(Workpiece("head", colour, 1, (prism,)))


def _switch(lanes: int) -> Placed:
    high = PITCH * lanes
    start = along(SWITCH_HOLES[0], -mm.FLAP_TILT, -mm.SWITCH_FROM_END)
    outline = strip(start, -mm.FLAP_TILT, mm.SWITCH_LENGTH, -mm.SWITCH_HOLE_ABOVE_BASE, 4.3)
    return _thing("switch", "sensor", outline, high - mm.SWITCH_THICKNESS, high)


def lane() -> Sequence[Placed]:
    """Return a lane as it is printed, seen from its open side, with a stick at the bar."""
    return [Placed(LANE), _stick(0, "wood")]


def sensors() -> Sequence[Placed]:
    """Return the lower half of a lane with both sensors on their way into it."""
    away = 22.0
    return [Placed(LANE), *(each for height in SENSORS for each in _sensor(height, away))]


def rods() -> Sequence[Placed]:
    """Return the lanes apart, with the rods that join them."""
    length = 4 * (PITCH + APART) + mm.SHEET
    lanes = [Placed(LANE, (0, 0, (PITCH + APART) * each)) for each in range(4)]
    gaps = [(each - APART, each) for each in (0, *(step * (PITCH + APART) for step in range(1, 5)))]
    bars = [
        _thing("rod", "steel", Circle(place, mm.ROD), *gap)
        for name, place in RODS.items()
        for gap in (*gaps, (length, length + APART))
        if name != "hinge"
    ]
    return [*lanes, Placed(COVER, (0, 0, (PITCH + APART) * 4)), *bars]


def flaps() -> Sequence[Placed]:
    """Return the tower from behind: flaps in their place and above it, rods, and the switch."""
    tower = assembly(4)
    above = 55.0
    moved = [
        Placed(
            each.part, (each.move[0], each.move[1] + above * (index > 1), each.move[2]), each.turn
        )
        for index, each in enumerate(each for each in tower if each.part is FLAP)
    ]
    coupling = along(HINGE, -mm.FLAP_TILT, *COUPLING)
    bars = [_thing("rod", "steel", Circle(place, mm.ROD), -100, -20) for place in (HINGE, coupling)]
    return [*(each for each in tower if each.part is not FLAP), *moved, *bars, _switch(4)]


def tower() -> Sequence[Placed]:
    """Return the whole tower from the front, with a throw in it."""
    colours = ("white", "dark", "white", "white")
    return [*assembly(4), *(_stick(each, colour) for each, colour in enumerate(colours))]


def reader() -> Sequence[Placed]:
    """Return two lanes with the lane reader on their lower rods, outside of the cover."""
    holes = tuple(Circle(RODS[name], mm.ROD_HOLE) for name in ("front foot", "back foot"))
    x, y = (each - mm.READER_EDGE for each in RODS["front foot"])
    high = PITCH * 2 + mm.SHEET
    low = high + mm.WASHER + mm.NUT_HEIGHT
    outline = box(x, y, x + WIDTH, y + mm.READER_HEIGHT)
    plate = Prism(outline, low, low + mm.READER_THICKNESS, holes)
    top, face = y + mm.READER_HEIGHT, low + mm.READER_THICKNESS
    trimmers = [
        _thing("trimmer", "sensor", box(x + at - 7, top - 18, x + at + 3, top - 8), face, face + 7)
        for at in LANES_AT
    ]
    bars = [
        _thing("rod", "steel", Circle(place, mm.ROD), high - 1, low + 5)
        for name, place in RODS.items()
        if name != "hinge"
    ]
    tower = [*assembly(2), _stick(0, "white"), _stick(1, "dark")]
    return [*tower, *bars, Placed(Workpiece("reader", "board", 1, (plate,))), *trimmers]


def case() -> Sequence[Placed]:
    """Return the case, and above it the Pi and the HAT that go into it."""
    holes = tuple(Circle(place, mm.PI_HOLE) for place in PI_HOLES)
    outline = box(0, 0, mm.PI_LENGTH, mm.PI_WIDTH)
    pins = box(7, mm.PI_WIDTH - 6, 7 + mm.HEADER_LENGTH, mm.PI_WIDTH - 1)
    glass = box(14, 5, 49, 24)
    layers = (
        ("board", Prism(outline, 0, mm.PI_BOARD, holes), 30),
        ("steel", Prism(pins, mm.PI_BOARD, mm.BETWEEN_BOARDS), 30),
        ("board", Prism(outline, 0, mm.HAT_BOARD, holes), 60),
        ("sensor", Prism(glass, mm.HAT_BOARD, mm.HAT_BOARD + 1.5), 60),
    )
    return [
        Placed(CASE),
        *(
            Placed(Workpiece("layer", colour, 1, (prism,)), (0, 0, BOARD_AT + up))
            for colour, prism, up in layers
        ),
    ]


def bases() -> Sequence[Placed]:
    """Return the base of a piece as it is printed, and its magnet above it."""
    magnet = _thing("magnet", "steel", Circle((0, 0), mm.MAGNET), 0, mm.MAGNET_HEIGHT)
    return [
        Placed(base("north", "white")),
        Placed(magnet.part, (0, 0, 9)),
        Placed(base("south", "black"), (32, 0, 0)),
        Placed(magnet.part, (32, 0, 9)),
    ]


PICTURES: Final[Mapping[str, tuple[View, str, Callable[[], Sequence[Placed]]]]] = {
    "lane": (INTO_THE_LANE, "A lane from its open side, with a stick at the bar", lane),
    "sensors": (FROM_BELOW, "A lane from below, with two heads on their way into it", sensors),
    "rods": (FROM_THE_FRONT, "Four lanes, the cover, and three rods through all of them", rods),
    "flaps": (FROM_BEHIND, "The tower from behind, with flaps, two rods and the switch", flaps),
    "tower": (FROM_THE_FRONT, "The whole tower with a throw: three white, one dark", tower),
    "reader": (INTO_THE_LANE, "Two lanes, and the lane reader on their lower rods", reader),
    "case": (ON_THE_TABLE, "The case, a Zero 2 W with its header, and a HAT", case),
    "bases": (ON_THE_TABLE, "Two bases, open upwards, and their magnets", bases),
}
"""The pictures by their names: from where, what a screen reader says, and what is to be seen."""


def drawn() -> Iterator[tuple[Path, str]]:
    """Yield the path and the text of each picture."""
    for name, (view, title, scene) in PICTURES.items():
        yield FOLDER / f"{name}.svg", draw(view, title, scene())


if __name__ == "__main__":
    for path, text in drawn():
        path.write_text(text, encoding="utf-8")
        print(path)
