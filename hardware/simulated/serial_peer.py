"""A simulated microcontroller: the firmware's own code over contacts that the program moves."""

from collections.abc import Callable, Collection, Sequence
from functools import partial

from hardware.firmware.parts import Inputs, Lights
from hardware.firmware.peer import Peer
from hardware.link.hello import Field, Size, places
from hardware.simulated.serial_cable import SerialCable
from hardware.simulated.timeline import Timeline

IDENTITY, MODEL = "simulated", "tableside-simulated/1"

WIRE = 0.001
"""Seconds that a frame takes from one end to the other: a USB frame is a millisecond."""

SETTLING = 5
"""Milliseconds for which a contact is still before the firmware believes it."""


class PeerContact:
    """A contact of ``peer``, which :class:`~hardware.simulated.contact_line.Line` moves like a pin's."""

    def __init__(self, peer: "SerialPeer") -> None:
        self.is_open = True
        self._peer = peer

    def drive(self, is_open: bool) -> None:
        """Open the contact or close it."""
        self.is_open = is_open
        self._peer.attend()


class SerialPeer:
    """A microcontroller at the end of :attr:`cable` that brings contacts and a sensing board.

    Arguments: the names of the ``keys`` and of the lines of the ``tray``, empty for none; the
    size of the ``board`` in columns and rows, None for none; ``timeline`` and its ``clock`` in
    seconds. :attr:`contacts` are by name. A board has a light a field; :attr:`lit` are the fields
    whose lights are on. While the cable is out, there is no power; one that :attr:`hangs` keeps
    its port open and does nothing.
    """

    def __init__(
        self,
        keys: Sequence[str],
        tray: Sequence[str],
        board: Size | None,
        timeline: Timeline,
        clock: Callable[[], float],
    ) -> None:
        self.cable = SerialCable()
        self.hangs = False
        self.contacts = {name: PeerContact(self) for name in (*keys, *tray)}
        self.board = board
        self._keys, self._tray = tuple(keys), tuple(tray)
        self._timeline, self._clock = timeline, clock
        self.lit: frozenset[Field] = frozenset()
        self._fields = 0
        self._wakes_at = 0.0
        self._peer = self._powered_up()

    @property
    def plugged(self) -> bool:
        """Whether the cable is in."""
        return self.cable.plugged

    def unplug(self) -> None:
        """Pull the cable: the peer has no power."""
        self.cable.unplug()
        self.lit = frozenset()

    def plug(self) -> None:
        """Put the cable back: the peer begins anew."""
        self.cable.plug()
        self._peer = self._powered_up()
        self.attend()

    def garble(self, noise: bytes) -> None:
        """Let ``noise`` come out at both ends of the cable."""
        if self.plugged:
            self.cable.give(noise)
            self._peer.feed(noise, self._now)

    def sense(self, fields: Collection[Field]) -> None:
        """Let pieces stand on ``fields`` and on no other."""
        assert self.board is not None, "asked only of a peer with a board"
        columns = self.board[0]
        self._fields = sum(1 << (row * columns + column) for column, row in fields)
        self.attend()

    def attend(self) -> None:
        """Take in what the host has said and look at the contacts, now."""
        if not self.plugged or self.hangs:
            return
        now = self._now
        self._peer.feed(self.cable.take(), now)
        said = self._peer.poll(now)
        if said:
            self._timeline.at(self._clock() + WIRE, partial(self.cable.give, said))
        self._wake_in(max(1, self._peer.wait(now)))

    @property
    def _now(self) -> int:
        """The peer's own clock, in whole milliseconds."""
        return round(self._clock() * 1000)

    def _wake_in(self, milliseconds: int) -> None:
        due = self._clock() + milliseconds / 1000
        if self._clock() < self._wakes_at <= due:
            return
        self._wakes_at = due
        self._timeline.at(due, partial(self._wake, due))

    def _wake(self, due: float) -> None:
        if due == self._wakes_at:
            self.attend()

    def _powered_up(self) -> Peer:
        parts: list[Inputs | Lights] = []
        for kind, names in (("keys", self._keys), ("tray", self._tray)):
            if names:
                parts.append(Inputs(kind, list(names), partial(self._closed, names), SETTLING))
        if self.board is not None:
            parts.append(Inputs("board", self.board, lambda: self._fields, SETTLING))
            parts.append(Lights(self.board, self._light))
        return Peer(IDENTITY, MODEL, parts)

    def _closed(self, names: Sequence[str]) -> int:
        return sum(1 << bit for bit, name in enumerate(names) if not self.contacts[name].is_open)

    def _light(self, bits: int) -> None:
        assert self.board is not None, "only a board has lights"
        fields = enumerate(places(self.board))
        self.lit = frozenset(field for bit, field in fields if bits >> bit & 1)
