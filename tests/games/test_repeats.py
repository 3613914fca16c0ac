"""A handicap with which a seat may repeat a throw: what it changes, and that it changes no more."""

import pickle
import random
from collections.abc import Iterator
from typing import Any, cast

import pytest

import games
from games import players
from games.core import Game, State, perft, random_action
from games.message import IllegalMove
from games.options import PREFIX
from games.race.game import RacePosition, kind_of
from games.race.reading import RaceFileError
from games.record import read, write
from games.repeats import REPEAT, RepeatablePosition, RepeatingGame
from games.replay import check, record_of
from games.review import assess, played, review
from games.valuation import AT_A_GLANCE, after_throws, prospects, shares
from tests.games.test_handicap import SUN

NAMES = tuple(
    name for name in games.shipped() if any(each.repeats for each in games.kind(name).HANDICAPS)
)
REFUSALS = {
    "before any throw": "only a throw that was just made can be repeated",
    "after repeating": "white has repeated a throw in this turn already",
    "somebody else": "black may not repeat a throw",
}


def repeating(name: str, *seats: int, **options: Any) -> Game:
    """The game called ``name`` in which the ``seats`` may repeat a throw."""
    colours = [games.load(name, **options).seats[seat].colour for seat in seats or (0,)]
    return games.load(name, **{PREFIX + colour: "repeat" for colour in colours}, **options)


def walk(game: Game, seed: int, first: int = 0) -> Iterator[tuple[State, Any]]:
    """Every state of a random game, with what happens in it."""
    rng, state = random.Random(seed), game.start(first)
    while not state.is_terminal:
        action = random_action(state, rng)
        yield state, action
        state = state.apply(action)


def test_every_game_with_throws_of_a_turn_has_it() -> None:
    assert {name for name in games.shipped() if games.load(name).dice} == {*NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_a_throw_is_repeated_once_in_a_turn(name: str) -> None:
    repeated = 0
    for state, action in walk(repeating(name), 3):
        may = REPEAT in state.legal_moves()
        assert not may or state.turn == 0
        if action == REPEAT:
            repeated += 1
            after = state.apply(REPEAT)
            assert (after.is_chance, after.turn) == (True, 0)
            assert after.pieces() == state.pieces()
            thrown = after.apply(after.chance_outcomes()[0][0])
            assert REPEAT not in thrown.legal_moves()
    assert repeated > 3


@pytest.mark.parametrize("name", NAMES)
def test_every_position_is_written_and_read_again(name: str) -> None:
    game = repeating(name, 0, 1)
    for state, action in walk(game, 1):
        assert game.state(str(state)) == state
        assert pickle.loads(pickle.dumps(state)) == state
        assert state.parse(str(action)) == action
        assert state.apply(state.parse(str(action))) == state.apply(action)


@pytest.mark.parametrize("name", NAMES)
def test_whole_games_are_recorded_and_read_again(name: str) -> None:
    for seed in range(5):
        game = repeating(name, seed % 2)
        played = [*walk(game, seed)]
        states, actions = [state for state, _ in played], [action for _, action in played]
        states.append(states[-1].apply(actions[-1]))
        text = write(record_of(states, actions))
        assert REPEAT.text in text.split()
        assert write(read(text)) == text
        assert check(read(text), games) == len(actions)


@pytest.mark.parametrize("name", NAMES)
def test_all_else_is_as_the_game_itself_has_it(name: str) -> None:
    game, plain = repeating(name), games.load(name)
    assert isinstance(game, RepeatingGame)
    assert not isinstance(plain, RepeatingGame)
    assert game != plain
    assert game == repeating(name) == pickle.loads(pickle.dumps(game))
    assert hash(game) == hash(repeating(name))
    state = game.start(1)
    for inner, action in walk(plain, 5, first=1):
        assert [each for each in state.legal_moves() if each != REPEAT] == [*inner.legal_moves()]
        assert (state.turn, state.mover) == (inner.turn, inner.mover)
        assert (state.pieces(), state.pending) == (inner.pieces(), inner.pending)
        assert state.evaluate(0) == inner.evaluate(0)
        state = state.apply(action)
    assert state.outcome() is not None


@pytest.mark.parametrize(("when", "words"), REFUSALS.items())
def test_a_throw_that_cannot_be_repeated_is_refused_in_words(when: str, words: str) -> None:
    game = repeating("ur")
    thrown = game.start().apply(game.throw((1, 0, 0, 0)))
    states = {
        "before any throw": game.start(),
        "after repeating": thrown.apply(REPEAT),
        "somebody else": game.start(1).apply(game.throw((1, 0, 0, 0))),
    }
    with pytest.raises(IllegalMove, match=words):
        states[when].parse(REPEAT.text)
    with pytest.raises(IllegalMove, match=words):
        states[when].apply(REPEAT)


@pytest.mark.parametrize("last", ["x", "repeated", "9", ""])
def test_a_position_with_a_wrong_last_field_is_refused(last: str) -> None:
    game = repeating("ur")
    start = str(game.start(1)).removesuffix("-")
    with pytest.raises(ValueError, match="expected -, repeated or a throw that may be repeated"):
        game.state(start + last)


def test_pieces_that_were_put_elsewhere_keep_the_throw() -> None:
    game = repeating("ur")
    state = game.start().apply(game.throw((1, 1, 0, 0)))
    moved = games.load("ur").state("0 throw 2,0,0,0,0,0,0/0,0,0,0,0,0,0 - - -").pieces()
    again = cast("RepeatablePosition", state).with_pieces(moved)
    assert again.pieces() == moved
    assert (again.pending, REPEAT in again.legal_moves()) == (state.pending, True)


def test_the_machine_repeats_a_bad_throw_and_keeps_a_good_one() -> None:
    game, rng = repeating("ludo"), random.Random(1)
    start = "0 throw 0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - - - "
    for level in ("friend", "expert", "champion"):
        player = players.load(level)
        assert player.choose(game.state(start + "3"), rng) == REPEAT  # no piece comes in
        assert player.choose(game.state(start + "6"), rng) != REPEAT


@pytest.mark.parametrize("name", NAMES)
def test_repeating_is_worth_the_mean_of_all_throws(name: str) -> None:
    state = repeating(name).start()
    thrown = {throw: state.apply(throw) for throw, _ in state.chance_outcomes()}
    (expected,) = {
        prospects(each, 0)[REPEAT] for each in thrown.values() if REPEAT in each.legal_moves()
    }
    assert expected == pytest.approx(shares(games.load(name).start(), 0))
    for throw, worth in after_throws(state, nodes=0).items():
        assert REPEAT not in thrown[throw].legal_moves() or worth[0] >= expected[0] - 1e-9


def test_a_game_in_which_throws_were_repeated_is_reviewed() -> None:
    played_so = [*walk(repeating("ur"), 2)]
    states, actions = [state for state, _ in played_so], [action for _, action in played_so]
    states.append(states[-1].apply(actions[-1]))
    points = played(record_of(states, actions), games)
    found = review(points, [assess(point, AT_A_GLANCE) for point in points])
    sums = found.sums(0)
    assert found.start[0] + sums.luck + sums.skill == pytest.approx(found.result[0])


def test_nothing_is_slower_where_nobody_has_it() -> None:
    game = games.load("ur", handicap_white="one_home")
    assert type(game) is games.kind("ur")
    assert isinstance(game.start(), RacePosition)
    assert perft(game.start(), 2) == perft(games.load("ur").start(), 2)


def test_a_file_of_ones_own_may_say_so() -> None:
    text = f'{SUN}[[handicaps]]\nname = "twice"\ntitle = "throw twice"\nrepeat = true\n'
    game = kind_of(text, "sun")(handicap_black="twice")
    assert str(game.start()) == "0 throw 0,0/0,0 - - - -"
    with pytest.raises(RaceFileError, match="expected no pieces in home and steps with repeat"):
        kind_of(f"{text}home = 1\n", "sun")
