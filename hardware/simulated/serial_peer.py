"""A simulated microcontroller on a simulated USB cable: the code of the firmware runs on it.

Its contacts are moved by the program. At the other end of the cable is a serial port.
"""

import errno
import os
import random
import socket
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pkgutil import resolve_name
from typing import TYPE_CHECKING

from hardware.board import Field, Size
from hardware.dice.codes import LONG_DICE, LOTS, DieReport, Faces, fitting
from hardware.firmware.dice import AWAY, RESTS, ROLLS, PeerDice
from hardware.firmware.lamps import PeerLamps
from hardware.firmware.parts import PeerInputs, PeerWords
from hardware.firmware.peer import Peer
from hardware.firmware.settings import STABLE_KEYS
from hardware.simulated.timeline import Timeline
from hardware.wiring.wiring import CUP, DICE_LINES, KEYS, Wiring

if TYPE_CHECKING:
    from hardware.firmware.peer import PeerPart


NAMES = ("a", "b", "c", "d", "long1", "long2")

IN_THE_HAND, TUMBLE, APART = 0.15, 0.5, 0.12
"""Seconds for which dice are away, and tumble, and the longest time between two that come to
rest."""


class ReportingDice:
    """Four lots and two long dice, which rest on faces by ``rng`` and move on ``timeline``.

    ``tell`` is called whenever one does something else.

    >>> from hardware.simulated.timeline import VirtualClock
    >>> dice = ReportingDice(Timeline(VirtualClock()), random.Random(1), lambda: None)
    >>> dice.offer[0], dice.offer[-1]
    (('a', [0, 1]), ('long2', [1, 3, 4, 6]))
    >>> dice.faces([(1, 3, 4, 6)])
    (6,)
    """

    sensor_words: list[str] | None = None
    """What is wrong with the sensors under them, as words of the protocol; None without sensors."""

    def __init__(self, timeline: Timeline, rng: random.Random, tell: Callable[[], None]) -> None:
        self._timeline, self._rng, self._tell = timeline, rng, tell
        dice = zip(NAMES, (*LOTS, *LONG_DICE), strict=True)
        self._dice = {name: DieReport(name, faces) for name, faces in dice}
        self._seen: dict[str, tuple[int, str, int | None]] = {
            name: (0, RESTS, rng.choice(die.faces)) for name, die in self._dice.items()
        }

    @property
    def offer(self) -> list[tuple[str, list[int]]]:
        """The names and faces of all dice."""
        return [(name, list(die.faces)) for name, die in self._dice.items()]

    def read(self, _now: int) -> list[tuple[int, str, int | None]]:
        """Return what each of the dice does now, for the firmware."""
        return list(self._seen.values())

    def can_throw(self, dice: Sequence[Faces]) -> bool:
        """Return whether there are such dice."""
        return bool(self._fitting(dice))

    def faces(self, dice: Sequence[Faces]) -> Faces:
        """Return what such dice show, the last face of those that move."""
        return tuple(self._faces[name] for name in self._fitting(dice))

    def throw(self, faces: Sequence[int], dice: Sequence[Faces], start: float) -> float:
        """Plan a throw of ``dice`` at ``start``; return when the last of them rests (seconds)."""
        ends = [
            self._plan(name, face, start)
            for name, face in zip(self._fitting(dice), faces, strict=True)
        ]
        return max(ends)

    def set(self, name: str, does: str, face: int | None = None, throws: int = 0) -> None:
        """Let the die ``name`` do something else, after so many more throws."""
        self._seen[name] = (self._seen[name][0] + throws, does, face)
        self._tell()

    @property
    def _faces(self) -> dict[str, int]:
        first = {name: die.faces[0] for name, die in self._dice.items()}
        return {
            name: first[name] if seen[2] is None else seen[2] for name, seen in self._seen.items()
        }

    def _fitting(self, dice: Sequence[Faces]) -> tuple[str, ...]:
        return fitting(dice, list(self._dice.values())) or ()

    def _plan(self, name: str, face: int, start: float) -> float:
        rest = start + IN_THE_HAND + TUMBLE + self._rng.uniform(0.0, APART)
        at = self._timeline.at
        at(start, partial(self.set, name, AWAY))
        at(start + IN_THE_HAND, partial(self.set, name, ROLLS))
        at(rest, partial(self.set, name, RESTS, face, throws=1))
        return rest


PATH = "simulated-serial"
"""The path of the port, where a real port has one such as /dev/ttyACM0."""

AT_ONCE = 65_536
"""The most bytes that are read at a time."""


class SimulatedPort:
    """The host's end of the cable while it is open, with the interface of a port of the link.

    Bytes that nobody reads are lost when the buffers are full, as with a real microcontroller.
    """

    def __init__(self) -> None:
        self._host, self._device = socket.socketpair()
        for end in (self._host, self._device):
            end.setblocking(False)

    @property
    def is_open(self) -> bool:
        """Whether it has not been closed."""
        return self._host.fileno() >= 0

    def fileno(self) -> int:
        """Return the file descriptor that shows when there is something to read."""
        return self._host.fileno()

    def read(self) -> bytes:
        """Return the bytes received so far; raise OSError when the cable is unplugged."""
        with suppress(BlockingIOError):
            data = self._host.recv(AT_ONCE)
            if not data:
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            return data
        return b""

    def write(self, data: bytes) -> None:
        """Send ``data``; raise OSError when the cable is unplugged."""
        self._host.send(data)

    def close(self) -> None:
        """Close the port. Closing twice is harmless."""
        self._host.close()
        self.hang_up()

    def hang_up(self) -> None:
        """Disconnect the device: reading and writing fail from now on."""
        self._device.close()

    def give(self, data: bytes) -> None:
        """Send ``data`` from the device; nothing happens when the host has closed the port."""
        with suppress(OSError):
            self._device.send(data)

    def take(self) -> bytes:
        """Return the bytes that the host has sent and the device has not read yet."""
        with suppress(OSError):
            return self._device.recv(AT_ONCE)
        return b""


class SerialCable:
    """The cable, with the interface of a machine's ports: no port while :attr:`plugged` is False.

    Only one program can open the port. Bytes that nobody reads are lost.

    >>> cable = SerialCable()
    >>> port = cable.open(PATH)
    >>> cable.give(b"hello")
    >>> port.read()
    b'hello'
    >>> cable.unplug()
    >>> port.read()
    Traceback (most recent call last):
    OSError: [Errno 5] Input/output error
    >>> port.close()
    """

    def __init__(self) -> None:
        self.plugged = True
        self._port: SimulatedPort | None = None

    def find(self) -> Sequence[str]:
        """Return the paths of the ports."""
        return [PATH] if self.plugged else []

    def open(self, path: str) -> SimulatedPort:
        """Open the port at ``path``; raise OSError if it does not exist or is already open."""
        if not self.plugged or path != PATH:
            raise OSError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        if self._port is not None and self._port.is_open:
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY), path)
        self._port = SimulatedPort()
        return self._port

    def unplug(self) -> None:
        """Unplug the cable."""
        self.plugged = False
        if self._port is not None:
            self._port.hang_up()

    def plug(self) -> None:
        """Plug the cable in again; a port that was open stays dead."""
        self.plugged = True

    def give(self, data: bytes) -> None:
        """Send ``data`` to the host."""
        if self.plugged and self._port is not None:
            self._port.give(data)

    def take(self) -> bytes:
        """Return the bytes that the host has sent and the device has not read yet."""
        return b"" if self._port is None else self._port.take()


IDENTITY, MODEL = "simulated", "tableside-simulated/1"

WIRE = 0.001
"""Seconds that a frame travels from one end to the other: a USB frame is a millisecond."""

BUDGET = 2000
"""Milliamperes that the lights of the board may take."""


class PeerContact:
    """A contact of ``peer``, for a :class:`~hardware.simulated.faults.ContactLine`."""

    def __init__(self, peer: "SerialPeer") -> None:
        self.is_open = True
        self._peer = peer

    def drive(self, is_open: bool) -> None:
        """Open the contact or close it."""
        self.is_open = is_open
        self._peer.update()


class SerialPeer:
    """A microcontroller at the end of :attr:`cable`, with contacts and a sensing board.

    ``keys`` and ``tray`` are the names of their lines, empty for none; ``board`` is its size in
    columns and rows, None for no board; ``timeline`` runs by ``clock`` (seconds). :attr:`contacts`
    are by name. A board has a coloured light in each field; :attr:`lit` are those that are on.
    While the cable is out there is no power. A peer that :attr:`hangs` keeps its port open and does
    nothing. :attr:`dice` report their faces if ``rng`` is given to throw them, else there are none;
    with ``has_magnets`` they lie on a tray of Hall sensors.
    """

    def __init__(
        self,
        keys: Sequence[str],
        tray: Sequence[str],
        board: Size | None,
        timeline: Timeline,
        clock: Callable[[], float],
        rng: random.Random | None = None,
        *,
        has_magnets: bool = False,
    ) -> None:
        self.cable = SerialCable()
        self.hangs = False
        self.contacts = {name: PeerContact(self) for name in (*keys, *tray)}
        self.board = board
        self._keys, self._tray = tuple(keys), tuple(tray)
        self._timeline, self._clock = timeline, clock
        self.lit: Mapping[Field, tuple[int, int, int]] = {}
        self._fields = 0
        self._wakes_at = 0.0
        kind = _hall_tray_dice() if has_magnets else ReportingDice
        self.dice = None if rng is None else kind(timeline, rng, self.update)
        self._peer = self._powered_up()

    @property
    def plugged(self) -> bool:
        """Whether the cable is plugged in."""
        return self.cable.plugged

    def unplug(self) -> None:
        """Unplug the cable: the peer has no power."""
        self.cable.unplug()
        self.lit = {}

    def plug(self) -> None:
        """Plug the cable in again: the peer restarts."""
        self.cable.plug()
        self._peer = self._powered_up()
        self.update()

    def garble(self, noise: bytes) -> None:
        """Let both ends of the cable receive ``noise``."""
        if self.plugged:
            self.cable.give(noise)
            self._peer.feed(noise, self._now)

    def sense(self, fields: Collection[Field]) -> None:
        """Place pieces on ``fields`` and on no others."""
        assert self.board is not None, "only a peer with a board has fields"
        columns = self.board[0]
        self._fields = sum(1 << (row * columns + column) for column, row in fields)
        self.update()

    def update(self) -> None:
        """Read what the host has sent, look at the contacts, and send what is due."""
        if not self.plugged or self.hangs:
            return
        now = self._now
        self._peer.feed(self.cable.take(), now)
        data = self._peer.poll(now)
        if data:
            self._timeline.at(self._clock() + WIRE, partial(self.cable.give, data))
        self._wake_in(max(1, self._peer.wait(now)))

    @property
    def _now(self) -> int:
        """The time of the peer's own clock, in whole milliseconds."""
        return round(self._clock() * 1000)

    def _wake_in(self, milliseconds: int) -> None:
        due = self._clock() + milliseconds / 1000
        if self._clock() < self._wakes_at <= due:
            return
        self._wakes_at = due
        self._timeline.at(due, partial(self._wake, due))

    def _wake(self, due: float) -> None:
        if due == self._wakes_at:
            self.update()

    def _powered_up(self) -> Peer:
        parts: list[PeerPart] = []
        for kind, names in (("keys", self._keys), ("tray", self._tray)):
            if names:
                parts.append(
                    PeerInputs(kind, list(names), partial(self._closed, names), STABLE_KEYS)
                )
        if self.dice is not None:
            parts.append(PeerDice(self.dice.offer, self.dice.read))
            if self.dice.sensor_words is not None:
                parts.append(PeerWords("sensors", "8x8", self._sensor_words))
        if self.board is not None:
            parts.append(PeerInputs("board", self.board, lambda: self._fields, STABLE_KEYS))
            count = self.board[0] * self.board[1]
            parts.append(PeerLamps(self.board, count, BUDGET, self._light))
        return Peer(IDENTITY, MODEL, parts)

    def _sensor_words(self, _now: int) -> list[str]:
        return (self.dice and self.dice.sensor_words) or []

    def _closed(self, names: Sequence[str]) -> int:
        return sum(1 << bit for bit, name in enumerate(names) if not self.contacts[name].is_open)

    def _light(self, colours: list[tuple[int, tuple[int, int, int]]]) -> None:
        assert self.board is not None, "only a peer with a board has lights"
        columns = self.board[0]
        self.lit = {(at % columns, at // columns): colour for at, colour in colours}


def peer_of(
    wiring: Wiring,
    board: Size | None,
    timeline: Timeline,
    clock: Callable[[], float],
    rng: random.Random,
    *,
    has_magnets: bool = False,
) -> SerialPeer | None:
    """Return the peer that ``wiring`` expects on its link, with a sensing ``board``.

    Dice that report their faces are thrown by ``rng``, on a tray of Hall sensors if the dice have
    magnets (``has_magnets``). It brings no keys or dice that are wired to pins. None if it would
    bring nothing.
    """
    expected = () if wiring.link is None else wiring.link.brings
    keys = tuple(key for key in KEYS if key not in wiring.keys) if "keys" in expected else ()
    tray = (*DICE_LINES, CUP) if "tray" in expected and wiring.dice is None else ()
    chance = rng if "dice" in expected else None
    if not (keys or tray or board or chance):
        return None
    return SerialPeer(keys, tray, board, timeline, clock, chance, has_magnets=has_magnets)


def _hall_tray_dice() -> type[ReportingDice]:
    """Return the dice of a tray of Hall sensors, whose field is imported only with one."""
    dice: type[ReportingDice] = resolve_name("hardware.simulated.hall_dice:HallTrayDice")
    return dice
