"""What stands between a table and its web server: it passes everything on, also to a double.

So the phone of a person reaches both tables, and both show the same.
"""

import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from firmware_host.features.phones.remote import PhoneWishes, ShowPairing
from firmware_host.remote.requests import RemoteRequest
from firmware_host.remote.wire import read_request
from firmware_host.simulator.simulated_table import World
from tests.machine.patience import Patience

CHUNK = 1 << 16
LOOK = 0.01
"""Seconds between two looks."""


class Relay:
    """A socket at ``here`` for a web server; what it asks goes to the table at ``there``.

    :attr:`world` is the double, which is asked the same.
    """

    def __init__(self, here: Path, there: Path) -> None:
        self.world: World | None = None
        self._there = there
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(here))
        self._listener.listen()
        self._ends: list[socket.socket] = []
        self._start(self._serve)

    def close(self) -> None:
        """Part the web server from the table."""
        for end in (self._listener, *self._ends):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _serve(self) -> None:
        """Take one web server after the other."""
        with suppress(OSError):
            while True:
                server, _ = self._listener.accept()
                table = self._reach()
                self._ends = [server, table]
                self._start(partial(_pass_on, table, server, _tell_nobody))
                self._start(partial(_pass_on, server, table, self._tell))

    def _reach(self) -> socket.socket:
        """Connect to the table, once it is there."""
        patience = Patience()
        while True:
            table = socket.socket(socket.AF_UNIX)
            try:
                table.connect(str(self._there))
            except OSError:
                table.close()
                if patience.is_over:
                    raise
                patience.wait(LOOK)
            else:
                return table

    def _tell(self, line: bytes) -> None:
        """Ask of the double what ``line`` asks of the table."""
        request = read_request(line)
        if self.world is not None and isinstance(request, RemoteRequest):
            self.world.app.requests.put(_as_wished(request, self.world))

    def _start(self, work: Callable[[], None]) -> None:
        threading.Thread(target=work, daemon=True).start()


def _as_wished(request: RemoteRequest, world: World) -> RemoteRequest:
    """Return ``request`` with the number by which ``world`` knows its wish."""
    if not isinstance(request, ShowPairing):
        return request
    patience = Patience()
    while (wish := world.app.table.shared.of(PhoneWishes).pairing) is None:
        if patience.is_over:
            raise TimeoutError("the double does not wish for a code")
        patience.wait(LOOK)
    return replace(request, number=wish.number)


def _tell_nobody(line: bytes) -> None:
    """Pass by: the double says what it shows itself."""


def _pass_on(source: socket.socket, to: socket.socket, tell: Callable[[bytes], None]) -> None:
    """Pass on what comes from ``source``, and ``tell`` each of its lines."""
    rest = b""
    with suppress(OSError):
        while chunk := source.recv(CHUNK):
            to.sendall(chunk)
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                tell(line + b"\n")
    for end in (source, to):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
