"""Two tables with their agents at a real broker, which is killed in between."""

import asyncio
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace

from firmware_host.features.fleet import agent as agent_module
from firmware_host.features.fleet.agent import Agent
from firmware_host.features.fleet.order_desk import OrderDesk
from firmware_host.features.fleet.settings import read_settings
from firmware_host.features.linked import linking
from firmware_host.features.linked.linking import LinkedPartner
from firmware_host.session.setup import Setup
from firmware_host.web.table_client import TableClient
from tests.firmware_host.features.fleet.broker import NEEDS_BROKER, Mosquitto, running
from tests.firmware_host.features.linked.linked import LinkedPair, LinkedTable

pytestmark = NEEDS_BROKER

NOW = 1_800_000_000
LONG = 20.0
ACTIONS = 3


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PACE_SECONDS", "ORDER_SECONDS"):
        monkeypatch.setattr(agent_module, name, 0.0)
    monkeypatch.setattr(agent_module, "AGAIN_SECONDS", (0.05,))
    monkeypatch.setattr(linking, "READ_SECONDS", 0.0)
    monkeypatch.setattr(linking, "LINK_SECONDS", 0.05)


def agent(table: LinkedTable, broker: Mosquitto) -> Agent:
    settings = replace(read_settings(None, broker.url, table.name), discovery="")
    desk = OrderDesk(table.table, settings, table.folder, lambda: NOW, datetime.now)
    client = cast(TableClient, table.table)
    return Agent(client, settings, desk, "1.2.3", partner=LinkedPartner(table.linking, client))


async def until(happened: Callable[[], bool], act: Callable[[], None]) -> None:
    async with asyncio.timeout(LONG):
        while not happened():
            act()
            await asyncio.sleep(0.02)


@pytest.mark.deep
def test_two_tables_play_over_a_broker_that_is_killed(tmp_path: Path) -> None:
    pair = LinkedPair(tmp_path, Setup("squadro", players=("person", "far")))

    def act() -> None:
        table = pair.rng.choice(pair.both)
        if table.hands.world.app.table.game.session is None:
            table.hands.press("ok") if "Play Squadro?" in table.words else None
        else:
            table.act(pair.rng)
        table.table.look()

    def has(count: int) -> Callable[[], bool]:
        def have() -> bool:
            begun = all(table.hands.world.app.table.game.session for table in pair.both)
            return begun and min(map(len, pair.actions)) >= count

        return have

    async def play(broker: Mosquitto) -> None:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(agent(table, broker).run()) for table in pair.both]
            await until(has(ACTIONS), act)
            broker.stop(9)
            broker.start()
            await until(has(2 * ACTIONS), act)
            for task in tasks:
                task.cancel()

    with running(tmp_path) as broker:
        asyncio.run(play(broker))
    left, right = pair.actions
    assert left[: 2 * ACTIONS] == right[: 2 * ACTIONS]
