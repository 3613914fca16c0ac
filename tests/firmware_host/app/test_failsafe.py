"""Exceptions anywhere in the loop, on virtual time: the table says so and the game goes on."""

import errno
import random
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from firmware_host.app import failsafe, outputs
from firmware_host.app.build import open_app
from firmware_host.app.failsafe import PAUSE, Failsafe
from firmware_host.app.inputs import Inputs
from firmware_host.app.loop import App, TableHardware
from firmware_host.app.request import SUSPECTS, Failures, Request, remedy, suspects
from firmware_host.app.systemd_notify import Notifier
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.storage.filesystem import Storage
from firmware_host.storage.journal import Journal
from firmware_host.table.effects import BeginGame
from firmware_host.table.observers import Observers
from firmware_host.table.scene import TableParts
from firmware_host.table.scenes.throw import AwaitThrow
from firmware_host.table.table import Table
from hardware import PinsError, WiringError
from hardware.dice.codes import levels_for
from hardware.display.luma_driver import LumaDriver
from hardware.display.oled import CHECK, RETRY
from hardware.link.link import Link
from hardware.output import BuzzerPlayer
from hardware.simulated import SimulatedPi, VirtualClock
from hardware.simulated.display import SimulatedFramebuffer, screen_of
from hardware.wiring import wiring
from hardware.wiring.sections import LinkWiring
from tests.firmware_host.storage.disk import failure
from tests.hardware.display.panels import same
from tests.table import LINKED_WIRING, OneGame

THAAYAM = OneGame("thaayam")
TWO = Setup("thaayam", {"seats": 2})
EIGHT = "0 throw 0,0,0,0/0,0,0,0 - 8 -"
NOTICE = "failed three times and stays off"


class Bench:
    """A failsafe table on a simulated Pi whose time only passes here."""

    def __init__(self, request: Request) -> None:
        self.clock = VirtualClock()
        board = (8, 8) if request.wiring.link else None
        self.pi = SimulatedPi(request.wiring, self.clock, random.Random(1), board)
        self.told: list[bytes] = []
        self.observers = Observers()
        notifier = Notifier(
            {"NOTIFY_SOCKET": "/run/systemd"}, lambda _, said: self.told.append(said)
        )
        peer = self.pi.peer
        machine = TableHardware(
            self.pi.factory,
            self.pi.bus,
            self.clock,
            None if peer is None else lambda inbox: Link(peer.cable, inbox, self.clock),
            notifier=notifier,
            observers=self.observers,
        )
        opens = partial(open_app, hardware=machine, rng=random.Random(1))
        self.table = Failsafe(request, machine, opens)
        self.table.step()

    @property
    def app(self) -> App:
        assert self.table.app is not None, self.table.words
        return self.table.app

    def run_for(self, seconds: float) -> None:
        end = self.clock() + seconds
        for _ in range(10_000):
            moments = (self.pi.timeline.next, self.table.deadline)
            due = [moment for moment in moments if moment is not None]
            now = max(self.clock(), min([*due, end]))
            self.pi.timeline.run_due(now)
            self.clock.advance_to(now)
            if self.pi.peer is not None:
                self.pi.peer.update()
            self.table.step()
            if now >= end:
                return
        raise AssertionError("a deadline that has passed is still told")

    def press(self, key: str) -> None:
        self.pi.press(key)
        self.run_for(0.5)

    def throw_an_eight(self) -> None:
        self.pi.throw((0, 0, 0, 0), [(0, 1)] * 4)
        self.run_for(5)

    def close(self) -> None:
        self.table.close()


@pytest.fixture
def request_for_two(tmp_path: Path) -> Request:
    return Request(THAAYAM, wiring.load("generic"), "en", tmp_path, TWO)


class Once:
    """What raises at its first call and then does as ``act`` does."""

    def __init__(self, act: Callable[..., Any]) -> None:
        self.calls = 0
        self._act = act

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        self.calls += 1
        if self.calls == 1:
            raise ZeroDivisionError("no pieces to share")
        return self._act(*arguments, **named)


def fail_once(monkeypatch: pytest.MonkeyPatch, room: Any, name: str) -> Once:
    """Let the function or method ``name`` of ``room`` raise the next time it is called."""
    failing = Once(getattr(room, name))

    def fail_or_act(*arguments: Any, **named: Any) -> Any:  # a function, so that a class binds it
        return failing(*arguments, **named)

    monkeypatch.setattr(room, name, fail_or_act)
    return failing


def always(*_: Any, **__: Any) -> Any:
    raise ZeroDivisionError("no pieces to share")


@pytest.fixture
def bench(request_for_two: Request) -> Iterator[Bench]:
    """A table at which an eight has been thrown, and shown."""
    made = Bench(request_for_two)
    made.throw_an_eight()
    assert str(made.app.table.game.playing.state) == EIGHT
    yield made
    made.close()


IN_THE_LOOP = {
    "the step": (App, "step"),
    "the view": (AwaitThrow, "view"),
    "drawing": (outputs, "draw"),
    "the display": (LumaDriver, "display"),
    "the tick of the table": (Table, "tick"),
    "the press of a scene": (AwaitThrow, "press"),
    "the inputs": (Inputs, "take"),
    "the sound": (BuzzerPlayer, "tick"),
    "the journal": (Journal, "append"),
}
ON_THE_WAY_BACK = {
    "closing the journal": (Journal, "close"),
    "the plain screen": (failsafe, "draw"),
    "the display of the plain screen": (LumaDriver, "start"),
    "the keys of the plain screen": (Inputs, "__init__"),
    "opening the journal": (Journal, "open"),
    "the session": (Session, "apply"),
    "going on": (TableParts, "go_on"),
}


@pytest.mark.parametrize(("room", "name"), IN_THE_LOOP.values(), ids=IN_THE_LOOP.keys())
def test_what_was_shown_is_there_after_a_failure_in_the_loop(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, room: Any, name: str
) -> None:
    failing = fail_once(monkeypatch, room, name)
    bench.press("up")
    bench.throw_an_eight()
    bench.run_for(2 * PAUSE)
    assert failing.calls
    assert str(bench.app.table.game.playing.actions[0]) == "8"
    bench.throw_an_eight()
    assert len(bench.app.table.game.playing.actions) > 1


def test_who_watches_a_table_watches_it_again_after_a_failure(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = bench.observers.subscribe()
    fail_once(monkeypatch, Table, "handle")
    bench.press("up")
    bench.run_for(PAUSE + 1)
    seen.take()
    bench.throw_an_eight()
    assert [str(action) for update in seen.take() for action in update.done] == ["8"]


@pytest.mark.parametrize(("room", "name"), ON_THE_WAY_BACK.values(), ids=ON_THE_WAY_BACK.keys())
def test_what_was_shown_is_there_after_a_second_failure_on_the_way_back(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, room: Any, name: str
) -> None:
    fail_once(monkeypatch, Table, "handle")
    failing = fail_once(monkeypatch, room, name)
    bench.press("up")
    bench.run_for(3 * PAUSE)
    assert failing.calls
    assert str(bench.app.table.game.playing.state) == EIGHT
    bench.press("ok")
    bench.throw_an_eight()
    assert len(bench.app.table.game.playing.actions) == 2


def test_the_fault_screen_says_what_happened_and_ok_resumes_at_once(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail_once(monkeypatch, Table, "handle")
    bench.press("up")
    assert bench.table.app is None
    words = bench.table.words
    assert "Error" in words
    assert "ZeroDivisionError: no pieces to share" in words
    assert "OK: continue" in words
    assert "1/" not in words
    bench.press("ok")
    assert str(bench.app.table.game.playing.state) == EIGHT
    assert not bench.app.words.startswith("Resume?")


def test_without_a_key_the_game_resumes_by_itself(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail_once(monkeypatch, Table, "handle")
    bench.press("up")
    bench.run_for(PAUSE - 1)
    assert bench.table.app is None
    bench.run_for(2)
    assert str(bench.app.table.game.playing.state) == EIGHT


def test_systemd_is_notified_once_that_the_program_stops(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail_once(monkeypatch, Table, "handle")
    bench.press("up")
    bench.press("ok")
    bench.close()
    assert bench.told == [b"READY=1", b"STOPPING=1"]


def test_a_display_that_fails_three_times_is_left_out_and_keys_and_dice_still_work(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(LumaDriver, "display", always)
    monkeypatch.setattr(LumaDriver, "start", always)
    bench.press("up")
    bench.run_for(4 * PAUSE)
    assert NOTICE in bench.app.words.replace("\n", " ")
    assert "stays dark until" in caplog.text
    bench.press("ok")
    bench.throw_an_eight()
    assert len(bench.app.table.game.playing.actions) == 2


def test_a_sound_that_fails_three_times_is_left_out_with_a_notice(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.output.methodcaller", always)
    bench.throw_an_eight()
    bench.run_for(4 * PAUSE)
    assert "sound and lights" in bench.app.words
    bench.press("ok")
    bench.throw_an_eight()
    assert len(bench.app.table.game.playing.actions) > 1


def test_a_game_that_fails_three_times_is_set_aside_and_kept(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(AwaitThrow, "view", always)
        bench.press("up")
        bench.run_for(4 * PAUSE)
        assert "set aside" in bench.app.words
        bench.press("ok")
        assert bench.app.words.startswith("Which game?")
    _, *records = next(Journal(tmp_path).sessions())
    assert [str(action) for action in Session.resume(records, THAAYAM).actions] == ["8"]
    assert len(bench.app.table.context.history) == 1


def test_a_table_that_fails_whatever_is_left_out_keeps_trying(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(App, "step", always)
        bench.run_for(600)
        assert "Error" in bench.table.words
    bench.run_for(61)
    assert "set aside" in bench.app.words


def test_records_that_a_full_card_refused_survive_a_failure(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Storage, descriptor: int, data: bytes) -> int:
        raise failure(errno.ENOSPC)

    monkeypatch.setattr(Storage, "write", full)
    bench.throw_an_eight()
    state = str(bench.app.table.game.playing.state)
    assert state != EIGHT
    with monkeypatch.context() as broken:
        fail_once(broken, Table, "handle")
        bench.press("up")
        assert bench.table.app is None
    bench.press("ok")
    assert str(bench.app.table.game.playing.state) == state


def test_a_game_that_a_full_card_refused_is_written_once_there_is_room(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(self: Storage, descriptor: int, data: bytes) -> int:
        raise failure(errno.ENOSPC)

    with monkeypatch.context() as broken:
        broken.setattr(Storage, "write", full)
        bench.app.table.run(BeginGame(Setup("thaayam", {"seats": 2}, 1)))
        bench.throw_an_eight()
        played = bench.app.game_records
        fail_once(broken, Table, "handle")
        bench.press("up")
    bench.press("ok")
    assert len(played) > 1
    assert Journal(tmp_path).open() == played


def test_a_pin_that_is_in_use_at_the_start_is_reported_at_the_keyboard(
    request_for_two: Request, monkeypatch: pytest.MonkeyPatch
) -> None:
    def taken(*_: object) -> None:
        raise PinsError("ok: pin 4 cannot be claimed")

    monkeypatch.setattr(Inputs, "__init__", taken)
    with pytest.raises(PinsError, match="pin 4"):
        Bench(request_for_two)


@pytest.mark.parametrize("name", SUSPECTS)
def test_every_suspected_module_exists(name: str) -> None:
    assert find_spec(name) is not None


def test_a_failure_anywhere_in_a_folder_is_blamed_on_its_part() -> None:
    with pytest.raises(WiringError) as caught:
        levels_for([(0, 1)], (1,))
    assert suspects(caught.value) == ("dice", "link")


def test_a_module_whose_name_only_begins_like_a_folder_is_not_suspected() -> None:
    room: dict[str, Any] = {"__name__": "hardware.displayed"}
    exec("def fail(): raise ValueError('no board')", room)
    with pytest.raises(ValueError, match="no board") as caught:
        room["fail"]()
    assert suspects(caught.value) == ()


def test_three_failures_in_more_than_a_minute_leave_nothing_out() -> None:
    failures = Failures()
    assert [failures.count(("link",), now) for now in (0.0, 31.0, 62.0, 93.0)] == [None] * 4
    assert failures.count((), 94.0) == ("link",)


def test_a_link_that_fails_three_times_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('profile = "generic"\n[link]\nfind = ["/dev/ttyACM0"]\nbrings = ["board"]\n')
    state = tmp_path / "state"
    state.mkdir()
    bench = Bench(Request(THAAYAM, wiring.load(str(path)), "en", state, TWO))
    bench.throw_an_eight()
    with pytest.MonkeyPatch.context() as broken:
        broken.setattr(Link, "_presence", property(always))
        bench.run_for(4 * PAUSE)
        assert "the serial link" in bench.app.words
        bench.press("ok")
        bench.throw_an_eight()
    assert len(bench.app.table.game.playing.actions) == 2
    bench.close()


@pytest.mark.parametrize("wired", ['profile = "generic"\n', LINKED_WIRING])
def test_a_chord_of_keys_that_cannot_be_opened_does_not_stop_the_fault_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wired: str
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f'{wired}[chords]\nmenu = ["back", "hint"]\n')
    bench = Bench(Request(THAAYAM, wiring.load(str(path)), "en", tmp_path, TWO))
    fail_once(monkeypatch, Table, "tick")
    fail_once(monkeypatch, Inputs, "__init__")
    bench.app.redraw()  # something is due
    bench.table.step()
    assert "Error" in bench.table.words
    bench.run_for(PAUSE + 1)
    assert bench.app.table.game.is_playing
    bench.close()


def test_a_link_that_is_the_only_way_to_the_keys_is_never_left_out() -> None:
    generic = wiring.load("generic")
    linked = replace(generic, link=LinkWiring(brings=("keys",)))
    assert remedy(("link",), linked, frozenset()) == "link"
    assert remedy(("link",), replace(linked, keys={}), frozenset()) == "rest"


def test_a_part_that_is_not_wired_or_left_out_already_is_not_blamed() -> None:
    generic = wiring.load("generic")
    assert remedy(("link",), generic, frozenset()) == "game"
    assert remedy(("dice", "link"), generic, frozenset({"dice"})) == "game"


def test_on_another_screen_game_and_fault_get_the_picture_that_fits_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = Bench(Request(THAAYAM, wiring.load("framebuffer"), "en", tmp_path, TWO))
    screen = bench.pi.model
    assert isinstance(screen, SimulatedFramebuffer)
    heard = bench.observers.subscribe()
    screen.unplug()
    bench.run_for(CHECK + RETRY)
    screen.plug(screen_of((320, 240)))
    bench.run_for(RETRY + 0.1)
    pictures = [update.shown.panel for update in heard.take() if update.shown.panel is not None]
    size = pictures[-1].width, pictures[-1].height
    assert size == bench.app.table.context.device.display_size() == (160, 120)
    assert same(screen.image(), Image.frombytes("1", size, pictures[-1].rows))
    fail_once(monkeypatch, Table, "tick")
    bench.app.redraw()  # something is due
    bench.table.step()
    for _ in range(2):
        screen.unplug()
        screen.plug(screen_of((800, 480)))
        bench.run_for(CHECK + 0.1)
        assert screen.size == (160, 96)
        assert screen.image().getbbox() is not None
    assert "Error" in bench.table.words
    bench.close()
