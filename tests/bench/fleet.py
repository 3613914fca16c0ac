"""Many tables on one broker: ``python -m tests.bench.fleet [TABLES [SECONDS]]``.

All agents run in one process, each with a connection of its own to a real Mosquitto; a table in
front of each shows something new every few seconds. A desk in another process notes when it reads
what. Then the broker is killed and started again, ten times, while the tables go on.
"""

import asyncio
import json
import logging
import multiprocessing
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import quantiles
from typing import Any, cast

import aiomqtt

import games
from firmware_host.features.fleet import agent as agent_module
from firmware_host.features.fleet.agent import Agent
from firmware_host.features.fleet.connection import connection
from firmware_host.features.fleet.order_desk import OrderDesk
from firmware_host.features.fleet.settings import read_settings
from firmware_host.remote.requests import RemoteRequest, Report, ReportQuestion
from firmware_host.remote.wire import Published
from firmware_host.web.mirror import TableMirror
from firmware_host.web.table_client import TableClient, Tell
from games.message import Message
from tests.bench.machine import describe
from tests.bench.page import table
from tests.bench.starts import KIB_A_MIB, resident
from tests.firmware_host.features.fleet.broker import PROGRAM, Mosquitto

HEAD = (
    "tables", "states", "seen, p50", "seen, p99", "seen, most", "KiB a table",
    "restarts of the broker", "final states right",
)  # fmt: skip
TABLES, SECONDS, RESTARTS = 1000, 30.0, 10
NEWS_SECONDS = 4.0
"""A table shows something new so often, on average: people press keys about as often."""

CONNECTING = 25
"""Tables that begin to connect at the same time: those of a hall that gets its power back."""

AGAIN = (0.2, 0.5, 1.0)
WAIT_SECONDS = 60.0


class ShownTable:
    """A table that shows whatever it is told to, with the time at which it was told."""

    def __init__(self) -> None:
        self.mirror = TableMirror(games)
        self.shown = 0
        self.show()

    def show(self) -> None:
        """Show something new."""
        self.shown += 1
        words = Message.of("{words}", words=f"{self.shown} {time.monotonic()}")
        self.mirror.show(Published(number=self.shown, notice=words))

    def ask(self, request: RemoteRequest, *, tell: Tell | None = None) -> None:
        """Do nothing: nobody orders anything here."""

    async def report(self, question: ReportQuestion) -> Report | None:
        return None

    async def run(self) -> None:
        await asyncio.Event().wait()


class Fleet:
    """So many tables of one broker, and what a desk has read of them."""

    def __init__(self, url: str, count: int, folder: Path) -> None:
        self.tables = {f"table-{number}": ShownTable() for number in range(count)}
        self._url, self._folder = url, folder
        self._agents: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Let all tables connect, some at a time."""
        for number, (name, shown) in enumerate(self.tables.items()):
            settings = read_settings(None, self._url, name)
            desk = OrderDesk(shown, settings, self._folder, time.time, datetime.now)
            client = cast(TableClient, shown)
            self._agents.append(asyncio.create_task(Agent(client, settings, desk, "0").run()))
            if number % CONNECTING == 0:
                await asyncio.sleep(0.1)

    async def go_on(self, seconds: float, rng: random.Random) -> None:
        """Show news at random tables for so many ``seconds``."""
        tables, end = list(self.tables.values()), time.monotonic() + seconds
        pause = NEWS_SECONDS / len(tables)
        while time.monotonic() < end:
            rng.choice(tables).show()
            await asyncio.sleep(pause)

    async def close(self) -> None:
        """End all agents."""
        for task in self._agents:
            task.cancel()
        await asyncio.gather(*self._agents, return_exceptions=True)


def desk(url: str, pipe: Connection) -> None:
    """Read what all tables say, in a process of its own; send the delays and the newest on demand.

    A state that was kept while the broker was away is as old as it is.
    """

    async def read() -> None:
        newest: dict[str, int] = {}
        delays: list[float] = []

        def answer() -> None:
            pipe.recv()
            pipe.send((newest, delays[:]))
            delays.clear()

        asyncio.get_running_loop().add_reader(pipe.fileno(), answer)
        while True:
            with suppress(aiomqtt.MqttError):
                async with connection(read_settings(None, url, "desk"), is_desk=True) as broker:
                    await broker.subscribe("tableside/1/+/state", qos=1)
                    async for message in broker.messages:
                        said = str(json.loads(bytes(message.payload))["notice"]).split()
                        newest[message.topic.value.split("/")[2]] = int(said[0])
                        if not message.retain:
                            delays.append(time.monotonic() - float(said[1]))
            await asyncio.sleep(0.2)

    with suppress(KeyboardInterrupt):
        asyncio.run(read())


class Reader:
    """The desk in its process."""

    def __init__(self, url: str) -> None:
        self._pipe, other = multiprocessing.Pipe()
        self._process = multiprocessing.Process(target=desk, args=(url, other), daemon=True)
        self._process.start()

    def asked(self) -> tuple[dict[str, int], list[float]]:
        """Return the newest state of each table that was read, and the delays since the last."""
        self._pipe.send(None)
        found: tuple[dict[str, int], list[float]] = self._pipe.recv()
        return found

    def close(self) -> None:
        self._process.kill()


async def measured(broker: Mosquitto, folder: Path, count: int, seconds: float) -> Sequence[str]:
    """Return the row of ``count`` tables that show news for so many ``seconds``."""
    reader, rng = Reader(broker.url), random.Random(1)
    before = resident(os.getpid())
    fleet = Fleet(broker.url, count, folder)
    await fleet.open()
    await all_seen(fleet, reader)
    reader.asked()
    await fleet.go_on(seconds, rng)
    await asyncio.sleep(2)
    _, delays = await asyncio.to_thread(reader.asked)
    used = (resident(os.getpid()) - before) * KIB_A_MIB / count
    right = 0
    for _ in range(RESTARTS):
        broker.stop(signal.SIGKILL)
        await fleet.go_on(1.0, rng)
        await asyncio.to_thread(broker.start)
        right += await all_seen(fleet, reader)
    await fleet.close()
    reader.close()
    cuts = quantiles(delays, n=100, method="inclusive")
    times = (f"{each * 1000:.0f} ms" for each in (cuts[49], cuts[98], max(delays)))
    return (f"{count}", f"{len(delays)}", *times, f"{used:.0f}", f"{RESTARTS}", f"{right}")


async def all_seen(fleet: Fleet, reader: Reader) -> int:
    """Wait until the desk has read the newest state of every table; return 0 if it does not."""
    end = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < end:
        newest, _ = await asyncio.to_thread(reader.asked)
        if newest == {name: shown.shown for name, shown in fleet.tables.items()}:
            return 1
        await asyncio.sleep(0.2)
    return 0


def rows(count: int = TABLES, seconds: float = SECONDS) -> Iterator[Sequence[Any]]:
    """Yield the head and the row of ``count`` tables."""
    if PROGRAM is None:
        yield ("not measured: Mosquitto is not installed",)
        return
    yield HEAD
    logging.getLogger("firmware_host").setLevel(logging.CRITICAL)
    vars(agent_module)["AGAIN_SECONDS"] = AGAIN
    with tempfile.TemporaryDirectory() as folder:
        broker = Mosquitto(Path(folder))
        try:
            yield asyncio.run(measured(broker, Path(folder), count, seconds))
        finally:
            broker.stop()


if __name__ == "__main__":
    given = [float(word) for word in sys.argv[1:]]
    print(describe())
    for line in table(rows(*(int(each) for each in given[:1]), *given[1:2])):
        print(line)
