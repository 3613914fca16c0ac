"""The web server is killed a thousand times while people play: nothing is lost, and it is back."""

import random
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from firmware_host.app import processes
from firmware_host.app.feed import Feed
from firmware_host.app.processes import ReadingProcess
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands, play_game, start_again
from firmware_host.storage.journal import Journal
from tests.figures import Figure
from tests.served import WAIT_SECONDS, beside, free_port
from tests.table import Begin
from tests.told import ToldPage

SAMPLE = 3
KILLS = [pytest.param(SAMPLE, id="sample"), pytest.param(1000, marks=pytest.mark.deep, id="all")]
LONGEST_LIFE = 0.6
"""Seconds: some servers are killed before they serve, others while they do."""


class Killer:
    """Kills the server that ``process`` runs, again and again; ``count`` says how often."""

    def __init__(self, process: ReadingProcess, kills: int) -> None:
        self.count, self._process, self._kills = 0, process, kills
        self._rng = random.Random(kills)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def is_done(self) -> bool:
        return not self._thread.is_alive()

    def _run(self) -> None:
        killed = None
        while self.count < self._kills:
            time.sleep(self._rng.uniform(0, LONGEST_LIFE))
            server = self._process._process
            if server is not None and server is not killed and server.poll() is None:
                server.send_signal(signal.SIGKILL)
                killed, self.count = server, self.count + 1


@contextmanager
def shared(hands: Hands, folder: Path, port: int) -> Iterator[ReadingProcess]:
    path, app = folder / "table.socket", hands.world.app
    feed = Feed(path, app.observers, app.requests, beside(folder))
    # the server without its door, so that the test sees the table
    server = ReadingProcess((sys.executable, "-m", "tests.bench.page_server", str(path), str(port)))
    try:
        yield server
    finally:
        server.close()
        feed.close()


def played(hands: Hands, killer: Killer, folder: Path) -> int:
    """Play games until nobody is killed any more; return how many acts are in the journal."""
    rng, acts = random.Random(3), 0
    while not killer.is_done or not acts:
        if acts:
            start_again(hands)
        play_game(hands, rng, lambda: time.sleep(0.002))
        done = hands.world.app.game_records
        newest = next(iter(Journal(folder).sessions()))
        assert [record for record in newest if record in done] == [*done]
        acts += len(done)
    return acts


def messages(page: ClientConnection) -> Iterator[str]:
    """Yield what ``page`` is sent, but for pictures."""
    while True:
        message = page.recv(WAIT_SECONDS)
        if isinstance(message, str):
            yield message


def wait_for_page(port: int, actions: int) -> None:
    """Wait until a page at ``port`` shows the table after ``actions``; else TimeoutError."""
    end = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < end:
        with suppress(OSError, WebSocketException), connect(f"ws://127.0.0.1:{port}/live") as page:
            shown = ToldPage()
            for message in messages(page):
                shown.take(message)
                is_connected = shown.shown.get("table", {}).get("isConnected")
                if is_connected and shown.actions == actions:
                    return
        time.sleep(0.05)
    raise TimeoutError(f"no page shows the table after {actions} actions")


@pytest.mark.parametrize("kills", KILLS)
def test_no_act_is_lost_and_the_page_comes_back(
    begin: Begin, tmp_path: Path, kills: int, monkeypatch: pytest.MonkeyPatch, figure: Figure
) -> None:
    monkeypatch.setattr(processes, "AGAIN_SECONDS", (0.0,))
    hands, port = begin(Setup("squadro")), free_port()
    with shared(hands, tmp_path, port) as server:
        killer = Killer(server, kills)
        acts = played(hands, killer, tmp_path)
        wait_for_page(port, len(hands.world.app.table.game.playing.actions))
    hands.world.close()
    if kills > SAMPLE:
        figure("web kills", f"{acts:,} acts")
    assert killer.count == kills
