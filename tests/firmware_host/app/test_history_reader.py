"""The games played before are read beside the loop, and come to the table when they are there."""

import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

import games
from firmware_host.app import kept_games
from firmware_host.app.kept_games import HistoryReader
from firmware_host.app.request import Request
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.simulator.world import World
from firmware_host.storage.history import SavedGame, saved_games
from firmware_host.table.effects import BeginGame, GoHome, GoOnWith, LeaveGame
from firmware_host.table.scene import Effect, Resume
from firmware_host.table.scenes.replay import left_games
from firmware_host.thinking.inline import InlineThinker
from hardware.wiring import wiring


def sit_down(folder: Path, setup: Setup) -> Hands:
    request = Request(games, wiring.load("generic"), "en", folder, setup)
    return Hands(World(request, seed=1, open_thinker=lambda wake: InlineThinker()))


def test_a_table_that_leaves_its_game_reads_the_others_in_another_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    readers: list[threading.Thread] = []
    read = saved_games

    def noted(*given: object) -> tuple[SavedGame, ...]:
        readers.append(threading.current_thread())
        found: tuple[SavedGame, ...] = read(*given)  # type: ignore[arg-type]
        return found

    hands = sit_down(tmp_path, Setup("squadro"))
    hands.follow()
    hands.play(str(hands.state.legal_moves()[0]))
    monkeypatch.setattr(kept_games, "saved_games", noted)
    table = hands.world.app.table
    table.run(GoHome())
    hands.world.app.redraw()
    hands.world.run_for(0.01)
    (reader,) = readers
    assert reader is not threading.current_thread()
    reader.join(60)
    hands.world.run_for(0.01)
    (game,) = table.context.history
    assert sum("do" in record for record in game.records) == 1, "also what was done last"


def test_before_the_loop_begins_they_are_read_at_once(tmp_path: Path) -> None:
    reader = HistoryReader(tmp_path, lambda: None)
    assert reader.ask() == ()
    reader.begin()
    assert reader.ask() is None


def test_whoever_asks_as_soon_as_they_are_read_is_answered_again(tmp_path: Path) -> None:
    woken, answered = list[bool](), threading.Event()

    def wake() -> None:
        woken.append(True)
        if len(woken) == 1:
            # the loop may be as fast as this: the thread that has read is still there
            assert reader.ask() is None
            reader.begin()
        else:
            answered.set()

    reader = HistoryReader(tmp_path, wake)
    reader.begin()
    assert reader.ask() is None
    reader.begin()
    assert answered.wait(60)
    assert (reader.take(), reader.take(), reader.take()) == ((), (), None)


def test_who_does_not_resume_a_game_meets_a_machine_that_knows_those_before(tmp_path: Path) -> None:
    duel = Setup("squadro", players=("person", "adaptive"))
    hands = sit_down(tmp_path, duel)
    hands.follow()
    hands.play(str(hands.state.legal_moves()[0]))
    table = hands.world.app.table
    table.game.apply({"resigned": 0})
    table.run(Resume(), BeginGame(Setup("thaayam", {"seats": 2})))
    hands.world.app.redraw()
    hands.world.run_for(0.1)
    hands.follow()
    hands.throw("8")
    hands.world.close()
    hands = sit_down(tmp_path, duel)
    hands.press("back")
    assert hands.world.app.table.game.playing.setup.players == ("person", "adaptive-10")


def do(hands: Hands, *effects: Effect) -> None:
    hands.world.app.table.run(*effects)
    hands.world.app.redraw()
    hands.world.run_for(0.1)


def begin_and_move(hands: Hands, setup: Setup) -> None:
    do(hands, BeginGame(setup))
    hands.follow()
    hands.play(str(hands.state.legal_moves()[0]))


def moves_in(games_left: Sequence[SavedGame]) -> list[int]:
    return [sum("do" in record for record in game.records) for game in games_left]


def test_games_are_in_the_lists_as_they_were_left_before_the_card_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    squadro = Setup("squadro", first=0)
    hands = sit_down(tmp_path, squadro)
    hands.follow()
    monkeypatch.setattr(HistoryReader, "take", lambda _: None)
    hands.play(str(hands.state.legal_moves()[0]))
    table = hands.world.app.table
    do(hands, GoHome())
    assert (moves_in(table.context.history), left_games(table.context)) == ([1], ())
    begin_and_move(hands, squadro)
    hands.play(str(hands.state.legal_moves()[0]))
    do(hands, GoHome())
    assert moves_in(table.context.history) == [2, 1]
    (first,) = left_games(table.context)
    do(hands, GoOnWith(first))
    hands.follow()
    for _ in range(2):
        hands.play(str(hands.state.legal_moves()[0]))
    do(hands, GoHome())
    assert moves_in(table.context.history) == [3, 2]
    assert moves_in(left_games(table.context)) == [2]
    do(hands, LeaveGame("anew"), GoHome())
    assert [game.can_go_on for game in table.context.history] == [False, True]
