"""Files are read and written beside the loop; what follows comes to the table when it is done."""

import threading
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import pytest

import games
from firmware_host.app.file_worker import FilesAtOnce, FileWorker
from firmware_host.app.request import Request
from firmware_host.remote.requests import ShowText
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.simulator import simulated_table
from firmware_host.simulator.hands import Hands
from firmware_host.simulator.simulated_table import World
from firmware_host.storage.history import SavedGame
from firmware_host.table.context import left_games
from firmware_host.table.device import AS_USUAL, Device, PreferenceFile, SettingsFault
from firmware_host.table.effects import (
    BeginGame,
    ExportCounters,
    GoHome,
    LeaveGame,
    Prefer,
    PutOnTable,
    TellKept,
)
from firmware_host.table.scene import (
    Effect,
    Effects,
    FileTask,
    KnowHistory,
    Prepare,
    ReadHistory,
    Resume,
)
from firmware_host.table.scenes.base import WaitPage
from firmware_host.table.scenes.game_setup import GameSetup, LoadGame
from firmware_host.thinking.inline import InlineThinker
from hardware.wiring import wiring
from tests.table import set_context

LONGEST: Final = 60.0
"""Seconds after which a thread that should have done something has not."""


class HeldFiles(FilesAtOnce):
    """Does nothing until the test lets it."""

    def __init__(self) -> None:
        super().__init__()
        self.given: list[FileTask] = []

    def give(self, tasks: Sequence[FileTask]) -> None:
        self.given += tasks

    def work(self) -> None:
        """Do all that was given; the table hears of it in its next step."""
        given, self.given = self.given, []
        super().give(given)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> HeldFiles:
    files = HeldFiles()
    monkeypatch.setattr(simulated_table, "FileWorker", lambda: files)
    return files


@pytest.fixture
def worker() -> Iterator[FileWorker]:
    made = FileWorker()
    yield made
    made.close()


def sit_down(folder: Path, setup: Setup | None) -> Hands:
    request = Request(games, wiring.load("generic"), "en", folder, setup)
    return Hands(World(request, seed=1, open_thinker=lambda wake: InlineThinker()))


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


def test_a_task_is_done_in_another_thread_and_the_table_is_woken(worker: FileWorker) -> None:
    woken, threads = threading.Event(), list[threading.Thread]()
    worker.wake = woken.set

    def task() -> Effects:
        threads.append(threading.current_thread())
        return (TellKept(None),)

    worker.give([task])
    assert woken.wait(LONGEST)
    assert [*worker.take()] == [(TellKept(None),)]
    assert [*worker.take()] == []
    assert threads != [threading.current_thread()]


def test_what_waits_is_not_done_twice_and_what_has_begun_is_done_again(worker: FileWorker) -> None:
    begun, may_end, done = threading.Event(), threading.Event(), list[str]()

    def first() -> Effects:
        begun.set()
        assert may_end.wait(LONGEST)
        done.append("first")
        return ()

    def second() -> Effects:
        done.append("second")
        return ()

    worker.give([first])
    assert begun.wait(LONGEST)
    worker.give([second, first])
    worker.give([first, second])
    may_end.set()
    worker.close()
    assert done == ["first", "second", "first"]


def test_what_a_task_raises_is_raised_at_the_table(worker: FileWorker) -> None:
    woken = threading.Event()
    worker.wake = woken.set

    def fail() -> Effects:
        raise ZeroDivisionError

    worker.give([fail])
    assert woken.wait(LONGEST)
    with pytest.raises(ZeroDivisionError):
        next(worker.take())
    assert [*worker.take()] == []


def test_only_the_thread_of_the_worker_rests_between_two_files(
    worker: FileWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    rested = list[float]()
    monkeypatch.setattr("firmware_host.app.file_worker.time.sleep", rested.append)

    def rest() -> Effects:
        worker.rest(2.0)
        return ()

    worker.rest(1.0)
    worker.give([rest])
    worker.close()
    assert rested == [2.0]


def test_a_setting_is_on_the_card_when_the_program_has_ended(tmp_path: Path) -> None:
    hands = sit_down(tmp_path, None)
    do(hands, Prefer({"brightness": "low"}, for_good=True))
    hands.world.close()
    assert PreferenceFile(tmp_path).read(AS_USUAL).brightness == "low"


def test_a_setting_is_in_force_before_it_is_kept(tmp_path: Path, held: HeldFiles) -> None:
    hands = sit_down(tmp_path, None)
    do(hands, Prefer({"brightness": "low"}, for_good=True))
    assert hands.world.app.table.context.preferences.brightness == "low"
    assert PreferenceFile(tmp_path).read(AS_USUAL) == AS_USUAL
    held.work()
    assert PreferenceFile(tmp_path).read(AS_USUAL).brightness == "low"


def test_a_table_that_leaves_its_game_reads_the_others_when_all_is_saved(
    tmp_path: Path, held: HeldFiles
) -> None:
    hands = sit_down(tmp_path, Setup("squadro"))
    hands.follow()
    hands.play(str(hands.state.legal_moves()[0]))
    do(hands, GoHome())
    (task,) = (each for each in held.given if isinstance(each, ReadHistory))
    (found,) = task()
    assert isinstance(found, KnowHistory)
    assert moves_in(found.games) == [1], "also what was done last"


def test_who_does_not_resume_a_game_meets_a_machine_that_knows_those_before(
    tmp_path: Path, held: HeldFiles
) -> None:
    duel = Setup("squadro", players=("person", "adaptive"))
    hands = sit_down(tmp_path, duel)
    hands.follow()
    hands.play(str(hands.state.legal_moves()[0]))
    table = hands.world.app.table
    table.game.apply({"resigned": 0})
    do(hands, Resume(), BeginGame(Setup("thaayam", {"seats": 2})))
    hands.follow()
    hands.throw("8")
    hands.world.close()
    hands = sit_down(tmp_path, duel)
    hands.press("back")
    assert hands.world.app.table.game.playing.setup.players == ("person", "adaptive-10")


def test_games_are_in_the_lists_as_they_were_left_before_the_card_is_read(
    tmp_path: Path, held: HeldFiles
) -> None:
    squadro = Setup("squadro", first=0)
    hands = sit_down(tmp_path, squadro)
    hands.follow()
    hands.play(str(hands.state.legal_moves()[0]))
    table = hands.world.app.table
    do(hands, GoHome())
    assert (moves_in(table.context.history), left_games(table.context)) == ([1], ())
    begin_and_move(hands, squadro)
    hands.play(str(hands.state.legal_moves()[0]))
    do(hands, GoHome())
    assert moves_in(table.context.history) == [2, 1]
    (first,) = left_games(table.context)
    do(hands, PutOnTable(first, Session.resume(first.records, games)))
    hands.follow()
    for _ in range(2):
        hands.play(str(hands.state.legal_moves()[0]))
    do(hands, GoHome())
    assert moves_in(table.context.history) == [3, 2]
    assert moves_in(left_games(table.context)) == [2]
    do(hands, LeaveGame("anew"), GoHome())
    assert [game.can_go_on for game in table.context.history] == [False, True]


COPYING = "The counters are being copied. Leave the stick in."
NO_STICK = "This device does not support USB sticks."


@pytest.fixture
def copying(tmp_path: Path, held: HeldFiles) -> Hands:
    """Staff whose table writes to a stick that takes its time."""
    hands = sit_down(tmp_path, None)
    set_context(hands.world.app.table, device=Device())
    held.work()
    do(hands, ExportCounters())
    assert COPYING in hands.world.app.words
    return hands


def test_people_wait_for_a_stick_before_a_page_that_says_so(
    copying: Hands, held: HeldFiles
) -> None:
    copying.press("ok")
    copying.press("down")
    assert COPYING in copying.world.app.words
    held.work()
    copying.world.run_for(0.1)
    assert NO_STICK in copying.world.app.words
    copying.press("ok")
    assert "Which game?" in copying.world.app.words


def test_who_goes_away_from_the_page_is_told_nothing(copying: Hands, held: HeldFiles) -> None:
    copying.press("back")
    before = copying.world.app.words
    held.work()
    copying.world.run_for(0.1)
    assert copying.world.app.words == before


def test_a_page_that_is_covered_is_gone_when_the_card_is_read(
    copying: Hands, held: HeldFiles
) -> None:
    copying.world.app.requests.put(ShowText("Lunch"))
    copying.world.run_for(0.1)
    held.work()
    copying.world.run_for(0.1)
    assert "Lunch" in copying.world.app.words
    scenes = copying.world.app.table.scenes.all
    assert not any(isinstance(scene, WaitPage) for scene in scenes)
    copying.press("ok")
    assert "Which game?" in copying.world.app.words


def test_a_card_that_fails_is_told_until_a_setting_is_kept(tmp_path: Path) -> None:
    hands = sit_down(tmp_path, None)
    table = hands.world.app.table
    do(hands, TellKept("preferences cannot be saved"))
    assert "Settings not saved" in hands.world.app.words
    assert table.context.fact(SettingsFault).line == "preferences cannot be saved"
    do(hands, TellKept(None))
    assert table.context.fact(SettingsFault).line is None


def test_a_game_is_loaded_beside_the_loop_when_the_cursor_comes_to_it(
    tmp_path: Path, held: HeldFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands, opened = sit_down(tmp_path, None), list[str]()
    for name in games.names():
        monkeypatch.setattr(games.kind(name), "open_tables", partial(opened.append, name))
    held.work()
    do(hands, Prepare())
    for key in ("down", "down", "up"):
        hands.press(key)
    assert not opened
    held.work()
    at_first, below, further, again = opened
    assert len({at_first, below, further}) == 3
    assert again == below
    hands.press("ok")
    setup = hands.world.app.table.scene
    assert isinstance(setup, GameSetup)
    assert setup.draft.game == below


def test_a_game_that_cannot_be_loaded_is_told_to_the_log_alone(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(games.kind("ur"), "open_tables", lambda: 1 / 0)
    assert LoadGame(games, "ur")() == ()
    assert "loading a game failed" in caplog.text
