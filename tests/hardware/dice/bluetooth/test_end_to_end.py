"""Through a whole Bluetooth stack: Bumble plays the die, and Bumble is the adapter of the table.

Two stacks of Bumble talk over a virtual air: advertising, connection, GATT discovery and
notifications are real. The kernel of the simulated machine has no virtual adapter (VHCI), so BlueZ
is not between them: what bleak does with BlueZ stays its own affair. Needs the package bumble.
"""

import asyncio
import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from hardware.dice.bluetooth.bleak_radio import BleakRadio
from hardware.dice.bluetooth.news import Make
from hardware.dice.bluetooth.radio import CHANNELS, RadioNews, RadioStep
from hardware.simulated import Timeline, VirtualClock
from hardware.simulated.virtual_dice import VirtualDie, virtual_dice

pytestmark = pytest.mark.deep

ADAPTER = "F0:F1:F2:F3:F4:F5"


class BumbleAdapter:
    """The central of Bumble at the interface of bleak."""

    exc = SimpleNamespace(BleakError=ConnectionError)

    def __init__(self, device: Any) -> None:
        self.device = device

    def BleakScanner(self, hear: Callable[[Any, Any], None]) -> Any:  # noqa: N802 - as in bleak
        """Return a scanner."""
        from bumble.core import AdvertisingData

        def heard(said: Any) -> None:
            name = said.data.get(AdvertisingData.COMPLETE_LOCAL_NAME)
            address = str(said.address)
            data = SimpleNamespace(
                local_name=name,
                service_uuids=[],
                manufacturer_data={},
                service_data={},
                rssi=said.rssi,
            )
            hear(SimpleNamespace(address=address, name=name), data)

        self.device.on("advertisement", heard)
        return SimpleNamespace(start=self.device.start_scanning, stop=self.device.stop_scanning)

    def BleakClient(  # noqa: N802 - as in bleak
        self, address: str, disconnected_callback: Callable[[Any], None], timeout: float
    ) -> "BumbleClient":
        """Return a client for the die at ``address``."""
        return BumbleClient(self.device, address, disconnected_callback)


class BumbleClient:
    """A connection of Bumble, as bleak shows one."""

    def __init__(self, device: Any, address: str, lost: Callable[[Any], None]) -> None:
        self._device, self._address, self._lost = device, address, lost
        self.services = self
        self._found: dict[str, Any] = {}

    async def connect(self) -> None:
        from bumble.device import Peer

        self._connection = await self._device.connect(self._address)
        self._connection.on("disconnection", lambda _: self._lost(self))
        peer = Peer(self._connection)
        await peer.discover_services()
        for service in peer.services:
            await service.discover_characteristics()
            for found in service.characteristics:
                self._found[str(found.uuid).lower().replace("uuid-128:", "")] = found

    def get_characteristic(self, uuid: str) -> Any:
        found = next((each for name, each in self._found.items() if uuid in _dashed(name)), None)
        return None if found is None else SimpleNamespace(uuid=uuid, properties=["write"], at=found)

    async def start_notify(self, uuid: str, call: Callable[[Any, bytearray], None]) -> None:
        await self.get_characteristic(uuid).at.subscribe(lambda data: call(uuid, bytearray(data)))

    async def write_gatt_char(self, characteristic: Any, data: bytes, response: bool) -> None:
        await characteristic.at.write_value(data, with_response=response)

    async def disconnect(self) -> None:
        await self._connection.disconnect()


def _dashed(name: str) -> str:
    plain = name.replace("-", "")
    return "-".join((plain[:8], plain[8:12], plain[12:16], plain[16:20], plain[20:32]))


async def peripheral(die: VirtualDie, link: Any) -> Any:
    """Return a peripheral of Bumble that says what ``die`` says."""
    from bumble.controller import Controller
    from bumble.core import AdvertisingData
    from bumble.device import Device
    from bumble.gatt import Attribute, Characteristic, CharacteristicValue, Service
    from bumble.hci import Address
    from bumble.host import Host
    from bumble.transport.common import AsyncPipeSink

    controller = Controller("die", link=link)
    device = Device(
        name=die.name,
        address=Address(die.address),
        host=Host(controller, AsyncPipeSink(controller)),
    )
    says, hears = die.characteristics()
    notifies = Characteristic(
        says, Characteristic.Properties.NOTIFY, Attribute.Permissions.READABLE, b""
    )
    writes = Characteristic(
        hears,
        Characteristic.Properties.WRITE,
        Attribute.Permissions.WRITEABLE,
        CharacteristicValue(write=lambda _, data: die.receive(bytes(data))),
    )
    device.add_service(Service(die.advertisement().services[0], [notifies, writes]))  # type: ignore[index]
    device.advertising_data = bytes(
        AdvertisingData([(AdvertisingData.COMPLETE_LOCAL_NAME, die.name.encode())])
    )
    await device.power_on()
    tasks = set()

    def notify(data: bytes) -> None:
        tasks.add(asyncio.ensure_future(device.notify_subscribers(notifies, data)))

    die.notify = notify
    await device.start_advertising(auto_restart=True)
    return device


async def adapter(link: Any) -> Any:
    """Return the central of Bumble at the table."""
    from bumble.controller import Controller
    from bumble.device import Device
    from bumble.hci import Address
    from bumble.host import Host
    from bumble.transport.common import AsyncPipeSink

    controller = Controller("table", link=link)
    host = Host(controller, AsyncPipeSink(controller))
    device = Device(name="table", address=Address(ADAPTER), host=host)
    await device.power_on()
    return device


async def heard_of(make: Make) -> list[tuple[str, bytes]]:
    """Return what the radio says while one die is found, connected, thrown and lost."""
    from bumble.link import LocalLink

    clock = VirtualClock()
    timeline = Timeline(clock)
    (die,) = virtual_dice(make, 6, 1, timeline, random.Random(1))
    link = LocalLink()
    device = await peripheral(die, link)
    news: asyncio.Queue[RadioNews] = asyncio.Queue()
    radio = BleakRadio(BumbleAdapter(await adapter(link)), news.put_nowait, clock)
    said: list[tuple[str, bytes]] = []

    async def until(kind: str) -> RadioNews:
        while True:
            each = await asyncio.wait_for(news.get(), 10)
            said.append((each.kind, each.data))
            if each.kind == kind:
                return each

    await radio.do(RadioStep("scan"))
    found = await until("heard")
    assert found.heard is not None
    assert found.heard.name == die.name
    await radio.do(RadioStep("quiet"))
    await radio.do(RadioStep("connect", found.address, CHANNELS[make]))
    await until("connected")
    await radio.send(found.address, b"\x03" if make == "godice" else b"\x21")
    await until("data")
    die.throw(5)
    timeline.run_due(10.0)
    await until("data")
    await until("data")
    for connection in tuple(device.connections.values()):
        await connection.disconnect()
    await until("lost")
    await radio.close()
    return said


@pytest.mark.deep
@pytest.mark.parametrize("make", ["godice", "pixels"])
def test_a_die_is_found_connected_heard_and_lost(make: Make) -> None:
    pytest.importorskip("bumble", reason="Bumble is not installed: make .venv/ready-for-deep-tests")
    said = asyncio.run(heard_of(make))
    data = [data for kind, data in said if kind == "data"]
    if make == "godice":
        assert data[0] == b"Bat" + bytes([90])
        assert data[1] == b"R"
        assert data[2][:1] == b"S"
    else:
        assert data[0] == bytes((34, 90, 1))
        assert [each[:2] for each in data[1:]] == [b"\x03\x03", b"\x03\x01"]
