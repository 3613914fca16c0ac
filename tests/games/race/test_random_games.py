"""Races that were drawn at random keep what every game must, and are played at a table."""

import random
from collections.abc import Iterator
from itertools import count

import pytest

import games
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import play_game
from games.core import Game
from games.race import findings
from games.race.game import RaceGame, kind_of
from games.race.reading import RaceFileError
from tests.deep import deeply
from tests.games import test_every_game
from tests.games.race.random_files import random_file
from tests.table import Begin

CHECKS = [
    check
    for name, check in vars(test_every_game).items()
    if name.startswith("test_") and not hasattr(check, "pytestmark")
]
"""What every game must keep."""


def accepted() -> Iterator[RaceGame]:
    """The games drawn at random that tableside game check accepts, one after another."""
    for seed in count(1):
        try:
            game = kind_of(random_file(seed), f"race-{seed}")()
        except RaceFileError:
            continue
        variants = [game, type(game)(other=True)]
        ends = all(findings.length(each)[1] for each in variants)
        if ends and findings.WRONG.isdisjoint(findings.report(variants)):
            yield game


FOUND = accepted()
DRAWN: list[RaceGame] = []


def drawn(number: int) -> RaceGame:
    while len(DRAWN) <= number:
        DRAWN.append(next(FOUND))
    return DRAWN[number]


def test_most_files_are_games_and_some_are_not() -> None:
    read = [0, 0]
    for seed in range(60):
        try:
            kind_of(random_file(seed), "game")
        except RaceFileError:
            read[0] += 1
        else:
            read[1] += 1
    refused, described = read
    assert refused > 1
    assert described > 30


@pytest.mark.parametrize("number", [*range(3), *deeply(*range(3, 200))])
def test_a_random_game_keeps_what_every_game_must(number: int) -> None:
    game: Game = drawn(number)
    test_every_game.positions.cache_clear()
    for check in CHECKS:
        check(game)


@pytest.mark.parametrize("number", [0, *deeply(*range(1, 200))])
def test_a_random_game_is_played_to_the_end_at_a_table(begin: Begin, number: int) -> None:
    game = drawn(number)
    games.take_in([type(game)])
    try:
        hands = begin(Setup(game.name))
        play_game(hands, random.Random(number))
        assert hands.state.is_terminal
    finally:
        games.take_in([])


def test_a_seat_that_rests_throws_no_more_although_its_last_square_gives_a_throw() -> None:
    """Drawn at random: the last square gives another throw, and the partner is still on the way."""
    state = drawn(8).state("0 move 16/0/0/0 4 - -")
    after = state.apply(state.parse("4:b1-c3"))
    assert str(after) == "1 throw 19/0/0/0 - - -"
