"""The input devices of a machine: what the kernel tells about each, and its file.

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
from typing import Final

from msgspec import Struct

from hardware.input.digits import ACTS_AS, DIGITS
from hardware.input.keyboards.codes import AXES, GAMEPADS, KEY, LINES
from hardware.input.keyboards.reports import Ends

NODES, FACTS = "/dev/input", "/sys/class/input"

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
        return (text(f"{FACTS}/{node}/device/{name}") or "").strip()

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
