"""The dimensions of the parts agree with each other, before anything is drawn from them."""

from itertools import combinations
from math import dist, hypot, radians, sin, sqrt

import pytest

from hardware.parts import dimensions as mm
from hardware.parts.made import (
    BACK,
    BUTTONS,
    CASE_HEIGHT,
    COUPLING,
    COVER,
    FRONT_PLATE,
    FRONT_SCREWS,
    HINGE,
    LANE,
    PARTS,
    PI_HOLES,
    PLATES,
    RODS,
    SIDE,
    SWITCH_HOLES,
    WINDOW_MIDDLE,
    Circle,
    Prism,
    Workpiece,
    along,
    box,
    under_flap,
)
from hardware.parts.solids import dxf, pdf

CIRCLE = Circle((0, 0), 5)
DIAGONAL = mm.STICK_SIDE * sqrt(2)


def test_every_dimension_says_who_names_it() -> None:
    assert len(mm.dimensions()) > 60
    assert all(value > 0 and value.source for value in mm.dimensions().values())


def test_a_stick_can_neither_stand_up_nor_turn_end_for_end_in_the_chute() -> None:
    assert hypot(mm.STICK_LENGTH, mm.STICK_SIDE) > mm.LANE_WIDTH > mm.STICK_LENGTH
    assert mm.STICK_LENGTH > mm.CHUTE_DEPTH


def test_a_stick_gets_past_each_plate_whichever_way_it_is_turned() -> None:
    for (x, y), slope in PLATES:
        tip, _ = along((x, y), slope, mm.PLATE_LENGTH, mm.PLATE_THICKNESS / 2)
        assert max(tip, mm.CHUTE_DEPTH - tip) > DIAGONAL + 2


def test_a_stick_slides_out_below_the_front_wall_and_not_over_the_bar() -> None:
    assert mm.MOUTH > DIAGONAL + 2
    assert mm.BAR_HEIGHT > DIAGONAL
    assert mm.TRAY_LENGTH > DIAGONAL


def test_both_sensors_look_at_a_stick_that_lies_at_the_bar() -> None:
    assert mm.SENSOR_FROM_BAR == mm.STICK_SIDE / 2
    play = (mm.LANE_WIDTH - mm.STICK_LENGTH) / 2
    assert mm.SECOND_SENSOR + mm.SENSOR_LENGTH / 2 + play < mm.STICK_LENGTH / 2


def test_the_gable_over_the_second_sensor_leaves_a_wall_to_the_next_lane() -> None:
    reach = mm.SECOND_SENSOR + mm.SENSOR_LENGTH / 2 + mm.SENSOR_WIDTH / 2 + 2 * mm.SENSOR_PLAY
    assert mm.LANE_WIDTH / 2 - reach >= mm.LEAST_WALL


def test_the_face_lies_where_the_sensor_sees_best() -> None:
    assert 2.5 <= mm.RAMP_THICKNESS <= 3.5


def test_the_switch_closes_before_the_flap_lies_on_its_stop_and_opens_when_it_is_lifted() -> None:
    hole, _ = SWITCH_HOLES
    closed = dist(hole, under_flap(12))
    assert closed < mm.SWITCH_OPERATES - mm.SWITCH_SPREAD
    assert closed > mm.SWITCH_OPERATES - mm.SWITCH_SPREAD - mm.SWITCH_OVERTRAVEL
    lifted = 12 * sin(radians(45))
    assert closed + lifted > mm.SWITCH_FREE


def test_the_rod_that_joins_the_flaps_passes_the_side_walls() -> None:
    cheeks = [dist(corner, HINGE) for corner in SIDE if corner[0] > BACK and corner[1] > HINGE[1]]
    assert cheeks
    assert hypot(*COUPLING) - mm.ROD / 2 > max(cheeks)


def test_no_rod_goes_through_the_chute_or_the_tray() -> None:
    radius = mm.COLUMN / 2
    for name, (x, y) in RODS.items():
        if name != "hinge":
            below = y + radius < x * sin(radians(mm.RAMP_SLOPE)) - mm.RAMP_THICKNESS
            assert below or x + radius < 0 or x - radius > mm.CHUTE_DEPTH, name


def test_buttons_window_and_screws_of_the_front_plate_leave_room_for_each_other() -> None:
    assert len(BUTTONS) == 7
    room = mm.BUTTON_ROOM / 2
    for one, other in combinations(BUTTONS.values(), 2):
        assert dist(one, other) >= mm.BUTTON_ROOM
    for x, y in BUTTONS.values():
        assert room <= x <= mm.FRONT_WIDTH - room
        assert room <= y <= mm.FRONT_HEIGHT - room
        across = abs(x - WINDOW_MIDDLE[0]) - mm.PANEL_ROOM_WIDTH / 2
        down = abs(y - WINDOW_MIDDLE[1]) - mm.PANEL_ROOM_HEIGHT / 2
        assert max(across, down) >= room
        assert all(dist((x, y), screw) > room + 3.5 for screw in FRONT_SCREWS)


def test_the_boards_fit_into_their_case_and_have_their_screws_where_the_drawings_say() -> None:
    assert {58.0, 23.0} == {round(max(each) - min(each), 3) for each in zip(*PI_HOLES, strict=True)}
    assert 18 < CASE_HEIGHT < 20
    assert mm.POST / 2 <= mm.PI_HOLE_FROM_EDGE + mm.CASE_PLAY
    for plug in (mm.HDMI, mm.USB, mm.POWER):
        assert plug + mm.PLUG / 2 < mm.PI_LENGTH


def test_a_lane_that_stands_would_not_fit_in_another_way() -> None:
    heights = [y for _, y in SIDE]
    assert max(heights) - min(heights) == 199 < mm.BED


def test_the_name_of_a_file_says_how_many_and_in_which_colour() -> None:
    assert [part.file_name for part in PARTS] == [
        "tower-lane_black_x4",
        "tower-cover_black_x1",
        "tower-flap_red_x4",
        "case-zero-2-w_black_x1",
        "front-plate_any_x1",
        "base-north_white_x16",
        "base-south_black_x16",
    ]


def test_what_is_flat_can_be_cut() -> None:
    assert [part.name for part in PARTS if part.sheet] == ["tower-cover", "front-plate"]
    assert LANE.sheet is None


def test_a_drawing_for_a_laser_has_each_outline_once() -> None:
    sheet = FRONT_PLATE.sheet
    assert sheet
    rows = dxf(sheet).splitlines()
    assert rows.count("CIRCLE") == len(BUTTONS) + len(FRONT_SCREWS)
    assert rows.count("LINE") == 8
    x, y = BUTTONS["up"]
    first = rows.index("CIRCLE")
    assert rows[first + 1 : first + 9] == [
        *("8", "CUT", "10", f"{x:.4f}", "20", f"{y:.4f}", "40", "12.0000")
    ]


def test_a_page_for_a_laser_has_the_size_of_its_sheet() -> None:
    sheet = COVER.sheet
    assert sheet
    page = pdf(sheet, margin=5)
    width, height = 140 / 25.4 * 72, 209 / 25.4 * 72
    assert f"/MediaBox [0 0 {width:.3f} {height:.3f}]".encode() in page
    assert page.count(b" m\n") == 1 + len(sheet.holes)
    start = int(page.split(b"startxref\n")[1].split()[0])
    assert page[start:].startswith(b"xref")


@pytest.mark.parametrize(
    "part",
    [
        Workpiece("raised", "black", 1, (Prism(box(0, 0, 1, 1), 1, 2),) * 2),
        Workpiece(
            "cut", "black", 1, (Prism(Circle((0, 0), 5), 0, 2),), (Prism(box(0, 0, 1, 1), 0, 1),)
        ),
    ],
)
def test_what_is_put_together_is_no_sheet(part: Workpiece) -> None:
    assert part.sheet is None
