"""People on phones ask: what fits the table happens, what does not leads to nothing."""

import pytest

from firmware_host.features.phones.remote import (
    NO_PHONE,
    NOT_ASKED,
    AnotherGame,
    AnswerDraw,
    ListPhones,
    PhoneWishes,
    ProposeDraw,
    ResignSeat,
    ReturnSeat,
    TakeBack,
    TakeSeat,
)
from firmware_host.remote.requests import (
    GONE_ON,
    NO_GAME,
    NOT_NOW,
    ChooseMove,
    Fulfilled,
    Outcome,
    PressKey,
    RemoteRequest,
)
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from tests.table import Begin, take_in_menu, words


@pytest.fixture
def hands(begin: Begin) -> Hands:
    """A game of two: white is played from a phone, black at the table."""
    hands = begin(Setup("squadro", players=("phone", "person")))
    hands.follow()
    return hands


def ask(hands: Hands, *requests: RemoteRequest) -> list[Outcome]:
    """Ask ``requests``; return what became of each."""
    outcomes = list[Outcome]()
    for request in requests:
        hands.world.app.requests.put(request, outcomes.append)
    hands.world.run_for(0.01)
    return outcomes


def players(hands: Hands) -> tuple[str, ...]:
    return hands.world.app.table.game.playing.seats.players


def awaited(hands: Hands) -> str:
    return hands.world.app.table.frame.view.awaited


def actions(hands: Hands) -> list[str]:
    return [str(action) for action in hands.world.app.table.game.playing.actions]


def legal(hands: Hands) -> list[str]:
    return [str(move) for move in hands.state.legal_moves()]


def test_the_table_waits_for_the_phone_and_carries_its_move_out(hands: Hands) -> None:
    assert awaited(hands) == "phone"
    move = legal(hands)[0]
    ask(hands, ChooseMove(0, move, after=0))
    assert actions(hands) == [move]
    assert awaited(hands) == "hand step"
    hands.follow()
    assert awaited(hands) == "choice"


def test_a_request_that_changes_nothing_costs_no_picture_and_no_snapshot(hands: Hands) -> None:
    seen = hands.world.app.observers.subscribe()
    seen.take()
    ask(hands, PressKey("none"), TakeBack(1), ListPhones(()))
    assert len(seen.take()) == 1  # a web server is there now
    ask(hands, PressKey("none"), TakeBack(1), ListPhones(()), ChooseMove(0, "nonsense", 0))
    assert seen.take() == ()


@pytest.mark.parametrize(
    "request_made",
    [
        ChooseMove(1, "", 0),
        ChooseMove(0, "nonsense", 0),
        ChooseMove(0, "", 3),
        ChooseMove(9, "", 0),
    ],
    ids=["another seat", "no move", "late", "no seat"],
)
def test_a_choice_that_does_not_fit_leads_to_nothing(
    hands: Hands, request_made: ChooseMove
) -> None:
    move = request_made.move or legal(hands)[0]
    ask(hands, ChooseMove(request_made.seat, move, request_made.after))
    assert actions(hands) == []
    assert awaited(hands) == "phone"


def test_what_does_not_fit_is_refused_with_the_reason(hands: Hands) -> None:
    asked = {
        ChooseMove(0, "nonsense", 0): GONE_ON,
        ChooseMove(1, legal(hands)[0], 0): NOT_ASKED,
        TakeSeat(7): NO_GAME,
        ReturnSeat(1): NO_PHONE,
        TakeBack(1): NO_PHONE,
        ResignSeat(1): NO_PHONE,
        AnswerDraw(0, is_agreed=True): NOT_ASKED,
    }
    assert ask(hands, *asked) == list(asked.values())
    take_in_menu(hands, "Help")
    assert ask(hands, TakeBack(0)) == [NOT_NOW]


def test_somebody_at_the_table_takes_the_seat_over_after_a_question(hands: Hands) -> None:
    for _ in range(4):
        hands.press("ok")
    assert players(hands) == ("phone", "person")
    hands.press("ok")
    hands.press("down")
    hands.press("ok")
    assert players(hands) == ("person", "person")
    assert awaited(hands) == "choice"


def test_a_seat_is_taken_and_returned_from_elsewhere(hands: Hands) -> None:
    ask(hands, TakeSeat(1))
    assert players(hands) == ("phone", "phone")
    ask(hands, ReturnSeat(0))
    assert players(hands) == ("person", "phone")
    assert awaited(hands) == "choice"


def test_a_seat_that_is_played_at_the_table_cannot_be_returned(hands: Hands) -> None:
    ask(hands, ReturnSeat(1), TakeSeat(7))
    assert players(hands) == ("phone", "person")


def test_undo_draw_and_resignation_are_those_of_the_table(hands: Hands) -> None:
    ask(hands, ChooseMove(0, legal(hands)[0], after=0))
    hands.follow()
    ask(hands, TakeBack(0))
    assert actions(hands) == []
    hands.follow()
    ask(hands, ProposeDraw(0))
    hands.press("ok")
    assert not hands.world.app.table.game.playing.is_over, "OK was meant for the screen before"
    hands.press("back")
    assert not hands.world.app.table.game.playing.is_over
    ask(hands, ResignSeat(0))
    outcome = hands.world.app.table.game.playing.outcome
    assert outcome is not None
    assert outcome.winners == (1,)


def test_a_draw_that_is_offered_to_the_phone_is_answered_there(begin: Begin) -> None:
    hands = begin(Setup("squadro", players=("phone", "phone")))
    hands.follow()
    ask(hands, ProposeDraw(0), AnswerDraw(0, is_agreed=True))
    assert not hands.world.app.table.game.playing.is_over
    ask(hands, AnswerDraw(1, is_agreed=True))
    outcome = hands.world.app.table.game.playing.outcome
    assert outcome is not None
    assert outcome.is_draw


def test_a_game_that_was_left_for_later_is_not_ended_from_elsewhere(hands: Hands) -> None:
    take_in_menu(hands, "Save and leave")
    ask(hands, ProposeDraw(0), ResignSeat(0), TakeBack(0))
    assert "Which game?" in words(hands)
    assert not hands.world.app.table.game.playing.is_over


def test_a_seat_at_the_table_is_not_played_from_elsewhere(hands: Hands) -> None:
    ask(hands, TakeBack(1), ProposeDraw(1), ResignSeat(1), AnswerDraw(1, is_agreed=True))
    session = hands.world.app.table.game.playing
    assert (session.is_over, session.actions) == (False, [])


def test_a_seat_on_a_phone_stays_one_after_a_restart(hands: Hands) -> None:
    session = hands.world.app.table.game.playing
    again = type(session).resume(hands.world.app.game_records, hands.world.app.table.game.catalogue)
    assert again.seats.players == ("phone", "person")


def test_a_phone_begins_the_game_that_is_over_once_more(hands: Hands) -> None:
    assert ask(hands, AnotherGame(0)) == [NOT_NOW], "it goes on"
    ask(hands, ResignSeat(0))
    hands.world.run_for(3)
    before = hands.world.app.table.game.playing
    assert before.is_over
    assert ask(hands, AnotherGame(1)) == [NO_PHONE]
    assert ask(hands, AnotherGame(0)) == [Fulfilled()]
    hands.follow()
    again = hands.world.app.table.game.playing
    assert again is not before
    assert players(hands) == ("phone", "person")


def test_a_phone_swaps_sides_and_plays_the_next_colour(hands: Hands) -> None:
    ask(hands, ResignSeat(0))
    hands.world.run_for(3)
    assert ask(hands, AnotherGame(1, swaps=True)) == [NO_PHONE]
    assert ask(hands, AnotherGame(0, swaps=True)) == [Fulfilled()]
    hands.follow()
    assert players(hands) == ("person", "phone")
    wishes = hands.world.app.table.shared.of(PhoneWishes)
    assert (wishes.moved, wishes.orders) == (1, ((1, 0),))
