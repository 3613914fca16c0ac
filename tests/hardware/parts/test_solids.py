"""The parts as they are printed: each can be printed, and they touch where they should."""

import os
import subprocess
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

pytest.importorskip("build123d", reason="no build123d: make .venv/ready-for-deep-tests")
pytest.importorskip("trimesh", reason="no trimesh: make .venv/ready-for-deep-tests")

from hardware.parts import dimensions as mm
from hardware.parts.board import WIDTH
from hardware.parts.made import (
    BOARD_AT,
    CASE,
    COUPLING,
    DOWNHILL,
    FLAP,
    HEAD_FACE,
    LANE,
    PARTS,
    PI_HOLES,
    PITCH,
    RODS,
    SENSORS,
    SIDE,
    SWITCH_HOLES,
    UNDER_RAMP,
    Circle,
    Placed,
    Prism,
    Workpiece,
    along,
    assembly,
    box,
    rod_length,
    strip,
)
from hardware.parts.solids import faults, grams, mesh, overhang, overlapping, thinnest, touching

pytestmark = pytest.mark.deep

ROOT = Path(__file__).parents[3]
GRAVITY = 9.81
ROD_GRAMS = 0.044
"""Of a threaded rod M3, for each mm."""


def thing(name: str, *prisms: Prism, cuts: Sequence[Prism] = ()) -> Workpiece:
    return Workpiece(name, "steel", 1, prisms, tuple(cuts))


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_a_part_can_be_printed(part: Workpiece) -> None:
    assert faults(part) == []


CUBE = Prism(box(0, 0, 20, 20), 0, 20)
TABLE = Prism(box(-20, 0, 40, 20), 18, 20)


@pytest.mark.parametrize(
    ("part", "fault"),
    [
        (thing("long", Prism(box(0, 0, 201, 20), 0, 20)), "larger than 200 mm"),
        (thing("two", CUBE, Prism(box(30, 0, 40, 10), 0, 5)), "2 pieces"),
        (thing("floating", Prism(box(0, 0, 9, 9), 1, 9)), "not on the bed"),
        (thing("thin", Prism(box(0, 0, 20, 1), 0, 20)), "a wall of 1.00 mm"),
        (thing("table", CUBE, TABLE), "800.0 square mm hang over"),
        (
            thing("pocket", CUBE, cuts=[Prism(Circle((10, 10), 6), -1, 5)]),
            "28.3 square mm hang over",
        ),
    ],
    ids=lambda each: each.name if isinstance(each, Workpiece) else "",
)
def test_what_cannot_be_printed_is_found(part: Workpiece, fault: str) -> None:
    assert any(fault in each for each in faults(part)), faults(part)


def test_without_its_gable_the_hole_of_a_sensor_would_hang_over() -> None:
    flat = tuple(
        Prism(outline[:3] + outline[4:], cut.low, cut.high, frame=cut.frame)
        for cut in LANE.cuts
        if isinstance(outline := cut.outline, tuple) and len(outline) == 5
    )
    assert [len(cut.outline) for cut in flat if isinstance(cut.outline, tuple)] == [4] * 4
    part = Workpiece("flat", "black", 1, LANE.prisms, flat)
    assert overhang(mesh(part)) > 20
    assert thinnest(mesh(LANE)) >= mm.LEAST_WALL


@pytest.mark.parametrize("lanes", [2, 4])
def test_the_parts_of_the_tower_touch_where_they_should_and_nowhere_else(lanes: int) -> None:
    side_by_side = set(pairwise(range(lanes + 1)))
    flaps_on_stops = {(lane, lanes + 1 + lane) for lane in range(lanes)}
    assert touching(assembly(lanes)) == side_by_side | flaps_on_stops
    assert overlapping(assembly(lanes)) == {}


def _turned(flap: Placed, degrees: float) -> Placed:
    return Placed(FLAP, flap.move, flap.turn + degrees)


@pytest.mark.parametrize("degrees", [10, 40, 70, 100])
def test_a_flap_turns_without_touching_anything(degrees: float) -> None:
    lane, neighbour, _, flap, _ = assembly(2)
    assert touching([lane, neighbour, _turned(flap, degrees)]) == {(0, 1)}


def _stick() -> Placed:
    """A stick at rest: on the ramp, at the bar, in the middle of its lane."""
    foot = along((0, 0), DOWNHILL, mm.TRAY_LENGTH)
    outline = strip(foot, mm.RAMP_SLOPE, mm.STICK_SIDE, 0, mm.STICK_SIDE)
    low = mm.SHEET + (mm.LANE_WIDTH - mm.STICK_LENGTH) / 2
    return Placed(thing("stick", Prism(outline, low, low + mm.STICK_LENGTH)))


def _sensor(height: float) -> Placed:
    across, long = mm.SENSOR_WIDTH / 2, mm.SENSOR_LENGTH / 2
    outline = box(-across, height - long, across, height + long)
    high = mm.RAMP_THICKNESS + mm.SENSOR_HEIGHT
    return Placed(thing("sensor", Prism(outline, mm.RAMP_THICKNESS, high, frame=UNDER_RAMP)))


def test_sticks_lie_on_the_ramp_at_the_bar_and_over_both_sensors() -> None:
    scene = [Placed(LANE), _stick(), *map(_sensor, SENSORS)]
    assert overlapping(scene) == {}
    assert touching(scene) == {(0, 1), (0, 2), (0, 3)}
    (_, stick), (_, sensor) = ((each, each.part.prisms[0]) for each in scene[1:3])
    assert sensor.low == mm.RAMP_THICKNESS
    assert stick.high - stick.low == mm.STICK_LENGTH


def _head(height: float) -> Placed:
    """The board of a head that broke off, with its screw."""
    outline = box(-mm.HEAD_BELOW, height - mm.HEAD_BEHIND, mm.HEAD_ABOVE, height + mm.HEAD_BESIDE)
    screw = Circle((0, height - mm.HEAD_SCREW), mm.HEAD_THREAD - 0.1)
    deep, high = HEAD_FACE - 6, HEAD_FACE + mm.READER_THICKNESS
    board = Prism(outline, HEAD_FACE, high, frame=UNDER_RAMP)
    return Placed(thing("head", board, Prism(screw, deep, high, frame=UNDER_RAMP)))


def test_the_heads_of_the_lane_reader_lie_on_their_rails_with_their_screws_in_the_holes() -> None:
    scene = [Placed(LANE), *map(_head, SENSORS), *map(_sensor, SENSORS)]
    assert overlapping(scene) == {}
    assert touching(scene) == {(0, 1), (0, 2), (0, 3), (0, 4), (1, 3), (2, 4)}


def test_the_lane_reader_touches_nothing_of_the_tower_beside_its_rods() -> None:
    tower = assembly(2)
    x, y = RODS["front foot"][0] - mm.READER_EDGE, RODS["front foot"][1] - mm.READER_EDGE
    holes = tuple(Circle(RODS[name], 3.2) for name in ("front foot", "back foot"))
    low = 2 * PITCH + mm.SHEET + mm.WASHER + mm.NUT_HEIGHT
    outline = box(x, y, x + WIDTH, y + mm.READER_HEIGHT)
    reader = Placed(thing("reader", Prism(outline, low, low + mm.READER_THICKNESS, holes)))
    assert {pair for pair in touching([*tower, reader]) if len(tower) in pair} == set()
    assert y > -mm.FOOT


def _switch() -> Placed:
    """The body of the switch on the inside of the cover of two lanes, without its lever."""
    (first, _), high = SWITCH_HOLES, PITCH * 2
    start = along(first, -mm.FLAP_TILT, -mm.SWITCH_FROM_END)
    below, above = -mm.SWITCH_HOLE_ABOVE_BASE, mm.SWITCH_HEIGHT - mm.SWITCH_HOLE_ABOVE_BASE - 3
    outline = strip(start, -mm.FLAP_TILT, mm.SWITCH_LENGTH, below, above)
    return Placed(thing("switch", Prism(outline, high - mm.SWITCH_THICKNESS, high)))


def test_the_switch_has_its_place_on_the_cover_below_the_flap() -> None:
    scene = [*assembly(2), _switch()]
    assert {pair for pair in touching(scene) if 5 in pair} == {(2, 5)}


def test_rods_go_through_everything_without_touching_it() -> None:
    length = rod_length(4)
    rods = [
        Placed(thing("rod", Prism(Circle(place, mm.ROD), -4, length - 4)))
        for place in RODS.values()
    ]
    tower = assembly(4)
    assert max(pair[1] for pair in touching([*tower, *rods])) < len(tower)
    assert length - 4 > PITCH * 4 + mm.SHEET


def test_the_boards_lie_on_their_posts_and_the_hat_is_level_with_the_rim() -> None:
    holes = tuple(Circle(place, mm.PI_HOLE) for place in PI_HOLES)
    board = box(0, 0, mm.PI_LENGTH, mm.PI_WIDTH)
    pi = Prism(board, BOARD_AT, BOARD_AT + mm.PI_BOARD, holes)
    hat = Prism(board, pi.high + mm.BETWEEN_BOARDS, pi.high + mm.BETWEEN_BOARDS + mm.HAT_BOARD)
    scene = [Placed(CASE), Placed(thing("pi", pi)), Placed(thing("hat", hat))]
    assert touching(scene) == {(0, 1)}
    assert overlapping(scene) == {}
    screws = [Placed(thing("screw", Prism(Circle(each, 2.5), -1, 12))) for each in PI_HOLES]
    assert touching([Placed(CASE), *screws]) == set()


def test_the_weight_of_the_flaps_presses_the_switch() -> None:
    """The lever takes 0.49 N at most, 12 mm from the hinge; two lanes have the lightest flaps."""
    flaps, rod = (each / 1000 * GRAVITY for each in (2 * grams(FLAP), rod_length(2) * ROD_GRAMS))
    assert flaps * mm.FLAP_LENGTH / 2 + rod * COUPLING[0] > 0.49 * 12 * 1.2


def test_the_tower_needs_as_much_plastic_as_the_shopping_list_says() -> None:
    tower = sum(part.count * grams(part) for part in PARTS if part.name.startswith("tower"))
    assert 650 < tower < 750


def test_the_side_of_a_lane_is_what_its_neighbour_is_closed_by() -> None:
    assert LANE.prisms[0].outline == SIDE == PARTS[1].prisms[0].outline


def test_the_files_are_the_same_each_time(tmp_path: Path) -> None:
    written = []
    for seed in ("1", "2"):
        folder = tmp_path / seed
        subprocess.run(
            [sys.executable, "-m", "hardware.parts.solids", str(folder)], cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": seed}, check=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        written.append({path.name: path.read_bytes() for path in sorted(folder.iterdir())})
    first, second = written
    assert list(first) == list(second)
    assert [name for name in first if first[name] != second[name]] == []
    kinds = [path.rpartition(".")[2] for path in first]
    assert {kind: kinds.count(kind) for kind in kinds} == {"step": 7, "stl": 7, "dxf": 2, "pdf": 2}
