"""Share a table with those who look at it from elsewhere: its socket, and the web server."""

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from firmware_host.app.feed import Feed
from firmware_host.app.kept_games import KeptGames
from firmware_host.errors import HostError, reason
from firmware_host.remote.inbox import RequestInbox
from firmware_host.table.observers import Observers

SOCKET: Final = "table.socket"
"""The name of the socket in the state folder, unless another one is asked for."""

AGAIN_SECONDS: Final = (1.0, 2.0, 5.0, 15.0)
"""How long a web server that has ended waits before it is started again; the last one repeats."""

END_SECONDS: Final = 5.0
"""A web server has this long to end when the table ends."""

LONGEST_PATH: Final = 107
"""The most bytes of the path of a Unix socket (unix(7))."""

log = logging.getLogger(__name__)


class SharingError(HostError, OSError):
    """A socket that cannot be made: why, and what to do."""


@dataclass(frozen=True)
class Sharing:
    """Where a table is shared: its ``socket``, and the ``address`` of its web server.

    Without an address no server is started; one may be running as a service of its own.
    """

    socket: Path
    address: str | None = None


def share(sharing: Sharing, observers: Observers, inbox: RequestInbox, folder: Path) -> ExitStack:
    """Share the table that ``observers`` watch until the returned stack is closed.

    Requests go to ``inbox``; games that were played are read in the state folder ``folder``.
    SharingError if the socket cannot be made.
    """
    stack = ExitStack()
    try:
        feed = Feed(sharing.socket, observers, inbox, KeptGames(folder).answer)
    except OSError as error:
        raise SharingError(_why(sharing.socket, error)) from None
    stack.callback(feed.close)
    if sharing.address is not None:
        server = WebProcess(("--table", os.fspath(sharing.socket), "--listen", sharing.address))
        stack.callback(server.close)
    return stack


def _why(path: Path, error: OSError) -> str:
    if len(os.fsencode(path)) > LONGEST_PATH:
        return f"{path}: expected a path of {LONGEST_PATH} bytes at most: give a shorter one"
    return f"the socket {path} cannot be made: {reason(error)}: give another path"


class WebProcess:
    """Runs ``tableside web`` with ``arguments``, and starts it again when it ends."""

    def __init__(self, arguments: Sequence[str]) -> None:
        self._command = (sys.executable, "-m", "firmware_host.cli.main", "web", *arguments)
        self._is_closing = threading.Event()
        self._process = self._start()
        self._thread = threading.Thread(target=self._watch, name="web server", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the server."""
        self._is_closing.set()
        self._process.terminate()
        try:
            self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._thread.join(END_SECONDS)

    def _start(self) -> subprocess.Popen[bytes]:
        # the pins, the card and the signals are those of the table alone
        return subprocess.Popen(self._command, stdin=subprocess.DEVNULL, start_new_session=True)

    def _watch(self) -> None:
        tries = 0
        while True:
            code = self._process.wait()
            wait = AGAIN_SECONDS[min(tries, len(AGAIN_SECONDS) - 1)]
            if self._is_closing.is_set():
                return
            log.warning("the web server ended with %d; it starts again in %g s", code, wait)
            if self._is_closing.wait(wait):
                return
            self._process = self._start()
            tries += 1
