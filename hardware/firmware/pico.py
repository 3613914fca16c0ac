"""Serve the host on a Pico: the parts are on its pins, the host is at its USB port.

The settings say which pin, bus and register does what. Only this module needs MicroPython.

MicroPython writes a byte to USB without waiting while there is room, but waits for half a second
when there is none. So nothing is written before the port reports that there is room.
"""

from . import settings
from .dice import PeerDice
from .finding import AwayDice, HallDice, HallPace
from .halls import Halls, store_empty, stored
from .lamps import IDLE, PeerLamps
from .magnets import MagnetDie, long_die, lot
from .parts import PeerInputs, PeerLights
from .peer import Peer
from .protocol import MOST_FIELDS
from .registers import Chain, ChainIn, ChainOut, Matrix, PinsIn, PinsOut
from .sensors import SensorWatch, peer_sensors
from .strip import TIMES, Strip, StripOut
from .tiles import TiledBoard, Tiles, tile_places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .peer import PeerPart

ON_THE_HEADER = set(range(29)) - {23, 24, 25}
"""The GP numbers on the header of a Pico (Raspberry Pi Pico Datasheet, 2.1)."""

WITH_ADC = (26, 27, 28)
"""The pins of the header that the ADC can read."""


def parts(machine: "Any") -> "list[PeerPart]":
    """Return the parts in the settings, on the pins of ``machine``, MicroPython's module.

    Raises ValueError if the settings are wrong; its text says what to change.
    """
    pins = PinBank(machine)
    made: list[PeerPart] = []
    for kind, lines, stable in (
        ("keys", settings.KEYS, settings.STABLE_KEYS),
        ("tray", settings.TRAY, settings.STABLE_TRAY),
    ):
        if lines:
            contacts = pins.contacts(kind, [pin for _, pin in lines], len(lines))
            made.append(PeerInputs(kind, [name for name, _ in lines], contacts.read, stable))
    if settings.HALL_DICE:
        made += _hall_dice(halls(pins))
    if settings.BOARD != (0, 0):
        made.append(PeerInputs("board", settings.BOARD, _board(pins), settings.STABLE_BOARD))
    if settings.LIGHTS:
        made.append(_lights(pins))
    return made


def halls(pins: "PinBank") -> Halls:
    """Return the Hall sensors of the tray; raise ValueError if the settings are wrong."""
    address = pins.raised("HALL_ADDRESS", settings.HALL_ADDRESS, 4)
    enables = pins.raised("HALL_ENABLES", settings.HALL_ENABLES, 4)
    return Halls(address, enables, pins.adc(settings.HALL_ADC, "HALL_ADC"))


def calibrate(machine: "Any") -> None:
    """Store what the sensors of the empty tray read, and print what is wrong with them."""
    wrong = store_empty(halls(PinBank(machine)))
    for line in wrong:
        print(line)
    print("nothing is stored" if wrong else "the calibration is stored")


class PinBank:
    """Hands out the pins of ``machine``, each once, and the bus of the shift registers."""

    def __init__(self, machine: "Any") -> None:
        self._machine = machine
        self._users = {settings.SERVICE: "SERVICE"}
        self._bus: Any = None

    def contacts(self, user: str, wired: "list[int] | Chain", count: int) -> "PinsIn | ChainIn":
        """Return ``count`` contacts for ``user``, on pins or on a chain of 74HC165."""
        if isinstance(wired, Chain):
            return ChainIn(self._spi(), self._output(wired.pin, user, 1), count)
        _check_count(user, wired, count)
        return PinsIn([self._input(pin, user) for pin in wired])

    def outputs(
        self, user: str, wired: "list[int] | Chain", count: int, level: int
    ) -> "PinsOut | ChainOut":
        """Return ``count`` outputs for ``user``; those on pins start at ``level``."""
        if isinstance(wired, Chain):
            return ChainOut(self._spi(), self._output(wired.pin, user, 0), count)
        _check_count(user, wired, count)
        return PinsOut([self._output(pin, user, level) for pin in wired])

    def strip(self, user: str, wired: Strip) -> "Callable[[bytearray], object]":
        """Return what sends bytes to the string of lights that is ``wired``."""
        pin, bitstream = self._output(wired.pin, user, 0), self._machine.bitstream
        return lambda data: bitstream(pin, 0, TIMES, data)

    def raised(self, user: str, wired: "list[int]", count: int) -> "list[Callable[[int], object]]":
        """Return ``count`` pins for ``user`` as outputs that start high."""
        _check_count(user, wired, count)
        return [self._output(pin, user, 1) for pin in wired]

    def adc(self, pin: int, user: str) -> "Callable[[], int]":
        """Return what reads the ADC at ``pin`` as 16 bits."""
        self._take(pin, user)
        if pin not in WITH_ADC:
            raise ValueError(f"settings: GP{pin} of {user} has no ADC: use 26, 27 or 28")
        read: Callable[[], int] = self._machine.ADC(self._machine.Pin(pin)).read_u16
        return read

    def _input(self, pin: int, user: str) -> "Callable[[], int]":
        self._take(pin, user)
        made: Callable[[], int] = self._machine.Pin(
            pin, self._machine.Pin.IN, self._machine.Pin.PULL_UP
        )
        return made

    def _output(self, pin: int, user: str, level: int) -> "Callable[[int], object]":
        self._take(pin, user)
        made: Callable[[int], object] = self._machine.Pin(pin, self._machine.Pin.OUT, value=level)
        return made

    def _spi(self) -> "Any":
        if self._bus is None:
            wired = (settings.SPI_CLOCK, settings.SPI_OUT, settings.SPI_IN)
            for pin in wired:
                self._take(pin, "the SPI bus")
            clock, out, into = [self._machine.Pin(pin) for pin in wired]
            self._bus = self._machine.SPI(
                settings.SPI_BUS, baudrate=settings.SPI_SPEED, sck=clock, mosi=out, miso=into
            )
        return self._bus

    def _take(self, pin: int, user: str) -> None:
        if pin not in ON_THE_HEADER:
            raise ValueError(f"settings: GP{pin} of {user} is not on the header: use 0-22 or 26-28")
        if pin in self._users:
            raise ValueError(
                f"settings: GP{pin} is for {user} and for {self._users[pin]}: give each its own pin"
            )
        self._users[pin] = user


def _hall_dice(sensors: Halls) -> "list[PeerPart]":
    """Return the dice on the sensors, and what is wrong with the sensors."""
    kinds: dict[str, tuple[Callable[[float], MagnetDie], int, list[int]]] = {
        "lots": (lot, 4, [0, 1]),
        "long": (long_die, 2, [1, 3, 4, 6]),
    }
    if settings.HALL_DICE not in kinds:
        raise ValueError(f'settings: HALL_DICE = {settings.HALL_DICE!r}: expected "lots" or "long"')
    make, count, faces = kinds[settings.HALL_DICE]
    offered = [(name, faces) for name in "abcd"[:count]]
    empty = stored()
    watch = SensorWatch(is_calibrated=empty is not None)
    if empty is None:
        dice = PeerDice(offered, AwayDice(sensors, count, watch).read)
    else:
        kind = make(settings.HALL_GAP)
        dice = PeerDice(offered, HallDice(sensors, kind, count, empty, watch, _pace()).read)
    return [dice, peer_sensors(watch)]


def _pace() -> HallPace:
    import gc
    import time

    now: Any = time
    return HallPace(now.ticks_ms, now.ticks_diff, gc.collect)


def _board(pins: PinBank) -> "Callable[[], int]":
    columns, rows = settings.BOARD
    _check_size("BOARD", columns, rows)
    if isinstance(settings.COLUMNS, Tiles):
        tiles = settings.COLUMNS
        places = tile_places(columns, rows, tiles.order)
        chain = pins.contacts("COLUMNS", Chain(tiles.pin), columns * rows)
        return TiledBoard(chain.read, places).read
    if not settings.ROWS:
        return pins.contacts("COLUMNS", settings.COLUMNS, columns * rows).read
    select = pins.outputs("ROWS", settings.ROWS, rows, level=1).select
    return Matrix(
        columns, rows, select, pins.contacts("COLUMNS", settings.COLUMNS, columns).read
    ).read


def _lights(pins: PinBank) -> "PeerLights | PeerLamps":
    where = settings.LIGHTS
    if isinstance(settings.LAMPS, Strip):
        return _lamps(pins, settings.LAMPS)
    count = len(where)
    if isinstance(where, tuple):
        _check_size("LIGHTS", *where)
        count = where[0] * where[1]
    lamps = pins.outputs("LAMPS", settings.LAMPS, count, level=0)
    # a register has a random content at power-on
    lamps.show(0)
    return PeerLights(where, lamps.show)


def _lamps(pins: PinBank, wired: Strip) -> PeerLamps:
    where = settings.LIGHTS
    if not isinstance(where, tuple):
        raise ValueError("settings: LIGHTS: expected columns and rows for a string of lights")
    _check_size("LIGHTS", *where)
    places = wired.places(*where)
    lights = max(places) + 1
    if wired.budget <= lights * IDLE:
        raise ValueError(
            f"settings: budget = {wired.budget}: {lights} dark lights take {lights * IDLE} mA"
        )
    out = StripOut(pins.strip("LAMPS", wired), places)
    # a light keeps what it showed before the Pico started again
    out.show([])
    return PeerLamps(where, lights, wired.budget, out.show)


def _check_size(name: str, columns: int, rows: int) -> None:
    if columns < 1 or rows < 1 or columns * rows > MOST_FIELDS:
        raise ValueError(
            f"settings: {name} = ({columns}, {rows}): expected 1 to {MOST_FIELDS} fields"
        )


def _check_count(user: str, pins: list[int], count: int) -> None:
    if len(pins) != count:
        raise ValueError(f"settings: expected {count} pins for {user}, not {len(pins)}")


MODEL = "tableside-pico/2"

WATCHDOG = 2000
"""Milliseconds after which a Pico that hangs restarts; a pass takes a few."""

READ_AT_ONCE, WRITTEN_AT_ONCE = 64, 32
"""The most bytes that are read and written in one pass: to write one takes 0.07 ms."""


class UsbPort:
    """The USB port as a stream that never waits.

    ``source`` and ``sink`` are its raw streams, ``reading`` and ``writing`` their ``select.poll``.
    """

    def __init__(self, source: "Any", sink: "Any", reading: "Any", writing: "Any") -> None:
        self._source, self._sink = source, sink
        self._reading, self._writing = reading, writing
        self._unsent = b""

    @property
    def is_free(self) -> bool:
        """Whether everything has been sent."""
        return not self._unsent

    def read(self) -> bytes:
        """Return the bytes received so far; wait at most a millisecond for them."""
        data, wait = b"", 1
        for _ in range(READ_AT_ONCE):
            if not self._reading.poll(wait):
                break
            data, wait = data + self._source.read(1), 0
        return data

    def send(self, data: bytes) -> None:
        """Write ``data`` after the bytes that are not sent yet, as far as there is room."""
        self._unsent += data
        sent = 0
        while sent < min(len(self._unsent), WRITTEN_AT_ONCE) and self._writing.poll(0):
            self._sink.write(self._unsent[sent : sent + 1])
            sent += 1
        self._unsent = self._unsent[sent:]


class Clock:
    """A clock in milliseconds that never wraps, from ``ticks`` and ``since`` of MicroPython.

    ``ticks`` wraps; ``since`` is the difference of two values of it.
    """

    def __init__(self, ticks: "Callable[[], int]", since: "Callable[[int, int], int]") -> None:
        self._ticks, self._since = ticks, since
        self._last, self._now = ticks(), 0

    def now(self) -> int:
        """Return the milliseconds since the clock was created."""
        ticks = self._ticks()
        self._now += self._since(ticks, self._last)
        self._last = ticks
        return self._now


def attend(peer: Peer, port: UsbPort, clock: Clock) -> None:
    """Do one pass: read from the host, read the parts, send a frame to the host.

    While the host does not read, nothing new is sent, so that it never gets old reports.
    """
    peer.feed(port.read(), clock.now())
    peer.update(clock.now())
    port.send(peer.next_frame(clock.now()) if port.is_free else b"")


def run() -> None:
    """Serve the host until the power goes, unless the service pin is connected to ground."""
    import machine  # type: ignore[import-not-found]
    import micropython  # type: ignore[import-not-found]

    if not machine.Pin(settings.SERVICE, machine.Pin.IN, machine.Pin.PULL_UP)():
        print(f"GP{settings.SERVICE} is at ground: the firmware does not run")
        return
    peer = Peer(machine.unique_id().hex(), MODEL, parts(machine))
    port, clock = _usb(), _clock()
    watchdog = machine.WDT(timeout=WATCHDOG)
    # a byte of noise must not stop it as Ctrl-C would
    micropython.kbd_intr(-1)
    while True:
        attend(peer, port, clock)
        watchdog.feed()


def _usb() -> UsbPort:
    import select
    import sys

    reading, writing = select.poll(), select.poll()
    reading.register(sys.stdin, select.POLLIN)
    writing.register(sys.stdout, select.POLLOUT)
    return UsbPort(sys.stdin.buffer, sys.stdout.buffer, reading, writing)


def _clock() -> Clock:
    import time

    now: Any = time
    return Clock(now.ticks_ms, now.ticks_diff)
