"""The serial link: microcontrollers that bring keys, a dice tray or a sensing board.

What they bring enters the same inbox as the pins, so that nobody can tell a key on a pin from a key
on the link. Ports are found, opened, greeted, lost and found again; nothing that a port throws or a
peer sends gets any further than a line of :attr:`Link.faults`.
"""

import queue
from collections.abc import Callable, Collection, Iterable

from hardware.input.edges import Edge
from hardware.link.connection import Connection, PeerInfo
from hardware.link.conversation import Conversation
from hardware.link.hello import CONTACTS, Field, Size
from hardware.link.ports import Port, Ports, PortSearch

__all__ = ["PRESENCE", "Link", "PeerInfo", "Ports"]

PRESENCE = "link"
"""The line of the edge that wakes a loop when a peer comes or goes, or a fault does."""

NOTHING_THERE = "no serial peer is plugged in: check its cable; tableside link shows what is there"


class Link:
    """The peers at ``ports``; their edges go into ``inbox``, ``clock`` tells the seconds.

    :meth:`tick` does everything; between two of them listen to :attr:`filenos`.
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
        self._told: dict[str, bool] = {}
        self._lights: tuple[str | None, frozenset[Field]] = (None, frozenset())
        self._status: object = None

    @property
    def deadline(self) -> float:
        """When :meth:`tick` has something to do if no byte comes (seconds)."""
        look_at = self._search.due(self._connections)
        return min([look_at, *(each.deadline for each in self._connections.values())])

    @property
    def filenos(self) -> tuple[int, ...]:
        """The file descriptors on which bytes may come."""
        return tuple(each for one in self._connections.values() for each in one.filenos)

    @property
    def peers(self) -> tuple[PeerInfo, ...]:
        """The ports that are open and who answers there, in the order of their opening."""
        return tuple(each.info for each in self._connections.values())

    @property
    def reads_tray(self) -> bool:
        """Whether a peer that is here reads a dice tray."""
        return any("tray" in talk.brings for talk in self._talks)

    @property
    def board(self) -> Size | None:
        """The size of the sensing board in columns and rows, None while there is none."""
        return None if self._board is None else self._board.offers.board

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong and what to do, each in one line."""
        told = self._search.troubles
        told += [talk.fault for talk in self._talks if talk.fault is not None]
        told += [
            f"{talk.path}: a second sensing board, which is not used: plug one of them out"
            for talk in self._talks
            if "board" in talk.brings and talk is not self._board
        ]
        return tuple(told) if told or self._connections else (NOTHING_THERE,)

    def levels(self) -> dict[str, bool]:
        """Return the level of every line that is brought now.

        True while a contact is open or a field empty. A line that two peers bring is closed while
        any of them closes it.
        """
        levels: dict[str, bool] = {}
        for talk in self._talks:
            for line, level in talk.contacts.items():
                levels[line] = level and levels.get(line, True)
        return levels if self._board is None else levels | self._board.fields

    def tick(self, now: float) -> None:
        """Do what is due at ``now`` (seconds): find, open, greet, read, write, give up."""
        for path in tuple(self._connections):
            self._attend(path, now)
        if now >= self._search.due(self._connections):
            for path, port in self._search.search(now, self._connections):
                self._connect(path, port, now)
        status = self._presence, self.faults
        if status != self._status:
            self._status = status
            self._inbox.put(Edge(now, PRESENCE, True))

    def show(self, side: str | None, fields: Collection[Field]) -> None:
        """Light the seat on ``side`` (None: no seat) and ``fields`` (column, row), no others."""
        lights = side, frozenset(fields)
        if lights != self._lights:
            self._lights = lights
            for path, each in tuple(self._connections.items()):
                each.talk.show(*lights)
                self._attend(path, self._clock())

    def close(self) -> None:
        """Close every port; what was closed by a peer is open now. Twice is fine."""
        while self._connections:
            _, connection = self._connections.popitem()
            connection.close()
            self._tell(connection.talk.forget(), self._clock())

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
        self._attend(path, now)

    def _attend(self, path: str, now: float) -> None:
        """Listen to the peer at ``path`` and answer; a port that fails is lost."""
        connection = self._connections[path]
        try:
            for lines in connection.exchange(now):
                self._tell(lines, now)
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
        self._tell(connection.talk.forget(), now)

    def _tell(self, lines: Iterable[str], now: float) -> None:
        """Put an edge of each of ``lines`` that is not as it was told last into the inbox."""
        for line in (*lines, *self._settle_board()):
            level = self._level(line)
            if level is not None:
                if level != self._told.get(line, line in CONTACTS or level):
                    self._inbox.put(Edge(now, line, level))
                self._told[line] = level

    def _settle_board(self) -> Collection[str]:
        """Use the board of the first peer that told one, for as long as it is here.

        Returns the lines of the fields if it is another peer's from now on.
        """
        boards = {talk.path: talk.fields for talk in self._talks if "board" in talk.brings}
        if self._board_at in boards:
            return ()
        self._board_at = next(iter(boards), None)
        return () if self._board_at is None else boards[self._board_at]

    def _level(self, line: str) -> bool | None:
        """The level of ``line``; a contact that nobody brings is open, a field not known."""
        if line in CONTACTS:
            return all(talk.contacts.get(line, True) for talk in self._talks)
        return None if self._board is None else self._board.fields.get(line)
