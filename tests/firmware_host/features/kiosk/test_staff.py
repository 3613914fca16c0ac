"""Whoever keeps the table: the gesture, what they set, what they read, a new start, the end."""

import os
import random
import signal
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from firmware_host.app import run_on_pi
from firmware_host.app.build import open_app
from firmware_host.app.failsafe import Failsafe
from firmware_host.app.loop import TableHardware
from firmware_host.app.request import Request
from firmware_host.app.systemd_notify import Notifier
from firmware_host.cli.main import main
from firmware_host.features.fleet.remote import TellOrders
from firmware_host.screens import paint
from firmware_host.screens.view import Frame
from firmware_host.simulator.hands import Hands
from firmware_host.storage.counters import Day
from firmware_host.table import device
from firmware_host.table.device import Device, PreferenceFile, Preferences
from firmware_host.table.effects import EndProgram
from firmware_host.table.keys import STAFF_MEMBERS as MEMBERS
from firmware_host.table.keys import STAFF_SECONDS as SECONDS
from firmware_host.table.scenes.staff import StaffMenu
from firmware_host.text import LANGUAGES
from firmware_host.text.translator import Language
from games.message import Message
from hardware.input.edges import STABLE
from hardware.simulated import SimulatedPi, VirtualClock
from hardware.wiring import wiring
from tests.firmware_host.public import (
    DUEL,
    IDLE,
    PUBLIC,
    SITUATIONS,
    at_game,
    at_home,
    is_resting,
    opened,
)
from tests.firmware_host.screens.golden.pictures import SIZES
from tests.table import lines, point_at, set_context, take, words

HELD = SECONDS + 2 * STABLE
DAYS = (Day("2026-11-20", 12, 9, 3, 14.2, 2, 1), Day("2026-11-21", 112, 98, 14, None, 1, 0))

each_situation = pytest.mark.parametrize("situation", [*SITUATIONS, "nobody"])


def at(situation: str, folder: Path) -> Hands:
    return opened(folder) if situation == "nobody" else SITUATIONS[situation](folder)


def gesture(hands: Hands, seconds: float = HELD, first: int = 0, lag: float = 0.0) -> None:
    """Hold both keys together for ``seconds``; the ``first`` comes by ``lag`` seconds earlier."""
    hands.world.pi.press(MEMBERS[first], seconds + lag)
    hands.world.run_for(lag)
    hands.world.pi.press(MEMBERS[1 - first], seconds)
    hands.world.run_for(seconds + 0.2)


def among_staff(folder: Path) -> Hands:
    hands = at_home(folder)
    gesture(hands)
    return hands


def is_for_staff(hands: Hands) -> bool:
    return isinstance(hands.world.app.table.scene, StaffMenu)


def is_ended(hands: Hands) -> bool:
    return hands.world.app.ending is not None


@each_situation
@pytest.mark.parametrize(("first", "lag"), [(0, 0.0), (0, 0.4), (1, 0.4)])
def test_two_keys_held_for_five_seconds_open_the_list_from_everywhere(
    situation: str, first: int, lag: float, tmp_path: Path
) -> None:
    hands = at(situation, tmp_path)
    scene = hands.world.app.table.scene
    gesture(hands, HELD, first, lag)
    assert words(hands).startswith("Staff menu")
    hands.press("back")
    assert is_resting(hands) if situation == "nobody" else hands.world.app.table.scene == scene


@each_situation
def test_just_too_short_a_hold_changes_nothing(situation: str, tmp_path: Path) -> None:
    hands = at(situation, tmp_path)
    scene = hands.world.app.table.scene
    gesture(hands, 4.9)
    assert is_resting(hands) if situation == "nobody" else hands.world.app.table.scene is scene


def test_while_they_are_held_only_that_is_shown_and_what_they_do_is_not_told(
    tmp_path: Path,
) -> None:
    hands = at_game(tmp_path)
    before = words(hands)
    for key in MEMBERS:
        hands.world.pi.press(key, 12)
    for _ in range(45):
        hands.world.run_for(0.1)
        assert words(hands) in (before, f"{before} Keep holding both keys")
    assert words(hands) != before
    hands.world.run_for(1)
    assert is_for_staff(hands)
    hands.world.run_for(10)
    assert is_for_staff(hands)


def test_another_key_that_is_stuck_does_not_lock_staff_out(tmp_path: Path) -> None:
    hands = at_home(tmp_path)
    hands.world.pi.faults.stick("up")
    hands.world.run_for(25)
    gesture(hands)
    assert is_for_staff(hands)


def test_the_count_down_gives_way_to_staff_and_to_what_it_lay_over(tmp_path: Path) -> None:
    hands = at_game(tmp_path)
    scene = hands.world.app.table.scene
    hands.world.run_for(IDLE + 3)
    gesture(hands)
    assert is_for_staff(hands)
    hands.press("back")
    assert hands.world.app.table.scene is scene


@pytest.mark.parametrize("line", [None, "Counters", "Restart", "hint"])
def test_it_is_left_by_itself_after_a_minute(line: str | None, tmp_path: Path) -> None:
    hands = at_game(tmp_path)
    scene = hands.world.app.table.scene
    gesture(hands)
    if line == "hint":
        hands.press("hint")
    elif line is not None:
        take(hands, line)
    hands.world.run_for(58)
    assert hands.world.app.table.scene is not scene
    hands.world.run_for(3)
    assert hands.world.app.table.scene is scene


def test_it_is_there_outside_of_a_kiosk_too(tmp_path: Path) -> None:
    hands = opened(tmp_path, is_kiosk=False)
    gesture(hands)
    assert is_for_staff(hands)


def test_what_staff_set_stays_and_what_a_visitor_likes_does_not(tmp_path: Path) -> None:
    hands = opened(tmp_path)
    hands.press("ok")
    take(hands, "Русский")
    gesture(hands)
    point_at(hands, "Brightness")
    hands.press("right")
    kept = PreferenceFile(tmp_path).read(Preferences())
    assert kept == Preferences(language="en", brightness="low")
    assert hands.world.app.table.context.preferences == replace(kept, language="ru")
    hands.world.run_for(200)
    assert is_resting(hands)
    assert hands.world.app.table.context.preferences == kept


def test_staff_find_the_games_that_were_played(tmp_path: Path) -> None:
    hands = at_game(tmp_path)
    gesture(hands)
    take(hands, "Games played")
    hands.press("ok")
    take(hands, "Look back")
    assert "0 of 1" in words(hands)
    for _ in range(3):
        hands.press("back")
    assert is_for_staff(hands)


@pytest.fixture
def counted(tmp_path: Path) -> Hands:
    """Staff before the counters of two days."""
    hands = at_home(tmp_path)
    table = hands.world.app.table
    written = partial(Message.of, "Written.")
    set_context(table, facts=PUBLIC, device=Device(counters=lambda: DAYS, export=written))
    gesture(hands)
    take(hands, "Counters")
    return hands


def test_days_are_told_the_newest_first(counted: Hands) -> None:
    assert lines(counted) == ["Copy to a USB stick", "21.11. started: 112", "20.11. started: 12"]
    counted.press("down")
    assert words(counted).endswith("OK: details Back: done")
    counted.press("down")
    counted.press("ok")
    assert "Started: 12. Finished: 9. Abandoned: 3. Median length: 14 min." in words(counted)
    assert "Program starts: 2, after a power cut: 1." in words(counted)


def test_they_are_taken_along_on_a_stick(counted: Hands) -> None:
    counted.press("ok")
    assert words(counted) == "Written. Copy to a USB stick OK: close"


def test_without_a_day_there_is_still_the_stick(tmp_path: Path) -> None:
    hands = at_home(tmp_path)
    set_context(hands.world.app.table, device=Device())
    gesture(hands)
    take(hands, "Counters")
    assert lines(hands) == ["Copy to a USB stick"]
    hands.press("ok")
    assert "does not support USB sticks" in words(hands)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("is_big", [False, True])
def test_counters_fit(counted: Hands, size: tuple[int, int], code: str, is_big: bool) -> None:
    seen: list[Frame] = []
    for key in ("down", "ok", "back"):
        seen.append(counted.world.app.table.frame)
        counted.press(key)
    for frame in seen:
        assert paint(frame, size, Language(code), is_big).misfits == []


@pytest.mark.parametrize(
    ("line", "wish", "last"),
    [
        ("Restart", "restart", "Restart Restarting."),
        ("Switch off", "end", "Switched off The game is saved. To start again, unplug"),
    ],
)
def test_a_new_start_and_the_end_are_asked_for_once(
    line: str, wish: str, last: str, tmp_path: Path
) -> None:
    hands = among_staff(tmp_path)
    app = hands.world.app
    take(hands, line)
    assert "The game is saved. OK: yes, back: no" in title_first(words(hands))
    hands.press("back")
    assert is_for_staff(hands)
    assert not is_ended(hands)
    take(hands, line)
    hands.press("ok")
    assert is_ended(hands)
    assert app.ending == wish
    app.run()
    app.close()
    assert last in title_first(app.words)


def title_first(text: str) -> str:
    """The words of a note with its title first: it is drawn last."""
    for title in ("Switched off", "Switch off", "Restart"):
        if f" {title}" in text:
            return f"{title} {text.replace(f' {title}', '', 1)}"
    return text


def test_the_game_is_there_again_after_a_new_start(tmp_path: Path) -> None:
    hands = at_game(tmp_path)
    gesture(hands)
    take(hands, "Restart")
    hands.press("ok")
    hands.world.close()
    assert words(opened(tmp_path)).startswith("Resume?")


class Service:
    """A failsafe table on virtual time whose staff says ``farewell`` to it."""

    def __init__(self, folder: Path, wish: device.Ending) -> None:
        clock = VirtualClock()
        pi = SimulatedPi(wiring.load("generic"), clock, random.Random(1))
        self.told: list[bytes] = []
        notifier = Notifier({"NOTIFY_SOCKET": "/run/x"}, lambda _, said: self.told.append(said))
        machine = TableHardware(pi.factory, pi.bus, clock, notifier=notifier)
        opens = partial(open_app, hardware=machine, rng=random.Random(1))
        request = Request(DUEL, wiring.load("generic"), "en", folder, facts=PUBLIC)
        self.table = Failsafe(request, machine, opens)
        assert self.table.app is not None
        self.table.app.table.run(EndProgram(wish))


@pytest.mark.parametrize(("wish", "is_stopping"), [("end", True), ("restart", False)])
def test_systemd_hears_of_the_end_but_not_of_a_new_start(
    wish: device.Ending, is_stopping: bool, tmp_path: Path
) -> None:
    service = Service(tmp_path, wish)
    service.table.run()
    service.table.close()
    assert service.table.ending == wish
    assert (b"STOPPING=1" in service.told) == is_stopping


@pytest.fixture
def played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[device.Ending], int]]:
    """Play at a simulated Pi until staff says farewell so; return the exit code."""
    pi = SimulatedPi(wiring.load("generic"), VirtualClock(), random.Random(1))
    monkeypatch.setattr(run_on_pi, "real_factory", lambda chip=None: pi.factory)
    before = {number: signal.getsignal(number) for number in run_on_pi.END_SIGNALS}
    step = Failsafe.step

    def play(wish: device.Ending) -> int:
        def step_and_say(table: Failsafe) -> None:
            step(table)
            assert table.app is not None
            table.app.table.run(EndProgram(wish))

        monkeypatch.setattr(Failsafe, "step", step_and_say)
        return main(["play", "squadro", "--kiosk", "--state-dir", str(tmp_path)])

    yield play
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("is_service", [False, True])
def test_the_end_is_exit_code_0(
    played: Callable[[device.Ending], int], is_service: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_service:
        monkeypatch.setenv("NOTIFY_SOCKET", "@nobody-listens-to-tableside")
    assert played("end") == 0


def test_a_new_start_is_the_same_program_in_the_same_process(
    played: Callable[[device.Ending], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[tuple[str, list[str]]] = []
    monkeypatch.setattr(os, "execv", lambda path, arguments: begun.append((path, arguments)))
    monkeypatch.setattr(sys, "orig_argv", ["python", "-m", "firmware_host.cli", "play"])
    played("restart")
    assert begun == [(sys.executable, [sys.executable, "-m", "firmware_host.cli", "play"])]


def test_the_staff_read_which_orders_of_a_broker_count(tmp_path: Path) -> None:
    hands = among_staff(tmp_path)
    assert "Remote orders" not in lines(hands)
    here = "mqtts://broker.example:8883", "hours, message"
    hands.world.app.requests.put(TellOrders(*here, "no broker there: refused"))
    hands.world.run_for(0.1)
    take(hands, "Remote orders")
    assert "No connection: no broker there: refused" in " ".join(words(hands).split())
    hands.press("ok")
    hands.world.app.requests.put(TellOrders(*here, ""))
    hands.world.run_for(0.1)
    take(hands, "Remote orders")
    assert "Broker: mqtts://broker.example" in words(hands)
    assert "hours, message" in words(hands)
