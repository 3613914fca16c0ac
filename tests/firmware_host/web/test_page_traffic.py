"""A page is sent what has changed and nothing else, however long a game has been going on."""

import random
from collections.abc import Iterator, Sequence
from itertools import islice

import pytest

import games
from firmware_host.remote.wire import Published
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.storage.records import JournalRecord
from firmware_host.web.mirror import TableMirror
from firmware_host.web.page_parts import PageStates
from tests.deep import deeply
from tests.firmware_host.recorded import following

MOST_BYTES = 6000
"""Of an action, whoever looks: who chooses is sent the legal moves too."""

LONG = (120, *deeply(300))
"""Actions after which a state that is sent whole would be too long in every game."""


def records_of(game: str) -> Iterator[JournalRecord]:
    """Yield the records of a game by chance, from its beginning to its end."""
    rng = random.Random(3)
    yield Setup(game).record()
    session = Session.begin(Setup(game).record(), games)
    while not session.is_over:
        record = following(session, rng)
        session.apply(record)
        yield record


def sent(records: Sequence[JournalRecord], with_moves: bool) -> Iterator[int]:
    """Yield the bytes of each of ``records``, as a page gets them one after the other."""
    mirror = TableMirror(games)
    states = PageStates(mirror)
    told = None
    for number in range(1, len(records) + 1):
        shown = Published(number=number, awaited="choice", records=tuple(records[:number]))
        mirror.show(shown)
        now = states.of("en", with_moves=with_moves)
        if told is not None:
            yield len((states.news(told, now) or "").encode())
        told = now


@pytest.mark.parametrize("most", LONG)
@pytest.mark.parametrize("with_moves", [False, True], ids=["follower", "who-chooses"])
@pytest.mark.parametrize("game", games.names())
def test_an_action_takes_as_little_in_a_long_game_as_in_a_short_one(
    game: str, with_moves: bool, most: int
) -> None:
    records = tuple(islice(records_of(game), most))
    sizes = [*sent(records, with_moves)]
    assert max(sizes) <= MOST_BYTES
    third = len(sizes) // 3
    assert sum(sizes[-third:]) <= 2 * sum(sizes[:third])


def test_what_has_not_changed_is_not_sent_again() -> None:
    mirror = TableMirror(games)
    states = PageStates(mirror)
    records = tuple(islice(records_of("xiangqi4"), 20))
    mirror.show(Published(number=1, awaited="choice", records=records))
    before = states.of("en", with_moves=False)
    mirror.show(Published(number=2, awaited="key", records=records))
    news = states.news(before, states.of("en", with_moves=False))
    assert '"table"' in news
    assert not any(f'"{part}"' in news for part in ("game", "pieces", "turns", "motions"))
    same = states.of("en", with_moves=False)
    mirror.show(Published(number=3, awaited="key", records=records))
    assert not states.news(same, states.of("en", with_moves=False))
