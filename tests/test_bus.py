"""How little travels on the bus: from the screens through the display to the simulated panel."""

from collections.abc import Iterator
from itertools import islice

import pytest

import games
from firmware_host.screens.board_picture import draw_board
from firmware_host.screens.board_plan import Highlights
from firmware_host.screens.canvas import Box, Canvas
from games.core import Game
from games.equipment import Board
from hardware.display.oled import EVERY, Oled, open_display
from hardware.simulated import SimulatedI2c, SSD1306Model
from hardware.wiring import wiring
from tests.deep import deeply
from tests.table import Begin, OneGame, put

THAAYAM = OneGame("thaayam")

CURSOR_STEP_BYTES = 40
GAMES = [games.load(name) for name in games.names()]


@pytest.fixture
def bus() -> SimulatedI2c:
    return SimulatedI2c(SSD1306Model())


def display(bus: SimulatedI2c) -> Oled:
    return open_display(wiring.load("generic").display, bus, lambda: 0.0)


def with_cursor(game: Game, point: str) -> Canvas:
    canvas = Canvas((128, 64))
    lit = Highlights(cursor=point)
    draw_board(canvas, Box(0, 0, 64, 64), game.board, game.start().pieces(), game.seats, lit)
    return canvas


def neighbours(board: Board) -> Iterator[tuple[str, str]]:
    at = {(point.x, point.y): point.name for point in board.points}
    for (x, y), name in at.items():
        for there in ((x + 1, y), (x, y + 1)):
            if there in at:
                yield name, at[there]
                yield at[there], name


@pytest.mark.parametrize("apart", [7, *deeply(1)])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_cursor_step_of_one_square_is_at_most_40_bytes(
    game: Game, bus: SimulatedI2c, apart: int
) -> None:
    oled = display(bus)
    costs = {}
    for here, there in islice(neighbours(game.board), None, None, apart):
        oled.show(with_cursor(game, here).image)
        before = bus.bytes_sent
        oled.show(with_cursor(game, there).image)
        costs[here, there] = bus.bytes_sent - before
    assert {step: cost for step, cost in costs.items() if cost > CURSOR_STEP_BYTES} == {}


def test_an_identical_frame_is_no_byte(bus: SimulatedI2c) -> None:
    oled = display(bus)
    picture = with_cursor(GAMES[0], "c3").image
    oled.show(picture)
    before = bus.bytes_sent
    oled.show(picture.copy())
    assert bus.bytes_sent == before


def test_until_the_picture_is_sent_again_nothing_travels(begin: Begin) -> None:
    hands = begin(catalogue=THAAYAM)
    before = hands.world.pi.bus.bytes_sent
    hands.world.run_for(EVERY - 1)
    assert hands.world.pi.bus.bytes_sent == before


def test_a_cursor_step_with_its_words_is_a_fraction_of_a_frame(begin: Begin) -> None:
    from firmware_host.session.setup import Setup

    hands = begin(Setup("thaayam"))
    put(hands, "0 move 3,2,1,1/0,0,0,0/0,0,0,0/0,0,0,0 1,2 - -")
    before = hands.world.pi.bus.bytes_sent
    hands.press("right")
    assert 0 < hands.world.pi.bus.bytes_sent - before <= 120


def test_what_the_panel_shows_is_what_the_screen_drew(begin: Begin) -> None:
    from firmware_host.screens import draw
    from firmware_host.text.translator import Language

    hands = begin(catalogue=THAAYAM)
    for key in ("hint", "ok", "ok", "down", "right", "up", "ok", "up"):
        hands.press(key)
        drawn = draw(hands.world.app.table.frame, (128, 64), Language("en")).image
        assert hands.world.pi.model.image().tobytes() == drawn.tobytes()
