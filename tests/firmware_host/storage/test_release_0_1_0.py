"""A state folder of release 0.1.0 is read as before.

The folder ``release_0_1_0`` was written by 0.1.0 on its simulated machine: a finished game of
thaayam; a game of squadro with a move taken back, left for good when the visitors had gone; a
finished game of squadro whose file lost power while it was written; a file that was never a
journal; and a game of t'shu-p'u that was cut off between the two hand steps of a move. What 0.1.0
itself read from the folder is in ``release_0_1_0.json``.
"""

import json
import random
import shutil
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import games
from firmware_host.app.request import Request
from firmware_host.session import replay
from firmware_host.simulator.hands import Hands, play_game
from firmware_host.simulator.simulated_table import World
from firmware_host.storage import retention
from firmware_host.storage.counters import Counters
from firmware_host.storage.history import saved_games
from firmware_host.storage.journal import Journal
from firmware_host.table.device import PreferenceFile, Preferences
from games.options import told
from games.record import Record, from_json
from games.replay import game_of, in_colours
from hardware.wiring.wiring import load

WRITTEN = Path(__file__).with_name("release_0_1_0")
EXPECTED: Any = json.loads(WRITTEN.with_suffix(".json").read_text("utf-8"))
SINCE_THEN = {
    "throws_for_machines": True,
    "board_lights": "bright",
    "steady": "0",
}
"""The preferences that came later, as they are until somebody chooses."""
RESUMED = EXPECTED["resumed"]
TODAY = "2026-03-12"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return shutil.copytree(WRITTEN, tmp_path / "state")


def table(folder: Path) -> World:
    return World(Request(games, load("generic"), "en", folder, today=lambda: TODAY), 1)


def test_the_game_resumes_at_the_hand_step_where_it_was_cut_off(folder: Path) -> None:
    with closing(table(folder)) as world:
        playing = world.app.table.game.playing
        assert playing.setup.game == RESUMED["game"]
        assert str(playing.state) == RESUMED["position"]
        assert playing.hand_steps.done == RESUMED["hand_steps"]
        assert [str(action) for action in playing.actions] == RESUMED["actions"]
        assert list(playing.seats.players) == RESUMED["players"]


def test_the_resumed_game_can_be_played_to_its_end_and_counts_once(folder: Path) -> None:
    with closing(table(folder)) as world:
        hands = Hands(world)
        hands.press("ok")
        play_game(hands, random.Random(0))
    *before, wednesday = EXPECTED["days"]
    days = [day._asdict() for day in Counters(folder).days()]
    assert days[:-1] == before
    assert days[-1] == {
        **wednesday, "finished": 1, "median_minutes": days[-1]["median_minutes"]
    }  # fmt: skip
    newest, *older = saved_games(Journal(folder).sessions())
    assert newest.outcome is not None
    assert len(older) == len(EXPECTED["saved_games"]) - 1


def test_the_history_of_games_is_the_same(folder: Path) -> None:
    found = [
        {
            "date": game.date,
            "records": len(game.records),
            "outcome": game.outcome
            and [list(game.outcome.winners), game.outcome.reason, game.outcome.is_draw],
        }
        for game in saved_games(Journal(folder).sessions())
    ]
    assert found == EXPECTED["saved_games"]


def test_the_counters_are_the_same(folder: Path) -> None:
    counters = Counters(folder)
    assert [day._asdict() for day in counters.days()] == EXPECTED["days"]
    assert counters.fault is None


def test_the_exported_records_are_the_same_with_seats_named_by_colour(folder: Path) -> None:
    written = [from_json(line) for line in EXPECTED["export"]]
    expected = [in_colours(as_now(each), game_of(each, games)) for each in written]
    assert list(replay.records(folder, games)) == expected


def as_now(record: Record) -> Record:
    """Return ``record`` with the options that came later, as they are until somebody chooses."""
    chosen = told(game_of(record, games).options)
    later = {name: str(value) for name, value in chosen.items()}
    return replace(record, options={**later, **record.options})


def test_the_preferences_are_the_same(folder: Path) -> None:
    found = PreferenceFile(folder).read(Preferences()).values
    assert found.items() >= {**EXPECTED["preferences"], **SINCE_THEN}.items()


def test_damaged_files_keep_their_names_and_are_not_read_again(folder: Path) -> None:
    damaged = {path.name: path.read_bytes() for path in folder.glob("*.journal.*")}
    assert damaged.keys() == {"000005.journal.tail", "000007.journal.unreadable"}
    journal = Journal(folder)
    journal.open()
    assert journal.notices == []
    assert {path.name: path.read_bytes() for path in folder.glob("*.journal.*")} == damaged


def test_the_reserve_of_the_old_release_is_used() -> None:
    assert retention.RESERVE_NAME == "ballast"
    assert retention.RESERVE_SIZE == 1024 * 1024
