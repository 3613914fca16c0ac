"""Read all input devices that a wiring names, in a thread of its own, while they come and go.

Their keys go into the inbox of the pins as edges of the lines of the same names, so that a key of a
keyboard is like a key on a pin. A key that two devices hold is down until both have let go; the
keys of a device that is pulled out come up. No error of a device gets further than a line of
:attr:`Keyboards.faults`.
"""

import logging
import os
import queue
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from select import select
from typing import Final, Protocol

from msgspec import Struct

from hardware.input.edges import Edge
from hardware.input.plugged_keyboards import (
    ANY,
    DeviceReports,
    InputDevice,
    InputTree,
    KeyChange,
    devices,
    listed,
)

LOOK_SECONDS: Final = 1.0
"""How often it looks whether a device has come."""

LATEST: Final = 10.0
"""The most seconds that a record waited to be read; a larger difference means two clocks."""

RECORDS_BYTES: Final = 24 * 64
PATIENCE: Final = 5.0
PRESENCE: Final = "keyboard"
"""The line of the edge that wakes the loop when a device comes or goes."""

NOT_PLUGGED: Final = "no keyboard is plugged in: tableside doctor shows what is there"

log = logging.getLogger(__name__)


class KeyReader(Protocol):
    """Whatever reads keyboards: real ones in a thread, or a simulated one."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the devices that are read now."""

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong and what to do, each in one line."""

    def close(self) -> None:
        """Read no more."""


@dataclass(slots=True)
class _Open:
    """A ``device`` that is read from ``file``."""

    device: InputDevice
    file: int
    reports: DeviceReports


class _Seen(Struct, frozen=True):
    names: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()


class KeyboardFiles:
    """The devices that fit ``wanted`` in ``tree``; changes go into ``inbox`` as edges.

    ``clock`` returns seconds. The caller calls :meth:`look` now and then, and :meth:`read` when one
    of :attr:`files` has something to say.
    """

    def __init__(
        self,
        wanted: Collection[str],
        inbox: "queue.SimpleQueue[Edge]",
        clock: Callable[[], float],
        tree: InputTree,
    ) -> None:
        self._wanted, self._inbox, self._clock, self._tree = tuple(wanted), inbox, clock, tree
        self._open: dict[str, _Open] = {}
        self._known: Mapping[str, tuple[str, ...]] = {}
        self._absent = NOT_PLUGGED
        self._troubles: dict[str, str] = {}
        self._down: Counter[str] = Counter()

    @property
    def files(self) -> tuple[int, ...]:
        """The open files."""
        return tuple(each.file for each in self._open.values())

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the devices that are read."""
        return tuple(each.device.name for each in self._open.values())

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong and what to do, each in one line."""
        troubles = tuple(self._troubles.values())
        return troubles if troubles or self._open else (self._absent,)

    def look(self) -> None:
        """Open what has come, and try again what could not be opened."""
        nodes = self._tree.nodes()
        for node in self._open.keys() - nodes.keys():
            self._lose(node)
        if nodes != self._known or self._troubles:
            self._known, self._troubles = nodes, {}
            self._absent = self._told_absent()
            for device in devices(self._tree, self._wanted):
                if device.node not in self._open:
                    self._try_to_open(device)

    def read(self, ready: Collection[int]) -> None:
        """Read what the files ``ready`` have to say."""
        for node, each in tuple(self._open.items()):
            if each.file in ready:
                self._read(node, each)

    def close(self) -> None:
        """Close every file; all keys come up."""
        for node in tuple(self._open):
            self._lose(node)

    def _told_absent(self) -> str:
        """Say that nothing wanted is there, and list what is there instead."""
        here = devices(self._tree, (ANY,))
        others = listed([device for device in here if not device.fits(self._wanted)])
        wanted = " or ".join(self._wanted)
        return f"expected a keyboard {wanted}, found {others}" if others else NOT_PLUGGED

    def _try_to_open(self, device: InputDevice) -> None:
        try:
            file = self._tree.open(device)
        except OSError as error:
            self._troubles[device.node] = (
                f"{device.name} (/dev/input/{device.node}) cannot be read: {error.strerror}: "
                "tableside doctor says what to do"
            )
            return
        self._open[device.node] = _Open(device, file, DeviceReports(self._tree.axes(file, device)))

    def _read(self, node: str, each: _Open) -> None:
        try:
            data = os.read(each.file, RECORDS_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self._put(each.reports.feed(data))
        else:
            self._lose(node)

    def _lose(self, node: str) -> None:
        each = self._open.pop(node)
        self._known = {each: links for each, links in self._known.items() if each != node}
        with suppress(OSError):
            os.close(each.file)
        self._put(each.reports.forget(self._clock()))

    def _put(self, changes: Iterable[KeyChange]) -> None:
        """Put an edge into the inbox for every line that the first device closes, or the last."""
        for change in changes:
            before = self._down[change.line]
            self._down[change.line] = now = max(0, before + (1 if change.is_down else -1))
            if (before > 0) != (now > 0):
                self._inbox.put(Edge(self._time(change.time), change.line, level=now == 0))

    def _time(self, time: float) -> float:
        """Return the ``time`` of a record, or now if it has another clock."""
        now = self._clock()
        return time if 0.0 <= now - time < LATEST else now


class Keyboards:
    """Reads the devices that fit ``wanted`` in a thread; their keys go into ``inbox``.

    ``wanted`` are USB ids and patterns of names, ``*`` for everything that people plug in. Every
    method may be called from any thread and returns at once.
    """

    def __init__(
        self,
        wanted: Collection[str],
        inbox: "queue.SimpleQueue[Edge]",
        clock: Callable[[], float] = time.monotonic,
        tree: InputTree | None = None,
    ) -> None:
        self._inbox, self._clock = inbox, clock
        self._read = KeyboardFiles(wanted, inbox, clock, tree or InputTree())
        self._seen = _Seen()
        self._stopping = False
        self._woken, self._waker = os.pipe()
        self._read.look()
        self._publish()
        self._thread = threading.Thread(target=self._run, name="keyboards", daemon=True)
        self._thread.start()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the devices that are read now."""
        return self._seen.names

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong and what to do, each in one line."""
        return self._seen.faults

    def close(self) -> None:
        """Close every file and end the thread. Closing twice is harmless."""
        if self._stopping:
            return
        self._stopping = True
        os.write(self._waker, b"!")
        self._thread.join(PATIENCE)
        if not self._thread.is_alive():
            os.close(self._woken)
            os.close(self._waker)

    def _run(self) -> None:
        look_at = self._clock() + LOOK_SECONDS
        while not self._stopping:
            try:
                if self._clock() >= look_at:
                    self._read.look()
                    look_at = self._clock() + LOOK_SECONDS
                self._publish()
                self._read.read(self._wait(look_at))
            except Exception:  # without this thread the keyboards are dead
                log.exception("reading keyboards failed and restarts")
                self._read.close()
                select([self._woken], [], [], LOOK_SECONDS)
        self._read.close()

    def _wait(self, until: float) -> Collection[int]:
        """Wait until a device says something, at most until the time ``until``; return who does."""
        seconds = max(0.0, until - self._clock())
        ready, _, _ = select([self._woken, *self._read.files], [], [], seconds)
        return ready

    def _publish(self) -> None:
        """Note and log what is there, and wake the loop if that has changed."""
        seen = _Seen(self._read.names, self._read.faults)
        if seen != self._seen:
            self._seen = seen
            for line in seen.faults or (f"reading {', '.join(seen.names)}",):
                log.warning(line)
            self._inbox.put(Edge(self._clock(), PRESENCE, level=True))
