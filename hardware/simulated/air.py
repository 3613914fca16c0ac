"""What bleak finds where the only dice are virtual ones: its scanner and its clients.

A table uses this in place of the package bleak, through the same code. Nothing here ever waits:
what takes time is planned on the timeline of the dice.
"""

from collections.abc import Callable, Coroutine, Sequence
from types import SimpleNamespace
from typing import Any

from hardware.dice.bluetooth.bleak_radio import BleakRadio
from hardware.dice.bluetooth.news import DieChannel
from hardware.dice.bluetooth.radio import Post, RadioStep
from hardware.simulated.virtual_dice import VirtualDie

Deliver = Callable[[VirtualDie, bytes, Callable[[bytes], None]], None]


def _at_once(die: VirtualDie, data: bytes, to: Callable[[bytes], None]) -> None:
    to(data)


class Air:
    """The air between a table and ``dice``; it behaves as the package bleak does.

    ``deliver`` brings what a die says to the table: at once, later, twice, or never.
    """

    exc = SimpleNamespace(BleakError=ConnectionError)

    def __init__(self, dice: Sequence[VirtualDie], deliver: Deliver = _at_once) -> None:
        self.dice, self.deliver = tuple(dice), deliver
        self._scanners: list[_Scanner] = []
        self._clients: dict[str, _Client] = {}
        for die in self.dice:
            die.changed = lambda die=die: self._follow(die)  # type: ignore[misc]

    def BleakScanner(self, detection_callback: Callable[[Any, Any], None]) -> "_Scanner":  # noqa: N802 - as in bleak
        """Return a scanner that calls back for each die in reach that is not connected."""
        return _Scanner(self, detection_callback)

    def BleakClient(  # noqa: N802 - as in bleak
        self,
        address: str,
        disconnected_callback: Callable[["_Client"], None],
        timeout: float,
    ) -> "_Client":
        """Return a client for the die at ``address``."""
        return _Client(self, address, disconnected_callback)

    def find(self, address: str) -> VirtualDie | None:
        """Return the die at ``address`` if it is in reach."""
        dice = (die for die in self.dice if die.address == address and die.is_in_reach)
        return next(dice, None)

    def open(self, client: "_Client") -> None:
        """Note that ``client`` is connected."""
        self._clients[client.address] = client

    def end(self, client: "_Client") -> None:
        """Note that ``client`` is not connected any more; its die advertises again."""
        self._clients.pop(client.address, None)
        for die in self.dice:
            if die.address == client.address:
                die.notify = None
                self._follow(die)

    def begin_scan(self, scanner: "_Scanner") -> None:
        """Let ``scanner`` hear every die that advertises."""
        self._scanners.append(scanner)
        for die in self.dice:
            self._advertise(die, [scanner])

    def end_scan(self, scanner: "_Scanner") -> None:
        """Let ``scanner`` hear nothing any more, if it heard anything."""
        self._scanners = [each for each in self._scanners if each is not scanner]

    def _follow(self, die: VirtualDie) -> None:
        """Let everybody notice that ``die`` has gone, come, or advertises something new."""
        client = self._clients.get(die.address)
        if client is not None and not die.is_in_reach:
            client.lose()
        elif client is None:
            self._advertise(die, self._scanners)

    def _advertise(self, die: VirtualDie, scanners: Sequence["_Scanner"]) -> None:
        if not die.is_in_reach or die.address in self._clients:
            return
        says = die.advertisement()
        device = SimpleNamespace(address=says.address, name=says.name)
        data = SimpleNamespace(
            local_name=says.name,
            service_uuids=list(says.services),
            manufacturer_data={0xFFFF: says.manufacturer_data} if says.manufacturer_data else {},
            service_data={"180a": says.service_data} if says.service_data else {},
            rssi=says.rssi,
        )
        for scanner in tuple(scanners):
            scanner.hear(device, data)


class _Scanner:
    """As ``bleak.BleakScanner``."""

    def __init__(self, air: Air, hear: Callable[[Any, Any], None]) -> None:
        self._air, self.hear = air, hear

    async def start(self) -> None:
        self._air.begin_scan(self)

    async def stop(self) -> None:
        self._air.end_scan(self)


class _Client:
    """As ``bleak.BleakClient``, and as its collection of services."""

    def __init__(self, air: Air, address: str, lost: Callable[["_Client"], None]) -> None:
        self.address, self.services = address, self
        self._air, self._lost = air, lost
        self._die: VirtualDie | None = None

    async def connect(self) -> None:
        self._die = self._air.find(self.address)
        if self._die is None:
            raise TimeoutError("the die does not answer")
        self._air.open(self)

    async def disconnect(self) -> None:
        if self._die is not None:
            self.lose()

    def get_characteristic(self, uuid: str) -> Any:
        if self._die is None or uuid not in self._die.characteristics():
            return None
        return SimpleNamespace(uuid=uuid, properties=["write"])

    async def start_notify(self, uuid: str, call: Callable[[Any, bytearray], None]) -> None:
        die = self._connected()
        die.notify = lambda data: self._air.deliver(
            die, data, lambda bytes_: call(uuid, bytearray(bytes_))
        )

    async def write_gatt_char(self, characteristic: Any, data: bytes, response: bool) -> None:
        self._connected().receive(bytes(data))

    def lose(self) -> None:
        """End the connection."""
        self._die = None
        self._air.end(self)
        self._lost(self)

    def _connected(self) -> VirtualDie:
        if self._die is None:
            raise ConnectionError("not connected")
        return self._die


class PumpedRadio:
    """A :class:`~hardware.dice.bluetooth.radio.Radio` on ``air``, without a thread or a loop."""

    def __init__(self, air: Air, post: Post, clock: Callable[[], float]) -> None:
        self._radio = BleakRadio(air, post, clock)

    def scan(self, is_on: bool) -> None:
        """Begin to look for dice that advertise, or end it."""
        self._do(RadioStep("scan" if is_on else "quiet"))

    def connect(self, address: str, channels: Sequence[DieChannel]) -> None:
        """Connect to the die at ``address``, which talks on one of ``channels``."""
        self._do(RadioStep("connect", address, tuple(channels)))

    def send(self, address: str, data: bytes) -> None:
        """Send ``data`` to a die that is connected."""
        _run(self._radio.send(address, data))

    def leave(self, address: str) -> None:
        """End the connection to a die."""
        self._do(RadioStep("leave", address))

    def close(self) -> None:
        """End everything."""
        _run(self._radio.close())

    def _do(self, step: RadioStep) -> None:
        _run(self._radio.do(step))


def _run(work: Coroutine[Any, Any, None]) -> None:
    """Do ``work``, which never waits."""
    try:
        work.send(None)
    except StopIteration:
        return
    work.close()
    raise RuntimeError("expected work that never waits")
