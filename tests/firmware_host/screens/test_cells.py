"""The signs differ without colours."""

from itertools import combinations

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

import games
from firmware_host.screens import draw
from firmware_host.screens.board_picture import MARKS
from firmware_host.screens.canvas import Canvas
from firmware_host.screens.cells import (
    HALO,
    Token,
    can_label,
    cell,
    drawn_letters,
    label,
    labelled,
    pips,
    sign,
)
from firmware_host.screens.choose import ThinkingView
from firmware_host.screens.sheet_layouts import Stock
from firmware_host.screens.view import Frame, Layout
from firmware_host.session.names import COLOURS
from firmware_host.text.translator import Language
from games.equipment import COLOURS as SEAT_COLOURS
from games.equipment import NEUTRAL, Piece, has_kinds

WHITE, BLACK = Token("white", "south"), Token("black", "west")
RED, BLUE = Token("red", "north"), Token("blue", "east")
ALL = (WHITE, BLACK, RED, BLUE)


def art(picture: Image.Image) -> str:
    rows = range(picture.height)
    return "\n".join(
        "".join(".#"[picture.getpixel((x, y)) != 0] for x in range(picture.width)) for y in rows
    )


def inner(size: int, *tokens: Token) -> str:
    """Return the picture of a cell without the margin for its mask."""
    picture, _ = cell(size, tokens)
    return art(picture.crop((HALO, HALO, HALO + size, HALO + size)))


def counted(*counts: int) -> tuple[Token, ...]:
    pairs = zip(ALL, counts, strict=True)
    return tuple(replace(each, label=str(n) if n > 1 else "") for each, n in pairs if n)


def test_a_colour_without_a_sign_is_refused_with_those_that_have_one() -> None:
    with pytest.raises(
        ValueError, match="one of white, black, red, blue, yellow, green, neutral, got 'pink'"
    ):
        sign("pink", 9)


@pytest.mark.parametrize("colour", COLOURS)
def test_every_count_in_a_large_sign_is_a_different_picture(colour: str) -> None:
    pictures = {art(labelled(colour, str(count))) for count in range(2, 10)}
    assert len(pictures | {art(sign(colour, 9))}) == 9


def test_digits_capitals_and_pips_are_different_pictures() -> None:
    characters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    assert can_label(characters)
    assert len({art(label(each)) for each in characters}) == len(characters)
    assert len({art(pips(count)) for count in range(1, 10)}) == 9


def test_a_digit_is_dark_on_a_filled_sign_and_lit_in_a_hollow_one() -> None:
    assert inner(9, replace(BLACK, label="4")).split() == [
        "..#####..",
        ".#######.",
        "###.#.###",
        "###.#.###",
        "###...###",
        "#####.###",
        "#####.###",
        ".#######.",
        "..#####..",
    ]
    assert inner(9, replace(WHITE, label="4")).split() == [
        "..#####..",
        ".#.....#.",
        "#..#.#..#",
        "#..#.#..#",
        "#..###..#",
        "#....#..#",
        "#....#..#",
        ".#.....#.",
        "..#####..",
    ]


def test_four_crowded_seats_have_their_counts_at_their_own_sides() -> None:
    assert inner(11, *counted(4, 2, 3, 4)).split() == [
        "....##.....",
        "......#....",
        ".....#.....",
        "##....#.#.#",
        "..#.##..#.#",
        ".#......###",
        "#...#.#...#",
        "###.#.#...#",
        "....###....",
        "......#....",
        "......#....",
    ]


def test_two_seats_stand_in_rows_with_their_counts() -> None:
    assert inner(11, *counted(2, 3, 0, 0)).split() == [
        "..###..##..",
        ".#####...#.",
        ".#####..#..",
        ".#####...#.",
        "..###..##..",
        "...........",
        "..###..##..",
        ".#...#...#.",
        ".#...#..#..",
        ".#...#.#...",
        "..###..###.",
    ]


def test_single_pieces_of_four_seats_keep_their_signs() -> None:
    picture = inner(11, *ALL).split()
    quarters = {
        "red": (0, 0),
        "blue": (6, 0),
        "black": (0, 6),
        "white": (6, 6),
    }
    for colour, (x, y) in quarters.items():
        assert [row[x : x + 5] for row in picture[y : y + 5]] == art(sign(colour, 5)).split()


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("size", [11, 17, 23, 31])
def test_a_neutral_piece_hides_no_seat(seats: int, size: int) -> None:
    neutral, own = Token(NEUTRAL.colour, NEUTRAL.side), ALL[:seats]
    shown = inner(size, *own, neutral)
    for missing in (*own, neutral):
        rest = [token for token in (*own, neutral) if token != missing]
        assert inner(size, *rest) != shown


@pytest.mark.parametrize("count", range(2, 10))
def test_a_cell_of_six_pixels_counts_beside_the_tiny_sign(count: int) -> None:
    marked = inner(6, replace(WHITE, label=str(count))).split()
    assert [row[:3] for row in marked[:3]] == art(sign("white", 3)).split()
    assert [row[3:] for row in marked[3:]] == art(pips(count)).split()


@pytest.mark.parametrize("size", [11, 13, 20, 24])
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_count_shows_in_every_cell_of_eleven_pixels_or_more(size: int, seats: int) -> None:
    ones = [1] * seats + [0] * (4 - seats)
    for seat in range(seats):
        pictures = set()
        for count in range(1, 10):
            counts = [*ones[:seat], count, *ones[seat + 1 :]]
            pictures.add(inner(size, *counted(*counts)))
        assert len(pictures) == 9


@pytest.mark.parametrize("size", [7, 8, 9])
def test_small_cells_still_count_the_pieces_of_two_seats(size: int) -> None:
    pictures = {inner(size, *counted(one, other, 0, 0)) for one in (1, 2, 3, 4) for other in (1, 4)}
    assert len(pictures) == 8


@pytest.mark.parametrize("size", range(3, 30))
@pytest.mark.parametrize("tokens", [counted(1, 0, 0, 0), counted(1, 3, 0, 0), counted(4, 4, 4, 4)])
def test_a_cell_of_any_size_shows_something_within_itself(
    size: int, tokens: tuple[Token, ...]
) -> None:
    picture, mask = cell(size, tokens)
    wide = size + 2 * HALO
    assert picture.size == mask.size == (wide, wide)
    left, top, right, bottom = picture.getbbox() or (0, 0, 0, 0)
    assert right > left >= HALO
    assert top >= HALO
    assert max(right, bottom) <= HALO + size


@pytest.mark.parametrize("size", [7, 9, 11, 13])
def test_facing_changes_the_picture_to_each_of_the_four_sides(size: int) -> None:
    pictures = {
        inner(size, replace(RED, facing=side)) for side in ("north", "east", "south", "west")
    }
    assert len(pictures | {inner(size, RED)}) == 5


def test_the_nose_of_a_piece_points_where_it_faces() -> None:
    assert inner(9, replace(BLUE, facing="west")).split()[2:7] == [
        "..#.#####",
        ".##......",
        "###.#####",
        ".##......",
        "..#.#####",
    ]


@pytest.mark.parametrize("size", [7, 9, 11, 24])
def test_a_badge_is_a_dot_beside_the_sign(size: int) -> None:
    assert inner(size, replace(RED, badge=True)) != inner(size, RED)
    marked = inner(11, replace(RED, badge=True)).split()
    assert [row[9:] for row in marked[:3]] == ["##", "##", ".."]


def test_the_mask_covers_the_sign_what_it_encloses_and_a_pixel_around() -> None:
    _, mask = cell(5, (BLUE,))
    assert art(mask).split() == ["#" * 7] * 7


def test_kinds_are_shown_only_where_there_are_several() -> None:
    pieces = [Piece(0, "rook", "a1"), Piece(1, "horse", "b1")]
    assert has_kinds(pieces)
    assert not has_kinds(pieces[:1])
    assert drawn_letters(pieces) == {"rook": "R", "horse": "H"}
    assert not drawn_letters(pieces[:1])


def test_kinds_with_the_same_first_letter_have_different_letters() -> None:
    pieces = [Piece(0, kind, "a1") for kind in ("knight", "king", "帥")]
    assert drawn_letters(pieces) == {"king": "K", "knight": "N"}


@pytest.mark.parametrize(("size", "least"), [(9, 12), (5, 5), (3, 3)])
def test_the_signs_of_any_two_colours_differ_at_a_glance(size: int, least: int) -> None:
    for one, other in combinations(COLOURS, 2):
        assert sign(one, size).size == sign(other, size).size == (size, size)
        differing = ImageChops.logical_xor(sign(one, size), sign(other, size))
        assert sum(differing.histogram()[1:]) >= least, f"{one} {other}"


@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("colour", SEAT_COLOURS)
def test_no_mark_of_a_board_looks_like_a_seat(mark: str, colour: str) -> None:
    """A mark that is as large as a sign differs from it in a quarter of its pixels."""
    for edge in range(7, 24):
        canvas = Canvas((edge, edge))
        MARKS[mark](canvas, canvas.box)
        drawn = canvas.image.crop(canvas.image.getbbox())
        if drawn.width in (9, 5, 3):
            differing = ImageChops.logical_xor(drawn, sign(colour, drawn.width))
            assert sum(differing.histogram()[1:]) >= drawn.width**2 / 4


@pytest.mark.parametrize("name", games.names())
def test_the_head_the_board_and_the_stock_show_the_same_sign(name: str) -> None:
    game = games.load(name)
    for seat in game.seats:
        layout = Layout(game.board, game.seats, (Piece(seat.index, "piece", "hand"),))
        head = draw(Frame(ThinkingView(layout, seat, ())), (128, 64), Language("en")).image
        assert head.crop((119, 0, 128, 9)).tobytes() == sign(seat.colour, 9).tobytes()
        stock = Stock.fit(62, layout.pieces, game.seats).picture.crop((0, 1, 5, 6))
        assert stock.tobytes() == sign(seat.colour, 5).tobytes()
        for size in (9, 5, 3):
            on_board, _ = cell(size, (Token(seat.colour, seat.side),))
            inside = on_board.crop((HALO, HALO, HALO + size, HALO + size))
            assert inside.tobytes() == sign(seat.colour, size).tobytes()
