"""The pages on what you print say the dimensions, pins and counts that the parts have."""

import re
from typing import Final

import pytest

from docs.writer import parts_sheets
from docs.writer.header import PINS
from docs.writer.manual import FOLDER
from docs.writer.shopping import SHOPPING
from hardware.dice.codes import CODES
from hardware.parts import dimensions as mm
from hardware.parts.board import PLUG, WIDTH, most_current
from hardware.parts.kicad import MADE
from hardware.parts.made import (
    BUTTONS,
    COVER,
    FLAP,
    LANE,
    PARTS,
    SIDE,
    base,
    rod_length,
)
from hardware.wiring import wiring
from tests.hardware.parts.test_falls import CALMLY, COUNT, NOT_FLAT, SURFACES

TOWER: Final = (FOLDER / "builders/tower.md").read_text(encoding="utf-8")
PRINT: Final = (FOLDER / "builders/print.md").read_text(encoding="utf-8")
PAGES: Final = {"tower": TOWER, "print": PRINT}
SIZE: Final = re.compile(r"((?:[\d.]+ x )*[\d.]+)(?: mm\b|°)")
SCREW: Final = re.compile(r"\bM(\d(?:\.\d)?)\b")
HEIGHT: Final = max(y for _, y in SIDE) - min(y for _, y in SIDE)
WHOLE: Final = mm.READER_HEIGHT + mm.READER_GAP + mm.HEAD_BELOW + mm.HEAD_ABOVE
"""How high the board is with its heads."""
APART: Final = BUTTONS["right"][0] - BUTTONS["ok"][0]

SAID: Final = {
    "tower": (
        f"on its side, {HEIGHT:g} mm long, so it fits on a bed of {mm.BED:g} mm",
        f"cut from a sheet of {mm.SHEET:g} mm",
        f"sticks of {mm.STICK_LENGTH:g} mm from a rod of {mm.STICK_SIDE:g} x {mm.STICK_SIDE:g} mm",
        f"bands at both ends are {parts_sheets.END:g} mm long",
        f"lenses are then {mm.RAMP_THICKNESS:g} mm below",
        f"second hole, {mm.SECOND_SENSOR:g} mm aside",
        f"pieces of {rod_length(4)} mm ({rod_length(2)} mm for two lanes): five of them",
        f"rod M{mm.ROD:g} into",
        "two screws M2,",
        f"two layers, {mm.READER_THICKNESS:g} mm thick, {WIDTH:g} x {WHOLE:g} mm with the heads",
        "One screw M2 x 8 mm holds it",
        "Three leads of 40 cm",
        f"For four lots: {LANE.count} lanes, {COVER.count} cover, {FLAP.count} flaps",
    ),
    "print": (
        f"on a bed of {mm.BED:g} mm, that no wall is thinner than {mm.LEAST_WALL:g} mm",
        f"`{base('north', 'white').file_name}.stl`",
        f"a spacer of {mm.BETWEEN_BOARDS:g} mm",
        'For a 2.42" panel',
        f"seven arcade buttons of {mm.BUTTON:g} mm",
        f"{mm.FRONT_WIDTH:g} x {mm.FRONT_HEIGHT:g} mm: print it",
        f"cut from {mm.SHEET:g} mm plywood",
        f"{APART:g} mm apart",
        f"{mm.PANEL_ROOM_WIDTH:g} x {mm.PANEL_ROOM_HEIGHT:g} mm, judged",
        f"{mm.BASE:g} mm across",
        f"magnet of {mm.MAGNET:g} x {mm.MAGNET_HEIGHT:g} mm",
        "four screws M2.5",
        "screws M3 hold",
    ),
}
"""What each page says of sizes, from the dimensions."""


@pytest.mark.parametrize("name", SAID)
def test_a_page_says_the_dimensions_of_the_parts(name: str) -> None:
    assert [words for words in SAID[name] if words not in PAGES[name]] == []


@pytest.mark.parametrize("name", SAID)
def test_a_page_says_no_other_size(name: str) -> None:
    known = set().union(*(SIZE.findall(words) for words in SAID[name]))
    assert set(SIZE.findall(PAGES[name])) == known
    screws = set().union(*(SCREW.findall(words) for words in SAID[name]))
    assert set(SCREW.findall(PAGES[name])) == screws


def test_the_pins_of_every_profile_are_those_of_its_wiring() -> None:
    head, _, *rows = re.findall(r"^\|.*\|$", TOWER, re.MULTILINE)
    profiles = re.findall(r"`([\w-]+)`", head)
    assert len(profiles) == 4
    for name, column in zip(profiles, zip(*map(cells, rows), strict=True), strict=True):
        dice = wiring.load(name).dice
        assert dice
        assert list(column) == [f"BCM {pin}" for pin in (*dice.lines, dice.cup)]
    assert [row.split("|")[1].strip() for row in rows] == ["D0", "D1", "D2", "D3", "cup"]


def cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.split("|")[2:-1]]


def test_the_picture_of_the_wires_shows_the_pins_of_its_profile() -> None:
    dice = wiring.load(parts_sheets.WIRED).dice
    assert dice
    picture = parts_sheets.wires()
    for name, pin in zip(("D0", "D1", "D2", "D3", "cup"), (*dice.lines, dice.cup), strict=True):
        assert pin is not None
        assert f"{name}: BCM {pin} [{PINS.index(pin) + 1}]" in picture
    for supply, pin in (("3V3", 1), ("GND", 6), ("GND", 9)):
        assert PINS[pin - 1] == supply


def test_the_side_below_each_number_of_a_long_die_has_its_code_in_bands() -> None:
    (codes,) = (code for faces, code in CODES.items() if len(faces) == 4)
    opposite = {1: 6, 6: 1, 3: 4, 4: 3}
    for face, (middle, beside) in codes.items():
        ends, centre = parts_sheets.BANDS[opposite[face]]
        assert (centre == "white", ends == "white") == (bool(middle), bool(beside)), face


def test_opposite_sides_of_a_lot_differ_and_each_colour_comes_twice() -> None:
    lots = parts_sheets.LOTS
    assert lots[:2] != lots[2:]
    assert all(lots[side] != lots[(side + 2) % 4] for side in range(4))


def test_each_head_sees_its_band_wherever_the_die_lies_in_its_lane() -> None:
    play = (mm.LANE_WIDTH - mm.STICK_LENGTH) / 2
    inner = mm.STICK_LENGTH / 2 - parts_sheets.END
    reach = mm.SENSOR_LENGTH / 2 + play
    assert reach < inner < mm.SECOND_SENSOR - reach + 0.5


def test_the_page_says_what_the_model_of_the_falls_was_tried_with() -> None:
    frictions = sorted({each.friction for each in SURFACES})
    assert "friction of {:g}, {:g} and {:g}".format(*frictions) in TOWER
    assert f"these six, of {COUNT} sticks at least {round(100 * (1 - NOT_FLAT))} in 100" in TOWER
    assert len(SURFACES) == 6
    least, most = CALMLY
    assert f"tipped from the flap in {least:g} to {most:g} seconds" in TOWER
    assert f"thrown up in less than {least:g} seconds" in TOWER


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_the_first_line_says_that_nobody_has_built_it(page: str) -> None:
    first = page.split("\n\n")[1]
    assert re.match(r"\*\*Nobody has (built|printed) (this tower|these parts) yet\.\*\*", first)


def test_every_picture_of_the_parts_is_shown_and_there() -> None:
    shown = set().union(*(re.findall(r"pictures/parts/([\w-]+)", page) for page in PAGES.values()))
    assert shown == {path.stem for path in (FOLDER / "pictures" / "parts").iterdir()}


def test_the_page_says_what_the_circuit_board_is_and_that_nobody_has_ordered_it() -> None:
    section = TOWER.partition("## A board in place of the module\n")[2].partition("\n## ")[0]
    assert section.strip().startswith("**Nobody has ordered or soldered this board yet.**")
    linked = set(re.findall(r"\]\((reader/[\w.-]+)\)", section))
    assert linked == {f"reader/{name}" for name in MADE[:3]}
    assert all((FOLDER / "builders" / path).exists() for path in linked)
    assert "seven leads from J5" in section
    assert len(PLUG) == 7
    screw = mm.READER_THICKNESS + mm.SENSOR_HEIGHT - mm.SENSOR_REST
    assert 3 <= 8 - screw <= mm.SENSOR_REST - 0.5, "how deep the screw sits"
    electricity = (FOLDER / "builders/electricity.md").read_text(encoding="utf-8")
    assert f"draws {-int(-most_current() // 1)} mA at most from the 3.3 V pin" in electricity


def test_the_tower_has_a_step_for_each_picture_and_they_are_counted() -> None:
    steps = re.split(r"^## Step (\d+): ", TOWER, flags=re.MULTILINE)
    assert steps[1::2] == [str(number) for number in range(1, 8)]
    assert all("![" in step for step in steps[2::2])


def test_every_part_and_price_is_listed() -> None:
    page = (FOLDER / "reference/parts.md").read_text(encoding="utf-8")
    assert all(f"| {part.name} | {part.count} | {part.colour} |" in page for part in PARTS)
    assert all(f"## What you buy: {build}\n" in page for build in SHOPPING)
    for rows in SHOPPING.values():
        assert all(re.search(r"20\d\d", each.source) for each in rows)
