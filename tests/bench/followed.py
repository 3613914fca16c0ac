"""What it takes to follow a table on a page: ``python -m tests.bench.followed WHAT ...``.

``bytes GAME`` measures a move by the length of the game, ``followers COUNT`` what many pages take
of the processor, ``seen GAME`` how long a browser waits, ``wire GAME`` what goes over the socket.
Each prints JSON. The same module measures the last release, from whose sources it takes the
program and the table that is served: see :mod:`tests.bench.followed_since`.
"""

import inspect
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any, Final, get_type_hints

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

import games
from firmware_host.app.request import Request
from firmware_host.remote import wire
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.web import running
from firmware_host.web.visitor import PageVisitor
from games.actions import Action, Throw
from games.core import State
from hardware.wiring import wiring
from tests.browser.served_sites import SharedTable

LENGTHS: Final = (10, 100, 200, 400)
"""Actions after which a move is measured, in games that are so long."""

MEASURED: Final = 8
"""Actions that are measured there."""

REST: Final = 0.12
"""Seconds that people need at least between two presses, in which a page gets what is new."""

ACTIONS: Final = re.compile(r'"actions": ?(\d+)')
PATIENCE: Final = 30.0
SEED: Final = 3


def hands_at(request: Request) -> Hands:
    """Return hands in a world of their own, which is in another module than in the release."""
    world = get_type_hints(Hands.__init__)["world"]
    return Hands(world(request, seed=1))


ALL: Final = 2000
"""More connections than a measure needs."""


def let_all_in() -> None:
    """Lift the bounds of the release, which took 256 connections, and 64 from one address."""
    for name in ("most", "most_of_an_address"):
        if hasattr(running.BoundedConnection, name):
            setattr(running.BoundedConnection, name, ALL)


@contextmanager
def table(game: str) -> Iterator[SharedTable]:
    """Serve a table on which ``game`` begins."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        request = Request(games, wiring.load("generic"), "en", folder, Setup(game, first=0))
        hands = hands_at(request)
        hands.follow()
        is_release = "visitor" in inspect.signature(SharedTable).parameters
        served = SharedTable(hands, folder, *([PageVisitor()] if is_release else ()))
        try:
            yield served
        finally:
            served.close()


def course(served: SharedTable) -> Iterator[Callable[[], None]]:
    """Yield what does the next action of a game by chance at the table."""
    rng, hands = random.Random(SEED), served.hands
    while not hands.state.is_terminal:
        yield partial(do, hands, chosen(hands.state, rng))


def chosen(state: State, rng: random.Random) -> Action:
    """Return an action of ``state`` by chance."""
    if state.is_chance:
        return rng.choice(state.chance_outcomes())[0]
    return rng.choice(state.legal_moves())


def do(hands: Hands, action: Action) -> None:
    """Do ``action`` at the table, until it waits for the next one."""
    if isinstance(action, Throw):
        hands.throw(str(action))
    else:
        hands.play(str(action))
    hands.look_up()


class Follower:
    """A page that watches a table, and counts the bytes of text that it is sent."""

    def __init__(self, page: ClientConnection) -> None:
        self._page, self.bytes, self.actions = page, 0, -1

    def read(self, seconds: float = 0.0) -> None:
        """Read what has come, and what comes in so many ``seconds``."""
        while True:
            try:
                message = self._page.recv(seconds)
            except TimeoutError:
                return
            if isinstance(message, str):
                self.bytes += len(message.encode())
                for found in ACTIONS.finditer(message):
                    self.actions = int(found[1])

    def wait_for(self, actions: int) -> None:
        """Read until the game has had so many ``actions``."""
        end = time.monotonic() + PATIENCE
        while self.actions != actions and time.monotonic() < end:
            self.read(0.05)


def bytes_by_length(game: str) -> Mapping[int, float]:
    """Return the mean bytes of an action by the length of ``game``, its steps included."""
    found = {}
    with table(game) as served, open_page(served) as page:
        page.send('{"panel":false}')  # as a page does whose display is not in sight
        follower, acts, done = Follower(page), course(served), 0
        for length in LENGTHS:
            for _ in range(length - done):
                done += play(acts, 1)
                follower.read()  # who takes nothing for a while is disconnected
            if done < length:
                break
            follower.wait_for(done)
            follower.read(0.5)
            before = follower.bytes
            with at_leisure(served.hands, follower):
                count = play(acts, MEASURED)
            done += count
            follower.wait_for(done)
            follower.read(0.5)
            found[length] = (follower.bytes - before) / max(count, 1)
    return found


def play(acts: Iterator[Callable[[], None]], count: int) -> int:
    """Do the next ``count`` of ``acts``, or as many as there are; return how many."""
    done = 0
    for act in islice(acts, count):
        act()
        done += 1
    return done


@contextmanager
def at_leisure(hands: Hands, follower: Follower) -> Iterator[None]:
    """Let ``hands`` press keys as people do: what is new is sent after each of them."""
    press = hands.press

    def pressed(*words: Any) -> None:
        press(*words)
        follower.read(REST)

    vars(hands)["press"] = pressed
    try:
        yield
    finally:
        del vars(hands)["press"]


def open_page(served: SharedTable) -> ClientConnection:
    """Open what a page of the table is sent."""
    address = served.address.removesuffix("/")
    live = f"ws{address.removeprefix('http')}/live?language=en"
    headers = {"Cookie": cookie(served)}
    return connect(
        live,
        origin=Origin(address),
        additional_headers=headers,
        max_size=None,
        compression=None,
        ping_interval=None,  # pages do not ask either
    )


def cookie(served: SharedTable) -> str:
    """Return what a browser that is let in carries; the last release lets nobody else in."""
    return "; ".join(f"{name}={value}" for name, value in served.cookies.items())


FOLLOWED: Final = 12
"""Actions that followers see."""

CHANGE_SECONDS: Final = 2.0
"""Seconds between two of them."""


def followed(count: int) -> Mapping[str, float]:
    """Return what ``count`` followers take of the processor, with the table and its server.

    ``milliseconds`` are those of an action, ``last`` the seconds until the last page has it.
    """
    with table("tshupu") as served:
        script = str(Path(__file__).with_name("page_followers.py"))
        address = served.address.removesuffix("/")
        words = (sys.executable, script, address, str(count), cookie(served))
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as pages:
            assert pages.stdout is not None
            pages.stdout.readline()  # all are open
            acts, spent, late = course(served), 0.0, list[float]()
            play(acts, 2)
            for number in range(FOLLOWED):
                time.sleep(CHANGE_SECONDS)
                before = time.process_time()
                play(acts, 1)
                done = time.monotonic()
                late.append(_seen_by_all(pages, number + 3) - done)
                time.sleep(CHANGE_SECONDS / 2)
                spent += time.process_time() - before
            pages.kill()
    return {"milliseconds": 1000 * spent / FOLLOWED, "last": max(late)}


def _seen_by_all(pages: "subprocess.Popen[str]", actions: int) -> float:
    """Return when the last page had a game of so many ``actions``."""
    assert pages.stdout is not None
    while (said := pages.stdout.readline().split())[0] != str(actions):
        pass
    return float(said[1])


PAINT: Final = """() => new Promise((resolve) => {
  const found = () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
  const look = () => found() ? resolve(found()) : setTimeout(look, 20);
  look();
})"""

TAP: Final = """(number) => new Promise((resolve) => setTimeout(() => {
  const point = document.querySelectorAll("[data-point]")[number], begun = performance.now();
  point.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)));
}, 100))"""
"""Touches a point of a page at rest: right after a picture the next one waits for the screen."""

LOADS, TAPS = 7, 5


def seen(game: str) -> Mapping[str, float]:
    """Return milliseconds until a page of ``game`` paints first, shows the board and a touch."""
    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import SANDLESS

    program = shutil.which("chromium") or shutil.which("chromium-browser")
    paints, boards, taps = list[float](), list[float](), list[float]()
    with table(game) as served, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=[*SANDLESS])
        context = browser.new_context(viewport={"width": 1366, "height": 768})
        for name, value in served.cookies.items():
            context.add_cookies([{"name": name, "value": value, "url": served.address}])
        for _ in range(LOADS):
            page = context.new_page()
            begun = time.monotonic()
            page.goto(served.address)
            page.locator("[data-point]").first.wait_for()
            boards.append(1000 * (time.monotonic() - begun))
            paints.append(page.evaluate(PAINT))
            for number in range(TAPS):
                taps.append(page.evaluate(TAP, number))
            page.close()
        browser.close()
    return {"paint": median(paints), "board": median(boards), "tap": median(taps)}


WHOLE: Final = 200
"""Actions of the game that goes over the wire."""

TIMES: Final = 40


def over_the_wire(game: str) -> Mapping[str, float]:
    """Return the bytes of a whole value of a long ``game``, and milliseconds to write and read."""
    with tempfile.TemporaryDirectory() as folder:
        request = Request(games, wiring.load("generic"), "en", Path(folder), Setup(game, first=0))
        hands = hands_at(request)
        updates = hands.world.app.observers.subscribe()
        hands.follow()
        rng = random.Random(SEED)
        for _ in range(WHOLE):
            if hands.state.is_terminal:
                break
            do(hands, chosen(hands.state, rng))
        write, read = _wire(updates.take()[-1])
        hands.world.close()
    line = write()
    return {"bytes": len(line), "write": _median(write), "read": _median(partial(read, line))}


def _wire(update: Any) -> tuple[Callable[[], bytes], Callable[[bytes], object]]:
    """Return what writes the whole ``update`` for a new reader, and what reads it."""
    names = vars(wire)
    if "PublishedEncoder" in names:
        shown = update.shown
        return (
            lambda: names["PublishedEncoder"]().line(shown),
            lambda line: names["PublishedDecoder"]().shown(names["read_line"](line)),
        )
    from firmware_host.app import feed

    snapshot = vars(feed)["snapshot"](update, 1)
    return (
        lambda: names["SnapshotEncoder"]().line(snapshot),
        lambda line: names["SnapshotDecoder"]().snapshot(line),
    )


def _median(work: Callable[[], object]) -> float:
    """Return the median milliseconds of ``work`` on the processor."""
    taken = []
    for _ in range(TIMES):
        begun = time.process_time()
        work()
        taken.append(1000 * (time.process_time() - begun))
    return median(taken)


def main() -> None:
    """Measure what the command line asks for, and print it as JSON."""
    what, word = sys.argv[1:]
    let_all_in()
    measures: Mapping[str, Callable[[], object]] = {
        "bytes": lambda: bytes_by_length(word),
        "followers": lambda: followed(int(word)),
        "seen": lambda: seen(word),
        "wire": lambda: over_the_wire(word),
    }
    print(json.dumps(measures[what]()))


if __name__ == "__main__":
    main()
