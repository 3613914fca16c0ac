"""The serial link to all peers: microcontrollers with keys, a dice tray or a sensing board.

Their edges go into the same inbox as those of the pins, so that a key on the link is like a key on
a pin. Ports are found, opened, greeted, lost and found again. No exception of a port and no
malformed input of a peer gets further than a line of :attr:`Link.faults`.
"""

import queue
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress

from msgspec import Struct

from hardware.board import Field, Glow, Meaning, Size
from hardware.dice.codes import DieReport
from hardware.input.edges import Edge
from hardware.input.keys import ENCODER_LINES
from hardware.link.conversation import Conversation, Heard, Lights, State
from hardware.link.hello import CONTACTS, Offers, TraySensors
from hardware.link.ports import Port, Ports, PortSearch, RateLimit

BYTES, BURST = 65_536, 0.25
"""Bytes per second that are read from a peer in the long run, and the seconds that it may save up.
A peer that reports everything as often as allowed sends 50,000."""


class PeerInfo(Struct, frozen=True):
    """An open port, and the peer that answers there.

    ``version``, ``identity`` and ``model`` come from the peer's last hello and are empty before it.
    A peer that is not connected offers nothing. ``good`` and ``bad`` count its lines, ``missed``
    the frames that were lost; ``heard`` has the last frame of each kind.
    """

    path: str
    state: State
    version: str
    identity: str
    model: str
    offers: Offers
    good: int
    bad: int
    missed: int
    heard: Mapping[str, Heard]


class Connection:
    """The conversation over the open ``port`` at ``path``, started at ``now`` (seconds)."""

    def __init__(self, path: str, port: Port, now: float) -> None:
        self.talk = Conversation(path, now)
        self._port = port
        self._limit = RateLimit(BYTES, BURST)
        self._is_held = False

    @property
    def deadline(self) -> float:
        """When :meth:`exchange` is due even if no byte arrives (seconds)."""
        return min(self.talk.deadline, self._limit.free_at) if self._is_held else self.talk.deadline

    @property
    def filenos(self) -> tuple[int, ...]:
        """The file descriptor to wait for; none while the peer sends faster than is read."""
        return () if self._is_held else (self._port.fileno(),)

    @property
    def info(self) -> PeerInfo:
        """The peer as others see it."""
        talk, hello = self.talk, self.talk.hello
        who = (hello.version, hello.identity, hello.model) if hello else ("", "", "")
        counts = (*talk.counts, talk.missed)
        return PeerInfo(talk.path, talk.state, *who, talk.offers, *counts, dict(talk.heard))

    def exchange(self, now: float) -> Iterator[list[str]]:
        """Read, then send what is due at ``now``; yield the lines that changed, step by step.

        Consume all of it. Raises whatever the port raises when it is gone.
        """
        if self._limit.allows(now):
            data = self._port.read()
            self._limit.spend(len(data), now)
            self._is_held = not self._limit.allows(now)
            yield from self.talk.feed(data, now)
        yield self.talk.tick(now)
        if data_out := self.talk.poll(now):
            self._port.write(data_out)

    def close(self) -> None:
        """Close the port and ignore its errors."""
        with suppress(Exception):
            self._port.close()


__all__ = ["PRESENCE", "Link", "PeerInfo", "Ports"]

PRESENCE = "link"
"""The line of the edge that wakes the loop when a peer or a fault comes or goes, or dice move."""

NOTHING_THERE = "no serial peer is plugged in: check its cable; tableside link shows what is there"


class Link:
    """The peers at ``ports``; their edges go into ``inbox``, ``clock`` returns the time in seconds.

    Call :meth:`tick` when it is due, or when there is something to read from :attr:`filenos`.
    """

    def __init__(
        self,
        ports: Ports,
        inbox: "queue.SimpleQueue[Edge]",
        clock: Callable[[], float],
    ) -> None:
        self._search, self._inbox, self._clock = PortSearch(ports), inbox, clock
        self._connections: dict[str, Connection] = {}
        self._board_at: str | None = None
        self._reported: dict[str, bool] = {}
        self._lights: Lights = (None, {}, "bright")
        self._status: object = None

    @property
    def deadline(self) -> float:
        """When :meth:`tick` is due even if no byte arrives (seconds)."""
        look_at = self._search.due(self._connections)
        return min([look_at, *(each.deadline for each in self._connections.values())])

    @property
    def filenos(self) -> tuple[int, ...]:
        """The file descriptors on which bytes may arrive."""
        return tuple(each for one in self._connections.values() for each in one.filenos)

    @property
    def peers(self) -> tuple[PeerInfo, ...]:
        """The open ports and the peers that answer there, in the order of opening."""
        return tuple(each.info for each in self._connections.values())

    @property
    def reads_tray(self) -> bool:
        """Whether a connected peer reads a dice tray."""
        return any("tray" in talk.brings for talk in self._talks)

    @property
    def dice(self) -> tuple[DieReport, ...]:
        """The latest reports of dice that know their own faces; of the first peer with any."""
        return next((talk.dice for talk in self._talks if talk.dice), ())

    @property
    def sensors(self) -> TraySensors | None:
        """The sensors under the tray of the first peer that reports on any; None if none does."""
        return next((talk.sensors for talk in self._talks if talk.sensors is not None), None)

    @property
    def board(self) -> Size | None:
        """The size of the sensing board in columns and rows, None while there is none."""
        return None if self._board is None else self._board.offers.board

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong and what to do, each in one line."""
        faults = self._search.troubles
        faults += [talk.fault for talk in self._talks if talk.fault is not None]
        faults += [
            f"{talk.path}: a second sensing board, which is not used: unplug one of them"
            for talk in self._talks
            if "board" in talk.brings and talk is not self._board
        ]
        return tuple(faults) if faults or self._connections else (NOTHING_THERE,)

    def levels(self) -> dict[str, bool]:
        """Return the level of every line of the peers.

        It is True while a contact is open or a field is empty. A line of two peers is closed while
        either of them closes it.
        """
        levels: dict[str, bool] = {}
        for talk in self._talks:
            for line, level in talk.contacts.items():
                levels[line] = level and levels.get(line, True)
        return levels if self._board is None else levels | self._board.fields

    def tick(self, now: float) -> None:
        """Do what is due at ``now`` (seconds): find, open, greet, read, write, disconnect."""
        for path in tuple(self._connections):
            self._update(path, now)
        if now >= self._search.due(self._connections):
            for path, port in self._search.search(now, self._connections):
                self._connect(path, port, now)
        status = self._presence, self.faults, self.dice, self.sensors
        if status != self._status:
            self._status = status
            self._inbox.put(Edge(now, PRESENCE, True))

    def show(
        self, side: str | None, fields: Mapping[Field, Meaning], glow: Glow = "bright"
    ) -> None:
        """Light the seat on ``side`` (None: no seat) and ``fields`` (column, row), no others."""
        lights = side, dict(fields), glow
        if lights != self._lights:
            self._lights = lights
            for path, each in tuple(self._connections.items()):
                each.talk.show(*lights)
                self._update(path, self._clock())

    def close(self) -> None:
        """Close every port; contacts that peers closed are open now. Closing twice is harmless."""
        while self._connections:
            _, connection = self._connections.popitem()
            connection.close()
            self._report(connection.talk.forget(), self._clock())

    @property
    def _talks(self) -> list[Conversation]:
        return [each.talk for each in self._connections.values()]

    @property
    def _board(self) -> Conversation | None:
        """The peer whose sensing board is used."""
        return next((talk for talk in self._talks if talk.path == self._board_at), None)

    @property
    def _presence(self) -> object:
        return [(talk.path, talk.state, talk.hello, talk.brings) for talk in self._talks]

    def _connect(self, path: str, port: Port, now: float) -> None:
        self._connections[path] = Connection(path, port, now)
        self._connections[path].talk.show(*self._lights)
        self._update(path, now)

    def _update(self, path: str, now: float) -> None:
        """Read from the peer at ``path`` and answer; drop a port that fails."""
        connection = self._connections[path]
        try:
            for lines in connection.exchange(now):
                self._report(lines, now)
        except Exception as error:  # noqa: BLE001 - each driver fails in its own way
            self._lose(path, error, now)
            return
        hello = connection.talk.hello
        if connection.talk.state == "here" and hello is not None:
            self._search.welcome(path, hello)

    def _lose(self, path: str, error: Exception, now: float) -> None:
        connection = self._connections.pop(path)
        connection.close()
        self._search.lose(path, connection.talk.hello, error, now)
        self._report(connection.talk.forget(), now)

    def _report(self, lines: Iterable[str], now: float) -> None:
        """Put an edge into the inbox for each of ``lines`` that changed since its last edge."""
        for line in (*lines, *self._settle_board()):
            level = self._level(line)
            if level is not None:
                if level != self._reported.get(line, line in CONTACTS or level):
                    self._inbox.put(Edge(now, line, level))
                self._reported[line] = level

    def _settle_board(self) -> Collection[str]:
        """Use the board of the first peer that reported one, for as long as that peer is here.

        Return the lines of the fields if another peer's board is used from now on.
        """
        boards = {talk.path: talk.fields for talk in self._talks if "board" in talk.brings}
        if self._board_at in boards:
            return ()
        self._board_at = next(iter(boards), None)
        return () if self._board_at is None else boards[self._board_at]

    def _level(self, line: str) -> bool | None:
        """Return the level of ``line``; without a peer a contact is open, a field unknown.

        That of an encoder's contact is unknown too: pulling its cable turns no shaft.
        """
        if line in CONTACTS:
            levels = [talk.contacts[line] for talk in self._talks if line in talk.contacts]
            return all(levels) if levels or line not in ENCODER_LINES else None
        return None if self._board is None else self._board.fields.get(line)
