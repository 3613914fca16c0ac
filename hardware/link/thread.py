"""The link in a thread of its own, so that no port and no peer ever holds up the loop."""

import logging
import os
import queue
import threading
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from select import select

from hardware.input.edges import Edge
from hardware.link.hello import Field, Size
from hardware.link.link import Link, PeerInfo, Ports
from hardware.link.pacing import LONGEST
from hardware.wiring.link import LinkWiring

PATIENCE = 5.0
"""Seconds for which the end of the thread is waited for when it is closed."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Snapshot:
    """What the link knows at one instant."""

    peers: tuple[PeerInfo, ...] = ()
    reads_tray: bool = False
    board: Size | None = None
    faults: tuple[str, ...] = ()
    levels: Mapping[str, bool] = field(default_factory=dict)


class LinkThread:
    """A :class:`~hardware.link.link.Link` that runs in a thread, with the same properties.

    Everything here may be called from any thread and returns at once. What it tells is as the
    thread saw it last, and never older than the edges in ``inbox``.
    """

    deadline: float | None = None
    """Nothing is due: the thread does it."""

    def __init__(
        self,
        ports: Ports,
        inbox: "queue.SimpleQueue[Edge]",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._inbox, self._clock = inbox, clock
        self._edges: queue.SimpleQueue[Edge] = queue.SimpleQueue()
        self._link = Link(ports, self._edges, clock)
        self._seen = _Snapshot()
        self._lights: tuple[str | None, frozenset[Field]] = (None, frozenset())
        self._stopping = False
        self._woken, self._waker = os.pipe()
        os.set_blocking(self._waker, False)
        self._thread = threading.Thread(target=self._run, name="link", daemon=True)
        self._thread.start()

    @property
    def peers(self) -> tuple[PeerInfo, ...]:
        """The ports that are open and who answers there."""
        return self._seen.peers

    @property
    def reads_tray(self) -> bool:
        """Whether a peer that is here reads a dice tray."""
        return self._seen.reads_tray

    @property
    def board(self) -> Size | None:
        """The size of the sensing board in columns and rows, None while there is none."""
        return self._seen.board

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong and what to do, each in one line."""
        return self._seen.faults

    def levels(self) -> dict[str, bool]:
        """Return the level of every line that is brought now."""
        return dict(self._seen.levels)

    def tick(self, now: float) -> None:
        """Do nothing: the thread does what is due."""

    def show(self, side: str | None, fields: Collection[Field]) -> None:
        """Light the seat on ``side`` (None: no seat) and ``fields`` (column, row), no others."""
        lights = side, frozenset(fields)
        if lights != self._lights:
            self._lights = lights
            self._wake()

    def close(self) -> None:
        """Close every port and end the thread. Twice is fine."""
        if self._stopping:
            return
        self._stopping = True
        self._wake()
        self._thread.join(PATIENCE)
        if not self._thread.is_alive():
            os.close(self._woken)
            os.close(self._waker)

    def _wake(self) -> None:
        # a full pipe wakes it as well
        with suppress(BlockingIOError):
            os.write(self._waker, b"!")

    def _run(self) -> None:
        while not self._stopping:
            try:
                self._link.show(*self._lights)
                self._link.tick(self._clock())
                self._tell()
                self._wait(self._link.filenos, self._link.deadline)
            except Exception:  # without this thread nothing comes from the link any more
                log.exception("the serial link failed: it begins anew")
                with suppress(Exception):
                    self._link.close()
                    self._tell()
                self._wait((), self._clock() + LONGEST)
        self._link.close()

    def _tell(self) -> None:
        """Take a snapshot, and only then hand the edges over: they wake who looks at it."""
        link = self._link
        self._seen = _Snapshot(link.peers, link.reads_tray, link.board, link.faults, link.levels())
        while not self._edges.empty():
            self._inbox.put(self._edges.get())

    def _wait(self, filenos: Collection[int], deadline: float | None) -> None:
        """Wait until bytes come, somebody wakes the thread, or ``deadline`` (seconds)."""
        seconds = None if deadline is None else max(0.0, deadline - self._clock())
        ready, _, _ = select([self._woken, *filenos], [], [], seconds)
        if self._woken in ready:
            os.read(self._woken, 4096)


def open_link(wiring: LinkWiring, inbox: "queue.SimpleQueue[Edge]") -> LinkThread:
    """Return the link to the peers that ``wiring`` names, running; it tells ``inbox``."""
    from hardware.link.serial_ports import SerialPorts

    return LinkThread(SerialPorts(wiring.find), inbox)
