"""How many people play and who takes the other seats, as the seats of a set-up."""

import pytest

import games
from firmware_host.session.setup import Lineup, Setup, others_possible, usual_setup, with_options

THAAYAM = Setup("thaayam")
ALL = {
    ("thaayam", 4): "person person person person",
    ("thaayam", 3): "person person person friend",
    ("thaayam", 2): "person friend person friend",
    ("thaayam", 1): "person friend friend friend",
    ("tshupu", 2): "person person friend friend",
    ("squadro", 1): "person friend",
}


def seated(game: str, people: int, others: str = "friend") -> Setup:
    setup = Lineup(people, others).seated(Setup(game), games)
    assert setup is not None
    return setup


@pytest.mark.parametrize(("game", "people"), ALL)
def test_machines_take_the_seats_that_people_leave(game: str, people: int) -> None:
    assert " ".join(seated(game, people).players) == ALL[game, people]


@pytest.mark.parametrize("game", games.names())
def test_a_line_up_is_read_off_the_seats_again(game: str) -> None:
    most = len(games.load(game).seats)
    for people in range(1, most):
        for others in others_possible(people, Setup(game), games):
            assert Lineup.of(seated(game, people, others), games) == Lineup(people, others)
    assert Lineup.of(seated(game, most), games).people == most


def test_a_game_that_may_have_fewer_seats_gets_fewer_instead_of_empty_ones() -> None:
    setup = seated("thaayam", 2, "nobody")
    assert (setup.options, setup.players) == ({"seats": 2}, ("person", "person"))
    again = Lineup(2, "champion").seated(setup, games)
    assert again is not None
    assert again.options == {"seats": 4}
    assert again.players == ("person", "champion", "person", "champion")


def test_nobody_is_possible_only_where_the_rules_allow_it() -> None:
    levels = ("first", "beginner", "friend", "expert", "champion", "adaptive")
    assert others_possible(1, THAAYAM, games) == levels
    assert others_possible(2, THAAYAM, games) == (*levels, "nobody")
    assert others_possible(1, Setup("squadro"), games) == levels
    assert others_possible(2, Setup("tshupu"), games) == (*levels, "nobody")


def test_other_options_and_who_begins_stay_when_people_change() -> None:
    before = Setup("thaayam", {"capture_first": True}, first=2)
    after = Lineup(2, "nobody").seated(before, games)
    assert after is not None
    assert after.options == {"capture_first": True, "seats": 2}
    assert games.load("thaayam", seats=2).seats[after.first or 0].side == "north"


def test_with_another_option_everybody_stays_on_their_side_of_the_board() -> None:
    before = Setup("thaayam", first=2, players=("person", "beginner", "champion", "nobody"))
    after = with_options(before, {"seats": 2}, games)
    assert (after.first, after.players) == (1, ("person", "champion"))
    drawn = Setup("thaayam", first=None, players=("person", "beginner", "friend", "nobody"))
    changed = with_options(drawn, {"capture_throw": True}, games)
    assert (changed.first, changed.players) == (None, drawn.players)


def test_a_seat_that_is_gone_begins_no_more() -> None:
    assert with_options(Setup("thaayam", first=1), {"seats": 2}, games).first is None


def test_too_many_empty_seats_are_filled_by_people() -> None:
    before = Setup("thaayam", players=("person", "friend", "nobody", "friend"))
    assert with_options(before, {"seats": 2}, games).players == ("person", "person")


def test_who_begins_is_by_the_rules_of_the_game() -> None:
    assert {name: usual_setup(games.kind(name)).first for name in games.names()} == {
        "tshupu": None,
        "thaayam": None,
        "squadro": None,
        "xiangqi4": 0,
        "ur": None,
        "backgammon": None,
        "ludo": None,
        "pachisi": None,
        "holes": None,
    }
