"""What it takes to resume a long game, in calls: each record costs the same few."""

import random
from collections.abc import Sequence

import pytest

import games
from firmware_host.session.session import Session
from firmware_host.storage.records import JournalRecord
from tests.bench.growth import PYTHON_CALL, calls_of
from tests.firmware_host.recorded import whole_game

MOST_CALLS = {
    "squadro": 13,
    "thaayam": 25,
    "tshupu": 26,
    "xiangqi4": 40,
    "ur": 30,
    "ludo": 31,
    "pachisi": 34,
    "holes": 31,
    "backgammon": 60,
}
"""Of Python functions, a record. When all moves were worked out they were 15, 24, 28 and 59.

Thaayam has had two more rules since."""


def resuming(records: Sequence[JournalRecord]) -> int:
    """The calls for that, when what is worked out once is known."""
    Session.resume(records, games)
    return calls_of(lambda: Session.resume(records, games), PYTHON_CALL)


@pytest.mark.parametrize("name", games.names())
def test_a_record_of_a_long_game_takes_few_calls(name: str) -> None:
    records = whole_game(name, random.Random(1))[:-1]
    half = records[: len(records) // 2]
    later = resuming(records) - resuming(half)
    assert later / (len(records) - len(half)) <= MOST_CALLS[name]
