"""Malformed texts of games: each is read and means itself, or is refused in one line."""

import random
from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from games.actions import Action
from games.core import State
from games.message import IllegalMove
from games.record import Record, RecordError, from_json, read, to_json, write
from games.replay import record_of, replay
from tests.damage import Text, check_line, lying
from tests.games.playing import play_at_random
from tests.games.test_every_game import variants

EXAMPLES, DEEP_EXAMPLES = 40, 10_000
LENGTH = 40
"""Actions of the random games from which positions and records are taken."""

NAMES = st.sampled_from(games.names())
SEEDS = st.integers(0, 30)
MALFORMED = st.data()


@cache
def states(name: str, seed: int) -> tuple[list[State], list[Action]]:
    known = list(variants(games.load(name)))
    start = known[seed % len(known)].start(seed % 2)
    return play_at_random(start, random.Random(seed), LENGTH)


@cache
def positions(name: str, seed: int) -> Text:
    passed, _ = states(name, seed)
    return lying(st.sampled_from([str(state) for state in passed]))


@cache
def actions_of(name: str) -> Text:
    """What has the form of an action of the game called ``name``, or nearly."""
    legal = {str(action) for seed in range(6) for action in states(name, seed)[1]}
    return lying(
        st.from_regex(games.kind(name).MOVE_TEXT, fullmatch=True) | st.sampled_from(sorted(legal))
    )


@cache
def records(name: str, seed: int, written: Callable[[Record], str]) -> Text:
    passed, actions = states(name, seed)
    record = record_of(passed, actions, date="2026-11-20", players={"south": "person"})
    return lying(st.just(written(record)))


def check_position(data: st.DataObject, name: str, seed: int) -> None:
    """A position text is read as the state that is written so, or refused."""
    text, game = data.draw(positions(name, seed)), states(name, seed)[0][0].game
    try:
        state = game.state(text)
    except ValueError as error:
        check_line(error)
    else:
        assert game.state(str(state)) == state
        assert state.is_terminal or state.actions()


def check_action(data: st.DataObject, name: str, seed: int) -> None:
    """A text is the action that is written so, or refused with a reason."""
    passed, _ = states(name, seed)
    state = passed[data.draw(st.integers(0, len(passed) - 1))]
    text = data.draw(actions_of(name))
    try:
        action = state.parse(text)
    except IllegalMove as error:
        check_line(error)
    else:
        assert str(action) == text


def check_record(data: st.DataObject, name: str, seed: int) -> None:
    """A text is a record that can be written again, or refused; its game is played, or refused."""
    text = data.draw(records(name, seed, write))
    try:
        record = read(text)
        assert read(write(record)) == record
        for _ in replay(record, games):
            pass
    except RecordError as error:
        check_line(error)


def check_json(data: st.DataObject, name: str, seed: int) -> None:
    """A line of JSON is a record that can be written again, or refused."""
    line = data.draw(records(name, seed, to_json))
    try:
        record = from_json(line)
    except RecordError as error:
        check_line(error)
    else:
        assert from_json(to_json(record)) == record


def check_options(name: str, given: dict[str, object]) -> None:
    """Options are those that the game has, or refused."""
    try:
        game = games.load(name, **given)  # type: ignore[arg-type]
    except ValueError as error:
        check_line(error)
    else:
        assert {key: game.options[key] for key in given} == given
        assert type(game)(**game.options) == game


OPTION_NAMES = st.sampled_from(
    [option.name for name in games.names() for option in games.kind(name).OPTIONS]
) | st.sampled_from(["name", "self", "", "mode\x1b"])
OPTION_VALUES = st.sampled_from(
    [value for n in games.names() for each in games.kind(n).OPTIONS for value in each.values]
) | st.sampled_from([0, 1, 2, 2.0, True, "True", None, float("nan"), 10**30, "\x1b[2J"])
OPTIONS = st.dictionaries(OPTION_NAMES, OPTION_VALUES, max_size=4)


@settings(max_examples=EXAMPLES)
@given(MALFORMED, NAMES, SEEDS)
def test_a_position_text_means_itself_or_is_refused(
    data: st.DataObject, name: str, seed: int
) -> None:
    check_position(data, name, seed)


@settings(max_examples=EXAMPLES)
@given(MALFORMED, NAMES, SEEDS)
def test_an_action_means_itself_or_is_refused_with_a_reason(
    data: st.DataObject, name: str, seed: int
) -> None:
    check_action(data, name, seed)


@settings(max_examples=EXAMPLES)
@given(MALFORMED, NAMES, SEEDS)
def test_a_malformed_record_is_played_as_far_as_it_is_correct(
    data: st.DataObject, name: str, seed: int
) -> None:
    check_record(data, name, seed)


@settings(max_examples=EXAMPLES)
@given(MALFORMED, NAMES, SEEDS)
def test_a_malformed_record_in_json_is_refused(data: st.DataObject, name: str, seed: int) -> None:
    check_json(data, name, seed)


@settings(max_examples=EXAMPLES)
@given(NAMES, OPTIONS)
def test_options_are_those_that_a_game_has(name: str, given: dict[str, object]) -> None:
    check_options(name, given)


@pytest.mark.deep
@settings(max_examples=DEEP_EXAMPLES)
@given(MALFORMED, NAMES, SEEDS)
def test_a_position_text_means_itself_or_is_refused_at_length(
    data: st.DataObject, name: str, seed: int
) -> None:
    check_position(data, name, seed)


@pytest.mark.deep
@settings(max_examples=DEEP_EXAMPLES)
@given(MALFORMED, NAMES, SEEDS)
def test_an_action_means_itself_or_is_refused_with_a_reason_at_length(
    data: st.DataObject, name: str, seed: int
) -> None:
    check_action(data, name, seed)


@pytest.mark.deep
@settings(max_examples=DEEP_EXAMPLES)
@given(MALFORMED, NAMES, SEEDS)
def test_a_malformed_record_is_played_as_far_as_it_is_correct_at_length(
    data: st.DataObject, name: str, seed: int
) -> None:
    check_record(data, name, seed)


@pytest.mark.deep
@settings(max_examples=DEEP_EXAMPLES)
@given(MALFORMED, NAMES, SEEDS)
def test_a_malformed_record_in_json_is_refused_at_length(
    data: st.DataObject, name: str, seed: int
) -> None:
    check_json(data, name, seed)


@pytest.mark.deep
@settings(max_examples=DEEP_EXAMPLES)
@given(NAMES, OPTIONS)
def test_options_are_those_that_a_game_has_at_length(name: str, given: dict[str, object]) -> None:
    check_options(name, given)


def test_a_run_of_points_longer_than_a_board_is_refused_not_laid_out() -> None:
    board, rest = str(games.load("xiangqi4").start()).split(" ", 1)
    ranks = board.split("/")
    for run in ("9" * 12, "9" * 30, "99" * 400):
        with pytest.raises(ValueError, match="expected 9 points in rank"):
            games.load("xiangqi4").state(" ".join(["/".join([run, *ranks[1:]]), rest]))


@pytest.mark.parametrize("name", games.names())
def test_ten_million_characters_are_refused_unread(name: str) -> None:
    long = "9" * 10_000_000
    game = games.load(name)
    with pytest.raises(ValueError, match="at most 1000 characters, not 10000000") as refusal:
        game.state(long)
    check_line(refusal.value)
    with pytest.raises(IllegalMove) as refused:
        game.start().parse(long)
    assert len(str(refused.value)) < 300
    with pytest.raises(RecordError, match="at most 1048576 characters"):
        read(long)
