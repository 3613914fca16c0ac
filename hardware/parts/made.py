"""The parts that are made: the tower for sticks, the case, the front plate, the bases.

They are values: outlines in a plane, extruded, and then put together. Lengths are in millimetres. A
part lies as it is printed: z is up, and its lowest point is at 0. In the drawings of the tower x
goes from the front to the back and y up; a part is extruded along z, which is the way a stick lies.
Every wall stands on the bed, so nothing needs a support.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import cos, pi, radians, sin
from typing import Final

from hardware.parts.dimensions import (
    BAR_HEIGHT,
    BASE,
    BASE_HEIGHT,
    BETWEEN_BOARDS,
    BUTTON,
    CARD,
    CASE_PLAY,
    CHUTE_DEPTH,
    CHUTE_TOP,
    COLUMN,
    FLAP_LENGTH,
    FLAP_PLAY,
    FLAP_TILT,
    FOOT,
    FRONT_HEIGHT,
    FRONT_SCREW,
    FRONT_WIDTH,
    HAT_BOARD,
    HAT_WIDTH,
    HDMI,
    HEAD_BELOW,
    HEAD_RAIL,
    HEAD_SCREW,
    HEAD_THREAD,
    HEADER_LENGTH,
    HIGH_PLATE,
    HINGE_BEHIND,
    HINGE_BELOW,
    LANE_WIDTH,
    LIP_HEIGHT,
    LOW_PLATE,
    MAGNET,
    MAGNET_HEIGHT,
    MAGNET_PLAY,
    MIDDLE_PLATE,
    MOUTH,
    PI_BOARD,
    PI_HOLE,
    PI_HOLE_FROM_EDGE,
    PI_LENGTH,
    PI_WIDTH,
    PLATE_LENGTH,
    PLATE_SLOPE,
    PLATE_THICKNESS,
    PLUG,
    POST,
    POST_HEIGHT,
    POWER,
    RAMP_SLOPE,
    RAMP_THICKNESS,
    ROD_HOLE,
    SECOND_SENSOR,
    SENSOR_FROM_BAR,
    SENSOR_HEIGHT,
    SENSOR_LENGTH,
    SENSOR_LIP,
    SENSOR_PLAY,
    SENSOR_REST,
    SENSOR_WIDTH,
    SHEET,
    STOP_WIDTH,
    SWITCH_HOLES_APART,
    SWITCH_OPERATES,
    SWITCH_OVERTRAVEL,
    SWITCH_SCREW,
    SWITCH_SPREAD,
    TRAY_LENGTH,
    TUBE,
    USB,
    WALL,
    WINDOW_HEIGHT,
    WINDOW_WIDTH,
)

Point = tuple[float, float]
Place = tuple[float, float, float]


@dataclass(frozen=True)
class Circle:
    """A round outline."""

    middle: Point
    diameter: float

    def corners(self, count: int = 48) -> tuple[Point, ...]:
        """Return points on it, counter-clockwise."""
        x, y = self.middle
        turns = [2 * pi * each / count for each in range(count)]
        radius = self.diameter / 2
        return tuple((x + radius * cos(turn), y + radius * sin(turn)) for turn in turns)


Outline = tuple[Point, ...] | Circle


@dataclass(frozen=True)
class Orientation:
    """Where a plane is, and how it is turned: its origin, and its two axes."""

    origin: Place = (0, 0, 0)
    x: Place = (1, 0, 0)
    y: Place = (0, 1, 0)

    @property
    def normal(self) -> Place:
        """Return which way an outline is extruded."""
        (a, b, c), (d, e, f) = self.x, self.y
        return b * f - c * e, c * d - a * f, a * e - b * d


ON_THE_BED: Final = Orientation()


@dataclass(frozen=True)
class Prism:
    """An outline that is extruded from one height over its plane to another."""

    outline: Outline
    low: float
    high: float
    holes: tuple[Outline, ...] = ()
    frame: Orientation = ON_THE_BED


@dataclass(frozen=True)
class Workpiece:
    """Something that is printed or cut: what is there, and what is then cut away."""

    name: str
    colour: str
    count: int
    prisms: tuple[Prism, ...]
    cuts: tuple[Prism, ...] = ()

    @property
    def file_name(self) -> str:
        """Return the name of its files, which says in which colour and how often it is made.

        >>> Workpiece("flap", "red", 4, ()).file_name
        'flap_red_x4'
        """
        return f"{self.name}_{self.colour}_x{self.count}"

    @property
    def sheet(self) -> Prism | None:
        """Return its only outline if it can be cut from a sheet."""
        flat = len(self.prisms) == 1 and not self.cuts
        return self.prisms[0] if flat and self.prisms[0].frame == ON_THE_BED else None


@dataclass(frozen=True)
class Placed:
    """A part in an assembly: turned about z, in degrees, and moved."""

    part: Workpiece
    move: Place = (0, 0, 0)
    turn: float = 0


def box(left: float, bottom: float, right: float, top: float) -> tuple[Point, ...]:
    """Return a rectangle."""
    return (left, bottom), (right, bottom), (right, top), (left, top)


def along(start: Point, angle: float, distance: float, aside: float = 0) -> Point:
    """Return where you are after ``distance`` at ``angle`` degrees, and ``aside`` to the left.

    >>> along((0, 0), 90, 2, 1)
    (-1.0, 2.0)
    """
    c, s = cos(radians(angle)), sin(radians(angle))
    x, y = start
    return round(x + distance * c - aside * s, 6), round(y + distance * s + aside * c, 6)


def strip(start: Point, angle: float, length: float, low: float, high: float) -> tuple[Point, ...]:
    """Return a strip from ``start``: that long, and from ``low`` to ``high`` beside its line."""
    corners = ((0, low), (length, low), (length, high), (0, high))
    return tuple(along(start, angle, *corner) for corner in corners)


PITCH: Final = LANE_WIDTH + SHEET
"""From one lane to the next."""

BACK: Final = CHUTE_DEPTH + WALL
DOWNHILL: Final = 180 + RAMP_SLOPE
ACROSS: Final = cos(radians(RAMP_SLOPE))
BAR_FOOT: Final = along((0, 0), DOWNHILL, TRAY_LENGTH)
BAR_TOP: Final = along(BAR_FOOT, DOWNHILL - 90, BAR_HEIGHT)
FRONT: Final = round(BAR_TOP[0] - 4)
HINGE: Final = (CHUTE_DEPTH + HINGE_BEHIND, CHUTE_TOP - HINGE_BELOW)

PLATES: Final = (
    ((0.0, float(HIGH_PLATE)), -PLATE_SLOPE),
    ((float(CHUTE_DEPTH), float(MIDDLE_PLATE)), 180 + PLATE_SLOPE),
    ((0.0, float(LOW_PLATE)), -PLATE_SLOPE),
)
"""Where each plate meets its wall, and which way it goes from there."""

RODS: Final = {
    "front foot": (FRONT + 8.0, 5.0 - FOOT),
    "back foot": (BACK - 5.0, 5.0 - FOOT),
    "front": (-5.5, 160.0),
    "hinge": HINGE,
}
"""Where the threaded rods go through all lanes."""

UNDER_FLAP: Final = TUBE / 2 - WALL
"""How far the lower side of the flap's floor is from the middle of the hinge."""
COUPLING: Final = (FLAP_LENGTH + 2.0, UNDER_FLAP + 2.0)
"""Where the rod goes that joins the flaps, seen from the hinge."""


UNDER_RAMP: Final = Orientation(
    (*along((0, 0), DOWNHILL, TRAY_LENGTH - SENSOR_FROM_BAR), 0),
    (*along((0, 0), RAMP_SLOPE, 1), 0),
    (0, 0, 1),
)
"""How a sensor lies: uphill, along the lane, and down from the face that it looks at."""
SENSORS: Final = tuple(SHEET + LANE_WIDTH / 2 + each for each in (0, SECOND_SENSOR))
"""Where the middle of each sensor is along the lane: that of a lot, and the second one."""


HEAD_FACE: Final = RAMP_THICKNESS + SENSOR_HEIGHT
"""How far the board of a head is below the side that its sensor reads: it lies on two rails."""


def under_flap(distance: float, below: float = 0) -> Point:
    """Return a place on the lower side of the closed flap, or ``below`` it."""
    return along(HINGE, -FLAP_TILT, distance, UNDER_FLAP - below)


def _switch_holes() -> tuple[Point, Point]:
    """Return the holes of the switch, so that the closed flap presses its lever down in time."""
    pressed = SWITCH_OPERATES - SWITCH_SPREAD - SWITCH_OVERTRAVEL / 3
    first = under_flap(12, pressed)
    return first, along(first, -FLAP_TILT, SWITCH_HOLES_APART)


SWITCH_HOLES: Final = _switch_holes()
"""Where the switch is screwed to the cover."""


SIDE: Final = (
    (FRONT, -FOOT),
    (BACK, -FOOT),
    (BACK, CHUTE_TOP - 52),
    (BACK + 20, CHUTE_TOP - 28),
    (HINGE[0] + FLAP_LENGTH - 3, CHUTE_TOP - 14),
    (HINGE[0] + FLAP_LENGTH - 3, CHUTE_TOP),
    (-WALL, CHUTE_TOP),
    (-10.0, CHUTE_TOP - 6),
    (-10.0, CHUTE_TOP - 18),
    (-WALL, CHUTE_TOP - 26),
    (-WALL, 34.0),
    (BAR_TOP[0], BAR_TOP[1] + 2),
    (FRONT, BAR_TOP[1]),
)
"""The wall between two lanes; behind the chute it keeps the sticks on their flap."""


def _walls() -> Iterator[Outline]:
    """Yield what is as wide as a lane."""
    ramp_end = along((0, 0), RAMP_SLOPE, CHUTE_DEPTH / ACROSS)
    yield box(-WALL, MOUTH / ACROSS, 0, CHUTE_TOP)
    yield box(CHUTE_DEPTH, ramp_end[1] - RAMP_THICKNESS, BACK, CHUTE_TOP)
    for place, angle in PLATES:
        start = along(place, angle, -1)
        yield strip(start, angle, PLATE_LENGTH + 1, -PLATE_THICKNESS / 2, PLATE_THICKNESS / 2)
    length = TRAY_LENGTH + (CHUTE_DEPTH + 1) / ACROSS
    yield strip(BAR_FOOT, RAMP_SLOPE, length, -RAMP_THICKNESS, 0)
    yield strip(BAR_FOOT, DOWNHILL - 90, BAR_HEIGHT, 0, WALL)
    yield strip(BAR_FOOT, DOWNHILL - 90, -RAMP_THICKNESS, 0, WALL)
    yield box(BAR_FOOT[0] - 1, -FOOT, BAR_FOOT[0] + 1, BAR_FOOT[1])
    yield box(FRONT, -FOOT, BAR_FOOT[0] + 1, WALL - FOOT)
    yield box(BACK - 9, -FOOT, BACK, WALL - FOOT)
    sensor = TRAY_LENGTH - SENSOR_FROM_BAR
    rest = RAMP_THICKNESS + SENSOR_REST
    block = 2 * HEAD_BELOW
    yield strip(_below(sensor - HEAD_BELOW), DOWNHILL, block, RAMP_THICKNESS - 0.5, rest)
    for rail in (sensor - HEAD_BELOW, sensor + HEAD_BELOW - HEAD_RAIL):
        yield strip(_below(rail), DOWNHILL, HEAD_RAIL, rest - 0.5, HEAD_FACE)


def _below(distance: float) -> Point:
    return along((0, 0), DOWNHILL, distance)


def _stop() -> Outline:
    """Return what the closed flap lies on: a strut that grows out of the back wall."""
    foot = (CHUTE_DEPTH + 1.0, CHUTE_TOP - 22)
    return foot, (foot[0], foot[1] - 4), under_flap(13, 3), under_flap(13), under_flap(9)


def _columns() -> Iterator[Prism]:
    for name, place in RODS.items():
        if name != "hinge":
            outline, hole = Circle(place, COLUMN), Circle(place, ROD_HOLE)
            yield Prism(outline, 0, PITCH, (hole,))


def _windows() -> Iterator[Prism]:
    """Yield what is cut away for the sensors: room for the body, and a smaller window above it.

    Each hole ends upwards in a gable, because it is printed lying on its side.
    """
    for height in SENSORS:
        for narrower, low, high in (
            (-SENSOR_PLAY, RAMP_THICKNESS, RAMP_THICKNESS + SENSOR_REST + 1),
            (SENSOR_LIP, -1.0, RAMP_THICKNESS + 0.1),
        ):
            across, long = SENSOR_WIDTH / 2 - narrower, SENSOR_LENGTH / 2 - narrower
            gable = (across, height + long), (0.0, height + long + across), (-across, height + long)
            outline = (-across, height - long), (across, height - long), *gable
            yield Prism(outline, low, high, frame=UNDER_RAMP)


def _screws() -> Iterator[Prism]:
    """Yield what is cut away for the screws of the heads: holes with a gable, as they print."""
    half = HEAD_THREAD / 2**0.5
    for height in (each - HEAD_SCREW for each in SENSORS):
        outline = (-half, height), (0.0, height - half), (half, height), (0.0, height + half)
        high = RAMP_THICKNESS + SENSOR_REST + 1
        yield Prism(outline, RAMP_THICKNESS + 0.5, high, frame=UNDER_RAMP)


def _rod_holes() -> tuple[Outline, ...]:
    return tuple(Circle(place, ROD_HOLE) for place in RODS.values())


LANE: Final = Workpiece(
    "tower-lane",
    "black",
    4,
    (
        Prism(SIDE, 0, SHEET, _rod_holes()),
        *(Prism(outline, 0, PITCH) for outline in _walls()),
        Prism(_stop(), 0, SHEET + STOP_WIDTH),
        *_columns(),
    ),
    (*_windows(), *_screws()),
)

COVER: Final = Workpiece(
    "tower-cover",
    "black",
    1,
    (
        Prism(
            SIDE,
            0,
            SHEET,
            (*_rod_holes(), *(Circle(place, SWITCH_SCREW) for place in SWITCH_HOLES)),
        ),
    ),
)

_FLOOR: Final = box(0, UNDER_FLAP, FLAP_LENGTH, UNDER_FLAP + WALL)
_LIP: Final = box(FLAP_LENGTH - WALL, UNDER_FLAP, FLAP_LENGTH, UNDER_FLAP + LIP_HEIGHT)
FLAP_WIDTH: Final = LANE_WIDTH - 2 * FLAP_PLAY
_TUBES: Final = tuple(Prism(Circle(place, TUBE), 0, FLAP_WIDTH) for place in ((0.0, 0.0), COUPLING))
FLAP: Final = Workpiece(
    "tower-flap",
    "red",
    4,
    (Prism(_FLOOR, 0, FLAP_WIDTH), Prism(_LIP, 0, FLAP_WIDTH), *_TUBES),
    tuple(Prism(Circle(place, ROD_HOLE), -1, FLAP_WIDTH + 1) for place in ((0.0, 0.0), COUPLING)),
)


def rod_length(lanes: int) -> int:
    """Return how long the rods are: through all lanes, a nut at both ends, rounded up to 5 mm.

    >>> rod_length(4), rod_length(2)
    (275, 145)
    """
    return -int(-(lanes * PITCH + SHEET + 10) // 5) * 5


def assembly(lanes: int = 4) -> tuple[Placed, ...]:
    """Return the tower as it stands, with the flaps closed."""
    return (
        *(Placed(LANE, (0, 0, PITCH * each)) for each in range(lanes)),
        Placed(COVER, (0, 0, PITCH * lanes)),
        *(
            Placed(FLAP, (*HINGE, PITCH * each + SHEET + FLAP_PLAY), -FLAP_TILT)
            for each in range(lanes)
        ),
    )


BOARD_AT: Final = WALL + POST_HEIGHT
"""How high the lower side of the Pi lies in its case."""
CASE_HEIGHT: Final = BOARD_AT + PI_BOARD + BETWEEN_BOARDS + HAT_BOARD
_SIDE: Final = max(HAT_WIDTH, PI_WIDTH)
_OUTSIDE: Final = box(
    -CASE_PLAY - WALL, -CASE_PLAY - WALL, PI_LENGTH + CASE_PLAY + WALL, _SIDE + CASE_PLAY + WALL
)
_INSIDE: Final = box(-CASE_PLAY, -CASE_PLAY, PI_LENGTH + CASE_PLAY, _SIDE + CASE_PLAY)
PI_HOLES: Final = tuple(
    (x, y)
    for x in (PI_HOLE_FROM_EDGE, PI_LENGTH - PI_HOLE_FROM_EDGE)
    for y in (PI_HOLE_FROM_EDGE, PI_WIDTH - PI_HOLE_FROM_EDGE)
)
"""The holes of the Pi, of the HAT and of the Bonnet, from the corner beside the card."""


def _opening(left: float, right: float, side: float, low: float) -> Prism:
    """Return an opening in a long side, up to the rim, so that it prints without a support."""
    return Prism(box(left, side - 3, right, side + 3), low, CASE_HEIGHT + 1)


CASE: Final = Workpiece(
    "case-zero-2-w",
    "black",
    1,
    (
        Prism(_OUTSIDE, 0, WALL, tuple(Circle(place, PI_HOLE) for place in PI_HOLES)),
        Prism(_OUTSIDE, 0, CASE_HEIGHT, (_INSIDE,)),
        *(Prism(Circle(place, POST), 0, BOARD_AT, (Circle(place, PI_HOLE),)) for place in PI_HOLES),
    ),
    (
        _opening(HDMI - PLUG / 2, HDMI + PLUG / 2, -CASE_PLAY - 1, BOARD_AT - 1),
        _opening(USB - PLUG / 2, POWER + PLUG / 2, -CASE_PLAY - 1, BOARD_AT - 1),
        _opening(
            (PI_LENGTH - HEADER_LENGTH) / 2,
            (PI_LENGTH + HEADER_LENGTH) / 2,
            _SIDE + CASE_PLAY + 1,
            BOARD_AT + PI_BOARD,
        ),
        Prism(box(-5, CARD - PLUG / 2, 1, CARD + PLUG / 2), BOARD_AT - 1, CASE_HEIGHT + 1),
    ),
)

WINDOW_MIDDLE: Final = (50.0, 82.0)
BUTTONS: Final[Mapping[str, Point]] = {
    "up": (146, 98),
    "left": (114, 66),
    "ok": (146, 66),
    "right": (178, 66),
    "down": (146, 34),
    "back": (26, 32),
    "hint": (64, 32),
}
"""The middle of each button, from the lower left corner of the front plate."""
FRONT_SCREWS: Final = tuple((x, y) for x in (6, FRONT_WIDTH - 6) for y in (6, FRONT_HEIGHT - 6))


def _around(middle: Point, width: float, height: float) -> tuple[Point, ...]:
    (x, y), across, up = middle, width / 2, height / 2
    return box(x - across, y - up, x + across, y + up)


FRONT_PLATE: Final = Workpiece(
    "front-plate",
    "any",
    1,
    (
        Prism(
            box(0, 0, FRONT_WIDTH, FRONT_HEIGHT),
            0,
            SHEET,
            (
                _around(WINDOW_MIDDLE, WINDOW_WIDTH + 1, WINDOW_HEIGHT + 1),
                *(Circle(place, BUTTON) for place in BUTTONS.values()),
                *(Circle(place, FRONT_SCREW) for place in FRONT_SCREWS),
            ),
        ),
    ),
)


def base(side: str, colour: str) -> Workpiece:
    """Return the base of a piece, upside down: the pocket of its magnet is open upwards."""
    pocket = Circle((0, 0), MAGNET + MAGNET_PLAY)
    deep = BASE_HEIGHT - MAGNET_HEIGHT - MAGNET_PLAY
    body = Prism(Circle((0, 0), BASE), 0, BASE_HEIGHT)
    return Workpiece(f"base-{side}", colour, 16, (body,), (Prism(pocket, deep, BASE_HEIGHT + 1),))


BASES: Final = (base("north", "white"), base("south", "black"))
PARTS: Final = (LANE, COVER, FLAP, CASE, FRONT_PLATE, *BASES)
