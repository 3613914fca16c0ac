"""What a page says of the pieces."""

from dataclasses import replace

import games
from firmware_host.text.translator import Language
from firmware_host.web.page_state import beside
from games.equipment import OFF


def test_what_lies_beside_the_board_is_a_line_for_each_seat_and_place() -> None:
    game, say = games.load("xiangqi4"), Language("ru")
    pieces = game.start().pieces()
    assert beside(pieces, game, say) == []
    rooks = [replace(each, place=OFF, count=2) for each in pieces if each.place in ("f1", "s6")]
    assert beside([*pieces, *rooks], game, say) == [
        "красные, снято: ладья\N{NO-BREAK SPACE}×2",
        "чёрные, снято: ладья\N{NO-BREAK SPACE}×2",
    ]
