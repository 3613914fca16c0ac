"""10,000 keys struck at the simulator in real time, while six other programs keep it waiting."""

import asyncio
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import pytest
from textual.events import Key

import games
from firmware_host.app.inputs import Event
from firmware_host.app.request import Request
from firmware_host.session.setup import Setup
from firmware_host.simulator.people import Press
from firmware_host.simulator.simulated_table import Desk
from firmware_host.simulator.terminal.app import Simulator, presses
from firmware_host.simulator.terminal.run import AppThread
from hardware.input.edges import KeyEvent
from hardware.wiring import wiring
from tests.firmware_host.simulator.desks import open_desk
from tests.firmware_host.simulator.test_busy_computer import expected

STROKES, BUSY = 10_000, 6
QUICK = ("up", "down", "left", "right", "enter", "escape", "h")
HELD_EVERY, HELD = 100, "u"
A_MOMENT = 0.005
CHARACTERS = {"enter": "\r", "escape": "\x1b"}


@contextmanager
def busy_processes(count: int) -> Iterator[None]:
    """Keep the processor busy with ``count`` programs."""
    with ExitStack() as programs:
        for _ in range(count):
            program = programs.enter_context(subprocess.Popen([sys.executable, "-c", "while 1: 0"]))
            programs.callback(program.kill)
        yield


def strokes(count: int, rng: random.Random) -> Iterator[str]:
    """Yield ``count`` strokes: quick ones, and now and then one that is held."""
    for number in range(1, count + 1):
        yield HELD if number % HELD_EVERY == 0 else rng.choice(QUICK)


async def strike(ui: Simulator, desk: Desk, keys: list[str], rng: random.Random) -> None:
    """Strike ``keys`` as fast as the table takes them, so that up to three wait."""
    taken, request = list[Press](), desk.key_presser.request
    waiting = desk.key_presser._queue

    def note(press: Press) -> None:
        request(press)
        taken.append(press)

    ui._keys = {key: partial(note, press) for key, press in presses(desk.wiring).items()}
    struck = 0
    while struck < len(keys):
        for key in keys[struck : struck + rng.randint(1, 3)]:
            ui.post_message(Key(key, CHARACTERS.get(key, key if len(key) == 1 else None)))
            struck += 1
        while len(taken) < struck or waiting:
            await asyncio.sleep(A_MOMENT)
    while desk.key_presser.deadline is not None:
        await asyncio.sleep(A_MOMENT)


def recorded(handle: Callable[..., None], seen: list[KeyEvent]) -> Callable[[Event, float], None]:
    """Return ``handle``, which notes presses and holds in ``seen`` before it handles them."""

    def record(event: Event, now: float) -> None:
        if isinstance(event, KeyEvent) and event.kind in ("press", "hold", "repeat", "stuck"):
            seen.append(event)
        handle(event, now)

    return record


@pytest.mark.deep
def test_no_press_is_lost_or_doubled_while_others_want_the_processor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = Request(games, wiring.load("generic"), "en", tmp_path, Setup("thaayam"))
    desk = open_desk(request, time.monotonic)
    seen = list[KeyEvent]()
    monkeypatch.setattr(desk.app.table, "handle", recorded(desk.app.table.handle, seen))
    program = AppThread(desk.app)
    ui = Simulator(desk, program)
    desk.app.observers.watch(lambda update: ui.wake(), "terminal")
    struck = list(strokes(STROKES, random.Random(3)))

    async def play() -> None:
        async with ui.run_test(size=(100, 40)):
            program.start()
            await strike(ui, desk, struck, random.Random(4))

    with busy_processes(BUSY):
        try:
            asyncio.run(play())
        finally:
            program.finish()
    keys = presses(desk.wiring)
    wanted = [expected(keys[key]) for key in struck]
    print(f"{len(wanted)} strokes, {len(seen)} seen, {BUSY} busy processes")
    assert seen == wanted
