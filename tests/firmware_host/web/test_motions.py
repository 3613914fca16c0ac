"""What happened on the board: the right ways in every game, and pieces that keep their numbers."""

import random
from collections.abc import Mapping

import pytest

import games
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.web.motions import (
    FollowedPieces,
    actions_settled,
    drawn,
    last_throw,
    round_before,
    seat_at_work,
)
from games.core import random_action

Way = list[str]


def begun(game: str, *actions: str) -> Session:
    """Return a game after ``actions``, all of which the hands have carried out."""
    session = Session.begin(Setup(game, first=0).record(), games)
    for action in actions:
        do(session, action)
    return session


def do(session: Session, action: str) -> None:
    session.apply({"do": action})
    carry_out(session)


def carry_out(session: Session) -> None:
    if session.hand_steps.due:
        session.apply({"act": len(session.hand_steps.steps)})


def taken(place: str, to: str) -> dict[str, str]:
    return {"place": place, "to": to}


CANNONS = "g3-g2 q13-q9 m17-m10 a8-c10 g2-g6 s12-q10 k19-j18 c13-h13 g6-g3 q7xa7"
LONG = [f"{file}7" for file in "qponmlkjihgfedcba"]


@pytest.mark.parametrize(
    ("game", "actions", "seat", "ways", "captures"),
    [
        ("squadro", "A2:0-1", 0, [["c1", "c2"]], []),
        (
            "squadro",
            "A2:0-1 B5:0-1 A5:0-3 B2:0-3 A3:0-3xB2",
            0,
            [["d1", "d2", "d3", "d4"]],
            [taken("d3", "a3")],
        ),
        ("xiangqi4", "g3-g2", 0, [["g3", "g2"]], []),
        ("xiangqi4", CANNONS, 1, [LONG], [taken("a7", "off 3")]),
        (
            "tshupu",
            "1+6 1+6:e1-i5x",
            0,
            [["e1", "f1", "f2", "f3", "g4", "h4", "i4", "i5"]],
            [taken("i5", "hand 3")],
        ),
        (
            "tshupu",
            "1+3 1:e1-f1,3:e1-f3",
            0,
            [["e1", "f1"], ["e1", "f1", "f2", "f3"]],
            [],
        ),
        ("thaayam", "8 4 1 4 2 1:hand-c1", 0, [["hand 0", "c1"]], []),
        ("thaayam", "8 4 1 4 2 1:hand-c1 4:c1-e3", 0, [["c1", "d1", "e1", "e2", "e3"]], []),
    ],
)
def test_the_last_move_begins_where_the_piece_stood(
    game: str, actions: str, seat: int, ways: list[Way], captures: list[Mapping[str, str]]
) -> None:
    session = begun(game, *actions.split())
    newest = round_before(session, len(session.actions))[len(session.actions)]
    assert newest == {"seat": seat, "ways": ways, "captures": captures}


@pytest.fixture(params=games.names())
def played(request: pytest.FixtureRequest) -> Session:
    """A game by chance, of some hundred actions."""
    session, rng = begun(request.param), random.Random(11)
    while not session.state.is_terminal and len(session.actions) < 300:
        do(session, str(random_action(session.state, rng)))
    return session


def test_pieces_keep_their_numbers_on_their_ways(played: Session) -> None:
    followed, game = FollowedPieces(), played.game
    for number in range(1, len(played.actions) + 1):
        before, after = (drawn(followed.at(played, each)) for each in (number - 1, number))
        told = round_before(played, number).get(number)
        moved = {piece[2] for each, piece in after.items() if before.get(each, ())[:3] != piece[:3]}
        ends = {way[-1] for way in told["ways"]} if told else set()
        back = {each["to"] for each in told["captures"]} if told else set()
        assert {place for place in moved if place in game.board} <= ends | back


def test_a_position_has_the_same_numbers_whenever_it_is_looked_at(played: Session) -> None:
    followed, last = FollowedPieces(), len(played.actions)
    forwards = [drawn(followed.at(played, each)) for each in range(last + 1)]
    backwards = FollowedPieces()
    for number in (last, last // 2, last, 0, last - 1, 65, 64, 63):
        assert drawn(backwards.at(played, number)) == forwards[number]


def test_every_position_has_the_pieces_of_its_state(played: Session) -> None:
    followed = FollowedPieces()
    for number, state in enumerate(played.states):
        numbers = followed.at(played, number)
        found = {alike: len(ids) for alike, ids in numbers.items() if ids}
        assert found == {
            (p.seat, p.kind, p.place, p.facing, p.badge): p.count for p in state.pieces()
        }
        every = [each for ids in numbers.values() for each in ids]
        assert len(every) == len(set(every))


def test_a_captured_piece_goes_by_hand_before_the_one_that_takes_it() -> None:
    session = begun("squadro", "A2:0-1", "B5:0-1", "A5:0-3", "B2:0-3")
    followed = FollowedPieces()
    before = {piece[2]: number for number, piece in drawn(followed.shown(session)).items()}
    session.apply({"do": "A3:0-3xB2"})
    assert drawn(followed.shown(session))[before["d3"]][2] == "d3"
    assert (actions_settled(session), seat_at_work(session)) == (4, 0)
    session.apply({"act": 1})
    shown = drawn(followed.shown(session))
    assert (shown[before["d3"]][2], shown[before["d1"]][2]) == ("a3", "d1")
    assert seat_at_work(session) == 0
    session.apply({"act": 2})
    assert drawn(followed.shown(session))[before["d1"]][2] == "d4"
    assert (actions_settled(session), seat_at_work(session)) == (5, 1)


def test_what_is_taken_back_stands_again_with_its_number() -> None:
    session, followed = begun("xiangqi4", *CANNONS.split()[:-1]), FollowedPieces()
    before = drawn(followed.shown(session))
    do(session, "q7xa7")
    assert drawn(followed.shown(session)) != before
    session.apply({"undo": 1})
    carry_out(session)
    assert drawn(followed.shown(session)) == before


def test_the_moves_of_a_round_are_told_back_to_the_turn_before_of_who_moved_last() -> None:
    session = begun("xiangqi4", *CANNONS.split())
    assert [each["seat"] for each in round_before(session, 10).values()] == [2, 3, 0, 1]
    assert list(round_before(session, 3)) == [1, 2, 3]
    assert round_before(session, 0) == {}


def test_the_last_throw_stays_until_the_next() -> None:
    session = begun("tshupu", "1+6", "1+6:e1-i5x")
    assert last_throw(session, 0) is None
    thrown = {"dice": (1, 6), "value": "1+6", "seat": 0, "at": 1}
    assert last_throw(session, 1) == last_throw(session, 2) == thrown
    assert last_throw(begun("squadro", "A2:0-1"), 1) is None
