"""A stand-in for MicroPython's module ``machine``; it runs in MicroPython, too.

``levels`` are those of the pins, by number; an input that is not among them is open. Feeding the
watchdog calls ``on_pass``, which plays what happens around the microcontroller.
"""

levels = {}  # type: dict[int, int]
taken = {}  # type: dict[int, tuple[object, ...]]
watchdogs = []  # type: list[int]
buses = []  # type: list[SPI]
streams = []  # type: list[tuple[int, bytes]]
on_pass = [lambda: None]


class Pin:
    IN, OUT, PULL_UP = "in", "out", "pull up"

    def __init__(self, number, *mode, value=None):  # type: ignore[no-untyped-def]
        self.number = number
        taken[number] = mode
        if value is not None:
            levels[number] = value

    def __call__(self, *value):  # type: ignore[no-untyped-def]
        if not value:
            return levels.get(self.number, 1)
        levels[self.number] = value[0]
        return None


class ADC:
    def __init__(self, pin):  # type: ignore[no-untyped-def]
        self.pin = pin

    def read_u16(self):  # type: ignore[no-untyped-def]
        return 2048 << 4


class SPI:
    def __init__(self, number, baudrate, sck, mosi, miso):  # type: ignore[no-untyped-def]
        self.pins = (sck.number, mosi.number, miso.number)
        self.written = []  # type: list[bytes]
        buses.append(self)

    def write(self, data):  # type: ignore[no-untyped-def]
        self.written.append(data)

    def readinto(self, buffer):  # type: ignore[no-untyped-def]
        for at in range(len(buffer)):
            buffer[at] = 0xFF


class WDT:
    def __init__(self, timeout):  # type: ignore[no-untyped-def]
        watchdogs.append(timeout)

    def feed(self):  # type: ignore[no-untyped-def]
        on_pass[0]()


def bitstream(pin, encoding, timing, data):  # type: ignore[no-untyped-def]
    assert (encoding, timing) == (0, (400, 850, 800, 450))
    streams.append((pin.number, bytes(data)))


def unique_id():  # type: ignore[no-untyped-def]
    return b"\xe6\x61\x4c\x31\x1b\x7e\x6a\x35"


def forget() -> None:
    for kept in (levels, taken, watchdogs, buses, streams):
        kept.clear()
