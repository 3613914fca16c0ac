"""Very many random events on virtual time: no exception, no dead end, and everything is saved.

From the events on the program is the real one; `tests/test_soak.py` also goes through the pins.
"""

import gc
import logging
import random
from collections.abc import Iterator

import pytest

from firmware_host.app import outputs
from firmware_host.session.setup import Setup
from firmware_host.storage.journal import Journal
from firmware_host.table.device import AS_USUAL
from firmware_host.table.effects import BeginGame
from firmware_host.table.table import Table
from games.actions import Choice, Move, Step
from games.equipment import Piece
from tests.deep import deeply
from tests.faults.lean import LeanTable
from tests.faults.monkey import Monkey
from tests.faults.soak import no_drawing, soak
from tests.heap import leave_aside

DRAWN = range(100_001, 100_041, 2)
"""Seeds of the tables whose screens are drawn."""

IN_PUBLIC = 9
"""The seed of a public table; one batch in ten has one."""

COMPARED = 1_000
"""The number of events between two comparisons with what is saved."""

OF_A_MOVE = (Move, Choice, Step, Piece, tuple)
"""What a move is made of."""


@pytest.fixture(autouse=True)
def silent() -> Iterator[None]:
    """Write no log."""
    logging.disable()
    yield
    logging.disable(logging.NOTSET)


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw no screens."""
    monkeypatch.setattr(outputs, "draw", no_drawing)


@pytest.mark.parametrize("events", [700, *deeply(1_500)])
@pytest.mark.parametrize("seed", [0, IN_PUBLIC, *deeply(1, 2, 3, 4)])
@pytest.mark.usefixtures("undrawn")
def test_after_any_events_some_key_continues_and_everything_is_saved(
    seed: int, events: int
) -> None:
    seen = soak(seed, events, 500)
    assert len(seen) > 5, "hardly anything happened"


@pytest.mark.usefixtures("undrawn")
def test_a_table_that_ignores_events_is_detected_as_a_dead_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Table, "handle", lambda *_: None)
    with pytest.raises(AssertionError, match="no key leads on"):
        soak(1, 2_000, COMPARED)


@pytest.mark.usefixtures("undrawn")
def test_a_journal_that_loses_records_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Journal, "append", lambda *_: None)
    with pytest.raises(AssertionError):
        soak(1, COMPARED, COMPARED)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(100))
@pytest.mark.usefixtures("undrawn")
def test_ten_million_events_in_batches(seed: int) -> None:
    soak(seed, 100_000, 10 * COMPARED)


@pytest.mark.parametrize(
    ("seed", "events"),
    [(1, 200), *(pytest.param(seed, 10_000, marks=pytest.mark.deep) for seed in DRAWN)],
)
def test_every_screen_that_comes_up_can_be_drawn(seed: int, events: int) -> None:
    soak(seed, events, COMPARED)


@pytest.mark.parametrize("events", [500, pytest.param(50_000, marks=pytest.mark.deep)])
@pytest.mark.usefixtures("undrawn")
def test_memory_does_not_grow_from_one_game_to_the_next(events: int) -> None:
    setup = Setup("squadro")
    leave_aside()
    table = LeanTable(1, setup, AS_USUAL)
    monkey = Monkey(table, random.Random(1), senses=True)
    objects = [objects_after(events, table, monkey, setup) for _ in range(3)]
    print(f"objects after each {events} events: {objects}")
    # a leak would be an object or more for each event
    assert objects[-1] - objects[-2] < events


def objects_after(events: int, table: LeanTable, monkey: Monkey, setup: Setup) -> int:
    """Return the number of objects at the beginning of a new game after ``events``.

    The moves do not count: the games' tables of them fill slowly.
    """
    for _ in range(events):
        monkey.act()
    table.card.mend()
    table.table.run(BeginGame(setup))
    table.hear()
    gc.collect()
    return sum(not issubclass(type(each), OF_A_MOVE) for each in gc.get_objects())
