"""Fifty enrolled tables as processes at a real Mosquitto, with the rules made for them."""

import asyncio
import re
import socket
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, ExitStack, suppress
from pathlib import Path
from typing import Final

import aiomqtt
import pytest

import games
from firmware_host.cli.main import main
from firmware_host.features.fleet.connection import Topics, connection
from firmware_host.features.fleet.directory import look
from firmware_host.features.fleet.settings import FleetSettings, read_settings
from tests.firmware_host.features.fleet.broker import NEEDS_BROKER, Mosquitto
from tests.firmware_host.features.fleet.keys import NEEDS_OPENSSL
from tests.firmware_host.features.fleet.test_enrolment import (
    TOLD,
    at,
    card,
    change,
    enrol,
    guarded,
)
from tests.real.hands import RealTable, table
from tests.real.installed import Program

pytestmark = [pytest.mark.deep, NEEDS_BROKER, NEEDS_OPENSSL]

TABLES: Final = tuple(f"hall-{number}" for number in range(1, 51))
REPLACED, REVOKED, STAYING = TABLES[:10], TABLES[10:20], TABLES[20:]
TOPICS: Final = tuple(Topics(name).of(what) for name in TABLES for what in (*TOLD, "order"))
QUIET: Final = 1.0
"""Seconds in which a broker that has taken everything also passes it on."""

TRIES: Final = 100
"""Looks at the list, of two seconds each at least."""


def online(broker: Mosquitto, folder: Path) -> set[str]:
    """Return the tables that are there, as the desk sees them."""
    settings = read_settings(folder / "desk.toml", broker.url, "desk")

    async def seen() -> set[str]:
        async with connection(settings, is_desk=True) as client:
            tables = (await look(client, games)).tables
            return {name for name, told in tables.items() if told.get("online", {}).get("online")}

    return asyncio.run(seen())


def wait_for(expected: Iterable[str], found: Callable[[], set[str]]) -> None:
    wanted, seen = {*expected}, set[str]()
    for _ in range(TRIES):
        with suppress(aiomqtt.MqttError, OSError):
            seen = found()
            if seen == wanted:
                return
    raise AssertionError(f"missing {wanted - seen}, not expected {seen - wanted}")


def packet(kind: int, *parts: str | bytes) -> bytes:
    """Return a packet of MQTT 5 whose texts have their lengths before them."""
    body = b"".join(
        part if isinstance(part, bytes) else len(part).to_bytes(2) + part.encode("ascii")
        for part in parts
    )
    low, high = len(body) % 128, len(body) // 128
    return bytes((kind, low | 128, high) if high else (kind, low)) + body


def tell(speaker: FleetSettings, topic: str) -> None:
    """Say the name of ``speaker`` in ``topic``: Mosquitto cuts off whoever may not."""
    user, password = speaker.credentials.user, speaker.credentials.password
    greeting = packet(0x10, "MQTT", b"\x05\xc2\0\x3c\0", "", user, password)
    words = (greeting, packet(0x30, topic, b"\0", speaker.table.encode()), packet(0xE0))
    with socket.create_connection(("127.0.0.1", speaker.broker.port), QUIET) as line:
        line.sendall(b"".join(words))
        with suppress(ConnectionResetError):
            while line.recv(64):
                pass


async def heard(
    listeners: Sequence[FleetSettings], speakers: Sequence[FleetSettings]
) -> Mapping[str, set[tuple[str, str]]]:
    """Return what each of ``listeners`` hears while ``speakers`` try every topic, and from whom."""
    async with AsyncExitStack() as lines:
        clients = {
            each.table: await lines.enter_async_context(connection(each, is_desk=True))
            for each in listeners
        }
        for client in clients.values():
            await client.subscribe("#", qos=1)
        for each in speakers:
            for topic in TOPICS:
                await asyncio.to_thread(tell, each, topic)
        return {name: await heard_by(client) for name, client in clients.items()}


async def heard_by(client: aiomqtt.Client) -> set[tuple[str, str]]:
    """Return what ``client`` hears and who says so, until nobody says anything more."""
    found = set[tuple[str, str]]()
    with suppress(TimeoutError):
        while True:
            async with asyncio.timeout(QUIET):
                message = await anext(aiter(client.messages))
            assert isinstance(message.payload, bytes)
            found.add((message.topic.value, message.payload.decode()))
    return found


def test_each_of_fifty_has_its_own_topics_and_none_of_the_others(tmp_path: Path) -> None:
    folder = tmp_path / "fleet"
    enrol(folder, count=len(TABLES))
    with guarded(folder) as broker:
        tables, desk = [at(broker, folder, name) for name in TABLES], at(broker, folder, "desk")
        (by_desk,) = asyncio.run(heard([desk], tables)).values()
        assert by_desk == {(Topics(name).of(what), name) for name in TABLES for what in TOLD}
        by_tables = asyncio.run(heard(tables, [desk]))
        assert by_tables == {name: {(Topics(name).of("order"), desk.table)} for name in TABLES}


def test_fifty_tables_come_are_replaced_revoked_and_obey(
    tmp_path: Path, program: Program, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "fleet"
    enrol(folder, count=len(TABLES))
    with guarded(folder) as broker, ExitStack() as rooms:

        def put(name: str) -> RealTable:
            """Switch the table called ``name`` on, with what is on its card."""
            settings = str(card(folder, name) / "fleet.toml")
            words = ("--fleet", broker.url, "--fleet-settings", settings)
            return rooms.enter_context(table(program, tmp_path / name, *words))

        running = {name: put(name) for name in TABLES}
        wait_for(TABLES, lambda: online(broker, folder))
        change(folder, "--replace", ",".join(REPLACED))
        change(folder, "--revoke", ",".join(REVOKED))
        broker.reload()
        desk = ("--settings", str(folder / "desk.toml"), "--broker", broker.url)
        gone = ",".join((*REPLACED, *REVOKED))
        assert main(["fleet", "forget", *desk, "--tables", gone]) == 0
        wait_for(STAYING, lambda: online(broker, folder))
        for name in REPLACED:
            running[name].close()
            running[name] = put(name)
        wait_for({*STAYING, *REPLACED}, lambda: online(broker, folder))
        broker.stop()
        broker.start()
        wait_for({*STAYING, *REPLACED}, lambda: online(broker, folder))
        capsys.readouterr()
        signed = ("--key", str(folder / "orders-private.pem"), "--tables", ",".join(TABLES))
        assert main(["fleet", "order", "message", "We close soon", *desk, *signed]) == 1
        said = capsys.readouterr().out
        assert {*re.findall(r"^(hall-\d+): done$", said, re.MULTILINE)} == {*STAYING, *REPLACED}
        assert {*re.findall(r"hall-\d+", said.rpartition("no answer from")[2])} == {*REVOKED}
