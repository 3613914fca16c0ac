"""The boards to print have their size, on A4 paper, and every point of the board is on them."""

import re
from math import prod

import pytest

import games
from docs.writer import print_boards
from docs.writer.engraving import engraved
from docs.writer.manual import FOLDER
from docs.writer.pdf import numbers
from firmware_host.web import board_svg
from firmware_host.web.piece_svg import SQUARE

A4 = (210.0, 297.0)
INCH = 25.4
BOX = re.compile(r"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]")
SCALE = re.compile(r"^([\d.]+) 0 0 \1 0 0 cm", re.MULTILINE)
LINE = re.compile(r"([\d.-]+) ([\d.-]+) m ([\d.-]+) ([\d.-]+) l S")
FORM = re.compile(r"q ([\d.]+) 0 0 -\1 ([\d.-]+) ([\d.-]+) cm /B Do Q")
PAGE = (FOLDER / "boards.md").read_text(encoding="utf-8")


@pytest.fixture(params=games.names())
def name(request: pytest.FixtureRequest) -> str:
    """The name of a game."""
    return str(request.param)


def sheet(name: str) -> str:
    return (FOLDER / f"print/{name}.pdf").read_text(encoding="utf-8")


def pages_of(name: str) -> str:
    """Return the sheet without what all its pages show, which counts in pixels."""
    return sheet(name).partition("endstream")[2]


def test_every_page_is_a4_and_counts_in_millimetres(name: str) -> None:
    text = sheet(name)
    boxes, scales = BOX.findall(text), SCALE.findall(text)
    assert len(boxes) == len(scales) == prod(print_boards.pages_of(games.load(name)))
    for box, scale in zip(boxes, scales, strict=True):
        assert [float(each) / 72 * INCH for each in box] == pytest.approx(A4, abs=0.01)
        assert float(scale) * INCH == pytest.approx(72, abs=0.001)


def test_the_line_to_measure_is_100_mm_long(name: str) -> None:
    level = [(float(c) - float(a)) for a, b, c, d in LINE.findall(pages_of(name)) if b == d == "36"]
    assert level == [100] * len(BOX.findall(sheet(name)))
    assert "This line is 100 mm long" in sheet(name)


def test_a_square_is_as_large_as_the_manual_says(name: str) -> None:
    size = print_boards.square(games.load(name))
    row = next(line for line in PAGE.splitlines() if f"print/{name}.pdf" in line)
    assert f"| {size:g} mm |" in row
    forms = FORM.findall(sheet(name))
    assert len(forms) == len(BOX.findall(sheet(name)))
    for scale, _, _ in forms:
        assert float(scale) * SQUARE == pytest.approx(size, abs=0.05)


def test_the_tiles_of_a_large_board_fit_together(name: str) -> None:
    pages, _ = print_boards.pages_of(games.load(name))
    corners = [(float(x), float(y)) for _, x, y in FORM.findall(sheet(name))]
    first = corners[0]
    for number, (x, y) in enumerate(corners):
        down, across = divmod(number, pages)
        assert (first[0] - x, y - first[1]) == pytest.approx(
            (across * print_boards.USED, down * print_boards.USED), abs=0.01
        )


def test_paper_shows_the_drawing_of_the_pages(name: str) -> None:
    ground = board_svg.ground(games.load(name))
    seen = re.findall(r"<(?:path|circle|text)[^>]*>", ground.shapes)
    by_day = [each for each in seen if 'class="dusk"' not in each]
    assert len(re.findall(r" (?:B|f|S)$|Tj ET$", sheet(name), re.MULTILINE)) >= len(by_day)
    inks = set(re.findall(r'(?:fill|stroke)="(#[0-9a-f]{6})"', "".join(by_day)))
    for ink in inks:
        assert numbers(*(int(ink[start : start + 2], 16) / 255 for start in (1, 3, 5))) in sheet(
            name
        )


def test_nothing_is_in_the_rim_that_printers_leave_blank(name: str) -> None:
    if print_boards.pages_of(games.load(name)) == (1, 1):
        for places in LINE.findall(pages_of(name)):
            across, up = (
                (float(each) for each in places[::2]),
                (float(each) for each in places[1::2]),
            )
            assert all(8 <= each <= A4[0] - 8 for each in across)
            assert all(8 <= each <= A4[1] - 8 for each in up)


def test_every_point_has_its_name(name: str) -> None:
    board = games.load(name).board
    for point in board.points:
        files_and_ranks = point.name.rstrip("0123456789"), point.name.lstrip("abcdefghijklmnopqrs")
        for written in files_and_ranks if board.lines else (point.name,):
            assert f"({written}) Tj" in sheet(name)


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


def test_a_path_is_engraved_with_absolute_places() -> None:
    form = engraved('<path d="M1 2h3v4l-1-1c1 0 2 1 2 2s1 2 2 2z" fill="#ff0000"/>', 10, 10)
    assert form.content.splitlines() == [
        "q",
        "q",
        "1 0 0 rg 1 w 1 j 1 J 1 2 m 4 2 l 4 6 l 3 5 l 4 5 5 6 5 7 c 5 8 6 9 7 9 c h f",
        "Q",
        "Q",
    ]


def test_what_only_a_page_by_night_shows_is_not_engraved() -> None:
    assert "f" not in engraved('<path d="M1 2h3" opacity="0" class="dusk"/>', 10, 10).content


def test_a_shape_that_cannot_be_engraved_is_named() -> None:
    with pytest.raises(ValueError, match="not A"):
        engraved('<path d="M1 2A3 3 0 1 1 4 4"/>', 10, 10)
