"""Fifty enrolled tables as processes at a real Mosquitto, with the rules made for them."""

import asyncio
import re
from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

import aiomqtt
import pytest

import games
from firmware_host.cli.main import main
from firmware_host.features.fleet.connection import connection
from firmware_host.features.fleet.directory import look
from firmware_host.features.fleet.settings import read_settings
from tests.firmware_host.features.fleet.broker import NEEDS_BROKER, Mosquitto
from tests.firmware_host.features.fleet.keys import NEEDS_OPENSSL
from tests.firmware_host.features.fleet.test_enrolment import card, change, enrol, guarded
from tests.real.hands import RealTable, table
from tests.real.installed import Program

pytestmark = [pytest.mark.deep, NEEDS_BROKER, NEEDS_OPENSSL]

TABLES: Final = tuple(f"hall-{number}" for number in range(1, 51))
REPLACED, REVOKED, STAYING = TABLES[:10], TABLES[10:20], TABLES[20:]
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
        at = ("--settings", str(folder / "desk.toml"), "--broker", broker.url)
        gone = ",".join((*REPLACED, *REVOKED))
        assert main(["fleet", "forget", *at, "--tables", gone]) == 0
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
        assert main(["fleet", "order", "message", "We close soon", *at, *signed]) == 1
        said = capsys.readouterr().out
        assert {*re.findall(r"^(hall-\d+): done$", said, re.MULTILINE)} == {*STAYING, *REPLACED}
        assert {*re.findall(r"hall-\d+", said.rpartition("no answer from")[2])} == {*REVOKED}
