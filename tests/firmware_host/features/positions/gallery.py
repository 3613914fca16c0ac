"""The screens of a position that people make."""

from collections.abc import Iterator

from msgspec.structs import replace

from firmware_host.features.positions.remote import PositionHere
from firmware_host.features.positions.scenes import BestMove, begin
from firmware_host.features.positions.squares import SetSquare, places_of
from firmware_host.screens.view import Frame
from firmware_host.session.board_check import BESIDE
from firmware_host.table.effects import Remember
from firmware_host.table.scene import Cover
from firmware_host.thinking.inline import Advice
from tests.firmware_host.screens.positions import choice, shown_move
from tests.firmware_host.screens.stage import Stage


def positions(game: str) -> Iterator[tuple[str, Frame]]:
    stage = Stage(game)
    table = stage.table
    table.run(*begin(game, table.context))
    yield "position", stage.frame
    here = table.context.fact(PositionHere)
    made = here.arrangement(table.context.catalogue)
    on_board = next((each for each in made.pieces if each.place in made.base.game.board), None)
    if on_board is not None:
        table.run(Remember(PositionHere.of(made.put(on_board.place, BESIDE))))
    square = SetSquare.begin(table.context)
    if on_board is not None:
        square = replace(square, cursor=places_of(made.check).index(on_board.place))
    table.run(Cover(square))
    yield "position-square", stage.frame
    yield "position-other", stage.press("ok")
    state = choice(game)
    move = shown_move(state)
    table.run(Cover(BestMove(state, None, Advice(move, None))))
    yield "position-best", stage.frame


SHOWS = (positions,)
