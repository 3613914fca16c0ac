from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from firmware_host.screens.board_picture import draw_board
from firmware_host.screens.board_plan import Highlights
from firmware_host.screens.canvas import Box, Canvas, Overflow, Spot
from games.equipment import Board, Boundary, Mark, Piece, Point, Seat, Side
from hardware.display.sending import OVERHEAD, pack
from tests.deep import deeply

FILES = "abcdefghijklmnopqrs"
SIDES: tuple[Side, ...] = ("south", "west", "north", "east")
SEATS = tuple(
    Seat(index, colour, SIDES[index], index, colour)
    for index, colour in enumerate(("white", "black", "red", "blue"))
)
NOTHING = Highlights()
SCREEN = Box(0, 0, 64, 64)


def squares(size: int, marks: dict[str, tuple[Mark, ...]] | None = None) -> Board:
    points = [(f"{FILES[x]}{y + 1}", x, y) for x in range(size) for y in range(size)]
    return Board(tuple(Point(name, x, y, (marks or {}).get(name, ())) for name, x, y in points))


def crossings(size: int) -> Board:
    board = squares(size)
    at = {(point.x, point.y): point.name for point in board.points}
    ways = [((x, y), (x + dx, y + dy)) for x, y in at for dx, dy in ((1, 0), (0, 1))]
    return replace(board, lines=tuple((at[one], at[two]) for one, two in ways if two in at))


def cross_with_centre() -> Board:
    """Return nine by nine squares without the corners; the nine in the middle are one."""
    points = [point for point in squares(9).points if 3 <= point.x <= 5 or 3 <= point.y <= 5]
    arms = [point for point in points if not (3 <= point.x <= 5 and 3 <= point.y <= 5)]
    return Board((*arms, Point("e5", 4, 4, size=3)))


MARKED = squares(
    5,
    {
        **dict.fromkeys(("c1", "a3", "c5", "e3"), (Mark("shelter", "cross"),)),
        "c3": (Mark("goal", "frame"), Mark("goal", "cross")),
        "b2": (Mark("stop", "dot"),),
    },
)
BOARDS = {
    "squares": MARKED,
    "crossings": crossings(7),
    "cross": cross_with_centre(),
    "large": crossings(19),
}
each_board = pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)


def drawn(
    board: Board,
    pieces: Iterable[Piece] = (),
    highlights: Highlights = NOTHING,
    box: Box = SCREEN,
) -> Image.Image:
    canvas = Canvas((box.right, box.bottom))
    draw_board(canvas, box, board, pieces, SEATS, highlights)
    return canvas.image.crop((box.left, box.top, box.right, box.bottom))


def art(picture: Image.Image, box: tuple[int, int, int, int]) -> list[str]:
    left, top, right, bottom = box
    return [
        "".join(".#"[picture.getpixel((x, y)) != 0] for x in range(left, right))
        for y in range(top, bottom)
    ]


def difference(one: Image.Image, other: Image.Image) -> int:
    """Return how many pixels differ."""
    return sum(ImageChops.logical_xor(one, other).histogram()[1:])


def crowd(board: Board, count: int = 4) -> list[Piece]:
    return [
        Piece(seat.index, "piece", point.name, count=count)
        for point in board.points
        for seat in SEATS
    ]


def neighbours(board: Board) -> Iterator[tuple[str, str]]:
    for one in board.points:
        for two in board.points:
            if one.size == two.size and abs(one.x - two.x) + abs(one.y - two.y) == 1:
                yield one.name, two.name


def bus_bytes(before: Image.Image, after: Image.Image) -> int:
    """Return the cost of the changes in windows of neighbouring columns, with the best gap."""
    old, new, width = pack(before), pack(after), before.width
    changed = [divmod(at, width) for at in range(len(old)) if old[at] != new[at]]
    return min(
        sum(OVERHEAD + area(part) for part in columns(changed, gap)) for gap in range(OVERHEAD)
    )


def columns(changed: Sequence[Spot], gap: int) -> list[list[Spot]]:
    """Return the changed (page, column) in parts that are more than ``gap`` columns apart."""
    parts: list[list[Spot]] = []
    for page, column in sorted(changed, key=lambda spot: spot[1]):
        if not parts or column - parts[-1][-1][1] - 1 > gap:
            parts.append([])
        parts[-1].append((page, column))
    return parts


def area(part: Sequence[Spot]) -> int:
    pages = [page for page, _ in part]
    return (part[-1][1] - part[0][1] + 1) * (max(pages) - min(pages) + 1)


def test_squares_have_dotted_borders_in_an_unbroken_one() -> None:
    assert art(drawn(squares(5)), (0, 0, 16, 15)) == [
        "................",
        ".###############",
        ".#..............",
        ".#...........#..",
        ".#..............",
        ".#...........#..",
        ".#..............",
        ".#...........#..",
        ".#..............",
        ".#...........#..",
        ".#..............",
        ".#...........#..",
        ".#..............",
        ".#.#.#.#.#.#.#.#",
        ".#..............",
    ]


def test_a_square_may_be_framed_and_crossed() -> None:
    assert art(drawn(MARKED), (25, 25, 38, 38)) == [
        "#.#.#.#.#.#.#",
        ".............",
        "#.##.....##.#",
        "..##.....##..",
        "#...#...#...#",
        ".....#.#.....",
        "#.....#.....#",
        ".....#.#.....",
        "#...#...#...#",
        "..##.....##..",
        "#.##.....##.#",
        ".............",
        "#.#.#.#.#.#.#",
    ]


def test_lines_join_the_middles_of_their_points() -> None:
    assert art(drawn(crossings(7)), (4, 4, 14, 14)) == ["#" * 10, *["#........#"] * 8, "#" * 10]


def test_points_too_small_for_lines_are_dots() -> None:
    assert art(drawn(crossings(19)), (4, 4, 8, 8)) == ["#..#", "....", "....", "#..#"]


def test_a_large_square_has_no_borders_inside() -> None:
    middle = drawn(cross_with_centre()).crop((22, 22, 42, 42))
    assert middle.getbbox() is None


@each_board
@pytest.mark.parametrize("box", [Box(3, 5, 64, 64), Box(1, 2, 128, 128), Box(9, 1, 97, 60)])
def test_nothing_is_drawn_outside_the_box(board: Board, box: Box) -> None:
    canvas = Canvas((box.right + 9, box.bottom + 9))
    everywhere = tuple(point.name for point in board.points)
    highlights = Highlights(
        everywhere[0], everywhere[-1], everywhere[0], everywhere, everywhere, everywhere
    )
    draw_board(canvas, box, board, crowd(board), SEATS, highlights)
    assert canvas.image.getbbox() is not None
    canvas.erase(box)
    assert canvas.image.getbbox() is None


def test_a_board_too_large_for_its_box_is_refused() -> None:
    with pytest.raises(Overflow, match="a board of 19 x 19 needs 3 pixels a point, not 40 x 64"):
        drawn(crossings(19), box=Box(0, 0, 40, 64))


def test_a_board_fills_its_box_in_whole_pixels_a_point() -> None:
    assert drawn(squares(5)).getbbox() == (1, 1, 62, 62)
    assert drawn(cross_with_centre()).getbbox() == (0, 0, 64, 64)
    assert drawn(squares(5), box=Box(0, 0, 128, 128)).getbbox() == (1, 1, 127, 127)


@each_board
@pytest.mark.parametrize("most", [40, *deeply(1000)])
def test_every_seat_has_its_own_sign_on_every_point(board: Board, most: int) -> None:
    for point in board.points[:: 1 + len(board.points) // most]:
        pictures = {drawn(board, [Piece(seat, "piece", point.name)]).tobytes() for seat in range(4)}
        assert len(pictures | {drawn(board).tobytes()}) == 5


@pytest.mark.parametrize("name", ["squares", "crossings", "cross"])
def test_the_count_of_a_stack_shows(name: str) -> None:
    place = BOARDS[name].points[-1].name
    stacks = [[Piece(1, "piece", place, count=count)] for count in range(1, 10)]
    assert len({drawn(BOARDS[name], stack).tobytes() for stack in stacks}) == 9


@pytest.mark.parametrize("place", ["c1", "c3", "d4"])
def test_counts_of_four_seats_on_one_square_show(place: str) -> None:
    before = [Piece(seat, "piece", place, count=4) for seat in range(4)]
    for seat in range(4):
        after = [replace(piece, count=3) if piece.seat == seat else piece for piece in before]
        assert difference(drawn(MARKED, before), drawn(MARKED, after)) >= 3


def test_pieces_of_one_seat_on_one_point_are_one_stack() -> None:
    apart = [Piece(0, "piece", "c1"), Piece(0, "piece", "c1", count=2)]
    together = [Piece(0, "piece", "c1", count=3)]
    assert drawn(MARKED, apart).tobytes() == drawn(MARKED, together).tobytes()


def test_more_than_nine_pieces_show_as_nine() -> None:
    many, nine = ([Piece(0, "piece", "c1", count=count)] for count in (12, 9))
    assert drawn(MARKED, many).tobytes() == drawn(MARKED, nine).tobytes()


def test_kinds_facing_and_badges_show() -> None:
    other = Piece(1, "horse", "a1")
    rook = Piece(0, "rook", "c2")
    shown = [
        rook,
        replace(rook, kind="horse"),
        replace(rook, facing="north"),
        replace(rook, facing="south"),
        replace(rook, badge="'"),
    ]
    assert len({drawn(MARKED, [other, piece]).tobytes() for piece in shown}) == len(shown)


def test_what_is_not_on_the_board_is_left_out() -> None:
    beside = [Piece(0, "piece", "hand"), Piece(1, "piece", "off"), Piece(2, "piece", "z9")]
    away = Highlights("z9", "z9", "hand", ("z9",), ("off",), ("z9",))
    assert drawn(MARKED, beside, away).tobytes() == drawn(MARKED).tobytes()


@each_board
@pytest.mark.parametrize("count", [0, 1, 4])
def test_the_cursor_shows_on_every_point(board: Board, count: int) -> None:
    pieces = crowd(board, count) if count else []
    without = drawn(board, pieces)
    for point in board.points[:: 1 + len(board.points) // 40]:
        assert difference(without, drawn(board, pieces, Highlights(cursor=point.name))) >= 8


@each_board
def test_a_step_of_the_cursor_costs_less_than_forty_bytes(board: Board) -> None:
    pictures = {
        point.name: drawn(board, highlights=Highlights(cursor=point.name)) for point in board.points
    }
    steps = list(neighbours(board))
    assert len(steps) > len(board.points)
    assert max(bus_bytes(pictures[one], pictures[two]) for one, two in steps) < 40


LIGHTS = {
    "cursor": Highlights(cursor="c2"),
    "origin": Highlights(origin="c2"),
    "target": Highlights(target="c2"),
    "movable": Highlights(movable=("c2",)),
    "targets": Highlights(targets=("c2",)),
    "prey": Highlights(targets=("c2",), prey=("c2",)),
    "path": Highlights(path=("c2", "e4")),
    "captures": Highlights(captures=("c2",)),
    "surplus": Highlights(surplus=("c2",)),
}


OF_PIECES = ("captures", "movable", "prey")
"""Marks that only points with a piece have."""


def test_marks_change_no_other_row_of_crossings_that_have_pages_of_their_own() -> None:
    box, pieces = Box(4, 0, 58, 58), [Piece(0, "piece", "c4")]
    plain = drawn(crossings(7), pieces, box=box)
    for lit in (Highlights(cursor="c4"), Highlights(origin="c4"), Highlights(target="c4")):
        marked = drawn(crossings(7), pieces, lit, box)
        _, top, _, bottom = ImageChops.logical_xor(plain, marked).getbbox() or (0, 0, 0, 0)
        assert (top, bottom) == (24, 32)


@pytest.mark.parametrize("board", [MARKED, crossings(7), squares(9)], ids=["5", "7", "9"])
def test_every_highlight_of_a_piece_is_a_different_picture(board: Board) -> None:
    pieces = [Piece(2, "piece", "c2")]
    pictures = {drawn(board, pieces, light).tobytes() for light in LIGHTS.values()}
    assert {*LIGHTS, "region"} == {*Highlights.__struct_fields__}
    assert len(pictures | {drawn(board, pieces).tobytes()}) == len(LIGHTS) + 1


@pytest.mark.parametrize("board", [MARKED, crossings(7), squares(9)], ids=["5", "7", "9"])
def test_every_highlight_of_an_empty_point_is_a_different_picture(board: Board) -> None:
    lights = [light for name, light in LIGHTS.items() if name not in OF_PIECES]
    pictures = {drawn(board, (), light).tobytes() for light in lights}
    assert len(pictures | {drawn(board).tobytes()}) == len(lights) + 1


def test_a_captured_piece_is_dark_on_light() -> None:
    pieces = [Piece(2, "piece", "d4")]
    square = (39, 15, 46, 22)
    plain = drawn(squares(5), pieces).crop(square)
    captured = drawn(squares(5), pieces, Highlights(captures=("d4",))).crop(square)
    assert ImageChops.invert(captured).tobytes() == plain.tobytes()


def test_a_path_leads_from_origin_to_target_under_the_pieces() -> None:
    pieces = [Piece(1, "piece", "b1"), Piece(0, "piece", "a1")]
    move = Highlights(origin="a1", path=("b1", "c1"), target="c2")
    with_move, without = drawn(squares(5), pieces, move), drawn(squares(5), pieces)
    for x in range(14, 25):
        assert with_move.getpixel((x, 55)) == without.getpixel((x, 55))
    assert all(with_move.getpixel((31, y)) for y in range(43, 56))


def test_a_part_of_a_board_is_drawn_like_a_board() -> None:
    board = crossings(19)
    corner = {point.name for point in board.points if point.x < 6 and point.y < 6}
    part = Board(
        tuple(point for point in board.points if point.name in corner),
        tuple(line for line in board.lines if corner.issuperset(line)),
    )
    pieces = [Piece(0, "piece", "c3"), Piece(1, "piece", "s19")]
    assert drawn(part, pieces).tobytes() == drawn(part, pieces[:1]).tobytes()
    assert drawn(part, pieces).tobytes() != drawn(part).tobytes()


def with_boundary(board: Board, start: tuple[float, float], end: tuple[float, float]) -> Board:
    return replace(board, boundaries=(Boundary("river", "river", start, end),))


def test_a_boundary_runs_between_the_points() -> None:
    plain, river = crossings(7), with_boundary(crossings(7), (-0.5, 0.5), (6.5, 0.5))
    changed = ImageChops.logical_xor(drawn(plain), drawn(river)).getbbox()
    assert changed is not None
    left, top, right, bottom = changed
    assert bottom - top == 1
    assert right - left > 60


def test_a_part_of_a_board_shows_the_part_of_a_boundary_at_its_edge() -> None:
    whole = crossings(7)
    points = whole.points[:21]
    names = {point.name for point in points}
    part = Board(points, tuple(line for line in whole.lines if names.issuperset(line)))
    along, away = ((2.5, -0.5), (2.5, 3.5)), ((4.5, -0.5), (4.5, 3.5))
    assert difference(drawn(part), drawn(with_boundary(part, *along))) > 9
    assert drawn(part).tobytes() == drawn(with_boundary(part, *away)).tobytes()


def test_points_that_are_dots_leave_no_room_for_a_boundary() -> None:
    river = with_boundary(crossings(19), (-0.5, 4.5), (18.5, 4.5))
    assert drawn(river).tobytes() == drawn(crossings(19)).tobytes()
