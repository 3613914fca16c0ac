"""The seats of another game: everybody plays at the next one."""

import pytest

import games
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup, next_colours
from firmware_host.table.scenes.next_scene import rotated


@pytest.mark.parametrize(
    ("played", "seats", "begins"),
    [
        (Setup("squadro", first=0), ("person", "person"), 1),
        (Setup("squadro", first=1), ("person", "person"), 0),
        (Setup("thaayam", {"seats": 3}, 1), ("person", "person", "person"), 2),
        (Setup("squadro", first=0, players=("person", "friend")), ("friend", "person"), 0),
        (
            Setup("thaayam", {"seats": 3}, 1, ("person", "friend", "beginner")),
            ("beginner", "person", "friend"),
            1,
        ),
    ],
    ids=["two people", "back again", "three people", "a machine", "two machines"],
)
def test_players_move_one_seat_on_and_people_alone_begin_in_turn(
    played: Setup, seats: tuple[str, ...], begins: int
) -> None:
    following = rotated(Session.begin(played.record(), games))
    again = Session.begin(following.record(), games)
    assert again.seats.players == seats
    assert following.first == begins


def test_who_has_resigned_plays_again_when_people_change_seats() -> None:
    session = Session.begin(Setup("thaayam", players=("person",) * 4, first=0).record(), games)
    session.apply({"resigned": 1})
    assert session.seats.players[1] == "nobody"
    assert set(session.players_again(next_colours(4))) == {"person"}
    assert rotated(session).first == 1
