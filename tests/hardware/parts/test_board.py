"""The circuit board reads the lanes: its figures hold, its files say what the board is."""

import csv
import re
from itertools import combinations
from math import dist
from pathlib import Path
from typing import Final
from zipfile import ZipFile

import pytest

from hardware.parts import board as b
from hardware.parts import dimensions as mm
from hardware.parts.kicad import MADE, parts_list
from hardware.parts.made import HEAD_FACE, PITCH, RODS, SENSORS, rod_length
from hardware.wiring import wiring
from tests.hardware.parts.cached_kicad import PUBLISHED

BOARD: Final = b.board()
PACKED: Final = PUBLISHED[MADE[0]]
LIGHTS: Final = {"weak": b.weak, "strong": b.strong}


def pins() -> dict[tuple[str, str], str]:
    return {(part.name, pin): net for part in BOARD.components for pin, net in part.nets.items()}


def on(net: str) -> set[tuple[str, str]]:
    return {pin for pin, connected in pins().items() if connected == net}


@pytest.mark.parametrize("lane", range(b.LANES))
def test_a_line_goes_from_the_plug_of_a_head_through_a_comparator_to_the_plug_of_the_pi(
    lane: int,
) -> None:
    number = lane + 1
    sense, out = on(f"S{number}"), on(f"O{number}")
    assert sense == {(f"J{number}", "3"), (f"U{number}", "1"), (f"R{number}", "1")}
    assert {(f"U{number}", "4"), (f"D{number}", "1"), (f"R{25 + lane}", "1")} <= out
    assert on(f"P{number}") & {(f"U{number}", "3")}
    assert on(f"D{lane}") == {(f"R{25 + lane}", "2"), ("J5", str(3 + lane))}


@pytest.mark.parametrize("head", range(1, b.LANES + 1))
def test_a_head_has_its_lamp_and_its_sensor_on_a_plug_like_that_of_the_reader(head: int) -> None:
    """The lamp of a TCRT5000 is on the side with the cut corners: pads 3 and 4 of its footprint."""
    plug, sensor, resistor = f"J{6 + head}", f"U{4 + head}", f"R{30 + head}"
    assert on(f"H{head}_+3V3") == {(plug, "1"), (sensor, "1"), (resistor, "2")}
    assert on(f"H{head}_GND") == {(plug, "2"), (sensor, "3")}
    assert on(f"H{head}_S") == {(plug, "3"), (sensor, "2")}
    assert on(f"H{head}_A") == {(sensor, "4"), (resistor, "1")}
    assert [pins()[f"J{head}", pin] for pin in "123"] == ["+3V3", "GND", f"S{head}"]


def test_nothing_on_the_board_is_connected_to_nothing() -> None:
    assert [net for net in set(pins().values()) if len(on(net)) < 2] == []


@pytest.mark.parametrize("name", wiring.names())
def test_the_plug_has_a_pin_for_each_line_of_a_profile(name: str) -> None:
    dice = wiring.load(name).dice
    if dice:
        lines = [f"D{number}" for number in range(len(dice.lines))]
        cup = ["CUP"] if dice.cup is not None else []
        assert list(b.PLUG) == ["+3V3", "GND", *lines, *cup]


@pytest.mark.parametrize("sensor", LIGHTS)
def test_a_trimmer_finds_a_threshold_between_black_and_white(sensor: str) -> None:
    """The worst paint, with a sensor at either end of what its maker allows."""
    voltage = LIGHTS[sensor]
    black, white = voltage(mm.BLACK_MOST), voltage(mm.WHITE_LEAST)
    least = black * mm.MARGIN + mm.OFFSET_MOST + b.hysteresis()
    most = (white - mm.OFFSET_MOST) / mm.MARGIN
    weakest_trimmer = b.threshold(mm.TRIMMER * (1 - mm.TOLERANCE))
    assert least < min(most, weakest_trimmer)


def test_a_threshold_is_never_above_what_the_comparator_can_compare() -> None:
    highest = b.threshold(mm.TRIMMER * (1 + mm.TOLERANCE))
    assert highest < mm.SUPPLY - mm.COMMON_MODE


def test_a_low_line_reads_low_and_the_supply_of_the_pi_is_enough() -> None:
    assert b.line_current() < mm.SINK
    assert mm.SINK_LOW < mm.READS_LOW
    assert b.most_current() < mm.MOST_CURRENT
    assert b.lamp_current() < mm.LAMP_MOST


def test_a_plug_that_is_put_on_the_other_way_round_destroys_nothing() -> None:
    assert b.PLUG[0] == "+3V3"
    assert [pins()["J1", pin] for pin in "321"] == ["S1", "GND", "+3V3"]
    assert mm.SUPPLY < mm.REVERSE_MOST


def test_the_reader_hangs_on_the_lower_rods_with_room_for_their_nuts() -> None:
    left, right = b.ROD_HOLES
    front, back = RODS["front foot"], RODS["back foot"]
    assert dist(left, right) == pytest.approx(dist(front, back))
    holes = {hole.place for hole in BOARD.holes if "3.2mm" in hole.footprint}
    assert holes == set(b.ROD_HOLES)
    nut = mm.NUT_HEIGHT + mm.WASHER
    needed = 2 * nut + mm.READER_THICKNESS + mm.NUT_HEIGHT
    for lanes in (2, 4):
        assert rod_length(lanes) >= lanes * PITCH + mm.SHEET + needed
    assert front[1] + mm.FOOT > mm.READER_EDGE


def test_nothing_is_under_the_nuts_of_the_rods() -> None:
    places = [part.place for part in BOARD.components] + [via.place for via in BOARD.vias]
    reach = mm.WASHER_SIZE / 2 + 1
    assert [each for each in places for hole in b.ROD_HOLES if dist(each, hole) < reach] == []


def test_two_heads_have_room_in_a_lane_and_above_the_table() -> None:
    first, second = SENSORS
    assert first - mm.HEAD_BEHIND > mm.SHEET
    assert second - mm.HEAD_BEHIND > first + mm.HEAD_BESIDE
    assert second + mm.HEAD_BESIDE < PITCH
    assert HEAD_FACE == mm.RAMP_THICKNESS + mm.SENSOR_HEIGHT
    screws = {hole.place for hole in BOARD.holes if "2.2mm" in hole.footprint}
    assert screws == {(x - mm.HEAD_SCREW, y) for x, y in b.HEADS_AT}


def test_words_on_the_board_do_not_lie_on_each_other() -> None:
    for one, other in combinations(BOARD.words, 2):
        apart = abs(one.place[0] - other.place[0]), abs(one.place[1] - other.place[1])
        assert apart[1] >= 1 or apart[0] >= 0.3 * (len(one.text) + len(other.text)), (one, other)


def test_the_published_parts_list_is_that_of_the_board() -> None:
    published = PUBLISHED[MADE[1]].read_text(encoding="utf-8")
    assert published == parts_list()
    rows = list(csv.DictReader(published.splitlines()))
    names = [name for row in rows for name in row["Designator"].split(",")]
    assert sorted(names) == sorted(part.name for part in BOARD.components)
    assert [row["Quantity"] for row in rows if row["Part"] == "Vishay TCRT5000"] == ["4"]


def test_the_published_positions_are_those_of_the_board() -> None:
    text = PUBLISHED[MADE[2]].read_text(encoding="utf-8")
    rows = {row["Designator"]: row for row in csv.DictReader(text.splitlines())}
    small = [part for part in BOARD.components if re.search("_SMD|SOT", part.kind.footprint)]
    assert sorted(rows) == sorted(part.name for part in small)
    for part in small:
        row = rows[part.name]
        x, y = float(row["Mid X"]), mm.READER_HEIGHT - float(row["Mid Y"])
        assert (x, y) == pytest.approx(part.place, abs=0.001), part.name
        assert float(row["Rotation"]) % 360 == part.turn, part.name
        assert row["Layer"] == "top"


def test_the_published_copper_connects_the_pins_as_the_board_says() -> None:
    with ZipFile(PACKED) as packed:
        text = "".join(
            packed.read(f"{b.NAME}-{side}").decode() for side in ("F_Cu.gtl", "B_Cu.gbl")
        )
    found = re.findall(r"TO\.P,(\w+),(\w+)(?:,[^*]*)?\*%\s+%TO\.N,([^*]*)\*", text)
    assert {(name, pin): net for name, pin, net in found} == pins()


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_another_program_reads_the_published_layers_and_finds_the_size_of_the_board(
    tmp_path: Path,
) -> None:
    gerbonara = pytest.importorskip(
        "gerbonara", reason="no gerbonara: make .venv/ready-for-deep-tests"
    )
    with ZipFile(PACKED) as packed:
        packed.extractall(tmp_path)
    stack = gerbonara.LayerStack.open_dir(tmp_path)
    assert {key for key, layer in stack.graphic_layers.items() if layer.objects} == {
        *((side, layer) for side in ("top", "bottom") for layer in ("copper", "mask")),
        ("top", "silk"), ("top", "paste"), ("mechanical", "outline"),
    }  # fmt: skip
    (left, bottom), (right, top) = stack.board_bounds()
    line = 0.1
    heads = mm.READER_GAP + mm.HEAD_BELOW + mm.HEAD_ABOVE
    assert right - left - line == pytest.approx(b.WIDTH)
    assert top - bottom - line == pytest.approx(mm.READER_HEIGHT + heads)
    drilled = [
        (round(hole.tool.diameter, 3), hole)
        for layer in stack.drill_layers
        for hole in layer.objects
    ]
    sizes = [size for size, _ in drilled]
    counts = {size: sizes.count(size) for size in sorted(set(sizes))}
    assert counts[0.3] == len(BOARD.vias)
    assert (counts[3.2], counts[mm.HEAD_SCREW_HOLE], counts[b.BITE[0]]) == (2, 4, 8 * b.BITE[2])
    assert counts[1.0] == 4 * 3 * 2 + 7 + 2 + 4 * 5
    rods = sorted((hole.x, mm.READER_HEIGHT - hole.y) for size, hole in drilled if size == 3.2)
    assert rods == [pytest.approx(place) for place in b.ROD_HOLES]
