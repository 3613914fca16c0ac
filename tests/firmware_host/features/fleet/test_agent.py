"""A table at a real broker: what it tells is there, also after outages; orders are checked."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, cast

import aiomqtt
import pytest
from msgspec.structs import replace

import games
from firmware_host.cli.main import main
from firmware_host.features.fleet import agent as agent_module
from firmware_host.features.fleet.agent import Agent, OutdatedError, serve
from firmware_host.features.fleet.connection import connection
from firmware_host.features.fleet.directory import Directory, look
from firmware_host.features.fleet.following import sign
from firmware_host.features.fleet.order_desk import OrderDesk
from firmware_host.features.fleet.orders import Order, write_order
from firmware_host.features.fleet.remote import TellOrders
from firmware_host.features.fleet.settings import FleetSettings, read_settings
from firmware_host.remote.wire import TableControls
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.web.mirror import TableMirror
from firmware_host.web.table_client import TAKEN, TableClient, TableTakenError
from tests.firmware_host.features.fleet.broker import NEEDS_BROKER, Mosquitto, running
from tests.firmware_host.features.fleet.keys import make_keys
from tests.firmware_host.web.simulated_table import COUNTERS, SimulatedTable
from tests.table import Begin

pytestmark = NEEDS_BROKER

QUIET = 0.15
LONG = 20.0
NOW = 1_800_000_000
FLOOD = 200
FIGURES = "tableside.prom"

Work = Callable[[FleetSettings, SimulatedTable], Awaitable[None]]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PACE_SECONDS", "ORDER_SECONDS"):
        monkeypatch.setattr(agent_module, name, 0.0)
    monkeypatch.setattr(agent_module, "AGAIN_SECONDS", (0.05,))


def at_broker(
    broker: Mosquitto, hands: Hands, folder: Path, work: Work, key: bytes | None = None
) -> None:
    """Run an agent of the table of ``hands`` at ``broker`` while ``work`` goes on."""
    allowed = frozenset({"message"}) if key else frozenset()
    settings = replace(
        read_settings(None, broker.url, "hall-2"),
        order_key=key,
        allowed=allowed,
        metrics=folder / FIGURES,
    )

    async def run() -> None:
        table = SimulatedTable(hands)
        desk = OrderDesk(table, settings, folder, lambda: NOW, datetime.now)
        agent = Agent(cast(TableClient, table), settings, desk, "1.2.3")
        running_agent = asyncio.create_task(agent.run())
        try:
            async with asyncio.timeout(LONG):
                await work(settings, table)
        finally:
            running_agent.cancel()
            with suppress(asyncio.CancelledError):
                await running_agent

    asyncio.run(run())


async def seen(settings: FleetSettings) -> Directory:
    async with connection(settings, is_desk=True) as desk:
        return await look(desk, games, QUIET)


async def until(settings: FleetSettings, is_so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Return what the broker knows of the table once ``is_so`` of it."""
    while True:
        with suppress(aiomqtt.MqttError):
            known = (await seen(settings)).tables.get("hall-2", {})
            if is_so(known):
                return known
        await asyncio.sleep(0.02)


@pytest.fixture
def hands(begin: Begin) -> Hands:
    return begin(Setup("squadro"))


def test_the_broker_knows_the_whole_state(hands: Hands, tmp_path: Path) -> None:
    async def work(settings: FleetSettings, table: SimulatedTable) -> None:
        everything = {"online", "state", "health", "counters"}
        known = await until(settings, lambda known: known.keys() >= everything)
        assert known["online"] == {"online": True}
        state = known["state"]
        assert (state["program"], state["connected"]) == ("1.2.3", True)
        assert state["game"]["name"] == "squadro"
        assert state["game"]["position"] == str(hands.state)
        assert [day["begun"] for day in known["counters"]["days"]] == [3, 1]
        assert COUNTERS.count("\n") == 3
        assert known["health"]["ok"] is False
        assert [fault["check"] for fault in known["health"]["faults"]] == ["power"]
        assert table.asked == [TellOrders(settings.broker.url, "", "")]

    with running(tmp_path) as broker:
        at_broker(broker, hands, tmp_path, work)


def test_a_program_that_has_ended_is_told_as_long_as_the_agent_runs(
    hands: Hands, tmp_path: Path
) -> None:
    async def work(settings: FleetSettings, table: SimulatedTable) -> None:
        await until(settings, lambda known: known.get("online") == {"online": True})
        table.mirror.disconnect()
        known = await until(settings, lambda known: "program" in known["online"])
        assert known["online"] == {"online": True, "program": False}
        await until(settings, lambda known: known["state"]["connected"] is False)

    with running(tmp_path) as broker:
        at_broker(broker, hands, tmp_path, work)


def test_two_tables_with_one_name_notice_and_say_it(
    hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(agent_module, "TWIN_REST_SECONDS", 0.3)
    told = "two tables called hall-2"

    async def work(settings: FleetSettings, table: SimulatedTable) -> None:
        await until(settings, lambda known: "health" in known)
        twin = SimulatedTable(hands)
        desk = OrderDesk(twin, settings, tmp_path / "twin", lambda: NOW, datetime.now)
        agent = asyncio.create_task(Agent(cast(TableClient, twin), settings, desk, "1.2.3").run())
        known = await until(settings, lambda known: told in str(known["health"]))
        assert [fault["check"] for fault in known["health"]["faults"]] == ["power", told]
        agent.cancel()

    with running(tmp_path) as broker:
        at_broker(broker, hands, tmp_path, work)
    lines = [each.getMessage() for each in caplog.records if each.levelname == "WARNING"]
    # the first losses may be those of a network
    assert any("another table seems to be called hall-2" in line for line in lines), lines


def test_what_two_tables_with_one_name_tell_ends_when_there_is_one_again(
    hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(agent_module, "TWIN_REST_SECONDS", 0.0)

    async def be_the_other_table(settings: FleetSettings) -> None:
        for _ in range(agent_module.MOST_SHORT):  # not every broker says why a connection ends
            await until(settings, lambda known: known.get("online") == {"online": True})
            with suppress(aiomqtt.MqttError):  # until the agent takes its connection back
                async with connection(settings) as twin:
                    async for _ in twin.messages:
                        pass

    async def until_faults(settings: FleetSettings, count: int) -> None:
        await until(settings, lambda known: len(known["health"]["faults"]) == count)
        figures = (tmp_path / FIGURES).read_text("utf-8").splitlines()
        assert f'tableside_faults{{table="hall-2"}} {count}' in figures

    async def work(settings: FleetSettings, table: SimulatedTable) -> None:
        await until(settings, lambda known: "health" in known)
        await be_the_other_table(settings)
        await until_faults(settings, 2)
        monkeypatch.setattr(agent_module, "TWIN_SECONDS", 0.0)
        await be_the_other_table(settings)
        await until_faults(settings, 1)

    with running(tmp_path) as broker:
        at_broker(broker, hands, tmp_path, work)


async def until_told(table: SimulatedTable, fault: str) -> None:
    """Return once the table knows that its broker has this ``fault``, by its first words."""
    while True:
        told = [each.fault for each in table.asked if isinstance(each, TellOrders)][-1:]
        if told and told[0].startswith(fault) and bool(told[0]) == bool(fault):
            return
        await asyncio.sleep(0.02)


def test_after_an_outage_the_newest_state_is_there(hands: Hands, tmp_path: Path) -> None:
    async def work(settings: FleetSettings, table: SimulatedTable) -> None:
        await until(settings, lambda known: "state" in known)
        broker.stop()
        await until_told(table, f"no broker at {settings.broker.url}: ")
        controls = table.mirror.snapshot.fact(TableControls)
        (fault,) = controls.out_of_reach
        assert str(dict(fault.facts)["fault"]).startswith(f"no broker at {settings.broker.url}: ")
        for _ in range(3):
            hands.follow()
            hands.press("ok")
        table.look()
        broker.start()
        newest = str(hands.state)

        def is_newest(known: dict[str, Any]) -> bool:
            return bool(known) and known["state"]["game"]["position"] == newest

        await until(settings, is_newest)
        await until_told(table, "")
        assert table.mirror.snapshot.fact(TableControls).out_of_reach == ()

    with running(tmp_path) as broker:
        at_broker(broker, hands, tmp_path, work)


def test_the_doctor_connects_to_the_broker_and_says_why_that_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(tmp_path) as broker:
        words = ["doctor", "--json", "--fleet", broker.url, "--state-dir", str(tmp_path)]
        for state, found in (("ok", "connected to"), ("failed", "no broker at")):
            main(words)
            checks = json.loads(capsys.readouterr().out)["checks"]
            check = next(each for each in checks if each["check"] == "broker")
            assert check["state"] == state
            assert check["found"].startswith(f"{found} {broker.url}".strip())
            if state == "ok":
                broker.stop()
        assert "refused" in check["found"]
        assert check["advice"].startswith("see that the broker runs")
        broker.start()


def test_a_table_that_is_cut_off_is_offline(hands: Hands, tmp_path: Path) -> None:
    """A clean end says so itself; for a dead process the broker does (its will)."""

    async def work(settings: FleetSettings, table: SimulatedTable) -> None:
        await until(settings, lambda known: known.get("online") == {"online": True})

    with running(tmp_path) as broker:
        at_broker(broker, hands, tmp_path, work)
        settings = read_settings(None, broker.url, "hall-2")
        known = asyncio.run(seen(settings)).tables["hall-2"]
        assert known["online"] == {"online": False}

        async def die() -> None:
            dead = connection(settings)
            await dead.__aenter__()
            await dead.publish("tableside/1/hall-2/online", b'{"online":true}', 1, retain=True)
            dead._client._sock_close()
            await until(settings, lambda known: known["online"] == {"online": False})

        asyncio.run(die())


def test_a_signed_order_is_done_and_answered_and_a_forged_one_is_not(
    hands: Hands, tmp_path: Path
) -> None:
    private, public = make_keys(tmp_path)

    def signed(number: int) -> bytes:
        order = Order("message", f"Hello {number}", ("all",), number, NOW + 60)
        return write_order(order, partial(sign, key=private))

    async def work(settings: FleetSettings, table: SimulatedTable) -> None:
        await until(settings, lambda known: "state" in known)
        async with connection(settings, is_desk=True) as desk:
            await desk.subscribe("tableside/1/hall-2/answer", qos=1)
            orders = [signed(1), signed(1), signed(2).replace(b"Hello", b"Howdy"), b"x" * 3000]
            for order in orders:
                await desk.publish("tableside/1/all/order", order, qos=1)
            answers = [
                json.loads((await anext(aiter(desk.messages))).payload)["outcome"] for _ in orders
            ]
        assert answers == ["done", "refused", "refused", "refused"]
        assert "Hello 1" in hands.world.app.words

    with running(tmp_path) as broker:
        at_broker(broker, hands, tmp_path, work, public)


def test_the_picture_of_the_panel_is_a_png(hands: Hands, tmp_path: Path) -> None:
    async def work(settings: FleetSettings, table: SimulatedTable) -> None:
        async with connection(settings, is_desk=True) as desk:
            await desk.subscribe("tableside/1/hall-2/picture", qos=1)
            message = await anext(aiter(desk.messages))
        assert bytes(message.payload).startswith(b"\x89PNG")
        assert message.retain or message.qos == 1

    with running(tmp_path) as broker:
        at_broker(broker, hands, tmp_path, work)


def test_a_flood_of_bad_orders_is_refused_and_the_table_is_asked_nothing(
    hands: Hands, tmp_path: Path
) -> None:
    _, public = make_keys(tmp_path)
    bad = (b"x" * 1_000_000, b"[" * 4000, b'{"order":"{}","signature":"AA=="}', b"\xff\x00")

    async def work(settings: FleetSettings, table: SimulatedTable) -> None:
        await until(settings, lambda known: "state" in known)
        async with connection(settings, is_desk=True) as desk:
            await desk.subscribe("tableside/1/hall-2/answer", qos=1)
            for number in range(FLOOD):
                await desk.publish("tableside/1/all/order", bad[number % len(bad)], qos=1)
            await desk.publish("tableside/1/all/order", b"kept", qos=1, retain=True)
            async for message in desk.messages:
                assert json.loads(bytes(message.payload))["outcome"] == "refused"
                if b"kept" in bytes(message.payload) or b"no order" in bytes(message.payload):
                    break
        hands.follow()
        table.look()
        newest = str(hands.state)
        await until(settings, lambda known: known["state"]["game"]["position"] == newest)
        assert {type(each) for each in table.asked} == {TellOrders}

    with running(tmp_path) as broker:
        at_broker(broker, hands, tmp_path, work, public)


def test_a_second_agent_of_a_table_is_told_in_one_line(tmp_path: Path) -> None:
    class TakenTable(SimulatedTable):
        def __init__(self) -> None:
            self.mirror = TableMirror(games)

        async def run(self) -> None:
            raise TableTakenError(TAKEN)

    settings = read_settings(None, "mqtt://127.0.0.1:9", "hall-2")
    with pytest.raises(TableTakenError, match="shows this table already"):
        serve(cast(TableClient, TakenTable()), settings, tmp_path / "fleet", "1.2.3")


class BusyDesk:
    """A desk at which an order is being carried out until it was looked at three times."""

    def __init__(self) -> None:
        self.looks = 0

    def remind(self) -> None:
        self.looks += 1

    @property
    def is_busy(self) -> bool:
        return self.looks < 3


def test_an_agent_of_an_old_version_ends_once_no_order_is_carried_out(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(agent_module, "REMIND_SECONDS", 0.0)
    desk, settings = BusyDesk(), read_settings(None, "mqtt://127.0.0.1:1", "hall-2")
    table = cast(TableClient, SimulatedTable(hands))
    agent = Agent(table, settings, cast(OrderDesk, desk), "1.2.3", is_outdated=lambda: True)
    with pytest.raises(ExceptionGroup) as ended:
        asyncio.run(agent.run())
    assert [type(each) for each in ended.value.exceptions] == [OutdatedError]
    assert desk.looks == 3
