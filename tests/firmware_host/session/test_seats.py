"""Who plays at a seat, who leaves, and how players end a game by agreement."""

import random

import pytest

import games
from firmware_host.session.seats import DRAW, Seats, size_taken_back, taking_back
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.storage.records import JournalRecord
from games.actions import carry_out
from games.core import Outcome, random_action

FOUR = Setup("thaayam")
DUEL = Setup("squadro")


def session_after(setup: Setup, *records: JournalRecord) -> Session:
    return Session.resume((setup.record(), *records), games)


def finish(session: Session) -> None:
    while session.hand_steps.remaining:
        session.apply({"act": session.hand_steps.done + 1})


def test_resigning_in_a_duel_loses_and_the_game_can_be_reopened() -> None:
    session = session_after(DUEL, {"resigned": 0})
    assert session.is_over
    assert session.outcome == Outcome((1,), "resigned")
    again = session_after(DUEL, {"resigned": 0}, {"reopened": True})
    assert not again.is_over
    assert again.outcome is None


def test_a_seat_that_resigns_among_several_is_skipped_and_the_others_play_on() -> None:
    session = session_after(FOUR, {"resigned": 0})
    assert not session.is_over
    assert session.state.turn == 1
    assert session.player(0) == "nobody"


def test_the_last_remaining_team_has_won() -> None:
    session = session_after(FOUR, *({"resigned": seat} for seat in (0, 1, 2)))
    assert session.outcome == Outcome((3,), "resigned")


def test_a_draw_is_shared_by_all_remaining_players() -> None:
    session = session_after(FOUR, {"resigned": 1}, {"drawn": True})
    assert session.outcome == Outcome((0, 2, 3), "agreed", is_draw=True)


def test_the_machine_takes_over_a_seat_and_a_person_comes_back() -> None:
    session = session_after(DUEL, {"seat": 1, "player": "friend"})
    assert session.seats.players == ("person", "friend")
    session.apply({"seat": 1, "player": "person"})
    assert session.seats.players == ("person", "person")


@pytest.mark.parametrize(
    ("setup", "record"),
    [
        (DUEL, {"seat": 1, "player": "nobody"}),
        (DUEL, {"seat": 2, "player": "friend"}),
        (DUEL, {"seat": 0, "player": "robot"}),
        (DUEL, {"resigned": 5}),
        (DUEL, {"reopened": True}),
        (DUEL, {"over": "home", "winners": "0", "draw": False}),
    ],
)
def test_a_change_of_players_that_does_not_fit_is_refused(
    setup: Setup, record: JournalRecord
) -> None:
    with pytest.raises(ValueError, match="expected"):
        session_after(setup).apply(record)


def test_only_reopening_is_possible_after_an_end_by_agreement() -> None:
    session = session_after(DUEL, {"drawn": True})
    records: list[JournalRecord] = [
        {"resigned": 0},
        {"seat": 0, "player": "friend"},
        {"drawn": True},
        {"do": "A3:0-2"},
    ]
    for record in records:
        with pytest.raises(ValueError, match="expected"):
            session.apply(record)


def test_a_seat_may_be_empty_only_if_the_game_can_be_played_so() -> None:
    four = games.load("thaayam")
    assert Seats.of(four, ("nobody", "person", "nobody", "friend")).present == (1, 3)
    for game, players in (
        (games.load("squadro"), ("person", "nobody")),
        (four, ("nobody", "nobody", "nobody", "person")),
        (games.load("tshupu"), ("nobody",) * 4),
    ):
        with pytest.raises(ValueError, match="cannot be played with that many empty seats"):
            Seats.of(game, players)


def test_a_game_begins_with_the_next_seat_that_has_a_player() -> None:
    assert session_after(Setup("thaayam", {}, 2, ("person", "person", "nobody"))).state.turn == 3


@pytest.mark.parametrize("name", ["thaayam", "tshupu", "xiangqi4"])
def test_players_may_leave_at_any_moment_and_the_board_stays_right(name: str) -> None:
    rng = random.Random(3)
    session = session_after(Setup(name))
    board = session.standing()
    leaving = {30: 1, 60: 2} if session.seats.can_leave(1) else {}
    for number in range(90):
        if session.is_over:
            break
        if number in leaving and session.seats.can_leave(leaving[number]):
            session.apply({"resigned": leaving[number]})
        else:
            session.apply({"do": str(random_action(session.state, rng))})
        board = carry_out(board, session.hand_steps.remaining)
        finish(session)
        assert board == session.state.pieces()
        assert session.state.turn not in [seat for seat in leaving.values() if left(session, seat)]


def left(session: Session, seat: int) -> bool:
    return session.player(seat) == "nobody" and not session.state.is_chance


def test_undo_to_before_a_player_left_skips_the_empty_seat_again() -> None:
    session = session_after(FOUR)
    for text in ("2", "pass", "2"):
        session.apply({"do": text})
    session.apply({"resigned": 1})
    assert session.state.turn == 2
    session.apply({"undo": 1})
    assert session.state.turn == 2
    session.apply({"undo": 1})
    assert session.state.turn == 0


def test_the_end_is_recorded_as_it_is() -> None:
    session = session_after(DUEL, {"resigned": 0})
    assert not session.is_end_recorded
    session.apply({"over": "resigned", "winners": "1", "draw": False})
    assert session.is_end_recorded


@pytest.mark.parametrize("size", [1, 2, 120])
def test_taking_back_is_read_as_it_is_written(size: int) -> None:
    assert size_taken_back(taking_back(size)) == size


def test_a_draw_takes_nothing_back() -> None:
    assert size_taken_back(DRAW) is None


@pytest.mark.parametrize(
    "act",
    [
        "",
        '{"undo":0}',
        '{"undo":01}',
        '{"undo": 2}',
        '{"undo":2,"do":"3"}',
        '{"undo":2}\n',
        '{"undo":' + "9" * 5_000 + "}",
        "[" * 100_000,
    ],
    ids=range(8),
)
def test_nothing_else_can_be_asked_for(act: str) -> None:
    with pytest.raises(ValueError, match="."):
        size_taken_back(act)
