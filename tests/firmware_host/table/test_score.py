"""In a row of games for points people see and hear the score while it goes on."""

import pytest
from msgspec.structs import replace

from firmware_host.screens import draw
from firmware_host.screens.choose import ChooseView
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import keys_for
from firmware_host.text import LANGUAGES
from firmware_host.text.translator import Language
from firmware_host.web.page_state import seats_state
from tests.table import Begin, put

LAST_PIECE = "0 move 1:1 6:15 2,1 {score}"
"""White bears off the last piece, and black has borne off none: a gammon."""


@pytest.mark.parametrize(
    ("language", "told", "head"), [("en", "points: white 2, black 3", "3–2"), ("ru", "очки", "3–2")]
)
def test_a_won_game_is_told_and_the_score_stays_on_the_screen(
    begin: Begin, language: str, told: str, head: str
) -> None:
    hands = begin(Setup("backgammon", {"match": 5}), language=language)
    put(hands, LAST_PIECE.format(score="0-3"))
    table, view = hands.world.app.table, hands.world.view
    assert isinstance(view, ChooseView)
    for key in keys_for(view, hands.state.legal_moves()[0]):
        hands.press(key)
    notice = table.frame.notice
    assert notice is not None
    assert told in Language(language)(notice)
    hands.follow()
    assert table.frame.notice is None
    assert table.frame.score == ("2", "3")
    assert head in hands.world.app.words, "black is next, so its points come first"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("is_big", [False, True])
def test_the_score_gives_way_where_the_head_has_no_room(
    begin: Begin, language: str, is_big: bool
) -> None:
    hands = begin(Setup("backgammon", {"match": 7}), language=language)
    put(hands, "0 throw 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 - 6-6")
    frame, say = hands.world.app.table.frame, Language(language)
    for size in ((128, 64), (120, 120), (256, 128)):
        words = draw(frame, size, say, is_big).words
        assert say.heading("white") in words
    assert "6–6" in draw(frame, (256, 128), say, is_big).words


def test_the_pages_show_the_points_of_each_seat(begin: Begin) -> None:
    hands = begin(Setup("backgammon", {"match": 5}))
    put(hands, "1 throw 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 - 4-1")
    seats = seats_state(hands.world.app.table.game.playing, Language("en"))
    assert [seats[seat]["points"] for seat in (0, 1)] == ["points: 4", "points: 1"]


def test_a_single_game_has_no_score(begin: Begin) -> None:
    hands = begin(Setup("backgammon"))
    assert hands.world.app.table.frame.score == ()
    assert "points" not in seats_state(hands.world.app.table.game.playing, Language("en"))[0]


def test_who_has_raised_the_stake_is_told_and_shown_beside_the_points(begin: Begin) -> None:
    hands = begin(Setup("backgammon", {"match": 5, "cube": True}))
    put(hands, "1 answer 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 - 1-0 1")
    table, view = hands.world.app.table, hands.world.view
    assert isinstance(view, ChooseView)
    for key in keys_for(view, hands.state.legal_moves()[0]):
        hands.press(key)
    notice = table.frame.notice
    assert notice is not None
    assert Language("en")(notice) == "black has the cube: 2"
    assert table.frame.score == ("1", "0 ×2")
    seats = seats_state(table.game.playing, Language("en"))
    assert [seats[seat]["points"] for seat in (0, 1)] == ["points: 1", "points: 0 ×2"]
    without = replace(table.frame, notice=None)
    assert "1–0 ×2" in draw(without, (256, 128), Language("en"), is_big=False).words


def test_an_offer_of_the_cube_is_told_in_the_language_of_the_table(begin: Begin) -> None:
    hands = begin(Setup("backgammon", {"match": 5, "cube": True}))
    put(hands, "0 offer 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 - 1-0 1")
    told = []
    for word in ("double", "take"):
        view = hands.world.view
        assert isinstance(view, ChooseView)
        move = next(move for move in hands.state.legal_moves() if str(move) == word)
        for key in keys_for(view, move):
            hands.press(key)
        notice = hands.world.app.table.frame.notice
        assert notice is not None
        told.append((Language("en")(notice), Language("ru")(notice)))
    assert told == [
        ("white offers the cube: 2", "куб предлагают белые: 2"),
        ("black has the cube: 2", "куб (чёрные): 2"),
    ]
