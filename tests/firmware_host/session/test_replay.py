"""Replaying a game: the same from a table's journal as from its record."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

import games
from firmware_host.app.request import Request
from firmware_host.screens.moves import ReplayView
from firmware_host.session.hand_steps import pieces_text
from firmware_host.session.replay import GameReplay, record
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.simulator.simulated_table import World
from firmware_host.storage.history import SavedGame
from firmware_host.storage.records import JournalRecord
from games.record import write
from hardware.wiring import wiring
from tests.firmware_host.recorded import following, whole_game
from tests.table import Begin, label_of, take

LEFT = Setup("thaayam", players=("person", "nobody", "person", "nobody"))
SQUADRO = Setup("squadro")


def records_of(setup: Setup, actions: int) -> list[JournalRecord]:
    """Return the records of a game with random ``actions``."""
    rng, records = random.Random(actions), [setup.record()]
    session = Session.begin(records[0], games)
    while len(session.actions) < actions or session.hand_steps.due:
        records.append(following(session, rng))
        session.apply(records[-1])
    return records


def corrected() -> list[JournalRecord]:
    """Return the records of a game that went on after one piece was found elsewhere."""
    records = records_of(SQUADRO, 5)
    session = Session.resume(records, games)
    moves = session.state.legal_moves()
    found = session.state.apply(moves[0]).pieces()
    session.apply({"set": pieces_text(found)})
    return [*records, {"set": pieces_text(found)}, {"do": str(session.state.legal_moves()[0])}]


GAMES: dict[str, Callable[[], list[JournalRecord]]] = {
    "whole": lambda: whole_game("squadro", random.Random(3)),
    "not finished": lambda: records_of(Setup("tshupu"), 40),
    "seats of nobody": lambda: records_of(LEFT, 60),
    "corrected": corrected,
    "resigned": lambda: [*records_of(SQUADRO, 9), {"resigned": 0}],
    "drawn": lambda: [*records_of(SQUADRO, 4), {"drawn": True}],
}


@pytest.mark.parametrize("name", GAMES)
def test_a_record_shows_what_was_played_at_the_table(name: str) -> None:
    records = GAMES[name]()
    played = GameReplay.of_session(Session.resume(records, games))
    replayed = GameReplay.of_record(record(SavedGame("2026-11-22", tuple(records)), games), games)
    assert [(m.seat, m.action, m.state) for m in played.moments] == [
        (m.seat, m.action, m.state) for m in replayed.moments
    ]
    assert label_of(replayed.result) == label_of(played.result)
    assert len(played.moments) > 4


def opened(name: str, folder: Path) -> Hands:
    showing = GameReplay.of_session(Session.resume(GAMES[name](), games))
    request = Request(games, wiring.load("generic"), "en", folder, replay=showing)
    return Hands(World(request, seed=1))


def test_a_record_is_replayed_from_its_beginning_step_by_step(tmp_path: Path) -> None:
    hands = opened("drawn", tmp_path)
    assert hands.world.app.words.startswith("Beginning 0 of 4")
    for key, number in (("right", 1), ("down", 4), ("left", 3), ("up", 0)):
        hands.press(key)
        view = hands.world.view
        assert isinstance(view, ReplayView)
        assert view.number == number
    hands.press("down")
    assert hands.world.app.words.startswith("Black 4 of 4")
    assert "Draw" in hands.world.app.words


def test_people_play_on_from_a_moment_of_a_record(tmp_path: Path) -> None:
    hands = opened("drawn", tmp_path)
    hands.press("right")
    view = hands.world.view
    assert isinstance(view, ReplayView)
    hands.press("ok")
    take(hands, "Play on")
    hands.press("ok")
    session = hands.world.app.table.game.playing
    moment = GameReplay.of_session(Session.resume(GAMES["drawn"](), games)).moments[1]
    assert session.setup.position == str(moment.state)
    assert not session.is_over


def test_back_ends_the_replay_and_the_program(tmp_path: Path) -> None:
    hands = opened("drawn", tmp_path)
    hands.press("back")
    assert hands.world.app.ending == "shown"
    hands.world.close()
    assert hands.world.app.words == "The replay has ended. The end"


def test_keys_without_a_meaning_show_what_the_others_do(tmp_path: Path) -> None:
    hands = opened("drawn", tmp_path)
    hands.press("menu")
    assert "Left and right: one step" in hands.world.app.words
    hands.press("back")
    assert isinstance(hands.world.view, ReplayView)


def test_a_replayed_record_is_not_saved_as_a_game_of_this_table(
    tmp_path: Path, begin: Begin
) -> None:
    hands = opened("whole", tmp_path)
    hands.press("right")
    hands.world.close()
    assert begin().world.app.words.startswith("Which game?")
    assert not list(tmp_path.glob("*.journal"))


def test_an_unfinished_record_is_replayed_without_a_result() -> None:
    records = GAMES["not finished"]()
    shown = GameReplay.of_session(Session.resume(records, games))
    assert label_of(shown.result) == "not finished"
    assert "result" not in write(record(SavedGame("", tuple(records)), games))
