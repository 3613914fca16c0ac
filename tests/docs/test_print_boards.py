"""The boards to print have their size, on A4 paper, and every point of the board is on them."""

import re

import pytest

import games
from docs.writer import print_boards
from docs.writer.manual import FOLDER

A4 = (210.0, 297.0)
INCH = 25.4
BOX = re.compile(r"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]")
SCALE = re.compile(r"^([\d.]+) 0 0 \1 0 0 cm", re.MULTILINE)
LINE = re.compile(r"([\d.-]+) ([\d.-]+) m ([\d.-]+) ([\d.-]+) l S")
SQUARE = re.compile(r"w ([\d.-]+) ([\d.-]+) ([\d.]+) ([\d.]+) re S")
PAGE = (FOLDER / "boards.md").read_text(encoding="utf-8")


@pytest.fixture(params=games.names())
def name(request: pytest.FixtureRequest) -> str:
    """The name of a game."""
    return str(request.param)


def sheet(name: str) -> str:
    return (FOLDER / f"print/{name}.pdf").read_text(encoding="utf-8")


def test_every_page_is_a4_and_counts_in_millimetres(name: str) -> None:
    text = sheet(name)
    boxes, scales = BOX.findall(text), SCALE.findall(text)
    assert len(boxes) == len(scales) == print_boards.pages_a_side(games.load(name).board) ** 2
    for box, scale in zip(boxes, scales, strict=True):
        assert [float(each) / 72 * INCH for each in box] == pytest.approx(A4, abs=0.01)
        assert float(scale) * INCH == pytest.approx(72, abs=0.001)


def test_the_line_to_measure_is_100_mm_long(name: str) -> None:
    level = [(float(c) - float(a)) for a, b, c, d in LINE.findall(sheet(name)) if b == d == "36"]
    assert level == [100] * len(BOX.findall(sheet(name)))
    assert "This line is 100 mm long" in sheet(name)


def test_a_square_is_as_large_as_the_manual_says(name: str) -> None:
    board = games.load(name).board
    size = print_boards.square(board)
    row = next(line for line in PAGE.splitlines() if f"print/{name}.pdf" in line)
    assert f"| {size:g} mm |" in row
    if not board.lines:
        assert (f"{size:g}", f"{size:g}") in {each[2:] for each in SQUARE.findall(sheet(name))}


def test_nothing_is_in_the_rim_that_printers_leave_blank(name: str) -> None:
    side = print_boards.pages_a_side(games.load(name).board)
    if side == 1:
        for places in LINE.findall(sheet(name)):
            across, up = (
                (float(each) for each in places[::2]),
                (float(each) for each in places[1::2]),
            )
            assert all(10 <= each <= A4[0] - 10 for each in across)
            assert all(10 <= each <= A4[1] - 10 for each in up)


def test_every_point_has_its_name(name: str) -> None:
    assert all(f"({point.name}) Tj" in sheet(name) for point in games.load(name).board.points)


def test_the_table_of_a_pdf_says_where_its_objects_begin(name: str) -> None:
    text = sheet(name)
    places = [int(place) for place in re.findall(r"^(\d{10}) 00000 n $", text, re.MULTILINE)]
    assert [text[place:].partition(" obj")[0] for place in places] == [
        f"{number} 0" for number, _ in enumerate(places, start=1)
    ]
    assert text.isascii()
    assert text[int(text.split()[-2]) :].startswith("xref")


def test_the_manual_links_every_sheet(name: str) -> None:
    assert f"(print/{name}.pdf)" in PAGE
