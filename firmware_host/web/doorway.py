"""Which connections stay when there are more than the server can hold.

The limits are in order, so that an inner one is always met first: the process may open more files
than there are connections, and there are more connections than places that are kept for people who
are let in. One more connection pushes out another one, never itself: a silent one before one that
asks for something, strangers before those who are let in, and those before the staff. Among equals
it is one of the address with the most, so that a crowd loses to its own, and the oldest of these.
"""

import logging
import resource
import time
from asyncio import Transport
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, NamedTuple

from firmware_host.web.hosts import network_of

MOST_CONNECTIONS: Final = 512
"""A class of 40 opens six connections for each browser at once; the unit allows twice as many
files."""

PLACES_OF_A_PHONE: Final = 8
"""Places kept for a phone or browser that is let in: a browser uses six, and one for its page."""

YOUNG_SECONDS: Final = 1.0
"""A new connection has this long to ask for something before it counts as silent."""

FULL: Final = (
    "%d connections are open, as many as there may be: "
    "silent ones and strangers make room for new ones, people who are let in stay"
)

log = logging.getLogger(__name__)


class Precedence(IntEnum):
    """Who is at a connection; each outlasts those before."""

    SILENT = 0
    ASKING = 1
    LET_IN = 2
    STAFF = 3


class Guest(NamedTuple):
    """Who has asked for something: their ``rank``, and a name of the ``phone`` that is let in."""

    rank: Precedence
    phone: str = ""


NOBODY: Final = Guest(Precedence.SILENT)
STRANGER: Final = Guest(Precedence.ASKING)


@dataclass
class Place:
    """One connection from ``address``: whose it is ``since`` a time in seconds."""

    address: str
    since: float
    guest: Guest = NOBODY

    def rank(self, now: float) -> Precedence:
        """Return who is there; at ``now`` a young connection may still ask for something."""
        is_young = now - self.since < YOUNG_SECONDS
        return max(self.guest.rank, Precedence.ASKING) if is_young else self.guest.rank


class Doorway:
    """The connections to a server, at most ``most``; ``clock`` gives seconds."""

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.most, self._clock = most, clock
        self._places: dict[Transport, Place] = {}

    def enter(self, connection: Transport) -> None:
        """Take a new ``connection``, and push out another one if there are too many."""
        if connection in self._places:
            return
        address = network_of(str((connection.get_extra_info("peername") or ("",))[0]))
        if len(self._places) >= self.most:
            self._make_room()
        self._places[connection] = Place(address, self._clock())

    def know(self, connection: Transport, guest: Guest, address: str = "") -> None:
        """Remember that ``guest`` has asked for something; a phone keeps so many places at most.

        ``address`` is from where, if a proxy has made the connection.
        """
        place = self._places.get(connection)
        if place is None:
            return
        place.address = address or place.address
        if place.guest == guest:
            return
        place.guest = guest
        if guest.rank > Precedence.ASKING:
            mine = [each for each in self._places.values() if each.guest.phone == guest.phone]
            for each in mine[:-PLACES_OF_A_PHONE]:
                each.guest = STRANGER

    def rest(self, connection: Transport) -> None:
        """Remember that whoever is at ``connection`` has been answered."""
        place = self._places.get(connection)
        if place is not None and place.guest == STRANGER:
            place.guest, place.since = NOBODY, self._clock()

    def leave(self, connection: Transport) -> None:
        """Forget ``connection``, which has ended."""
        self._places.pop(connection, None)

    def _make_room(self) -> None:
        now, crowds = self._clock(), Counter(each.address for each in self._places.values())

        def worth(connection: Transport) -> tuple[Precedence, int, float]:
            place = self._places[connection]
            return place.rank(now), -crowds[place.address], place.since

        last = min(self._places, key=worth)
        del self._places[last]
        last.abort()
        log.warning(FULL, self.most)


def most_connections() -> int:
    """Return how many connections the server may have: at most half of the files of the process."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_CONNECTIONS if files < 0 else min(MOST_CONNECTIONS, files // 2)
