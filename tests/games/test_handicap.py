"""Handicaps: what a seat begins with changes nothing else, and every one that ships is measured."""

import random
from collections.abc import Iterator

import pytest

import games
from games.core import Game, perft
from games.options import NONE, PREFIX, Handicap, passed_on, told
from games.race.game import kind_of
from games.race.reading import RaceFileError
from games.replay import record_of
from tests.games.race.files import load as race_of

SUN = """\
title = "Sun Race"
track = "a1..f1"
board.rows = ["......"]
seats = [
  { colour = "white", side = "south" },
  { colour = "black", side = "north", track = "f1..a1" },
]
pieces.count = 2
dice = { count = 1, faces = [1, 2, 3] }
"""


def uneven() -> Iterator[tuple[Game, int, Handicap]]:
    """Every game with each handicap at each seat, with that seat and the handicap."""
    for name in games.shipped():
        for handicap in games.kind(name).HANDICAPS:
            for seat in games.load(name).seats:
                yield (
                    games.load(name, **{PREFIX + seat.colour: handicap.name}),
                    seat.index,
                    handicap,
                )


@pytest.mark.parametrize("name", games.shipped())
def test_every_game_that_ships_has_a_handicap_and_each_is_measured(name: str) -> None:
    kind = games.kind(name)
    assert kind.HANDICAPS
    assert [each.name for each in kind.HANDICAPS if not (each.elo and each.margin)] == []


def test_only_the_seat_with_the_handicap_begins_otherwise() -> None:
    for game, seat, handicap in uneven():
        usual = games.load(game.name).start()
        assert game.handicap(seat) == handicap
        for other in game.seats:
            before, after = (
                [each for each in state.pieces() if each.seat == other.index]
                for state in (usual, game.start())
            )
            is_as_usual = other.index != seat or handicap.repeats
            assert (before == after) == is_as_usual, (game.name, handicap.name)


def test_a_position_with_a_handicap_says_all_that_is_needed() -> None:
    for game, _, _ in uneven():
        state = game.start()
        assert game.state(str(state)) == state
        assert str(game.state(str(state))) == str(state)


def test_a_game_with_a_handicap_is_played_to_its_end() -> None:
    rng = random.Random(1)
    for game, _, _ in uneven():
        assert game.playout(game.start(), rng).winners


def test_no_handicap_changes_nothing() -> None:
    for name in games.shipped():
        usual = games.load(name)
        given = {option.name: NONE for option in usual.OPTIONS if option.seat}
        chosen = games.load(name, **given)
        assert chosen == usual
        assert str(chosen.start()) == str(usual.start())
        assert perft(chosen.start(), 1) == perft(usual.start(), 1)


def test_a_record_names_a_handicap_and_no_seat_without_one() -> None:
    game = games.load("ur", handicap_black="one_home")
    assert record_of([game.start()], []).options == {"track": "short", "handicap_black": "one_home"}
    assert told(games.load("ur").options) == {"track": "short"}


def test_a_handicap_goes_along_around_the_table() -> None:
    colours = ("red", "green", "yellow")
    options = {"handicap_red": "one_home", "handicap_yellow": "two_home"}
    before = ("yellow", "red", "green")
    assert passed_on(options, colours, before) == {
        "handicap_green": "one_home",
        "handicap_red": "two_home",
    }


def test_a_file_of_ones_own_says_handicaps() -> None:
    text = f'{SUN}[[handicaps]]\nname = "ahead"\ntitle = "ahead"\nhome = 1\nsteps = [3]\n'
    game = kind_of(text, "sun")(handicap_black="ahead")
    assert str(game.start()) == "0 throw 0,0/7,3 - - -"
    assert game.HANDICAPS[0].margin == 0


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ("", "expected 1 to 2 pieces in home and steps, got 0"),
        ("home = 2", "expected fewer than the 2 pieces that win, got 2"),
        ("home = 1\nsteps = [1, 2]", "expected 1 to 2 pieces in home and steps, got 3"),
        ("steps = [7]", "expected different steps from 1 to 6 without a shortcut"),
        ("steps = [2, 2]", "expected different steps from 1 to 6 without a shortcut"),
    ],
)
def test_a_handicap_that_cannot_be_is_refused_in_words(words: str, wrong: str) -> None:
    text = f'{SUN}[[handicaps]]\nname = "ahead"\ntitle = "ahead"\n{words}\n'
    with pytest.raises(RaceFileError, match=wrong):
        kind_of(text, "sun")


def test_a_handicap_without_a_name_of_its_own_is_refused() -> None:
    text = f'{SUN}[[handicaps]]\nname = "none"\ntitle = "ahead"\nhome = 1\n'
    with pytest.raises(RaceFileError, match="expected a name of its own"):
        kind_of(text, "sun")


def test_the_number_of_seats_leaves_handicaps_to_those_who_play() -> None:
    game = race_of("thaayam", seats=2, handicap_black="two_home", handicap_red="two_home")
    assert str(game.start()).split()[2] == "0,0,0,0/26,26,0,0"
