"""Bluetooth dice that do not exist: they speak the bytes of the real ones, as published.

What a hand does with them is planned on a timeline, like everything else on the simulated machine.
A table finds them in an :class:`Air` in place of the package bleak, through the same code. Nothing
here ever waits.
"""

import random
import struct
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any, Final

from hardware.dice.bluetooth import godice, pixels
from hardware.dice.bluetooth.bleak_radio import BleakRadio
from hardware.dice.bluetooth.news import DieChannel, Make
from hardware.dice.bluetooth.pixels import BAD_NORMALS_UNTIL, PixelFacts
from hardware.dice.bluetooth.radio import Advertisement, Post, RadioStep
from hardware.simulated.timeline import Timeline

IN_THE_HAND, ROLLS = 0.1, (0.6, 1.4)
"""Seconds until a die rolls, and for how long, at least and at most."""

NOISE: Final = 3
"""How far the gravity that a GoDice die feels is off at most, of about 64, in each direction."""

COLOURS: Final = "RGBYOK"
DIE_SIZE: Final = 10
NEW_FIRMWARE: Final = BAD_NORMALS_UNTIL + 1


class VirtualDie(ABC):
    """A die at ``address`` with so many ``sides``; ``rng`` throws it, ``timeline`` moves it.

    :attr:`face` is up, None while it leans on something; :attr:`percent` is left in its battery,
    and :attr:`rests` are the times at which it came to rest, each with the face.
    :attr:`notify` gets the bytes that it says while it is connected. ``changed`` is called when it
    comes into reach or goes, and when it advertises something new.
    """

    make: Make

    def __init__(
        self, address: str, sides: int, timeline: Timeline, rng: random.Random, name: str = ""
    ) -> None:
        self.address, self.sides, self.name = address, sides, name
        self.face: int | None = 1
        self.percent = 90
        self.is_in_reach = True
        self.is_rolling = False
        self.rests: list[tuple[float, int | None]] = []
        self.notify: Callable[[bytes], None] | None = None
        self.changed: Callable[[], None] = lambda: None
        self.heard: list[bytes] = []
        self.free_at = 0.0
        self._timeline, self._rng = timeline, rng

    @abstractmethod
    def advertisement(self) -> Advertisement:
        """Return what it says to everybody."""

    @abstractmethod
    def characteristics(self) -> tuple[str, ...]:
        """Return the characteristics on which it can be talked to."""

    @abstractmethod
    def receive(self, data: bytes) -> None:
        """Take what a table sends."""

    @abstractmethod
    def _rolls(self) -> bytes: ...

    @abstractmethod
    def _rests(self, face: int | None, *, has_rolled: bool) -> bytes: ...

    def throw(self, face: int | None = None, *, is_cocked: bool = False) -> float:
        """Roll it, so that ``face`` is up, or by chance, or so that it leans; return the end."""
        shown = face if face is not None else self._rng.randint(1, self.sides)
        start = max(self._timeline.now(), self.free_at) + IN_THE_HAND
        end = start + self._rng.uniform(*ROLLS)
        self._timeline.at(start, self._start)
        self._timeline.at(end, partial(self._stop, None if is_cocked else shown, has_rolled=True))
        self.free_at = end
        return end

    def knock(self) -> None:
        """Bump it: it moves, but does not roll."""
        self._stop(self.face, has_rolled=False)

    def take_away(self) -> None:
        """Carry it out of reach of the radio."""
        self.is_in_reach = False
        self.changed()

    def bring_back(self) -> None:
        """Bring it into reach again."""
        self.is_in_reach = True
        self.changed()

    def _start(self) -> None:
        self.is_rolling = True
        self._say(self._rolls())

    def _stop(self, face: int | None, *, has_rolled: bool) -> None:
        self.is_rolling, self.face = False, face
        self.rests.append((self._timeline.now(), face))
        self._say(self._rests(face, has_rolled=has_rolled))

    def _say(self, data: bytes) -> None:
        if self.notify is not None and self.is_in_reach:
            self.notify(data)


class VirtualGoDie(VirtualDie):
    """A GoDice die with a shell of so many sides: 6, or 4."""

    make = "godice"

    def advertisement(self) -> Advertisement:
        return Advertisement(self.address, self.name, (godice.SERVICE,), rssi=-60)

    def characteristics(self) -> tuple[str, ...]:
        return godice.CHANNEL

    def receive(self, data: bytes) -> None:
        self.heard.append(data)
        if data == godice.ASK_BATTERY:
            self._say(b"Bat" + bytes([self.percent]))

    def _rolls(self) -> bytes:
        return b"R"

    def _rests(self, face: int | None, *, has_rolled: bool) -> bytes:
        positions = godice.SHELLS[self.sides]
        ups = [position for position, number in positions.items() if face in (None, number)]
        noise = (self._rng.randint(-NOISE, NOISE) for _ in range(3))
        gravity = (a + b for a, b in zip(self._rng.choice(ups), noise, strict=True))
        kind = b"TS" if face is None else b"S" if has_rolled else b"MS"
        return kind + struct.pack("bbb", *(max(-128, min(127, each)) for each in gravity))


class VirtualPixel(VirtualDie):
    """A Pixel whose firmware was ``built`` then; its ``number`` is unlike that of every other."""

    make = "pixels"

    def __init__(
        self,
        address: str,
        sides: int,
        timeline: Timeline,
        rng: random.Random,
        name: str = "",
        number: int = 1,
        built: int = NEW_FIRMWARE,
    ) -> None:
        super().__init__(address, sides, timeline, rng, name)
        self.number, self.facts = number, PixelFacts(sides, built)
        self._state = 5

    @property
    def is_old(self) -> bool:
        """Whether its firmware has the older service and says 1 in place of 5."""
        return self.facts.built <= BAD_NORMALS_UNTIL

    def advertisement(self) -> Advertisement:
        service = pixels.LEGACY_SERVICE if self.is_old else pixels.SERVICE
        look = KINDS[self.sides] << 4
        data = pixels.ADVERTISED.pack(self.sides, look, self._state, self._index, self.percent)
        identity = pixels.IDENTITY.pack(self.number, self.facts.built)
        return Advertisement(self.address, self.name, (service,), data, identity, -60)

    def characteristics(self) -> tuple[str, ...]:
        return pixels.CHANNELS[self.is_old]

    def receive(self, data: bytes) -> None:
        self.heard.append(data)
        if data[0] == pixels.WHO_ARE_YOU:
            say = legacy_identity if self.is_old else identity
            self._say(say(self.facts, self.number))
        elif data[0] == pixels.ASK_BATTERY:
            self._say(bytes((pixels.BATTERY, self.percent, 1)))

    def _rolls(self) -> bytes:
        return self._roll_state(3)

    def _rests(self, face: int | None, *, has_rolled: bool) -> bytes:
        self.face = face
        return self._roll_state(4 if face is None else 1 if has_rolled or self.is_old else 5)

    def _roll_state(self, state: int) -> bytes:
        self._state = state
        self.changed()
        return bytes((pixels.ROLL_STATE, state, self._index))

    @property
    def _index(self) -> int:
        indices = {self.facts.face(index): index for index in range(6, -1, -1)}
        return indices.get(self.face, 0)


KINDS: Final[Mapping[int, int]] = {4: 1, 6: 2, 8: 3, 12: 6, 20: 7}


def legacy_identity(facts: PixelFacts, number: int = 1) -> bytes:
    """Return the message with which older firmware says that it is such a die."""
    kind = KINDS[facts.sides]
    parts = (facts.sides, 0, kind, 0, number, 0, facts.built, 1, 0, 100, 0)
    return pixels.LEGACY.pack(pixels.I_AM_A_DIE, *parts)


def identity(facts: PixelFacts, number: int = 1) -> bytes:
    """Return the message with which newer firmware says that it is such a die."""
    version = pixels.VERSION_CHUNK.pack(pixels.VERSION_SIZE, 0x200, facts.built)
    die = pixels.DIE_CHUNK.pack(DIE_SIZE, number, 0, KINDS[facts.sides], facts.sides)
    chunks = version.ljust(pixels.VERSION_SIZE, b"\0") + die.ljust(DIE_SIZE, b"\0")
    return bytes([pixels.I_AM_A_DIE]) + chunks


def virtual_dice(
    make: Make, sides: int, count: int, timeline: Timeline, rng: random.Random
) -> tuple[VirtualDie, ...]:
    """Return so many dice of one ``make``, with so many ``sides`` each."""
    addresses = [f"5A:DE:00:00:00:{number:02X}" for number in range(1, count + 1)]
    if make == "godice":
        return tuple(
            VirtualGoDie(address, sides, timeline, rng, f"GoDice_{number:04X}_{colour}_v04")
            for number, (address, colour) in enumerate(zip(addresses, COLOURS, strict=False), 1)
        )
    return tuple(
        VirtualPixel(address, sides, timeline, rng, f"Pixel {number}", number)
        for number, address in enumerate(addresses, 1)
    )


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
