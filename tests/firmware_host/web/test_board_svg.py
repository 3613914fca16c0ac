"""The pieces in the pictures of boards have the shapes that the display gives their colours."""

import re

import pytest

import games
from firmware_host.web.board_svg import FILLS, SHAPES, STRIPES, drawing
from games.equipment import COLOURS

HOLLOW = ("white", "black")
"""On the display a ring and a disc; in colour, the outline is enough."""


def test_every_colour_has_a_shape_of_its_own() -> None:
    looks = {(SHAPES[colour], STRIPES.get(colour, "")) for colour in COLOURS}
    assert len(looks) == len(COLOURS) - len(HOLLOW) + 1
    assert len({FILLS[colour] for colour in COLOURS}) == len(COLOURS)


@pytest.mark.parametrize("name", games.names())
def test_a_drawing_shows_every_piece_in_the_shape_of_its_seat(name: str) -> None:
    state = games.load(name).start()
    picture = drawing(state, name)
    board = state.game.board
    for seat in state.game.seats:
        own = [each for each in state.pieces() if each.seat == seat.index and each.place in board]
        shown = re.findall(
            rf'<path d="[^"]*" transform="[^"]*" fill="{FILLS[seat.colour]}"', picture
        )
        assert len(shown) == len(own)
        if own and not own[0].facing:
            assert all(SHAPES[seat.colour] in each for each in shown)
