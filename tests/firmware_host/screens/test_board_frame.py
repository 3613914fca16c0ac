"""What is shown of a board: all of it or a part, with the names of files and ranks."""

import random
from collections.abc import Iterator
from itertools import pairwise
from operator import attrgetter

import pytest
from PIL import Image, ImageChops

import games
from firmware_host.screens import draw
from firmware_host.screens.board_frame import MAP, BoardFrame, areas, draw_map, shown_part
from firmware_host.screens.board_picture import draw_board
from firmware_host.screens.board_plan import Highlights, Plan, draw_edge_labels, edge_names
from firmware_host.screens.board_screen import BoardView
from firmware_host.screens.canvas import Box, Canvas
from firmware_host.screens.cells import label
from firmware_host.screens.hand_steps import HandStepView
from firmware_host.screens.moves import path_of_step
from firmware_host.screens.view import Layout
from firmware_host.table.scenes.guide import SetUpBoard
from firmware_host.text.translator import Language
from games.actions import Move
from games.core import Game, State, random_action
from games.equipment import Board
from games.race.game import RaceGame
from tests.firmware_host.screens.gallery import gallery

SMALL, TALL = (128, 64), (128, 128)
BOX = Box(0, 0, 64, 64)
ORDERS = ("set-up", "hand-step-1", "hand-step-undo", "finding", "board-differs-points")
each_game = pytest.mark.parametrize("name", games.names())
each_named = pytest.mark.parametrize(
    "name", [name for name in games.names() if edge_names(games.load(name).board).files]
)
"""The games whose squares have files and ranks."""


def layout(game: Game) -> Layout:
    return Layout(game.board, game.seats, game.start().pieces())


def played(name: str, plies: int = 150) -> Iterator[tuple[State, Move]]:
    """Yield states of a random game with the move that was played in each."""
    rng, state = random.Random(name), games.load(name).start()
    for _ in range(plies):
        if state.is_terminal:
            return
        action = random_action(state, rng)
        if isinstance(action, Move):
            yield state, action
        state = state.apply(action)


@each_named
def test_an_order_names_files_and_ranks_on_its_picture(name: str) -> None:
    for order in ORDERS:
        frame = gallery(name).get(order)
        if frame is None:
            continue
        assert isinstance(frame.view, BoardView)
        sheet = frame.view.sheet(Language("en"))
        assert sheet.names_squares, order
        shown = BoardFrame.of(frame.view.layout, BOX, sheet.lit, sheet.names_squares)
        assert shown.has_names, order


@each_named
def test_the_squares_of_an_order_have_their_names_at_the_edges(name: str) -> None:
    """Pixel by pixel, so nothing covers the file and the rank of a square that is named."""
    game = games.load(name)
    for point in game.board.points:
        lit = Highlights(target=point.name)
        frame = BoardFrame.of(layout(game), BOX, lit, needs_names=True)
        plan = Plan.fit(frame.layout.board, frame.box)
        canvas = Canvas((64, 64))
        taken = Box(0, 64 - MAP, MAP, MAP) if frame.layout.board != game.board else None
        draw_edge_labels(canvas, plan, (point.name,), taken)
        file = label(point.name.rstrip("0123456789").upper())
        rank = label(point.name.lstrip("abcdefghijklmnopqrs"))
        x, y = plan.centre(point.name)
        below = range(max(plan.centre(each.name)[1] for each in plan.board.points), 60)
        column = canvas.image.crop((x - 1, 0, x + 2, 64))
        row = canvas.image.crop((0, max(y - 2, 0), 64, max(y - 2, 0) + 5))
        assert any(
            column.crop((0, top, 3, top + 5)).tobytes() == file.tobytes() for top in below
        ), point.name
        assert any(
            row.crop((left, 0, left + rank.width, 5)).tobytes() == rank.tobytes()
            for left in range(x)
        ), point.name


@each_game
def test_no_name_of_a_file_or_rank_overlaps_another(name: str) -> None:
    game = games.load(name)
    for size in (64, 80, 96):
        frame = BoardFrame.of(layout(game), Box(0, 0, size, size), Highlights(), needs_names=True)
        if not frame.has_names:
            continue
        canvas = Canvas((size, size))
        names = edge_names(game.board)
        draw_edge_labels(canvas, Plan.fit(game.board, frame.box), (), None)
        lit = canvas.image.histogram()[-1]
        assert lit <= sum(label(each).histogram()[-1] for each in (*names.files, *names.ranks))
        assert lit > 0


def test_points_without_files_and_ranks_have_no_labels() -> None:
    assert edge_names(Board(())).margins(1) == (0, 0)


@each_game
def test_a_hand_step_is_drawn_along_the_way_that_was_chosen(name: str) -> None:
    seen = 0
    for state, move in played(name):
        board = state.game.board
        whole = Layout(board, state.game.seats, state.pieces())
        for step in move.steps:
            path = path_of_step(move, step)
            if not path:
                continue
            seen += 1
            assert set(path) <= set(move.path)
            assert path[-1] == step.target
            view = HandStepView(whole, None, step, 1, 1, "move", path=path)
            assert view.sheet(Language("en")).lit.path == path
    assert seen > 10


def shortcuts(game: Game) -> set[tuple[str, str]]:
    """The squares at both ends of each shortcut of a race."""
    if not isinstance(game, RaceGame):
        return set()
    ends = game.rules.shortcuts.items()
    return {(track[one], track[other]) for track in game.rules.tracks for one, other in ends}


@each_named
def test_the_way_of_a_piece_never_leaves_its_course(name: str) -> None:
    """Every stretch joins neighbours or both ends of a shortcut, or runs along a line."""
    joined = shortcuts(games.load(name))
    for state, move in played(name):
        board = state.game.board
        for step in move.steps:
            path = path_of_step(move, step)
            way = [board[each] for each in (step.origin, *path) if each in board]
            for one, other in pairwise(way):
                across, up = abs(one.x - other.x), abs(one.y - other.y)
                reach = (one.size + other.size) // 2
                is_straight = bool(board.lines) and 0 in (across, up)
                is_leap = bool(board.lines) and max(across, up) <= 4
                is_joined = (one.name, other.name) in joined
                is_near = max(across, up) <= reach
                assert is_near or is_straight or is_leap or is_joined, (move.text, way)


@each_game
def test_every_step_of_the_moved_pieces_has_its_way(name: str) -> None:
    for state, move in played(name):
        board = state.game.board
        for step in move.steps:
            is_own = step.piece.seat == state.turn and step.target in board
            if is_own and step.verb in ("move", "put_on") and step.piece not in move.captures:
                assert path_of_step(move, step), (move.text, step)


def test_without_a_way_no_line_crosses_the_squares() -> None:
    """A repair or an undo tells where to, but not along which squares."""
    for name in games.names():
        board = games.load(name).board
        if board.lines:
            continue
        ends = Highlights(origin=board.points[0].name, target=board.points[-1].name)
        canvas, plan = Canvas((64, 64)), Plan.fit(board, BOX)
        draw_board(canvas, BOX, board, (), (), ends)
        empty = Canvas((64, 64))
        draw_board(empty, BOX, board, (), (), Highlights())
        squares = [plan.square(each).grown(1) for each in (ends.origin, ends.target) if each]
        for square in squares:
            canvas.erase(square.within(canvas.box))
            empty.erase(square.within(canvas.box))
        assert canvas.image.tobytes() == empty.image.tobytes()


# boards that are too large for a small display

LARGE = [name for name in games.names() if Plan.fit(games.load(name).board, BOX).is_tiny]
each_large = pytest.mark.parametrize("name", LARGE)
each_lettered = pytest.mark.parametrize(
    "name", [name for name in LARGE if games.load(name).board.lines]
)
"""Those whose pieces have letters, which need more room."""


def test_a_game_has_a_board_too_large_for_a_small_display() -> None:
    assert LARGE


@each_large
def test_the_part_shows_where_every_move_ends_and_where_it_begins_if_that_is_near(
    name: str,
) -> None:
    for state, move in played(name):
        ends = [choice.points[-1] for choice in move.choices if choice.points]
        if not ends:
            continue
        lit = Highlights(cursor=ends[-1], origin=ends[0], target=ends[-1])
        frame = BoardFrame.of(layout(state.game), BOX, lit, needs_names=True)
        assert ends[-1] in frame.layout.board, move.text
        points = [state.game.board[end] for end in (ends[0], ends[-1])]
        (x, other_x), (y, other_y) = ([each.x for each in points], [each.y for each in points])
        if abs(x - other_x) < 7 and abs(y - other_y) < 9:
            assert ends[0] in frame.layout.board, move.text


@each_lettered
def test_a_part_with_letters_is_shown_even_of_the_longest_move(name: str) -> None:
    game = games.load(name)
    points = game.board.points
    lowest, highest = (pick(points, key=attrgetter("y")) for pick in (min, max))
    lit = Highlights(cursor=highest.name, origin=lowest.name, target=highest.name)
    plan_of = BoardFrame.of(layout(game), BOX, lit, needs_names=True)
    plan = Plan.fit(plan_of.layout.board, plan_of.box)
    assert (plan.pitch, plan.row_pitch) == (8, 6)
    assert highest.name in plan.board
    assert lowest.name not in plan.board


@each_lettered
def test_a_part_shows_signs_and_letters(name: str) -> None:
    game = games.load(name)
    for point in game.board.points:
        for needs_names in (False, True):
            lit = Highlights(cursor=point.name)
            frame = BoardFrame.of(layout(game), BOX, lit, needs_names)
            plan = Plan.fit(frame.layout.board, frame.box)
            assert (plan.pitch, plan.row_pitch) == (8, 6)


@each_lettered
def test_a_region_is_shown_from_its_one_end_or_from_the_other(name: str) -> None:
    """A cursor that stays in one half of its region never scrolls what it is on."""
    game = games.load(name)
    parts: dict[str, set[frozenset[str]]] = {}
    for point in game.board.points:
        frame = BoardFrame.of(layout(game), BOX, Highlights(cursor=point.name), needs_names=False)
        shown = frozenset(each.name for each in frame.layout.board.points)
        parts.setdefault(point.region, set()).add(shown)
    assert all(len(shown) <= 2 for shown in parts.values())


@each_large
def test_a_tall_display_shows_a_part_with_letters_and_more_of_it_than_a_small_one(
    name: str,
) -> None:
    for title in ("choose", "choose-move", "choose-hint", "hand-step-1"):
        frame = gallery(name)[title]
        assert isinstance(frame.view, BoardView)
        lit, board = frame.view.sheet(Language("en")).lit, frame.view.layout.board
        box = areas(*TALL, board).board
        assert box is not None
        shown, small = (
            BoardFrame.of(frame.view.layout, each, lit, needs_names=True) for each in (box, BOX)
        )
        assert not Plan.fit(shown.layout.board, shown.box).is_tiny
        assert len(shown.layout.board.points) > len(small.layout.board.points)


@each_large
def test_the_map_tells_the_parts_apart(name: str) -> None:
    game = games.load(name)
    maps = set()
    for region in dict.fromkeys(point.region for point in game.board.points):
        point = next(each for each in game.board.points if each.region == region)
        part = shown_part(game.board, BOX, Highlights(cursor=point.name))
        canvas = Canvas((MAP, MAP))
        draw_map(canvas, (0, 0), game.board, part)
        maps.add(canvas.image.tobytes())
    assert len(maps) == len({point.region for point in game.board.points})


@each_large
def test_the_map_is_on_every_picture_of_a_part(name: str) -> None:
    for title in ("choose", "hand-step-1", "finding"):
        frame = gallery(name)[title]
        assert isinstance(frame.view, BoardView)
        sheet, board = frame.view.sheet(Language("en")), frame.view.layout.board
        shown = BoardFrame.of(frame.view.layout, BOX, sheet.lit, needs_names=True).layout.board
        assert shown != board
        canvas = Canvas((MAP, MAP))
        draw_map(canvas, (0, 0), board, shown)
        corner = draw(frame, SMALL, Language("en")).image.crop((0, 64 - MAP, MAP, 64))
        assert corner.tobytes() == canvas.image.tobytes()


@each_large
def test_what_is_under_the_cursor_stays_readable(name: str) -> None:
    game = games.load(name)
    whole = layout(game)
    for piece in (each for each in whole.pieces if each.place in game.board):
        lit = Highlights(cursor=piece.place)
        frame = BoardFrame.of(whole, BOX, lit, needs_names=False)
        plan = Plan.fit(frame.layout.board, frame.box)
        under, plain = [
            _drawn(frame, each).crop(_corners(plan, piece.place)) for each in (lit, None)
        ]
        assert under.tobytes() == ImageChops.invert(plain).tobytes(), piece


def _drawn(frame: BoardFrame, lit: Highlights | None) -> Image.Image:
    canvas, shown = Canvas((64, 64)), frame.layout
    draw_board(canvas, frame.box, shown.board, shown.pieces, shown.seats, lit or Highlights())
    return canvas.image


def _corners(plan: Plan, place: str) -> tuple[int, int, int, int]:
    """The sign and the letter of the piece at ``place``: five rows of its square."""
    left, top, width, height = plan.inside(place)
    return left, top + 1, left + width, top + height


@pytest.mark.parametrize(
    "name",
    [
        name
        for name in games.names()
        if edge_names(board := games.load(name).board).files and (board.lines or name not in LARGE)
    ],
)
def test_people_see_how_squares_are_named_before_the_first_turn(name: str) -> None:
    """While they set the board up; without pieces to set up, while the first throw is awaited.

    Where the whole board has no room for names, they come with the part around the first move.
    """
    screens = gallery(name)
    view = (screens.get("set-up") or screens["throw"]).view
    assert isinstance(view, BoardView)
    sheet = view.sheet(Language("en"))
    assert BoardFrame.of(view.layout, BOX, sheet.lit, sheet.names_squares).has_names


@pytest.mark.parametrize(
    ("code", "words"), [("en", "letters go right, numbers go up"), ("ru", "буквы растут вправо")]
)
def test_the_help_of_the_set_up_says_how_squares_are_named(code: str, words: str) -> None:
    """For displays without a board, and for large letters."""
    assert words in Language(code)(SetUpBoard.help)


@pytest.mark.parametrize("size", [(96, 96), (120, 120), (128, 128)])
@pytest.mark.parametrize("name", games.names())
def test_on_a_square_display_a_board_is_in_the_middle_above_the_words(
    name: str, size: tuple[int, int]
) -> None:
    found = areas(*size, games.load(name).board)
    assert found.board is not None
    assert 0 <= size[0] - found.board.width - 2 * found.board.left <= 1
    assert found.board.bottom <= found.words.top
