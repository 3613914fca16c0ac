"""Run the link in a thread of its own, so that no port and no peer ever blocks the loop."""

import logging
import os
import queue
import threading
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from select import select

from msgspec import Struct, field

from hardware.board import Field, Glow, Meaning, Size
from hardware.dice.codes import DieReport
from hardware.input.edges import Edge
from hardware.link.conversation import Lights
from hardware.link.hello import TraySensors
from hardware.link.link import Link, PeerInfo
from hardware.link.ports import LONGEST, Ports
from hardware.wiring.sections import LinkWiring

PATIENCE = 5.0
"""Seconds to wait for the end of the thread when the link is closed."""

log = logging.getLogger(__name__)


class _Snapshot(Struct, frozen=True):
    """The state of the link at one instant."""

    peers: tuple[PeerInfo, ...] = ()
    reads_tray: bool = False
    board: Size | None = None
    faults: tuple[str, ...] = ()
    levels: Mapping[str, bool] = field(default_factory=dict)
    dice: tuple[DieReport, ...] = ()
    sensors: TraySensors | None = None


class LinkThread:
    """A :class:`~hardware.link.link.Link` that runs in a thread, with the same properties.

    Every method may be called from any thread and returns at once. The properties have the last
    state that the thread saw, which is never older than the edges in ``inbox``.
    """

    deadline: float | None = None
    """Always None: the thread does what is due."""

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
        self._lights: Lights = (None, {}, "bright")
        self._stopping = False
        self._woken, self._waker = os.pipe()
        os.set_blocking(self._waker, False)
        self._thread = threading.Thread(target=self._run, name="link", daemon=True)
        self._thread.start()

    @property
    def peers(self) -> tuple[PeerInfo, ...]:
        """The open ports and the peers that answer there."""
        return self._seen.peers

    @property
    def reads_tray(self) -> bool:
        """Whether a connected peer reads a dice tray."""
        return self._seen.reads_tray

    @property
    def dice(self) -> tuple[DieReport, ...]:
        """The latest reports of dice that know their own faces; empty while there are none."""
        return self._seen.dice

    @property
    def sensors(self) -> TraySensors | None:
        """The sensors under a tray, and what is wrong with them; None if nobody reports on any."""
        return self._seen.sensors

    @property
    def board(self) -> Size | None:
        """The size of the sensing board in columns and rows, None while there is none."""
        return self._seen.board

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong and what to do, each in one line."""
        return self._seen.faults

    def levels(self) -> dict[str, bool]:
        """Return the level of every line of the peers."""
        return dict(self._seen.levels)

    def tick(self, now: float) -> None:
        """Do nothing: the thread does what is due."""

    def show(
        self, side: str | None, fields: Mapping[Field, Meaning], glow: Glow = "bright"
    ) -> None:
        """Light the seat on ``side`` (None: no seat) and ``fields`` (column, row), no others."""
        lights = side, dict(fields), glow
        if lights != self._lights:
            self._lights = lights
            self._wake()

    def close(self) -> None:
        """Close every port and end the thread. Closing twice is harmless."""
        if self._stopping:
            return
        self._stopping = True
        self._wake()
        self._thread.join(PATIENCE)
        if not self._thread.is_alive():
            os.close(self._woken)
            os.close(self._waker)

    def _wake(self) -> None:
        # a full pipe wakes it too
        with suppress(BlockingIOError):
            os.write(self._waker, b"!")

    def _run(self) -> None:
        while not self._stopping:
            try:
                self._link.show(*self._lights)
                self._link.tick(self._clock())
                self._publish()
                self._wait(self._link.filenos, self._link.deadline)
            except Exception:  # without this thread the link is dead
                log.exception("the serial link failed and restarts")
                with suppress(Exception):
                    self._link.close()
                    self._publish()
                self._wait((), self._clock() + LONGEST)
        self._link.close()

    def _publish(self) -> None:
        """Take a snapshot, and then pass the edges on, which wake the reader of the snapshot."""
        link = self._link
        self._seen = _Snapshot(
            link.peers, link.reads_tray, link.board, link.faults, link.levels(), link.dice,
            link.sensors,
        )  # fmt: skip
        while not self._edges.empty():
            self._inbox.put(self._edges.get())

    def _wait(self, filenos: Collection[int], deadline: float | None) -> None:
        """Wait until bytes arrive, somebody wakes the thread, or ``deadline`` (seconds)."""
        seconds = None if deadline is None else max(0.0, deadline - self._clock())
        ready, _, _ = select([self._woken, *filenos], [], [], seconds)
        if self._woken in ready:
            os.read(self._woken, 4096)


def open_link(wiring: LinkWiring, inbox: "queue.SimpleQueue[Edge]") -> LinkThread:
    """Return the running link to the peers that ``wiring`` names; its edges go into ``inbox``."""
    from hardware.link.serial_ports import SerialPorts

    return LinkThread(SerialPorts(wiring.find), inbox)
