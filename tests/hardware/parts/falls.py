"""A model of the falls: sticks of wood in a lane of the tower, computed by MuJoCo.

The walls are those of :mod:`hardware.parts.made`; friction and bounce are assumptions about wood
on plywood or PLA. x goes from the front to the back, y along the stick, z up; SI units.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, cos, pi, radians, sin
from random import Random
from typing import Final

from hardware.parts.dimensions import (
    BAR_HEIGHT,
    CHUTE_DEPTH,
    CHUTE_TOP,
    FLAP_LENGTH,
    FLAP_TILT,
    LANE_WIDTH,
    LIP_HEIGHT,
    MOUTH,
    PLATE_LENGTH,
    PLATE_THICKNESS,
    RAMP_SLOPE,
    STICK_LENGTH,
    STICK_SIDE,
    TRAY_LENGTH,
    TUBE,
    WALL,
)
from hardware.parts.made import BAR_FOOT, DOWNHILL, HINGE, PLATES, UNDER_FLAP, Point, along, box

WOOD: Final = 650.0
"""Kilograms a cubic metre."""
STEP: Final = 0.0005
LONGEST: Final = 1.6
"""Seconds after which a stick lies still."""
THICK: Final = 10.0
"""How thick the walls are outside, in mm: nothing gets through between two steps."""
FROM: Final = CHUTE_TOP + 4
"""How high above the foot of the ramp the middle of a stick is let go, in mm."""
FACES: Final = 4
HELD: Final = 4
"""After how many steps the flap is put where the hand holds it."""
FLAP_ONLY: Final = 'contype="2" conaffinity="2"'
STICK_AND_FLAP: Final = 'contype="3" conaffinity="3"'


@dataclass(frozen=True)
class Surface:
    """How sticks meet walls: friction, and how much of a bounce is damped (more is duller)."""

    friction: float = 0.35
    damping: float = 90


@dataclass(frozen=True)
class Fall:
    """The face that was up, the one that is up now (None if it lies on an edge), and where."""

    before: int
    after: int | None
    from_bar: float
    """How far the side of the stick is from the bar, in mm."""

    @property
    def turn(self) -> int:
        """Return by how many faces it turned; only of one that lies flat."""
        assert self.after is not None
        return (self.after - self.before) % FACES


def _slab(start: Point, angle: float, length: float, low: float, high: float) -> str:
    """Return a wall: a strip as in ``hardware.parts.made``, as wide as a lane and a bit more."""
    x, y = along(start, angle, length / 2, (low + high) / 2)
    turn = radians(angle)
    size = [length / 2000, (LANE_WIDTH / 2 + THICK) / 1000, (high - low) / 2000]
    place = f"{x / 1000:.6f} 0 {y / 1000:.6f}"
    # angles go from x to z here, which is the other way round about y
    quaternion = f"{cos(-turn / 2):.9f} 0 {sin(-turn / 2):.9f} 0"
    return f'<geom type="box" pos="{place}" quat="{quaternion}" size="{" ".join(map(str, size))}"/>'


def _walls(plates: Sequence[tuple[Point, float]], back: float) -> Iterator[str]:
    mouth = MOUTH / cos(radians(RAMP_SLOPE))
    yield _slab((0, mouth), 90, CHUTE_TOP - mouth, 0, THICK)
    yield _slab((CHUTE_DEPTH, 0), 90, CHUTE_TOP, -back, 0)
    yield _slab(along(BAR_FOOT, DOWNHILL, THICK), RAMP_SLOPE, 2 * CHUTE_DEPTH + THICK, -THICK, 0)
    yield _slab(BAR_FOOT, DOWNHILL - 90, BAR_HEIGHT, 0, THICK)
    for place, angle in plates:
        yield _slab(place, angle, PLATE_LENGTH, -PLATE_THICKNESS / 2, PLATE_THICKNESS / 2)
    for side in (-1, 1):
        y = side * (LANE_WIDTH / 2 + THICK) / 1000
        yield f'<geom type="box" pos="0 {y} 0.08" size="0.12 {THICK / 1000} 0.12"/>'


def world(surface: Surface, plates: Sequence[tuple[Point, float]] = PLATES, flap: str = "") -> str:
    """Return the lane with a stick in it, as MuJoCo reads it."""
    side, length = STICK_SIDE / 2000, STICK_LENGTH / 2000
    return f"""<mujoco>
  <option timestep="{STEP}" cone="elliptic" impratio="5" iterations="20" integrator="implicitfast"/>
  <default><geom condim="4" friction="{surface.friction} .002 .0001"
    solref="-30000 -{surface.damping}" solimp=".95 .99 .0005"/></default>
  <worldbody>{"".join(_walls(plates, WALL if flap else THICK))}
    <body><freejoint/><geom type="box" {STICK_AND_FLAP} size="{side} {length} {side}"
      mass="{WOOD * 8 * side * side * length}"/></body>{flap}</worldbody></mujoco>"""


def falls(
    count: int, surface: Surface, seed: int, plates: Sequence[tuple[Point, float]] = PLATES
) -> list[Fall]:
    """Return what ``count`` sticks do that are let go nearly flat, with a known face up."""
    import mujoco

    model = mujoco.MjModel.from_xml_string(world(surface, plates))
    data = mujoco.MjData(model)
    random = Random(seed)
    found = []
    for _ in range(count):
        mujoco.mj_resetData(model, data)
        before, tilt = random.randrange(FACES), random.uniform(-0.15, 0.15)
        room = (CHUTE_DEPTH - STICK_SIDE * 1.42) / 2
        place = CHUTE_DEPTH / 2 + random.uniform(-room, room), FROM
        data.qpos[:7] = _pose(place, before * radians(90) + tilt)
        mujoco.mj_step(model, data, ceil(LONGEST / STEP))
        found.append(at_rest(before, data.xpos[1], data.xmat[1]))
    return found


def tipped(count: int, surface: Surface, seed: int, lift: tuple[float, float]) -> list[Fall]:
    """Return what ``count`` sticks do that lie on the flap, which is lifted in ``lift`` seconds."""
    import mujoco

    model = mujoco.MjModel.from_xml_string(world(surface, flap=_flap()))
    data = mujoco.MjData(model)
    random = Random(seed)
    found = []
    for _ in range(count):
        mujoco.mj_resetData(model, data)
        before, away = random.randrange(FACES), random.uniform(9, 31)
        height = UNDER_FLAP + WALL + STICK_SIDE / 2 + 0.2
        place = along(HINGE, -FLAP_TILT, away, height)
        data.qpos[:7] = _pose(place, before * radians(90) + radians(FLAP_TILT))
        seconds, upright = random.uniform(*lift), radians(random.uniform(85, 110))
        for step in range(0, ceil((seconds + LONGEST) / STEP), HELD):
            share = min(step * STEP / seconds, 1)
            reach = upright + radians(FLAP_TILT)
            data.qpos[7] = reach * (share - sin(2 * pi * share) / (2 * pi)) - radians(FLAP_TILT)
            data.qvel[6] = reach / seconds * (1 - cos(2 * pi * share))
            mujoco.mj_step(model, data, HELD)
        found.append(at_rest(before, data.xpos[1], data.xmat[1]))
    return found


def _pose(place: Point, turn: float) -> list[float]:
    """Return where a stick is, in metres, and how it is turned."""
    x, z = place
    return [x / 1000, 0, z / 1000, cos(turn / 2), 0, sin(turn / 2), 0]


def _flap() -> str:
    """Return the flap, on its hinge: it meets the stick, and no wall."""
    floor = box(0, UNDER_FLAP, FLAP_LENGTH, UNDER_FLAP + WALL)
    lip = box(FLAP_LENGTH - WALL, UNDER_FLAP, FLAP_LENGTH, UNDER_FLAP + LIP_HEIGHT)
    half = LANE_WIDTH / 2000
    boards = "".join(
        f'<geom type="box" {FLAP_ONLY} pos="{(left + right) / 2000} 0 {(low + high) / 2000}"'
        f' size="{(right - left) / 2000} {half} {(high - low) / 2000}"/>'
        for (left, low), _, (right, high), _ in (floor, lip)
    )
    tube = f'<geom type="cylinder" {FLAP_ONLY} euler="90 0 0" size="{TUBE / 2000} {half}"/>'
    x, z = (each / 1000 for each in HINGE)
    return f'<body pos="{x} 0 {z}"><joint type="hinge" axis="0 -1 0"/>{boards}{tube}</body>'


def at_rest(before: int, place: Sequence[float], matrix: Sequence[float]) -> Fall:
    """Return how a stick lies that was let go with the face ``before`` up."""
    slope = radians(RAMP_SLOPE)
    normal = -sin(slope), 0.0, cos(slope)
    axes = [sum(matrix[3 * row + column] * normal[row] for row in range(3)) for column in (0, 2)]
    across, up = axes
    after = (0 if up > 0 else 2) if abs(up) > abs(across) else (1 if across < 0 else 3)
    x, _, z = (each * 1000 for each in place)
    above = x * normal[0] + z * normal[2] - STICK_SIDE / 2
    downhill = -x * cos(slope) - z * sin(slope)
    flat = max(abs(across), abs(up)) > cos(radians(4)) and abs(above) < 1.5
    return Fall(before, after if flat else None, TRAY_LENGTH - STICK_SIDE / 2 - downhill)


def uneven(counts: Sequence[int]) -> float:
    """Return chi-square of ``counts`` against even ones."""
    mean = sum(counts) / len(counts)
    return sum((each - mean) ** 2 for each in counts) / mean


def rebound(surface: Surface, height: float) -> float:
    """Return how high a stick bounces that falls flat from ``height``, in m."""
    import mujoco

    floor = '<worldbody><geom type="plane" size="1 1 .1" pos="0 0 -1"/>'
    model = mujoco.MjModel.from_xml_string(world(surface, ()).replace("<worldbody>", floor))
    data = mujoco.MjData(model)
    ground = STICK_SIDE / 2000 - 1
    data.qpos[:7] = [0.5, 0, ground + height, 1, 0, 0, 0]
    has_hit, highest = False, 0.0
    for _ in range(1200):
        mujoco.mj_step(model, data)
        above = float(data.qpos[2]) - ground
        has_hit = has_hit or above < 0.001
        highest = max(highest, above) if has_hit else 0.0
    return highest
