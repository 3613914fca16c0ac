"""Sites as the program serves them, in threads of a test: a shared table, and practice tables."""

import asyncio
import socket
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Protocol

from starlette.types import ASGIApp
from uvicorn.server import Server

import games
from firmware_host.app.feed import Feed
from firmware_host.app.sharing import Reports, answers, commands
from firmware_host.base.log import RecentLog
from firmware_host.simulator.hands import Hands
from firmware_host.web.doorway import Admission, ServedTable
from firmware_host.web.hosts import computer_names
from firmware_host.web.listening import Signpost, listen
from firmware_host.web.mirror import TableMirror
from firmware_host.web.running import configuration
from firmware_host.web.server import Showcase, serve_table, table_site
from firmware_host.web.table_client import TableClient

HOST: Final = "127.0.0.1"
WAIT_SECONDS: Final = 20.0


class Site(Protocol):
    """A site to visit at its ``address``; a browser that is known there carries ``cookies``."""

    @property
    def address(self) -> str: ...

    @property
    def cookies(self) -> Mapping[str, str]: ...


class Served:
    """A ``site`` that is served at ``listener`` by ``serving``, in a thread of its own.

    Pages of other ``sites`` may ask as programs do.
    """

    def __init__(
        self,
        site: ASGIApp,
        listener: socket.socket,
        serving: Callable[[Server, socket.socket], Coroutine[Any, Any, None]],
        make_loop: Callable[[], asyncio.AbstractEventLoop] = asyncio.new_event_loop,
        sites: Sequence[str] = (),
    ) -> None:
        config = configuration(site, computer_names(), sites=sites)
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


def at_home(served: ServedTable) -> Admission:
    """Return who lets whoever is at this computer look at the table that is ``served``."""
    return Admission(served.client)


class SharedTable:
    """The table of ``hands``, shared on a socket in ``folder`` and served to browsers.

    ``admit`` returns who lets people in. ``commands`` make the reports.
    """

    cookies: Mapping[str, str] = MappingProxyType({})
    sites: Sequence[str] = ()
    """Those whose pages may show the game."""

    def __init__(
        self, hands: Hands, folder: Path, admit: Callable[[ServedTable], Admission] = at_home
    ) -> None:
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
        self._admit = admit
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
        admission = self._admit(ServedTable(client, self._folder, lambda: post))
        showcase = Showcase(games, lambda: post, self.sites)
        site = table_site(client, admission, games, self._folder, showcase=showcase)
        serving = partial(serve_table, client, admission)
        self._served = Served(site, listener, serving, sites=self.sites)

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


async def serve(server: Server, listener: socket.socket) -> None:
    await server.serve(sockets=[listener])


def wait_until(happened: Callable[[], bool], otherwise: str | Callable[[], str]) -> None:
    """Wait until something has ``happened``; fail with the words ``otherwise`` if it does not."""
    ends_at = time.monotonic() + WAIT_SECONDS
    while not happened():
        assert time.monotonic() < ends_at, otherwise if isinstance(otherwise, str) else otherwise()
        time.sleep(0.01)
