"""Whatever is looked for is looked for again: it may be absent, come, go, and come again."""

import asyncio
import errno
import os
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
from datetime import datetime
from ipaddress import IPv4Address
from pathlib import Path
from typing import Any, Protocol, cast

import aiomqtt
import pytest

from firmware_host.features.fleet import agent as agent_module
from firmware_host.features.fleet.agent import Agent
from firmware_host.features.fleet.order_desk import OrderDesk
from firmware_host.features.fleet.remote import TellOrders
from firmware_host.features.fleet.settings import read_settings
from firmware_host.remote.requests import RemoteRequest
from firmware_host.storage.counters import WRITTEN, UsbStick, export
from firmware_host.text.translator import Language
from firmware_host.web import listening
from firmware_host.web.listening import NetworkAddress, Signpost
from firmware_host.web.mirror import TableMirror
from firmware_host.web.table_client import TableClient, Tell
from tests.firmware_host.web.simulated_table import SimulatedTable
from tests.hardware.dice.bluetooth.table_of_dice import TableOfDice
from tests.hardware.link.bench import Desk, Device, gone
from tests.of_features import of_features

SAY = Language("en")
A_WHILE = 60.0
"""Seconds, on the clock of the test, after which everything that is there is found."""

TURNS = 10_000
"""Turns of a loop after which what is there is found."""


class Sought(Protocol):
    """Something that the program looks for; it is absent at the start."""

    absence: str
    loss: str
    """What is said of it before it has come, and after it has gone."""

    def come(self) -> None:
        """Plug it in."""

    def go(self) -> None:
        """Pull it out."""

    async def look(self) -> str:
        """Let the program look; return what it says is wrong, empty if it has found it."""


class Adapter(TableOfDice):
    """Bluetooth dice, and the adapter that hears them."""

    absence = "no Bluetooth: No powered Bluetooth adapters found."
    loss = absence

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, opened: ExitStack) -> None:
        self._is_there = False
        super().__init__(count=1)

    def come(self) -> None:
        self._is_there = True

    def go(self) -> None:
        self._is_there = False
        self[0].is_in_reach = False  # the connection is gone with the adapter
        self.air._follow(self[0])
        self[0].is_in_reach = True

    async def look(self) -> str:
        self.run(A_WHILE)
        assert self.state.dice[0].is_here == (not self.state.fault)
        return self.state.fault

    def _open_radio(self, post: object) -> Any:
        begin = self.air.begin_scan

        def begin_if_there(scanner: Any) -> None:
            if not self._is_there:
                raise OSError("No powered Bluetooth adapters found.")
            begin(scanner)

        self.air.begin_scan = begin_if_there  # type: ignore[method-assign]
        return super()._open_radio(post)


class ListeningTable(SimulatedTable):
    """A table that notes what it is asked."""

    def __init__(self) -> None:
        self.mirror = TableMirror(None)  # type: ignore[arg-type]  # no game is on it
        self.asked: list[RemoteRequest] = []
        self.mirror.show(self.mirror.snapshot)

    def ask(self, request: RemoteRequest, *, tell: Tell | None = None) -> None:
        self.asked.append(request)

    async def report(self, question: object) -> None:
        return None


class Broker(AsyncIterator[aiomqtt.Message]):
    """A broker, and what the agent of a table tells its table of it."""

    absence = "no broker at mqtt://broker.example:1883: [Errno 111] Connection refused"
    loss = absence

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, opened: ExitStack) -> None:
        self._is_there, self._cut = False, asyncio.Event()
        for name in ("PACE_SECONDS", "TWIN_REST_SECONDS", "SHORT_SECONDS"):
            patch.setattr(agent_module, name, 0.0)
        patch.setattr(agent_module, "AGAIN_SECONDS", (0.0,))
        patch.setattr(agent_module, "connection", self._connection)
        settings = read_settings(None, "mqtt://broker.example", "hall-2")
        self._table = ListeningTable()
        client = cast(TableClient, self._table)
        desk = OrderDesk(client, settings, folder, lambda: 0.0, datetime.now)
        self._running: asyncio.Task[None] | None = None
        self._agent = Agent(client, settings, desk, "1.2.3")

    def come(self) -> None:
        self._is_there = True

    def go(self) -> None:
        self._is_there = False
        self._cut.set()

    async def look(self) -> str:
        if self._running is None:
            self._running = asyncio.create_task(self._agent.run())
        for _ in range(TURNS):
            await asyncio.sleep(0)
            told = [each.fault for each in self._table.asked if isinstance(each, TellOrders)][-1:]
            if told and (told == [""]) == self._is_there:
                return told[0]
        raise AssertionError("nothing is told")

    @asynccontextmanager
    async def _connection(self, *_: object, **__: object) -> AsyncIterator["Broker"]:
        if not self._is_there:
            raise OSError(errno.ECONNREFUSED, os.strerror(errno.ECONNREFUSED))
        self._cut.clear()
        yield self

    async def publish(self, *_: object, **__: object) -> None:
        """Take what the agent says."""

    async def subscribe(self, *_: object, **__: object) -> None:
        """Take what the agent wants."""

    @property
    def messages(self) -> AsyncIterator[aiomqtt.Message]:
        return self

    async def __anext__(self) -> aiomqtt.Message:
        await self._cut.wait()
        raise aiomqtt.MqttError("[Errno 111] Connection refused")


class Network:
    """The network in which phones find the page."""

    absence = "This computer is not on a network yet: nobody else can open the page."
    loss = absence

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, opened: ExitStack) -> None:
        self._addresses: list[NetworkAddress] = []
        patch.setattr(listening, "addresses_here", lambda: self._addresses)

    def come(self) -> None:
        self._addresses.append(NetworkAddress("wlan0", IPv4Address("10.42.0.1")))

    def go(self) -> None:
        self._addresses.clear()

    async def look(self) -> str:
        post = Signpost.at("0.0.0.0", 8080)
        assert (post.address == "10.42.0.1:8080") == bool(self._addresses)
        return " ".join(map(SAY, post.faults))


class SensingBoard:
    """A sensing board on the serial link."""

    absence = "no serial peer is plugged in: check its cable; tableside link shows what is there"
    loss = "usb0: test/1 e661 is gone: plug it in again"

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, opened: ExitStack) -> None:
        self._desk = Desk()

    def come(self) -> None:
        self._desk.hub.devices["usb0"] = Device()

    def go(self) -> None:
        self._desk.hub.devices.pop("usb0").broken = gone()

    async def look(self) -> str:
        for _ in range(round(A_WHILE)):
            for device in self._desk.hub.devices.values():
                device.greet("board=2x1")
                device.say("board 0")
            self._desk.go_on(1.0)
        assert (self._desk.link.board == (2, 1)) == bool(self._desk.hub.devices)
        return self._desk.fault()


class Stick:
    """The USB stick for the counters."""

    absence = "Plug in a USB stick named TABLESIDE and try again."
    loss = absence

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, opened: ExitStack) -> None:
        self._stick = UsbStick(folder / "stick", folder / "device")
        self._stick.folder.mkdir()

    def come(self) -> None:
        self._stick.device.touch()

    def go(self) -> None:
        self._stick.device.unlink()

    async def look(self) -> str:
        said = export((), self._stick)
        return "" if said.text == WRITTEN else SAY(said)


Kind = Callable[[Path, pytest.MonkeyPatch, ExitStack], Sought]
KINDS: tuple[Kind, ...] = (*(Adapter, Broker, Network, SensingBoard, Stick),)


def kinds() -> tuple[Kind, ...]:
    """All that is looked for, by features too: the class ``Sought`` of each module ``sought``."""
    return (*KINDS, *(part.Sought for part in of_features("sought")))


@pytest.mark.parametrize("kind", kinds())
def test_what_is_absent_at_the_start_is_found_whenever_it_comes_and_told_whenever_it_goes(
    kind: Kind,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def walk(opened: ExitStack) -> None:
        sought = kind(tmp_path, monkeypatch, opened)
        assert sought.absence in await sought.look()
        for _ in range(2):
            sought.come()
            assert await sought.look() == ""
            sought.go()
            assert sought.loss in await sought.look()

    with ExitStack() as opened:
        asyncio.run(walk(opened))
