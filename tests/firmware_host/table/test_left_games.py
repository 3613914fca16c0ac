"""Games that were left for another one: each can be resumed, and its record goes on."""

from pathlib import Path

import pytest
from msgspec.structs import replace

import games
from firmware_host.app.request import Request
from firmware_host.base.registry import KnownFacts
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.simulator.simulated_table import World
from firmware_host.storage.history import SavedGame, saved_games
from firmware_host.storage.journal import LEFT_GONE, Journal
from firmware_host.storage.retention import DEFAULT_RETENTION
from firmware_host.table.context import left_games
from firmware_host.table.effects import BeginGame, GoHome, GoOnWith
from firmware_host.table.scenes.game_setup import Home
from hardware.wiring import wiring
from tests.firmware_host.public import PUBLIC

SQUADRO, THAAYAM = Setup("squadro"), Setup("thaayam", {"seats": 2})


def sit_down(folder: Path, *, is_kiosk: bool = False) -> Hands:
    request = Request(
        games, wiring.load("generic"), "en", folder, facts=PUBLIC if is_kiosk else KnownFacts()
    )
    return Hands(World(request, seed=1))


def begin(hands: Hands, setup: Setup) -> None:
    hands.world.app.table.run(BeginGame(setup))
    hands.world.app.redraw()
    hands.world.run_for(0.1)
    hands.follow()


def leave(hands: Hands) -> None:
    hands.world.app.table.run(GoHome())
    hands.world.app.redraw()
    hands.world.run_for(0.1)


def resume(hands: Hands, game: SavedGame) -> None:
    hands.world.app.table.run(GoOnWith(game))
    hands.world.app.redraw()
    hands.world.run_for(0.1)
    hands.follow()


def kept(folder: Path) -> list[tuple[str, int]]:
    """The games on the card: which, and how many throws and moves."""
    found = saved_games(Journal(folder).sessions())
    count = [sum("do" in record for record in game.records) for game in found]
    return [(str(game.records[0]["begin"]), each) for game, each in zip(found, count, strict=True)]


def lines(hands: Hands) -> list[str]:
    """What the list of games offers."""
    scene, context = hands.world.app.table.scene, hands.world.app.table.context
    assert isinstance(scene, Home)
    return [str(entry.label) for entry in scene.entries(context)]


def two_left(hands: Hands) -> None:
    """Leave a game of squadro after two moves, and one of Thaayam after a throw."""
    begin(hands, SQUADRO)
    for _ in range(2):
        hands.play(str(hands.state.legal_moves()[0]))
    leave(hands)
    begin(hands, THAAYAM)
    hands.throw("8")
    leave(hands)


def test_a_game_that_was_left_for_another_one_goes_on_as_the_same_game(tmp_path: Path) -> None:
    hands = sit_down(tmp_path)
    two_left(hands)
    (left,) = left_games(hands.world.app.table.context)
    assert left.records[0]["begin"] == "squadro"
    assert "Games left" in lines(hands)
    resume(hands, left)
    playing = hands.world.app.table.game.playing
    assert (playing.game.name, len(playing.actions)) == ("squadro", 2)
    hands.play(str(playing.state.legal_moves()[0]))
    assert kept(tmp_path) == [("squadro", 3), ("thaayam", 1)]
    leave(hands)
    (other,) = left_games(hands.world.app.table.context)
    assert other.records[0]["begin"] == "thaayam"
    hands.world.close()
    again = sit_down(tmp_path)
    assert len(again.world.app.table.game.playing.actions) == 3


def test_time_of_play_and_the_day_of_the_beginning_go_on(tmp_path: Path) -> None:
    hands = sit_down(tmp_path)
    two_left(hands)
    (left,) = left_games(hands.world.app.table.context)
    resume(hands, left)
    hands.play(str(hands.state.legal_moves()[0]))
    newest, *_ = saved_games(Journal(tmp_path).sessions())
    assert (newest.session, newest.begun) == (left.session, left.begun)
    assert left.seconds is not None
    assert newest.seconds is not None
    assert newest.seconds >= left.seconds


def test_a_game_that_is_over_or_was_left_for_good_is_not_offered() -> None:
    begun, thrown = {"begin": "a"}, {"do": "3"}
    ends = ({"over": "home"}, {"left": "idle"}, {"do": "4"})
    assert [SavedGame("", (begun, thrown, end)).can_go_on for end in ends] == [False, False, True]


def test_visitors_of_a_public_table_are_not_offered_the_games_of_others(tmp_path: Path) -> None:
    two_left(sit_down(tmp_path))
    hands = sit_down(tmp_path, is_kiosk=True)
    leave(hands)
    assert "Squadro" in lines(hands)
    assert "Games left" not in lines(hands)


def test_a_game_whose_records_do_not_fit_changes_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    hands = sit_down(tmp_path)
    two_left(hands)
    (left,) = left_games(hands.world.app.table.context)
    broken = SavedGame(left.date, (*left.records, {"do": "nothing"}), left.begun, left.session)
    resume(hands, broken)
    assert hands.world.app.table.game.playing.game.name == "thaayam"
    assert "cannot be read" in caplog.text
    assert str(hands.world.app.table.frame.notice) == "This game cannot be read"


def test_people_read_that_an_old_game_had_to_go_for_the_one_that_they_begin(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    journal = Journal(tmp_path, today=lambda: "2026-03-09")
    for _ in range(DEFAULT_RETENTION.sessions):
        journal.begin(replace(SQUADRO, first=0).record())
        journal.append({"do": "1"})
    journal.close()
    hands = sit_down(tmp_path)
    hands.world.app.table.run(BeginGame(THAAYAM))
    hands.world.app.redraw()
    hands.world.run_for(0.1)
    assert str(hands.world.app.table.frame.notice) == LEFT_GONE
    assert caplog.text.count("1 deleted, up to 000001.journal, begun on 2026-03-09") == 1
    assert len(kept(tmp_path)) == DEFAULT_RETENTION.sessions - 1
