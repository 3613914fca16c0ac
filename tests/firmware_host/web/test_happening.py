"""What a page says of the table: whole sentences for people who do not stand at it."""

import re

import pytest

from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.text.translator import Language
from firmware_host.web import page_state
from firmware_host.web.page_state import Turns, happening, is_between_games
from games.actions import PASS
from tests.table import Begin, take, take_in_menu

KEY = re.compile(r"`|\bOK\b|\bBack\b|\barrow")


def said(hands: Hands, language: str = "en") -> str:
    app = hands.world.app
    update = app.observers.subscribe().take()[-1]
    return Language(language).heading(happening(update.shown, app.table.game.session))


def test_each_state_of_a_turn_has_its_sentence(begin: Begin) -> None:
    hands = begin(Setup("squadro"))
    assert said(hands) == "The pieces are being set up at the table."
    hands.follow()
    assert said(hands) == "White chooses a move at the table."
    assert said(hands, "ru") == "Белые — выбор хода за столом."
    hands.press("ok")
    assert re.fullmatch(r"The table asks: “Move white \w\d to \w\d”\.", said(hands))


def test_a_throw_is_told(begin: Begin) -> None:
    hands = begin(Setup("thaayam"))
    hands.follow()
    seat = said(hands).split()[0]
    assert said(hands) == f"{seat} throws at the table."
    hands.throw("1")
    assert said(hands) in (f"{seat} has thrown 1.", f"{seat} throws at the table.")


def test_who_has_no_move_passes(begin: Begin) -> None:
    hands = begin(Setup("thaayam", players=("phone", "phone", "phone", "phone")))
    while hands.state.legal_moves() != (PASS,):
        hands.throw("2")
        hands.look_up()
    assert said(hands).endswith(" has no move and passes.")


def is_left(hands: Hands) -> bool:
    """Whether screens show no longer the game on the table."""
    app = hands.world.app
    update = app.observers.subscribe().take()[-1]
    return is_between_games(update.shown, app.table.game.session)


def test_a_result_is_shown_until_somebody_goes_on_to_other_games(begin: Begin) -> None:
    hands = begin(Setup("squadro", first=0))
    assert not is_left(hands)
    hands.follow()
    take_in_menu(hands, "Resign")
    assert not is_left(hands)
    while not hands.world.app.table.game.playing.is_over:
        hands.press("ok")
    hands.world.run_for(5)
    assert (is_left(hands), said(hands)) == (False, "Black wins (by resignation).")
    hands.press("menu")
    assert not is_left(hands)
    hands.press("back")
    hands.press("ok")
    take(hands, "Other games")
    assert (is_left(hands), said(hands)) == (True, "Somebody is choosing a game at the table.")


def test_no_sentence_names_a_key(begin: Begin) -> None:
    hands = begin(Setup("squadro"))
    for key in ("menu", "ok", "back", "right", "ok", "ok"):
        assert not KEY.search(said(hands))
        hands.press(key)


def test_who_is_offered_a_draw_is_named(begin: Begin) -> None:
    hands = begin(Setup("squadro", first=0))
    hands.follow()
    take_in_menu(hands, "Offer a draw")
    hands.press("ok")
    view = hands.world.view
    assert (view.awaited, view.actor and view.actor.index) == ("draw", 1)
    assert said(hands) == "Black is offered a draw."


def test_what_a_seat_does_in_a_row_is_one_turn(begin: Begin) -> None:
    hands = begin(Setup("thaayam"))
    hands.follow()
    first = hands.world.app.table.game.playing.seat_to_act.index
    hands.throw("8")
    hands.throw("3")
    found = Turns(Language("en")).of(hands.world.app.table.game.playing)
    assert len(found) <= 2
    assert found[0]["words"].startswith("8, 3")
    assert found[0]["seat"] == hands.state.game.seats[first].colour.capitalize()


def test_turns_are_worded_once_and_again_after_an_undo(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands, listed = begin(Setup("squadro")), Turns(Language("en"))
    hands.follow()
    game = hands.world.app.table.game
    worded: list[int] = []
    words = page_state._words

    def count(session: Session, number: int, say: Language) -> str:
        worded.append(number)
        return words(session, number, say)

    monkeypatch.setattr(page_state, "_words", count)
    for number in range(3):
        hands.play(str(hands.state.legal_moves()[0]))
        hands.follow()
        assert len(listed.of(game.playing)) == number + 1
    assert worded == [0, 1, 2]
    hands.undo()
    hands.follow()
    move = hands.state.legal_moves()[-1]
    hands.play(str(move))
    assert listed.of(game.playing) == Turns(Language("en")).of(game.playing)
