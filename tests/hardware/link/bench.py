"""Serial ports made of lists, and a peer that sends what a test wants."""

import errno
import os
from collections.abc import Sequence
from queue import SimpleQueue

from hardware.firmware.protocol import Splitter, frame
from hardware.input.edges import Edge
from hardware.link.link import Link

KEYS = "keys=up,down,left,right,ok,back"
TRAY = "tray=D0,D1,D2,D3,cup"


def gone() -> OSError:
    return OSError(errno.EIO, os.strerror(errno.EIO))


class Device:
    """A peer and its port: a test decides what it sends, and reads what the host sent."""

    def __init__(self, identity: str = "e661") -> None:
        self.identity = identity
        self.heard: list[list[str]] = []
        self.taken = 0
        self.is_open = False
        self.broken: Exception | None = None
        self.cannot_open: Exception | None = None
        self._splitter = Splitter()
        self._on_the_way = b""
        self._sequence = 0

    def say(self, *lines: str) -> None:
        """Send a frame for each of ``lines``."""
        for line in lines:
            self.send(frame(self._sequence, line.split()))
            self._sequence += 1

    def greet(self, *offers: str, version: int = 2) -> None:
        self.say(" ".join([f"hello {version} {self.identity} test/1", *offers]))

    def lose(self, lines: int = 1) -> None:
        """Lose frames."""
        self._sequence += lines

    def send(self, data: bytes) -> None:
        self._on_the_way += data

    @property
    def has_sent(self) -> bool:
        return self.is_open and bool(self._on_the_way)

    def fileno(self) -> int:
        return 99

    def read(self) -> bytes:
        if self.broken:
            raise self.broken
        data, self._on_the_way = self._on_the_way[:4096], self._on_the_way[4096:]
        self.taken += len(data)
        return data

    def write(self, data: bytes) -> None:
        if self.broken:
            raise self.broken
        self.heard += [words for _, words in self._splitter.feed(data)]

    def close(self) -> None:
        self.is_open = False
        if self.broken:
            raise self.broken


class Hub:
    """The ports of a machine: devices by path."""

    def __init__(self, **devices: Device) -> None:
        self.devices: dict[str, Device] = devices
        self.tried: list[str] = []
        self.cannot_look: Exception | None = None

    def find(self) -> Sequence[str]:
        if self.cannot_look:
            raise self.cannot_look
        return list(self.devices)

    def open(self, path: str) -> Device:
        self.tried.append(path)
        device = self.devices[path]
        if device.cannot_open:
            raise device.cannot_open
        device.is_open = True
        return device


class Desk:
    """A link over a hub, on virtual time."""

    def __init__(self, **devices: Device) -> None:
        self.now = 100.0
        self.hub = Hub(**devices)
        self.inbox: SimpleQueue[Edge] = SimpleQueue()
        self.link = Link(self.hub, self.inbox, lambda: self.now)

    def tick(self) -> list[Edge]:
        """Tick now; return the new edges of lines."""
        self.link.tick(self.now)
        return self.edges()

    def go_on(self, seconds: float) -> list[Edge]:
        """Tick whenever something is due or has arrived, for ``seconds``; return the edges."""
        end = self.now + seconds
        while True:
            self.link.tick(self.now)
            if self.link.filenos and any(each.has_sent for each in self.hub.devices.values()):
                continue
            due = self.link.deadline
            if due > end:
                break
            self.now = max(self.now, due)
        self.now = end
        return self.edges()

    def edges(self) -> list[Edge]:
        taken = []
        while not self.inbox.empty():
            taken.append(self.inbox.get())
        return [edge for edge in taken if edge.line != "link"]

    def fault(self) -> str:
        return "\n".join(self.link.faults)


def changes(edges: Sequence[Edge]) -> list[tuple[str, bool]]:
    return [(edge.line, edge.level) for edge in edges]


def desk_with(*offers: str) -> tuple[Desk, Device]:
    """A desk with one device that has been greeted and offers ``offers``."""
    device = Device()
    desk = Desk(usb0=device)
    desk.tick()
    device.greet(*offers)
    desk.tick()
    return desk, device
