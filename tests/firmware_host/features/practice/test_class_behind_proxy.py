"""A class of forty opens its pages at the same time, also behind the nginx of the manual."""

import http.client
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Barrier
from typing import Final

import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.figures import DOCS, Figure
from tests.served import WAIT_SECONDS, free_port

NGINX: Final = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
HOST: Final = "127.0.0.1"
NAME: Final = "games.example"
CLASS: Final = 40
CONNECTIONS: Final = 6
"""A browser opens so many to one host at once."""

ASKED_FOR: Final = re.compile(r"""(?:src=|href=|from |import\()["']([\w./]+\.(?:js|css))["']""")
"""Scripts and styles that a page or a script names."""

FRAME: Final = """\
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 768; }}
http {{
    include /etc/nginx/mime.types;
    access_log {folder}/access.log;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{server}
}}
"""
"""What Debian's nginx.conf has around a server; 768 connections are its number."""


def documented(folder: Path, port: int, server: int) -> str:
    """Return the configuration of the manual, for a proxy at ``port`` before ``server``."""
    page = (DOCS / "builders" / "reverse-proxy.md").read_text("utf-8")
    found = re.search(r"## nginx\n\n```\n(.*?)```", page, re.DOTALL)
    assert found is not None
    text = found[1]
    for old, new in (
        ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
        ("/etc/ssl/games.example", f"{folder}/games.example"),
        ("http://127.0.0.1:8080", f"http://127.0.0.1:{server}"),
    ):
        assert old in text, f"the manual has no {old!r}"
        text = text.replace(old, new)
    return FRAME.format(folder=folder, server=text)


@contextmanager
def running(port: int, *command: str) -> Iterator[None]:
    """Run ``command``, which listens at ``port``, and end it."""
    process = subprocess.Popen(command)
    try:
        end = time.monotonic() + WAIT_SECONDS
        while True:
            with suppress(ConnectionRefusedError), socket.create_connection((HOST, port)):
                break
            assert process.poll() is None, f"{command[0]} has ended"
            assert time.monotonic() < end, f"{command[0]} does not listen at port {port}"
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(WAIT_SECONDS)


@contextmanager
def practice_tables(port: int) -> Iterator[int]:
    """Serve practice tables at ``port``, which is yielded."""
    listening = ("--listen", f"{HOST}:{port}", "--name", NAME)
    with running(port, sys.executable, "-m", "firmware_host.cli", "serve", *listening):
        yield port


@contextmanager
def proxied(folder: Path, server: int) -> Iterator[int]:
    """Put the nginx of the manual before the ``server``; yield its port."""
    port = free_port()
    certificate = ("-keyout", f"{folder}/{NAME}.key", "-out", f"{folder}/{NAME}.pem")
    subject = ("-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}")
    kind = ("-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2")
    command = ("openssl", "req", *kind, *certificate, *subject)
    subprocess.run(command, check=True, capture_output=True)
    conf = folder / "nginx.conf"
    conf.write_text(documented(folder, port, server))
    with running(port, str(NGINX), "-p", f"{folder}", "-c", f"{conf}"):
        yield port


@dataclass
class Visit:
    """A browser from the address ``source``: it asks for the page and whatever that names.

    ``good`` counts what it got, ``refused`` says what it did not get.
    """

    port: int
    source: str
    authority: Path | None
    good: int = 0
    refused: list[str] = field(default_factory=list)
    cookie: str = ""
    idle: list[http.client.HTTPConnection] = field(default_factory=list)

    def open(self, barrier: Barrier) -> None:
        """Open the page when all others do, stay for a moment, and say what did not come."""
        barrier.wait(WAIT_SECONDS)
        with ThreadPoolExecutor(CONNECTIONS) as connections:
            wanted: set[str] = {"./"}
            got: set[str] = set()
            while wanted - got:
                asked = wanted - got
                got |= asked
                for text in connections.map(self._get, asked):
                    wanted |= {f"static/{Path(each).name}" for each in ASKED_FOR.findall(text)}
        self._watch()
        barrier.wait(WAIT_SECONDS)
        for connection in self.idle:
            connection.close()

    def _get(self, path: str) -> str:
        """Return what is at ``path``; count it as refused if it does not come.

        As browsers do, keep the connection, and ask again if a kept one was closed meanwhile.
        """
        connection = self.idle.pop() if self.idle else None
        try:
            try:
                answer, text = self._asked(connection or self._connected(), path)
            except (ConnectionError, http.client.BadStatusLine):
                if connection is None:
                    raise
                answer, text = self._asked(self._connected(), path)
        except (OSError, http.client.HTTPException) as error:
            self.refused.append(f"{path}: {error!r}")
            return ""
        self.cookie = (answer.headers.get("set-cookie") or self.cookie).partition(";")[0]
        self._count(path, answer.status == 200, f"status {answer.status}")
        return text

    def _asked(
        self, connection: http.client.HTTPConnection, path: str
    ) -> tuple[http.client.HTTPResponse, str]:
        connection.request("GET", f"/{path.removeprefix('./')}", headers=self._headers())
        answer = connection.getresponse()
        text = answer.read().decode()
        self.idle.append(connection)
        return answer, text

    def _watch(self) -> None:
        """Open the socket of the page, and wait until it shows the table."""
        encryption = self._encryption()
        scheme = "ws" if encryption is None else "wss"
        try:
            with connect(
                f"{scheme}://{self._host}/live",
                sock=socket.create_connection((HOST, self.port), WAIT_SECONDS, (self.source, 0)),
                ssl=encryption,
                origin=Origin(f"{scheme.replace('ws', 'http')}://{self._host}"),
                additional_headers={"Cookie": self.cookie},
                open_timeout=WAIT_SECONDS,
            ) as page:
                while '"table":{' not in str(page.recv(WAIT_SECONDS)):
                    pass
        except (OSError, WebSocketException) as error:
            self.refused.append(f"the socket: {error!r}")
        else:
            self.good += 1

    @property
    def _host(self) -> str:
        return f"{NAME}:{self.port}"

    def _headers(self) -> dict[str, str]:
        return {"Host": self._host, "Cookie": self.cookie} if self.cookie else {"Host": self._host}

    def _encryption(self) -> ssl.SSLContext | None:
        if self.authority is None:
            return None
        return ssl.create_default_context(cafile=str(self.authority))

    def _connected(self) -> http.client.HTTPConnection:
        """Return a connection, encrypted with the name of the site as its server's."""
        connection = http.client.HTTPConnection(NAME, self.port)
        plain = socket.create_connection((HOST, self.port), WAIT_SECONDS, (self.source, 0))
        encryption = self._encryption()
        connection.sock = (
            plain if encryption is None else encryption.wrap_socket(plain, server_hostname=NAME)
        )
        return connection

    def _count(self, what: str, is_good: bool, otherwise: str) -> None:
        self.good += is_good
        if not is_good:
            self.refused.append(f"{what}: {otherwise}")


def opened(port: int, sources: Sequence[str], authority: Path | None) -> Sequence[Visit]:
    """Let a browser at each of ``sources`` open the page at the same time."""
    barrier = Barrier(len(sources))
    visits = [Visit(port, source, authority) for source in sources]
    with ThreadPoolExecutor(len(visits)) as browsers:
        for each in browsers.map(lambda visit: visit.open(barrier), visits):
            assert each is None
    return visits


def told(visits: Sequence[Visit]) -> str:
    """Return how many requests there were, and how many were refused."""
    refused = [each for visit in visits for each in visit.refused]
    count = sum(visit.good for visit in visits) + len(refused)
    assert not refused, f"{len(refused)} of {count} were refused: {refused[:5]}"
    assert count > 10 * len(visits), "the pages have not asked for their scripts"
    return f"{count} requests of {len(visits)} browsers, {len(refused)} refused"


@pytest.mark.deep
def test_a_class_behind_one_address_is_let_in() -> None:
    with practice_tables(free_port()) as port:
        assert told(opened(port, [HOST] * CLASS, None))


@pytest.mark.deep
def test_a_class_opens_its_pages_behind_the_nginx_of_the_manual(
    tmp_path: Path, figure: Figure
) -> None:
    if NGINX is None:
        pytest.skip("needs nginx: sudo apt install nginx")
    authority = tmp_path / f"{NAME}.pem"
    with practice_tables(free_port()) as server, proxied(tmp_path, server) as port:
        each = opened(port, [f"127.0.1.{number + 1}" for number in range(CLASS)], authority)
    figure("proxied class", told(each))
