"""Two games that are written by hand are the same games when a file describes them.

Everything that their states say is compared: in random positions, in random play and by perft.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from functools import partial

import pytest

import games
from games.actions import Move
from games.core import Game, State, perft, random_action
from games.options import OptionValue
from tests.deep import deeply
from tests.games.race import files

Options = Mapping[str, OptionValue]
Written = Callable[[Game, str], str]
"""Writes the position of a game written by hand as the kit writes it."""


def thaayam(game: Game, text: str) -> str:
    return text.rpartition(" ")[0] + " -"


def tshupu(game: Game, text: str) -> str:
    turn, phase, pieces, throw = text.split(" ")
    small, _, large = throw.partition("+")
    again = "again" if game.options["doubles_again"] and small == large else "-"
    return f"{turn} {phase} {pieces} {throw.replace('+', ',')} - {again}"


WRITTEN: Mapping[str, Written] = {"thaayam": thaayam, "tshupu": tshupu}
LAST: Mapping[str, int] = {"thaayam": 26, "tshupu": 33}
THROWS: Mapping[str, list[str]] = {
    "thaayam": ["1", "2", "3", "4", "8", "1,2", "1,1,3", "3,4,8", "-"],
    "tshupu": [f"{small}+{large}" for small in (1, 3, 4, 6) for large in (1, 3, 4, 6)],
}


def both(name: str, options: Options) -> tuple[Game, Game]:
    """The game called ``name`` as it is written by hand, and as its file describes it."""
    return games.load(name, **options), files.load(name, **options)


def every_variant() -> Iterator[tuple[str, Options]]:
    """Each game with each value of each option of its file."""
    for name in WRITTEN:
        yield name, {}
        for option in files.kind(name).OPTIONS:
            yield from ((name, {option.name: value}) for value in option.others)


def some_options(name: str, rng: random.Random) -> Options:
    return {option.name: rng.choice(option.values) for option in files.kind(name).OPTIONS}


VARIANTS = [*every_variant()]
EVERY = pytest.mark.parametrize(("name", "options"), VARIANTS)


def said(move: Move) -> tuple[object, ...]:
    return move.text, move.choices, move.path, move.ways, move.captures, move.steps


def assert_same(one: State, other: State, write: Callable[[str], str]) -> None:
    assert str(other) == write(str(one))
    assert (other.turn, other.mover, other.is_chance) == (one.turn, one.mover, one.is_chance)
    assert other.pending == one.pending
    assert other.pieces() == one.pieces()
    assert other.outcome() == one.outcome()
    assert [*map(said, other.legal_moves())] == [*map(said, one.legal_moves())], str(one)


CANNOT_SAY = {"capture_first", "captures", "closing"}
"""Options of a game that the kit has no words for."""


def test_all_other_options_of_the_games_can_be_said() -> None:
    said_of = {name: {option.name for option in files.kind(name).OPTIONS} for name in WRITTEN}
    known = {name: {option.name for option in games.kind(name).OPTIONS} for name in WRITTEN}
    assert known["tshupu"] == said_of["tshupu"]
    assert known["thaayam"] - said_of["thaayam"] == CANNOT_SAY


@EVERY
def test_seats_board_dice_and_throws_are_the_same(name: str, options: Options) -> None:
    one, other = both(name, options)
    assert (other.seats, other.board, other.dice) == (one.seats, one.board, one.dice)
    thrown = one.start().chance_outcomes()
    assert other.start().chance_outcomes() == thrown
    assert [other.throw(throw.faces) for throw, _ in thrown] == [throw for throw, _ in thrown]
    assert [other.throw(throw.faces).faces for throw, _ in thrown] == [t.faces for t, _ in thrown]


@EVERY
def test_random_games_are_the_same_to_the_end(name: str, options: Options) -> None:
    one, other = both(name, options)
    write, rng = partial(WRITTEN[name], one), random.Random(f"{name}{options}")
    state, again = one.start(1), other.start(1)
    while not state.is_terminal:
        assert_same(state, again, write)
        action = random_action(state, rng)
        state, again = state.apply(action), again.apply(action)
    assert_same(state, again, write)


@EVERY
def test_perft_is_the_same(name: str, options: Options) -> None:
    one, other = both(name, options)
    write, rng = partial(WRITTEN[name], one), random.Random(7)
    state = one.start()
    for _ in range(40):
        state = state.apply(random_action(state, rng))
    assert not state.is_terminal
    assert perft(other.start(), 3) == perft(one.start(), 3) > 1
    assert perft(other.state(write(str(state))), 3) == perft(state, 3) > 1


@pytest.mark.parametrize("count", [500, *deeply(500_000)])
@pytest.mark.parametrize("name", WRITTEN)
def test_random_positions_have_the_same_moves_that_lead_to_the_same(name: str, count: int) -> None:
    rng = random.Random(count)
    compared = 0
    while compared < count:
        one, other = both(name, some_options(name, rng))
        write = partial(WRITTEN[name], one)
        for _ in range(50):
            state = scattered(one, rng)
            if state is None:
                continue
            again = other.state(write(str(state)))
            assert_same(state, again, write)
            compared += 1
            for action in rng.sample(state.actions(), min(2, len(state.actions()))):
                assert str(again.apply(action)) == write(str(state.apply(action)))


def scattered(game: Game, rng: random.Random) -> State | None:
    """A position of ``game`` with its pieces anywhere, None if the game has none like that."""
    last = rng.choice((LAST[game.name], LAST[game.name], LAST[game.name] // 3))
    rows = [sorted((rng.randint(0, last) for _ in range(4)), reverse=True) for _ in game.seats]
    pieces = "/".join(",".join(map(str, row)) for row in rows)
    turn, throw = rng.randrange(len(game.seats)), rng.choice(THROWS[game.name])
    rest = f"{throw} - -" if game.name == "thaayam" else throw
    try:
        return game.state(f"{turn} move {pieces} {rest}")
    except ValueError:
        return None
