"""What a page says of the pieces."""

from dataclasses import replace

import games
from firmware_host.session import names
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.text.translator import Language
from firmware_host.web.page_state import seats_state
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


def test_what_is_off_the_board_has_come_home_or_is_lost_as_the_game_says() -> None:
    words = {
        "holes": "home",
        "ludo": "home",
        "pachisi": "home",
        "squadro": "home",
        "thaayam": "home",
        "tshupu": "home",
        "ur": "home",
        "backgammon": "home",
        "xiangqi4": "lost",
    }
    assert {name: games.load(name).look.off for name in games.names()} == words
    seats = seats_state(Session(games.load("xiangqi4"), Setup("xiangqi4")), Language("en"))
    assert [seat["lost"] for seat in seats.values()] == [0] * 4


def test_people_are_told_apart_from_machines() -> None:
    session = Session(games.load("squadro"), Setup("squadro", players=("person", "friend")))
    seats = seats_state(session, Language("en"))
    assert [seat["isPerson"] for seat in seats.values()] == [True, False]
