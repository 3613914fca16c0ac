"""The keyboards, pads, gamepads and switch interfaces that are plugged in, and what they report.

The kernel's interface is evdev: every device is a file ``/dev/input/eventN`` that yields records of
24 bytes (input.h of Linux). The code is pure: bytes come in pieces of any length, and become
changes of contacts.

>>> reports = DeviceReports({})
>>> [
...     (change.line, change.is_down)
...     for change in reports.feed(record(KEY, 28, 1) + record(KEY, 28, 0))
... ]
[('take', True), ('take', False)]

A wiring names devices by what the kernel tells about each:

>>> wanted = InputDevice("event3", "Big Buttons", "046d:c31c", 3, frozenset({28, 57}))
>>> wanted.fits(["*"]), wanted.fits(["046d:c31c"]), wanted.fits(["big*"]), wanted.fits(["Other"])
(True, True, True, False)

Numbers change with the order of plugging; udev's links beside the files tell two of a kind apart.
"""

import errno
import fcntl
import os
import struct
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final, NamedTuple

from msgspec import Struct

from hardware.input.keys import ACTS_AS, DIGITS, PAD

KEY, ABSOLUTE = 1, 3
"""Types of events: a key or button, and an axis with ends."""

_KEYS: Final[Mapping[str, tuple[int, ...]]] = {
    # KEY_UP, BTN_DPAD_UP
    "up": (103, 544),
    # KEY_DOWN, BTN_DPAD_DOWN
    "down": (108, 545),
    # KEY_LEFT, BTN_DPAD_LEFT
    "left": (105, 546),
    # KEY_RIGHT, BTN_DPAD_RIGHT
    "right": (106, 547),
    # KEY_ENTER, KEY_KPENTER, KEY_OK, KEY_SELECT, BTN_SOUTH, BTN_TRIGGER
    "take": (28, 96, 352, 353, 304, 288),
    # KEY_SPACE
    "next": (57,),
    # KEY_ESC, KEY_BACKSPACE, KEY_KPDOT, KEY_BACK, BTN_EAST, BTN_THUMB
    "back": (1, 14, 83, 158, 305, 289),
    # KEY_H, KEY_F1, KEY_KPSLASH, KEY_HELP, BTN_NORTH, BTN_SELECT, BTN_THUMB2, BTN_BASE3
    "hint": (35, 59, 98, 138, 307, 314, 290, 296),
    # KEY_M, KEY_KPASTERISK, KEY_COMPOSE, KEY_MENU, BTN_WEST, BTN_START, BTN_TOP, BTN_BASE4
    "menu": (50, 55, 127, 139, 308, 315, 291, 297),
    # KEY_V, KEY_AGAIN
    "repeat": (47, 129),
    # KEY_0 to KEY_9, KEY_KP0 to KEY_KP9
    **dict(zip(DIGITS, ((11,), *((code,) for code in range(2, 11))), strict=True)),
    **dict(zip(PAD, ((code,) for code in (82, 79, 80, 81, 75, 76, 77, 71, 72, 73)), strict=True)),
}

LINES: Final[Mapping[tuple[int, int], str]] = {
    (KEY, code): line for line, codes in _KEYS.items() for code in codes
}
"""The line of each key and button, by type and code."""

AXES: Final[Mapping[int, tuple[str, str]]] = {
    0: ("left", "right"),
    1: ("up", "down"),
    16: ("left", "right"),
    17: ("up", "down"),
}
"""The lines at the low and the high end of an axis: ABS_X and ABS_Y, ABS_HAT0X and ABS_HAT0Y."""

GAMEPADS: Final = (288, 304)
"""BTN_TRIGGER and BTN_SOUTH: without one of them, an axis is that of a tablet or a screen."""


RECORD: Final = struct.Struct("@LLHHi")
"""A struct input_event: seconds, microseconds, type, code, value."""

SYNCHRONISE, DROPPED = 0, 3
"""EV_SYN and SYN_DROPPED: the kernel could not keep all that the device said."""

REPEATED: Final = 2
"""The value of a key that the kernel repeats; the table repeats keys itself."""


PRESSES, LETS_GO = 1 / 4, 3 / 8
"""A stick presses in the outer quarters of its way, and lets go when it is so far from the end: one
that is held at the border of a quarter trembles, and does not press each time."""


class Ends(NamedTuple):
    """The least and the greatest value of an axis."""

    low: int
    high: int


class KeyChange(NamedTuple):
    """A ``line`` whose contact closed or opened at ``time``, in seconds of the kernel's clock."""

    time: float
    line: str
    is_down: bool


class DeviceReports:
    """What one device has down; ``axes`` are the ends of those of its axes that count."""

    def __init__(self, axes: Mapping[int, Ends]) -> None:
        self._axes = axes
        self._rest = b""
        self._down: dict[tuple[int, int], str] = {}

    @property
    def lines(self) -> frozenset[str]:
        """The lines that the device holds down."""
        return frozenset(self._down.values())

    def feed(self, data: bytes) -> Iterator[KeyChange]:
        """Yield what ``data`` changes; a record that is not complete waits for its rest."""
        data = self._rest + data
        whole = len(data) - len(data) % RECORD.size
        self._rest = data[whole:]
        for seconds, micros, kind, code, value in RECORD.iter_unpack(data[:whole]):
            yield from self._take(seconds + micros / 1e6, kind, code, value)

    def forget(self, time: float) -> Iterator[KeyChange]:
        """Let go of everything at ``time``: the device is gone, or has said more than was read."""
        lines, self._down = self.lines, {}
        return (KeyChange(time, line, is_down=False) for line in sorted(lines))

    def _take(self, time: float, kind: int, code: int, value: int) -> Iterator[KeyChange]:
        if (kind, code) == (SYNCHRONISE, DROPPED):
            yield from self.forget(time)
        elif kind == KEY and value != REPEATED and (kind, code) in LINES:
            yield from self._hold(time, (kind, code), LINES[kind, code] if value else None)
        elif kind == ABSOLUTE and code in self._axes:
            yield from self._hold(time, (kind, code), self._line_at(code, value))

    def _line_at(self, axis: int, value: int) -> str | None:
        """Return the line that ``axis`` holds down at ``value``: at its ends, until it lets go."""
        (low, high), held = self._axes[axis], self._down.get((ABSOLUTE, axis))
        for line, distance in zip(AXES[axis], (value - low, high - value), strict=True):
            if distance <= (high - low) * (LETS_GO if line == held else PRESSES):
                return line
        return None

    def _hold(self, time: float, source: tuple[int, int], line: str | None) -> Iterator[KeyChange]:
        """Let ``source`` hold ``line`` down from now on, and no other."""
        before = self.lines
        self._down.pop(source, None)
        if line is not None:
            self._down[source] = line
        yield from (KeyChange(time, each, is_down=False) for each in before - self.lines)
        yield from (KeyChange(time, each, is_down=True) for each in self.lines - before)


def record(kind: int, code: int, value: int, time: float = 0.0) -> bytes:
    """Return a record as the kernel writes it."""
    seconds = int(time)
    return RECORD.pack(seconds, round((time - seconds) * 1e6), kind, code, value)


NODES, INPUTS = "/dev/input", "/sys/class/input"

LINKS: Final = ("by-path", "by-id")
"""The folders of links that udev keeps, the ones that always tell two of a kind apart first."""

ANY: Final = "*"
PLUGGED: Final = (3, 5, 6)
"""The buses that people plug into: USB, Bluetooth, and devices made by a program (input.h).
The others have a laptop's own keyboard, and the buttons and the HDMI remote of a Pi."""

GRAB: Final = 0x40044590
"""EVIOCGRAB: nobody else, such as the console, gets what is typed."""

SET_CLOCK: Final = 0x400445A0
"""EVIOCSCLOCKID: which clock the records have."""

AXIS: Final = 0x80184540
"""EVIOCGABS(0): the value, ends, noise, dead zone and resolution of an axis."""

AXIS_FACTS: Final = struct.Struct("@6i")
USUAL_ENDS: Final = Ends(-1, 1)
WORD_BITS: Final = 8 * struct.calcsize("@L")


class InputDevice(Struct, frozen=True):
    """A device at the file called ``node``: ``name``, USB id, number of the ``bus``, ``keys``.

    ``links`` are the paths that udev gives its file as well.
    """

    node: str
    name: str
    usb_id: str
    bus: int
    keys: frozenset[int]
    links: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.name} ({self.usb_id})"

    @property
    def lines(self) -> frozenset[str]:
        """The keys of the table that it has."""
        known = {LINES[KEY, code] for code in self.keys if (KEY, code) in LINES}
        lines = {ACTS_AS.get(line, line) for line in known - set(DIGITS)}
        ends = {end for axis in AXES.values() for end in axis} if self.is_gamepad else set()
        return frozenset(lines | ends)

    @property
    def is_gamepad(self) -> bool:
        """Whether its axes are those of a pad or a stick."""
        return not self.keys.isdisjoint(GAMEPADS)

    def fits(self, wanted: Iterable[str]) -> bool:
        """Return whether one of ``wanted`` is its USB id or the pattern of its name or of a link.

        A star alone stands for all devices that people plug in. Only what has keys counts.
        """
        return bool(self.lines) and any(self._is(each) for each in wanted)

    def _is(self, wanted: str) -> bool:
        if wanted == ANY:
            return self.bus in PLUGGED
        if wanted.startswith(NODES):
            return any(fnmatchcase(link, wanted) for link in self.links)
        return wanted == self.usb_id or fnmatchcase(self.name.lower(), wanted.lower())


class InputTree:
    """The devices below ``root``, the root of the file system."""

    def __init__(self, root: Path = Path("/")) -> None:
        self._root = root
        self._folder = root / NODES.lstrip("/")

    def nodes(self) -> Mapping[str, tuple[str, ...]]:
        """Return the names of the files of all devices, each with the links to it."""
        try:
            nodes = [file.name for file in self._folder.iterdir() if _is_event(file)]
        except OSError:
            return {}
        links = tuple(self._links())
        return {node: tuple(path for path, to in links if to == node) for node in nodes}

    def device(self, node: str, links: tuple[str, ...]) -> InputDevice:
        """Return what the kernel tells about the device at ``node``, to which ``links`` lead."""
        return described(node, self._text, links)

    def open(self, device: InputDevice) -> int:
        """Open the file of ``device`` for this program alone; OSError if that cannot be.

        Its records have the time of time.monotonic, where the kernel can do that.
        """
        flags = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC
        file = os.open(f"{self._folder}/{device.node}", flags)
        try:
            _grab(file)
        except OSError:
            os.close(file)
            raise
        return file

    def axes(self, file: int, device: InputDevice) -> dict[int, Ends]:
        """Return the ends of the axes of ``device``, whose open file is ``file``."""
        return {axis: _ends(file, axis) for axis in AXES} if device.is_gamepad else {}

    def _links(self) -> Iterator[tuple[str, str]]:
        for kind in LINKS:
            with suppress(OSError):  # there is none without udev, nor without a device that has one
                for link in sorted((self._folder / kind).iterdir()):
                    yield f"{NODES}/{kind}/{link.name}", link.readlink().name

    def _text(self, path: str) -> str | None:
        try:
            return (self._root / path.lstrip("/")).read_text("utf-8", errors="replace")
        except OSError:
            return None


def _is_event(file: Path) -> bool:
    return file.name.startswith("event")


def described(
    node: str, text: Callable[[str], str | None], links: tuple[str, ...] = ()
) -> InputDevice:
    """Return the device at ``node``, to which ``links`` lead.

    ``text`` returns what is in a file, None if there is none.
    """

    def fact(name: str) -> str:
        return (text(f"{INPUTS}/{node}/device/{name}") or "").strip()

    bus, vendor, product = (fact(f"id/{name}") for name in ("bustype", "vendor", "product"))
    keys = bits(fact("capabilities/key"))
    usb_id = f"{vendor}:{product}"
    return InputDevice(node, fact("name"), usb_id, int(bus or "0", 16), keys, links)


def listed(devices: Collection[InputDevice]) -> str:
    """Return the names of ``devices`` as one line, with the links of those that look the same.

    >>> one = InputDevice(
    ...     "event1", "Keys", "046d:c31c", 3, frozenset({28}), ("/dev/input/by-id/1",)
    ... )
    >>> other = InputDevice("event2", "Keys", "046d:c31c", 3, frozenset({28}))
    >>> listed([one]), listed([one, other])
    ('Keys (046d:c31c)', 'Keys (046d:c31c, /dev/input/by-id/1), Keys (046d:c31c)')
    """
    count = Counter(map(str, devices))
    return ", ".join(
        f"{each.name} ({each.usb_id}, {each.links[0]})"
        if each.links and count[str(each)] > 1
        else f"{each}"
        for each in devices
    )


def bits(words: str, word_bits: int = WORD_BITS) -> frozenset[int]:
    """Return the numbers of the bits that are set in ``words``, as sysfs writes a bitmap.

    >>> sorted(bits("2 10000000"))
    [28, 65]
    """
    numbers = enumerate(reversed(words.split()))
    value = sum(int(word, 16) << place * word_bits for place, word in numbers)
    return frozenset(bit for bit in range(value.bit_length()) if value >> bit & 1)


def devices(tree: InputTree, wanted: Collection[str]) -> tuple[InputDevice, ...]:
    """Return the devices of ``tree`` that fit ``wanted``, by their files."""
    found = (tree.device(node, links) for node, links in sorted(tree.nodes().items()))
    return tuple(device for device in found if device.fits(wanted))


def _grab(file: int) -> None:
    with suppress(OSError):  # a kernel that cannot do it gives the time of day
        fcntl.ioctl(file, SET_CLOCK, struct.pack("@i", 1))
    try:
        fcntl.ioctl(file, GRAB, 1)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTTY):  # it is no device, but a pipe
            raise


def _ends(file: int, axis: int) -> Ends:
    facts = bytearray(AXIS_FACTS.size)
    try:
        fcntl.ioctl(file, AXIS + axis, facts)
    except OSError:
        return USUAL_ENDS
    _, low, high, *_ = AXIS_FACTS.unpack(facts)
    return Ends(low, high) if low < high else USUAL_ENDS
