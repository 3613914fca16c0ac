"""A served table to attack: the real server on loopback, and clients that send any bytes."""

import asyncio
import json
import re
import socket
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Final, TypeVar

import uvicorn

import games
from firmware_host.features.phones.desk import FrontDesk, PairingCodes, Phones
from firmware_host.features.phones.remote import PairingWish, PhoneWishes, ShowPairing
from firmware_host.features.phones.web import TOKEN, PhoneAdmission
from firmware_host.remote.requests import RemoteRequest, Report, ReportQuestion
from firmware_host.remote.wire import Published, named
from firmware_host.web.hosts import computer_names
from firmware_host.web.listening import Signpost
from firmware_host.web.mirror import TableMirror
from firmware_host.web.running import BoundedConnection, BoundedPage, configuration
from firmware_host.web.server import table_site
from firmware_host.web.table_client import TableClient, Tell
from firmware_host.web.visitor import PageVisitor

WAIT_SECONDS: Final = 20.0
IMPATIENT: Final = 0.4
"""The seconds that a server gives to clients that are slow on purpose."""

MOST_CONNECTIONS: Final = 24
"""The connections of a server, few enough for a test."""

TEXT, BINARY, CLOSE = 1, 2, 8
HEAD_END = b"\r\n\r\n"

Result = TypeVar("Result")


NO_WISHES: Final = PhoneWishes()


class ImpatientConnection(BoundedConnection):
    """The bounds of the server, short enough for a test that attacks it slowly."""

    request_seconds = IMPATIENT


class ImpatientPage(BoundedPage):
    """The same for a page that reads slowly."""

    take_seconds = IMPATIENT


class Asked(TableClient):
    """A table without a socket: ``asked`` is what was asked of it."""

    def __init__(self) -> None:
        super().__init__(Path("nowhere"), TableMirror(games))
        self.asked: list[RemoteRequest | ReportQuestion] = []

    def ask(
        self, request: RemoteRequest, visitor: PageVisitor | None = None, tell: Tell | None = None
    ) -> bool:
        self.asked.append(request)
        return True

    async def report(self, question: ReportQuestion) -> Report | None:
        self.asked.append(question)
        return Report(question.report, "all of it")

    async def run(self) -> None:
        await asyncio.Event().wait()


class StartedServer(uvicorn.Server):
    """A server that tells when it listens."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.listens = threading.Event()
        self.loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.loop = asyncio.get_running_loop()
        self.listens.set()

    @property
    def port(self) -> int:
        return int(self.servers[0].sockets[0].getsockname()[1])


class Requests:
    """Requests to the server at ``host``, as bytes."""

    host: str

    def request(
        self,
        line: str = "GET / HTTP/1.1",
        host: str | None = "",
        headers: Sequence[str] = (),
        body: bytes = b"",
        cookie: str = "",
    ) -> bytes:
        """Return a request as bytes; ``host`` is that of the server if it is empty."""
        lines = [line]
        lines += [] if host is None else [f"Host: {host or self.host}"]
        lines += [f"Cookie: {TOKEN.name}={cookie}"] if cookie else []
        lines += headers
        return "\r\n".join((*lines, "", "")).encode("latin-1") + body

    def joining(self, code: object, origin: str | None = "") -> bytes:
        """Return the request that enters ``code``."""
        body = json.dumps({"code": code}).encode()
        origins = [] if origin is None else [f"Origin: {origin or f'http://{self.host}'}"]
        headers = [*origins, f"Content-Length: {len(body)}"]
        return self.request("POST /join HTTP/1.1", headers=headers, body=body)

    def opening(self, origin: str | None = "", host: str = "", cookie: str = "") -> bytes:
        """Return the request that opens the connection of a page."""
        headers = [
            *([] if origin is None else [f"Origin: {origin or f'http://{self.host}'}"]),
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==",
        ]
        return self.request("GET /live HTTP/1.1", host, headers, cookie=cookie)


class Target(Requests):
    """A table called ``table`` that is served on loopback; ``now`` is the time of its codes."""

    def __init__(self, folder: Path, *, is_patient: bool = True) -> None:
        self.now, self._number, self.table = 0.0, 0, Asked()
        phones = Phones(folder, lambda: date(2026, 11, 22))
        post = Signpost("192.168.1.5:8080", "table.local:8080")
        self.desk = FrontDesk(self.table, phones, PairingCodes(lambda: self.now), lambda: post)
        admission = PhoneAdmission(self.table, self.desk)
        site = table_site(self.table, admission, games, folder)
        names = computer_names(["games.example"], name="table")
        config = (
            configuration(site, names, admission.guest, most=MOST_CONNECTIONS)
            if is_patient
            else configuration(
                site, names, admission.guest, ImpatientConnection, IMPATIENT, ImpatientPage
            )
        )
        config.host, config.port = "127.0.0.1", 0
        self.server = StartedServer(config)
        self._thread = threading.Thread(target=self.server.run, daemon=True)
        self._thread.start()
        assert self.server.listens.wait(WAIT_SECONDS)
        self.host = f"127.0.0.1:{self.server.port}"
        self.show()

    def close(self) -> None:
        self.server.should_exit = True
        self._thread.join(WAIT_SECONDS)

    @property
    def runs(self) -> bool:
        """Whether the server still runs."""
        return self._thread.is_alive()

    def do(self, work: Callable[[], Result]) -> Result:
        """Return the result of ``work`` in the thread of the server."""

        async def run() -> Result:
            return work()

        assert self.server.loop is not None
        return asyncio.run_coroutine_threadsafe(run(), self.server.loop).result(WAIT_SECONDS)

    def show(
        self,
        wishes: PhoneWishes = NO_WISHES,
        *,
        is_public: bool = False,
        is_unattended: bool = False,
    ) -> None:
        """Let the table wish for ``wishes``."""
        self._number += 1
        snapshot = Published(
            number=self._number,
            facts=named(wishes),
            is_public=is_public,
            is_unattended=is_unattended,
        )

        def follow() -> None:
            self.table.mirror.show(snapshot)
            self.desk.follow()

        self.do(follow)

    def code(self, role: str = "observer", seat: int | None = None) -> str:
        """Return the code that the table shows for ``role`` and ``seat``."""
        self.show(PhoneWishes(PairingWish(self._number, role, seat)))
        shown = self.table.asked[-1]
        assert isinstance(shown, ShowPairing)
        return shown.code

    def token(self, role: str = "observer", seat: int | None = None) -> str:
        """Return the token of a phone that has just been paired."""
        answer = self.send(self.joining(self.code(role, seat)))
        found = re.search(rf"set-cookie: {TOKEN.name}_\d+=([\w-]+)", answer)
        assert found is not None, answer
        return found[1]

    def send(self, data: bytes, source: str = "127.0.0.1") -> str:
        """Return what the server answers to ``data``, until it has answered one request."""
        with Client(self.server.port, source) as client:
            client.write(data)
            return client.answer()


class Client:
    """A connection from the address ``source`` to ``port``."""

    def __init__(self, port: int, source: str = "127.0.0.1") -> None:
        address = ("127.0.0.1", port)
        self.socket = socket.create_connection(address, WAIT_SECONDS, (source, 0))
        self._read = b""

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def write(self, data: bytes) -> None:
        with suppress(BrokenPipeError, ConnectionResetError):
            self.socket.sendall(data)

    def answer(self) -> str:
        """Return the next answer, head and body."""
        while HEAD_END not in self._read and self._receive():
            pass
        head, _, rest = self._read.partition(HEAD_END)
        found = re.search(rb"content-length: (\d+)", head)
        length = int(found[1]) if found else 0
        while len(rest) < length and self._receive():
            rest = self._read.partition(HEAD_END)[2]
        self._read = rest[length:]
        return (head + HEAD_END + rest[:length]).decode("latin-1")

    def messages(self) -> tuple[list[str], int]:
        """Return the texts that come until the connection is closed, and the code of its end."""
        texts: list[str] = []
        while True:
            opcode, payload = self._frame()
            if opcode == TEXT:
                texts.append(payload.decode())
            elif opcode == CLOSE:
                return texts, int.from_bytes(payload[:2], "big")

    def message(self) -> str:
        """Return the next text."""
        while True:
            opcode, payload = self._frame()
            if opcode == TEXT:
                return payload.decode()
            assert opcode != CLOSE, payload

    def ended(self) -> bool:
        """Return whether the server closes the connection without a word."""
        with suppress(ConnectionResetError):
            return not self._receive()
        return True

    @property
    def is_gone(self) -> bool:
        """Whether the server has closed the connection."""
        self.socket.setblocking(False)
        with suppress(BlockingIOError):
            return self.ended()
        return False

    def _frame(self) -> tuple[int, bytes]:
        head = self._take(2)
        if len(head) < 2:
            return CLOSE, b"\x03\xee"  # 1006: no close frame
        length = head[1] & 127
        if length > 125:
            length = int.from_bytes(self._take(2 if length == 126 else 8), "big")
        return head[0] & 15, self._take(length)

    def _take(self, count: int) -> bytes:
        while len(self._read) < count and self._receive():
            pass
        taken, self._read = self._read[:count], self._read[count:]
        return taken

    def _receive(self) -> bool:
        try:
            received = self.socket.recv(65536)
        except ConnectionResetError:
            received = b""
        self._read += received
        return bool(received)


def frame(payload: bytes, first: int = 0x80 | TEXT, *, is_masked: bool = True) -> bytes:
    """Return a frame of a WebSocket with ``payload``; its mask is zero."""
    length = len(payload)
    size = bytes([length]) if length < 126 else b"\x7e" + length.to_bytes(2, "big")
    head = bytes([first, size[0] | (0x80 if is_masked else 0)]) + size[1:]
    return head + (bytes(4) if is_masked else b"") + payload


def said(message: Mapping[str, object]) -> bytes:
    """Return ``message`` of a page as a frame."""
    return frame(json.dumps(message).encode())
