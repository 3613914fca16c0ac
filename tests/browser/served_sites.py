"""Sites as the program serves them, in threads of a test: a shared table, and practice tables."""

import asyncio
import random
import selectors
import socket
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol

from starlette.types import ASGIApp
from uvicorn.server import Server

import games
from firmware_host.app.feed import Feed
from firmware_host.app.sharing import Reports, answers, commands
from firmware_host.base.log import RecentLog
from firmware_host.features.practice.site import PracticeSite
from firmware_host.features.practice.table import PracticeTable
from firmware_host.features.practice.tables import PracticeTables
from firmware_host.remote.snapshot import Snapshot
from firmware_host.screens.lists import ListView
from firmware_host.screens.view import View
from firmware_host.session.session import Session
from firmware_host.simulator.hands import Hands
from firmware_host.web.desk import FrontDesk
from firmware_host.web.entrance import TOKEN
from firmware_host.web.entry_code import EntryCode
from firmware_host.web.fleet.desk.following import FleetDesk
from firmware_host.web.fleet.desk.site import FleetSite
from firmware_host.web.hosts import computer_names
from firmware_host.web.listening import Signpost, listen
from firmware_host.web.mirror import TableMirror
from firmware_host.web.pairing import PairingCodes
from firmware_host.web.phones import Phones
from firmware_host.web.running import configuration
from firmware_host.web.server import serve_table, table_site
from firmware_host.web.table_client import TableClient
from firmware_host.web.visitor import PageVisitor
from hardware.wiring import wiring

HOST: Final = "127.0.0.1"
WAIT_SECONDS: Final = 20.0
HURRY: Final = 8
"""How many times as fast as elsewhere time passes at the practice tables of a test."""


class Site(Protocol):
    """A site to visit at its ``address``; a browser that is known there carries ``cookies``."""

    @property
    def address(self) -> str: ...

    @property
    def cookies(self) -> Mapping[str, str]: ...


class Served:
    """A ``site`` that is served at ``listener`` by ``serving``, in a thread of its own."""

    def __init__(
        self,
        site: ASGIApp,
        listener: socket.socket,
        serving: Callable[[Server, socket.socket], Coroutine[Any, Any, None]],
        make_loop: Callable[[], asyncio.AbstractEventLoop] = asyncio.new_event_loop,
    ) -> None:
        config = configuration(site, computer_names())
        config.timeout_graceful_shutdown = 1
        self._server = Server(config)

        def run() -> None:
            with asyncio.Runner(loop_factory=make_loop) as runner:
                runner.run(serving(self._server, listener))

        self._thread = threading.Thread(target=run, daemon=True)
        self._thread.start()
        wait_until(lambda: self._server.started, "the server does not start")

    def close(self) -> None:
        """End the server."""
        self._server.should_exit = True
        self._thread.join(WAIT_SECONDS)


class SharedTable:
    """The table of ``hands``, shared on a socket in ``folder`` and served to browsers.

    A phone has been paired for ``visitor`` before. ``commands`` make the reports.
    """

    def __init__(self, hands: Hands, folder: Path, visitor: PageVisitor) -> None:
        self.hands = hands
        app, self._folder = hands.world.app, folder / "web"
        self._socket = folder / "table.socket"
        # other tests keep the processor busy: nothing gives way to them here
        self.commands = {
            name: command[command.index(sys.executable) :]
            for name, command in commands(folder, "generic").items()
        }
        self._reports = Reports(self.commands, RecentLog(), sleep=lambda _: None)
        asked = answers(folder, self._reports)
        self._feed = Feed(self._socket, app.observers, app.requests, asked)
        self.cookies: Mapping[str, str] = {TOKEN.name: Phones(self._folder).pair(visitor)}
        self.serve_again()

    @property
    def address(self) -> str:
        """The address of the page of the table, with a slash at its end."""
        return f"http://{HOST}:{self._port}/"

    def interrupt(self) -> None:
        """End the server, as a crash would."""
        self._served.close()

    def serve_again(self) -> None:
        """Serve the page where it was before."""
        listener = listen(HOST, getattr(self, "_port", 0))
        self._port: int = listener.getsockname()[1]
        client = TableClient(self._socket, TableMirror(games))
        post = Signpost.at(HOST, self._port)
        desk = FrontDesk(client, Phones(self._folder), PairingCodes(), lambda: post)
        site = table_site(client, desk, games, self._folder)
        self._served = Served(site, listener, partial(serve_table, client, desk))

    def close(self) -> None:
        """End the server and the table."""
        self.interrupt()
        self._reports.close()
        self._feed.close()
        self.hands.world.close()

    def play_to_a_jump(self) -> None:
        """Play Squadro until White can jump over a piece: that is a reason on any computer."""
        for _ in range(8):
            self.hands.play(str(self.hands.state.legal_moves()[0]))

    def pass_time(self, happened: Callable[[], bool]) -> None:
        """Let time pass at the table until ``happened``, which a browser brings about."""

        def has_happened() -> bool:
            self.hands.world.run_for(0.05)
            return happened()

        wait_until(has_happened, lambda: f"the table shows: {self.hands.world.app.words}")


class PracticeClass:
    """The practice tables of a class, in ``folder``; ``code`` is that of the teacher."""

    def __init__(self, folder: Path) -> None:
        chance = random.Random(1)
        self._tables = PracticeTables(
            games,
            wiring.load("generic"),
            folder,
            lambda: HURRY * time.monotonic(),
            chance=lambda: random.Random(chance.random()),
        )
        listener = listen(HOST, 0)
        address = f"{HOST}:{listener.getsockname()[1]}"
        self.address = f"http://{address}/"
        self.cookies: Mapping[str, str] = {}
        code = EntryCode(time.monotonic)
        self.code = code.code
        site = PracticeSite(self._tables, code, lambda: Signpost(address)).site()
        self._served = Served(site, listener, _serve, HurriedLoop)

    @property
    def table(self) -> PracticeTable:
        """The table that was opened last."""
        return self._tables.all[-1].table

    @property
    def session(self) -> Session:
        """The game at this table."""
        session = self.table.mirror.session
        assert session is not None
        return session

    @property
    def shown(self) -> Snapshot:
        """What the page shows. The game itself may be ahead of it, in the thread of the server."""
        return self.table.mirror.snapshot

    @property
    def view(self) -> View | None:
        """What the display shows."""
        return self.table._desk.people.view

    @property
    def list(self) -> ListView:
        """The list that the display shows."""
        assert isinstance(self.view, ListView), self.words()
        return self.view

    def words(self) -> str:
        """Return what a person reads on the display."""
        return f"the table shows: {self.shown.words}"

    @property
    def is_idle(self) -> bool:
        """Whether no key is pressed."""
        return self.table._desk.key_presser.is_idle

    @property
    def is_waiting(self) -> bool:
        """Whether the table waits for an action or, after a game, for the next game."""
        waits = self.shown.awaited in ("throw", "choice", "next game")
        return waits and self.is_idle and not self.table.practice.is_rolling

    def is_awaiting(self, number: int) -> bool:
        """Return whether the table waits for the action with this number, or the game is over."""
        actions = sum("do" in record for record in self.shown.records)
        return actions == number and self.is_waiting

    def has_gone_on(self, records: int) -> bool:
        """Return whether the game has more than this many records and the table waits again."""
        return len(self.shown.records) > records and self.is_waiting

    def close(self) -> None:
        """End the tables."""
        self._served.close()


class ServedDesk:
    """The page of all tables of ``desk``, which reaches no broker; ``code`` lets in."""

    def __init__(self, desk: FleetDesk) -> None:
        code = EntryCode(time.monotonic)
        self.desk, self.code = desk, code.code
        listener = listen(HOST, 0)
        self.address = f"http://{HOST}:{listener.getsockname()[1]}/"
        self.cookies: Mapping[str, str] = {}
        self._served = Served(FleetSite(desk, code, games).site(), listener, _serve)

    def close(self) -> None:
        """End the page."""
        self._served.close()


class HurriedLoop(asyncio.SelectorEventLoop):
    """An event loop whose time passes faster than that of the computer."""

    def __init__(self) -> None:
        super().__init__(_HurriedSelector())

    def time(self) -> float:
        return HURRY * super().time()


class _HurriedSelector(selectors.EpollSelector):
    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        return super().select(timeout and timeout / HURRY)


async def _serve(server: Server, listener: socket.socket) -> None:
    await server.serve(sockets=[listener])


def wait_until(happened: Callable[[], bool], otherwise: str | Callable[[], str]) -> None:
    """Wait until something has ``happened``; fail with the words ``otherwise`` if it does not."""
    ends_at = time.monotonic() + WAIT_SECONDS
    while not happened():
        assert time.monotonic() < ends_at, otherwise if isinstance(otherwise, str) else otherwise()
        time.sleep(0.01)
