"""A class at practice tables: memory, the cost of a table, and the time from click to picture."""

import asyncio
import json
import os
import random
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Final

import websockets
from websockets.asyncio.client import ClientConnection

import games
from tests.bench.starts import resident
from tests.told import ToldPage

TABLES: Final = 30
PLAY_SECONDS: Final = 20.0
PACE: Final = (2.0, 4.0)
"""Seconds that a visitor takes for a throw or a move, at least and at most."""

MOST_SECONDS: Final = 60.0
"""A server or a picture that takes longer does not come."""

Row = Sequence[str]


def rows() -> Iterator[Row]:
    """Yield the figures of a class of :data:`TABLES`, all of them playing."""
    yield from asyncio.run(_measured())


async def _measured() -> list[Row]:
    async with _server() as (process, port):
        empty, begun = resident(process.pid), _processor(process)
        pages = [await _open(port, number) for number in range(TABLES)]
        cost = (_processor(process) - begun) / TABLES
        await asyncio.gather(*(page.begin() for page in pages))
        waits = await asyncio.gather(*(page.play() for page in pages))
        full = resident(process.pid)
    delays = sorted(wait for each in waits for wait in each)
    middle, late = (delays[int(len(delays) * share)] * 1000 for share in (0.5, 0.99))
    return [
        ("", "measured", "target"),
        ("the server without tables", f"{empty:.1f} MiB", ""),
        (f"{TABLES} tables, all playing", f"{full:.1f} MiB", "64 MiB"),
        ("to open a table", f"{cost * 1000:.1f} ms of the processor", "20 ms"),
        ("click to picture, median", f"{middle:.0f} ms", ""),
        (f"click to picture, p99 of {len(delays)}", f"{late:.0f} ms", "200 ms"),
    ]


class _Page:
    """A visitor's page, which plays at random."""

    def __init__(self, socket: ClientConnection, number: int) -> None:
        self._socket, self._rng = socket, random.Random(number)
        self._game = games.names()[number % len(games.names())]
        self._told = ToldPage()
        self._pictures = 0
        self._news = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    async def arrive(self) -> None:
        """Wait until the table shows something."""
        await self._wait_for(lambda: bool(self._told.shown))

    async def begin(self) -> None:
        """Start a game and wait until it is played."""
        await self._send(start=self._game, alone=False)
        await self._wait_for(lambda: self._awaited in ("throw", "choice"))

    async def play(self) -> list[float]:
        """Play for a while; return the seconds from each click to the next picture."""
        waits, end = [], time.monotonic() + PLAY_SECONDS
        while time.monotonic() < end:
            await asyncio.sleep(self._rng.uniform(*PACE))
            await self._wait_for(lambda: self._awaited in ("throw", "choice"))
            clicked, before = time.monotonic(), self._pictures
            await self._click()
            await self._wait_for(lambda before=before: self._pictures > before)
            waits.append(time.monotonic() - clicked)
        self._reading.cancel()
        await self._socket.close()
        return waits

    @property
    def _awaited(self) -> str:
        awaited: str = self._told.shown.get("table", {}).get("awaited", "")
        return awaited if self._told.actions >= 0 else ""

    async def _click(self) -> None:
        moves = self._told.moves
        if self._awaited == "choice" and moves:
            await self._send(choose=self._rng.choice(moves), after=self._told.actions)
        else:
            await self._send(throw=None)

    async def _send(self, **message: Any) -> None:
        await self._socket.send(json.dumps(message))

    async def _wait_for(self, happened: Any) -> None:
        async with asyncio.timeout(MOST_SECONDS):
            while not happened():
                self._news.clear()
                await self._news.wait()

    async def _read(self) -> None:
        async for message in self._socket:
            if isinstance(message, bytes):
                self._pictures += 1
            else:
                self._told.take(message)
            self._news.set()


async def _open(port: int, number: int) -> _Page:
    connection = HTTPConnection("127.0.0.1", port)
    connection.request("GET", "/")
    answer = connection.getresponse()
    cookie = (answer.getheader("set-cookie") or "").partition(";")[0]
    connection.close()
    page = _Page(
        await websockets.connect(
            f"ws://127.0.0.1:{port}/live",
            additional_headers={"cookie": cookie, "origin": f"http://127.0.0.1:{port}"},
            compression=None,
            max_size=None,
        ),
        number,
    )
    await page.arrive()
    return page


@asynccontextmanager
async def _server() -> AsyncIterator[tuple[subprocess.Popen[bytes], int]]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = (sys.executable, "-m", "firmware_host.cli", "serve")
    process = subprocess.Popen(
        (*command, "--listen", f"127.0.0.1:{port}"), stdout=subprocess.DEVNULL
    )
    try:
        await _until_it_answers(port)
        yield process, port
    finally:
        process.terminate()
        process.wait()


async def _until_it_answers(port: int) -> None:
    async with asyncio.timeout(MOST_SECONDS):
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(0.1)
            else:
                writer.close()
                return


def _processor(process: subprocess.Popen[bytes]) -> float:
    """Return the seconds of the processor that the server has had."""
    fields = (
        Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    )
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
