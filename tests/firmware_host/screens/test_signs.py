"""The signs differ without colours."""

from itertools import combinations

import pytest
from PIL import ImageChops

import games
from firmware_host.screens import draw
from firmware_host.screens.board_picture import MARKS
from firmware_host.screens.canvas import Canvas
from firmware_host.screens.cells import HALO, Token, cell
from firmware_host.screens.choose import ThinkingView
from firmware_host.screens.sheet_layouts import Stock
from firmware_host.screens.signs import sign
from firmware_host.screens.view import Frame, Layout
from firmware_host.session.names import COLOURS
from firmware_host.text.translator import Language
from games.equipment import COLOURS as SEAT_COLOURS
from games.equipment import Piece


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
        stock = Stock.fit(62, layout.pieces, game.seats).pictures[0][2]
        assert stock.tobytes() == sign(seat.colour, 5).tobytes()
        for size in (9, 5, 3):
            on_board, _ = cell(size, (Token(seat.colour, seat.side),))
            inside = on_board.crop((HALO, HALO, HALO + size, HALO + size))
            assert inside.tobytes() == sign(seat.colour, size).tobytes()
