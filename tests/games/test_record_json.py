"""Records as JSON lines: what is written reads back, anything else is refused in one line."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
from games.record import Corrected, Reached, Record, RecordError, Turn, from_json, to_json
from games.replay import check, record_of
from tests.games.playing import play_at_random

WHOLE = Record(
    game="thaayam",
    first="red",
    options={"seats": "2"},
    date="2026-11-20",
    players={"white": "person", "red": "machine"},
    result="white (resigned)",
    entries=(
        Turn("red", ("8", "4", "1", "2", "1:hand-c5", "2:c5-a5")),
        Reached("0 throw 0,0,0,0/3,0,0,0 - - -"),
        Corrected("0 throw 26,26,26,25/3,0,0,0 - - -"),
    ),
)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


def test_a_record_comes_back_as_it_was() -> None:
    assert from_json(to_json(WHOLE)) == WHOLE
    assert "\n" not in to_json(WHOLE)


def test_lines_of_release_0_1_0_are_read() -> None:
    line = '{"game":"squadro","first":"south","entries":[{"side":"south","actions":["A1:0-3"]}]}'
    assert from_json(line) == Record("squadro", "south", entries=(Turn("south", ("A1:0-3",)),))


@pytest.mark.parametrize("name", games.names())
def test_a_random_game_comes_back_and_plays_again(name: str) -> None:
    states, actions = play_at_random(games.load(name).start(), random.Random(2), most=60)
    record = from_json(to_json(record_of(states, actions)))
    assert check(record, games) == len(actions)


def test_a_line_that_is_cut_off_says_after_which_turn() -> None:
    whole = to_json(WHOLE)
    for length in range(1, len(whole)):
        cut = whole[:length]
        where = "after turn 1" if '2:c5-a5"]' in cut else "before the end of turn 1"
        with pytest.raises(RecordError) as caught:
            from_json(cut)
        assert str(caught.value) == f"the record breaks off {where}", cut


@pytest.mark.parametrize(
    "line",
    [
        "",
        "[]",
        "{}",
        "[" * 100_000,
        '{"game":"squadro","first":"up"}',
        '{"game":"squadro","first":"south","winner":"me"}',
        '{"game":"squadro","first":"south","entries":[{"side":"south","actions":[]}]}',
        '{"game":"squadro","first":"south","entries":[{"set":1}]}',
        '{"game":"squadro\\n","first":"south"}',
        '{"game":"squadro","first":"south","date":"' + "1" * 1_100_000 + '"}',
        '{"game":"squadro","first":"south","date":" ' + "1" * 10_000 + '"}',
        '{"first":"south","game":[' + "1," * 10_000 + "1]}",
    ],
)
def test_what_is_no_record_is_refused_in_one_line(line: str) -> None:
    with pytest.raises(RecordError) as refused:
        from_json(line)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("5", "5 is not an object"),
        ('[["game","squadro"],["first","white"]]', "is not an object"),
        ('{"game":"squadro","first":"white","options":["ban"]}', r"\['ban'\] is not an object"),
        ('{"game":"squadro","first":"white","entries":{}}', "{} is not a list"),
        ('{"game":"squadro","first":"white","entries":null}', "None is not a list"),
    ],
)
def test_what_is_of_the_wrong_kind_is_named(line: str, reason: str) -> None:
    with pytest.raises(RecordError, match=f"on one line: .*{reason}$"):
        from_json(line)


def test_a_field_that_is_needed_is_named_when_it_is_missing() -> None:
    with pytest.raises(RecordError, match="'first' is missing"):
        from_json('{"game": "squadro"}')


@given(st.dictionaries(st.sampled_from(["game", "first", "entries", "options", "players"]), values))
def test_any_other_json_is_read_or_refused(fields: dict[str, object]) -> None:
    line = json.dumps({"game": "squadro", "first": "south"} | fields)
    try:
        record = from_json(line)
    except RecordError:
        return
    assert from_json(to_json(record)) == record
