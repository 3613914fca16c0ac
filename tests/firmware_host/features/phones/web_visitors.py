"""The web server of a table as a process of its own, and visitors who mean it ill.

``python -m tests.firmware_host.features.phones.web_visitors 300`` lets them come, go and tear off
for 300 seconds and prints what the server had in hand at the end of each tenth of that time.
"""

import random
import re
import socket
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from firmware_host.app.feed import Feed
from firmware_host.app.processes import program
from firmware_host.cli.commands.web import PHONES
from firmware_host.features.phones.desk import Phones
from firmware_host.remote.requests import RequestInbox
from firmware_host.remote.wire import Published
from firmware_host.screens.notes import NoteView
from firmware_host.table.observers import Observers, TableStep
from firmware_host.web.visitor import PageVisitor
from games.message import Message
from tests.firmware_host.features.phones.target import (
    Client,
    Requests,
    frame,
    said,
)
from tests.served import beside, free_port, page

SOCKET: Final = "table.socket"
TORN: Final = struct.pack("ii", 1, 0)
"""The option of a socket that ends it with a reset in place of a farewell."""

BETWEEN_SECONDS: Final = 0.02
"""A soak is long, not heavy."""

SETTLING_SECONDS: Final = 12.0
"""Connections on which no request comes are closed after ten."""

IDLE_AT_ONCE: Final = 40
NO_TEXT: Final = frame(b"\xff\xfe\xfd")

ADDRESSES: Final = tuple(f"127.0.0.{number}" for number in (2, 3, 4, 5))


@dataclass(frozen=True)
class InHand:
    """What a process has in hand: open ``files``, and ``kib`` of memory."""

    files: int
    kib: int


class ServedTable(Requests):
    """A public table that shows nothing, and its web server, which may open so many ``files``.

    What people ask comes into ``inbox``, nobody takes it unless a test does; ``log`` is what the
    server says.
    """

    def __init__(self, folder: Path, files: int) -> None:
        self.folder, self.port, self.inbox = folder, free_port(), RequestInbox()
        self.host = f"127.0.0.1:{self.port}"
        self._observers = Observers()
        self.count = 0
        self._feed = Feed(folder / SOCKET, self._observers, self.inbox, beside(folder))
        phones = Phones(folder / PHONES)
        self.staff = phones.pair(PageVisitor("staff"))
        self.player = phones.pair(PageVisitor("seat", 0))
        limited = ("sh", "-c", f'ulimit -n {files}; exec "$@"', "sh")
        listen = ("--listen", self.host, "--state-dir", str(folder))
        command = program("web", "--table", str(folder / SOCKET), *listen)
        self._log = folder / "log"
        with self._log.open("wb") as log:
            self._process = subprocess.Popen((*limited, *command), stdout=log, stderr=log)
        page(self.port)
        self.show()

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(20)
        self._feed.close()

    @property
    def log(self) -> str:
        return self._log.read_text("utf-8", "replace")

    @property
    def in_hand(self) -> InHand:
        """What the server has in hand now."""
        of = Path("/proc", str(self._process.pid))
        found = re.search(r"VmRSS:\s+(\d+)", (of / "status").read_text())
        return InHand(len(list((of / "fd").iterdir())), int(found[1]) if found else 0)

    def show(self) -> None:
        """Let the table show something new to all pages."""
        self.count += 1
        words = f"{self.count} " + "x" * 1_000
        view = NoteView(Message.of("on"), Message.of(""))
        self._observers.publish(TableStep(0.0, view, Published(words=words, is_public=True)))

    def connected(self, source: str = "127.0.0.1") -> Client:
        return Client(self.port, source)

    def opened(self, token: str = "", source: str = "127.0.0.1") -> Client:
        """Return a page that is open, of a phone with this ``token``."""
        client = self.connected(source)
        client.write(self.opening(cookie=token))
        assert client.answer().startswith("HTTP/1.1 101"), "no page opens"
        return client


@contextmanager
def served(folder: Path, files: int = 1024) -> Iterator[ServedTable]:
    table = ServedTable(folder, files)
    try:
        yield table
    finally:
        table.close()


# -- visitors who tear off

Visit = Callable[[ServedTable, Client], None]


def open_page(table: ServedTable, client: Client) -> None:
    client.write(table.opening())


def look_at_page(table: ServedTable, client: Client) -> None:
    client.write(table.opening())
    client.answer()


def ask_much(table: ServedTable, client: Client) -> None:
    client.write(table.opening())
    client.write(said({"language": "ru"}) * 5 + said({"hint": True}) * 3)


def ask_as_staff(table: ServedTable, client: Client) -> None:
    client.write(table.opening(cookie=table.staff))
    client.write(said({"report": "log", "again": True}) + said({"press": "ok"}) * 30)


def send_no_text(table: ServedTable, client: Client) -> None:
    look_at_page(table, client)
    client.write(NO_TEXT)


def ask_for_pages(table: ServedTable, client: Client) -> None:
    client.write(table.request() + table.request("GET /games HTTP/1.1") * 3)


def enter_half_a_code(table: ServedTable, client: Client) -> None:
    client.write(table.joining("AAAAAAAA")[:-3])


def send_garbage(table: ServedTable, client: Client) -> None:
    client.write(b"\x16\x03\x01 garbage\r\n\r\n")


def ask_for_another_protocol(table: ServedTable, client: Client) -> None:
    client.write(table.opening().replace(b"Upgrade: websocket", b"Upgrade: h2c"))


def say_nothing(table: ServedTable, client: Client) -> None:
    """Only connect."""


VISITS: Final[Mapping[str, Visit]] = {
    each.__name__: each
    for each in (
        open_page,
        look_at_page,
        ask_much,
        ask_as_staff,
        send_no_text,
        ask_for_pages,
        enter_half_a_code,
        send_garbage,
        ask_for_another_protocol,
        say_nothing,
    )
}


def tear_off(client: Client) -> None:
    with suppress(OSError):
        client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, TORN)
    client.socket.close()


def visit(table: ServedTable, rng: random.Random) -> None:
    """Let one visitor come; most of them tear off, the others close the connection."""
    client = table.connected(rng.choice(ADDRESSES))
    VISITS[rng.choice(list(VISITS))](table, client)
    if rng.random() < 0.2:
        table.show()
    if rng.random() < 0.7:
        tear_off(client)
    else:
        client.socket.close()


# -- a crowd that says nothing, and a phone that floods


@contextmanager
def crowd(table: ServedTable, of_each: int) -> Iterator[list[Client]]:
    """Open so many silent connections from each of four addresses while the block runs."""
    with ExitStack() as opened:
        yield [
            opened.enter_context(table.connected(source))
            for _ in range(of_each)
            for source in ADDRESSES
        ]


def soak(table: ServedTable, seconds: float) -> tuple[list[InHand], int]:
    """Let visitors come for ``seconds``; return what is in hand after each tenth, and how many."""
    rng, found, visits = random.Random(int(seconds)), [], 0
    for part in range(1, 11):
        ends_at = time.monotonic() + seconds / 10
        while time.monotonic() < ends_at:
            if visits % 1_000 == 0:
                with crowd(table, IDLE_AT_ONCE):
                    table.show()
            visit(table, rng)
            visits += 1
            time.sleep(BETWEEN_SECONDS)
        page(table.port)
        time.sleep(SETTLING_SECONDS)
        found.append(table.in_hand)
        print(f"{part} of 10: {visits} visits, {found[-1]}", flush=True)
    return found, visits


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as table:
        soak(table, float(sys.argv[1]))
        print(table.log)
