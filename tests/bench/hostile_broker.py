"""A press at a table whose broker lies and floods: ``python -m tests.bench.hostile_broker``.

Three tables are played at the same time, each in a process of its own: two are alone, and their
difference is chance; the agent of the third is connected to a real Mosquitto that is flooded with
orders. The agent and the flood are processes of their own too.
"""

import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import cycle
from pathlib import Path

import aiomqtt

from firmware_host.app.processes import NICE
from firmware_host.features.fleet.connection import Topics, connection
from firmware_host.features.fleet.following import sign
from firmware_host.features.fleet.orders import Order, write_order
from firmware_host.features.fleet.settings import read_settings
from tests.bench.browser import HEAD, OWN_PRESSES, Process, line_of, own_presses, running
from tests.bench.machine import describe
from tests.bench.page import table
from tests.firmware_host.features.fleet.broker import PROGRAM, Mosquitto
from tests.firmware_host.features.fleet.keys import make_keys

LABELS = ("alone", "at another table, alone", "beside a hostile broker")
TABLE = "hall-2"
TOGETHER = 20
"""Orders that the flood hands to the broker at once."""

PAUSE = 0.02
"""Seconds between two floods: some hundred orders a second, of which one in six has 1 MB."""


def bad_orders(key: Path) -> Sequence[bytes]:
    """Return orders of which none may count: signed with ``key``, but late or for others; not."""
    now = int(time.time())
    late = Order("restart", "", (TABLE,), 1, now - 60)
    others = Order("restart", "", ("hall-3",), 2, now + 3600)
    signed = [write_order(each, partial(sign, key=key)) for each in (late, others)]
    forged = signed[1].replace(b"hall-3", TABLE.encode())
    return (*signed, forged, b"x" * 1_000_000, b"[" * 2000, b'{"button":"restart","value":""}')


async def flood(url: str, key: Path) -> None:
    """Publish bad orders as long as the process lives, half of them for the broker to keep."""
    settings = read_settings(None, url, "stranger")
    async with connection(settings, is_desk=True) as broker:
        for number, order in enumerate(cycle(bad_orders(key))):
            topic = Topics((TABLE, "all")[number % 2]).of("order")
            await broker.publish(topic, order, qos=0, retain=number % 4 == 0)
            if number % TOGETHER == 0:
                await asyncio.sleep(PAUSE)


async def outcomes(url: str, until: asyncio.Event) -> dict[str, int]:
    """Return how many orders the table has answered with each outcome, ``until`` something."""
    found: dict[str, int] = {}

    async def count(broker: aiomqtt.Client) -> None:
        async for message in broker.messages:
            outcome = json.loads(bytes(message.payload))["outcome"]
            found[outcome] = found.get(outcome, 0) + 1

    async with connection(read_settings(None, url, "desk"), is_desk=True) as broker:
        await broker.subscribe(Topics(TABLE).of("answer"), qos=1)
        counting = asyncio.create_task(count(broker))
        await until.wait()
        counting.cancel()
    return found


async def counted(url: str, tables: Sequence[Process]) -> tuple[list[str], dict[str, int]]:
    """Return the lines that ``tables`` print at their ends, and the outcomes meanwhile."""
    ended = asyncio.Event()
    counting = asyncio.create_task(outcomes(url, ended))
    lines = await asyncio.gather(*(asyncio.to_thread(line_of, each) for each in tables))
    ended.set()
    return lines, await counting


def rows(presses: int = OWN_PRESSES) -> Iterator[Sequence[str]]:
    """Yield the head and a row for each figure."""
    if PROGRAM is None:
        yield ("not measured: Mosquitto is not installed",)
        return
    yield HEAD
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        broker, (private, _) = Mosquitto(folder), make_keys(folder)
        stack.callback(broker.stop)
        tables = _tables(broker, folder, presses, stack)
        stack.enter_context(running("tests.bench.hostile_broker", broker.url, str(private)))
        lines, answered = asyncio.run(counted(broker.url, tables))
    yield from own_presses(LABELS, [json.loads(each) for each in lines], "the hostile broker")
    yield ("orders that were refused", f"{answered.get('refused', 0):,}", "", "")
    accepted = sum(count for outcome, count in answered.items() if outcome != "refused")
    yield ("orders that were accepted", f"{accepted:,}", "", "")


def _tables(broker: Mosquitto, folder: Path, presses: int, stack: ExitStack) -> Sequence[Process]:
    """Start two tables that are alone, and one with its agent at ``broker``."""
    settings, socket = folder / "fleet.toml", folder / "s"
    settings.write_text(
        f'broker = "{broker.url}"\ntable = "{TABLE}"\n[orders]\nkey = "orders.pem"\n'
        'allow = ["restart", "message", "new-game"]\n',
        encoding="utf-8",
    )
    settings.chmod(0o600)
    press = ("tests.bench.pressed_table",)
    alone = [stack.enter_context(running(*press, "-", str(presses))) for _ in LABELS[1:]]
    beside = stack.enter_context(running(*press, str(socket), str(presses)))
    words = ("--table", str(socket), "--settings", str(settings), "--state-dir", str(folder))
    agent = stack.enter_context(running("firmware_host.cli", "fleet", "agent", *words))
    os.setpriority(os.PRIO_PROCESS, agent.pid, NICE)
    return [*alone, beside]


if __name__ == "__main__":
    if len(sys.argv) > 2:
        asyncio.run(flood(sys.argv[1], Path(sys.argv[2])))
    print(describe())
    for line in table(rows(*map(int, sys.argv[1:]))):
        print(line)
