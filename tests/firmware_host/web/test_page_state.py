"""What a page says of the pieces."""

from dataclasses import replace

import games
from firmware_host.session import names
from firmware_host.text.translator import Language
from games.equipment import OFF


def test_what_lies_beside_the_board_is_a_line_for_each_seat_and_place() -> None:
    game, say = games.load("xiangqi4"), Language("ru")
    pieces = game.start().pieces()
    assert names.beside(pieces, game.seats) == []
    rooks = [replace(each, place=OFF, count=2) for each in pieces if each.place in ("f1", "s6")]
    assert [say(line) for line in names.beside([*pieces, *rooks], game.seats)] == [
        "красные, снято: ладья\N{NO-BREAK SPACE}×2",
        "чёрные, снято: ладья\N{NO-BREAK SPACE}×2",
    ]
