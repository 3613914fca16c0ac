"""Who may look at a table, and as whom; and which connections stay when there are too many.

The limits are in order, so that an inner one is always met first: the process may open more files
than there are connections, and there are more connections than places that are kept for people who
are let in. One more connection pushes out another one, never itself: a silent one before one that
asks for something, strangers before those who are let in, and those before the staff. Among equals
it is one of the address with the most, so that a crowd loses to its own, and the oldest of these.
"""

import asyncio
import logging
import resource
import time
from asyncio import Transport
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import ClassVar, Final, NamedTuple

from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from firmware_host.base.registry import Registry
from firmware_host.web.hosts import PROGRAMS, address_of, is_loopback, network_of
from firmware_host.web.listening import Signpost
from firmware_host.web.open_page import (
    NOT_LET_IN,
    LivePage,
    PageParts,
    TableOfPages,
    first_of,
)
from firmware_host.web.table_client import TableClient
from firmware_host.web.visitor import PageVisitor

MOST_CONNECTIONS: Final = 1100
"""A thousand people may follow a game, and each page takes 47 kB of memory; a class of 40 opens six
connections for each browser at once. The unit allows twice as many files."""

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


OPEN: Final = ("/rules", "/static/", "/metrics", PROGRAMS)
"""What everybody gets: it says nothing of the table, but figures where those are asked for.

Who may ask as a program is judged where that is answered.
"""

SCREEN: Final = "screen"
"""In the address of a page on a screen that nobody touches."""

SCREEN_SECONDS: Final = 30
"""Such a screen asks again so often, while it may not look."""

NOT_HERE: Final = "expected a browser on this computer\n"


class ServedTable(NamedTuple):
    """A table that is served: its ``client``, the ``folder`` of the server, and where it is found.

    ``find`` returns where browsers find the server now.
    """

    client: TableClient
    folder: Path
    find: Callable[[], Signpost]


class Admission:
    """Who may look at the table of ``client``: everybody if it is public, else this computer.

    A feature lets others in. It may add ``routes``; paths that begin with one of ``open_paths`` are
    for all.
    """

    routes: Sequence[BaseRoute] = ()
    open_paths: ClassVar[tuple[str, ...]] = ()

    def __init__(self, client: TableClient) -> None:
        self._client = client

    def visitor(self, visit: HTTPConnection) -> PageVisitor | None:
        """Return who is at the browser of ``visit``; None if they may not look."""
        is_public = self._client.mirror.snapshot.is_public
        return PageVisitor() if is_public or is_loopback(address_of(visit)) else None

    def guest(self, visit: HTTPConnection) -> Guest:
        """Return who asks for something, as the doorway knows them."""
        address = address_of(visit)
        return Guest(Precedence.LET_IN, address) if is_loopback(address) else STRANGER

    def refusal(self, request: Request) -> Response:
        """Return what those read who may not look."""
        return PlainTextResponse(NOT_HERE, 403)

    def page(self, visitor: PageVisitor, socket: WebSocket, parts: PageParts) -> LivePage:
        """Return the connection to a page of ``visitor``, as their role needs it."""
        return LivePage(socket, visitor, parts)

    async def until_gone(self, visit: HTTPConnection) -> None:
        """Return when whoever is at the browser of ``visit`` may look no longer."""
        await asyncio.Event().wait()

    async def run(self) -> None:
        """Do what has to be done beside the server, until this task is cancelled."""


ADMISSIONS = Registry[Callable[[ServedTable], Admission]]("web")
"""Who lets people in to a table that is served; the first feature that offers one does."""


def admission_to(served: ServedTable) -> Admission:
    """Return who lets people in to the table that is ``served``."""
    made = (make(served) for make in ADMISSIONS)
    return next(made, None) or Admission(served.client)


class Reception(NamedTuple):
    """Where a table that is served is asked: its ``client``, and who may look by ``admission``."""

    client: TableOfPages
    admission: Admission


class Entrance:
    """Lets those in whom ``admission`` admits."""

    def __init__(self, admission: Admission) -> None:
        self._admission = admission

    def before(self, site: ASGIApp) -> ASGIApp:
        """Return ``site`` for those who may look; the others are refused."""
        open_paths = (*OPEN, *self._admission.open_paths)

        async def door(scope: Scope, receive: Receive, send: Send) -> None:
            answer: ASGIApp = site
            if scope["type"] == "http" and not scope["path"].startswith(open_paths):
                request = Request(scope)
                if self._admission.visitor(request) is None:
                    refusal = answer = self._admission.refusal(request)
                    if SCREEN in request.query_params:
                        refusal.headers["refresh"] = f"{SCREEN_SECONDS}"
            await answer(scope, receive, send)

        return door

    async def serve(
        self, page: WebSocket, showing: Callable[[PageVisitor], Awaitable[None]]
    ) -> None:
        """Serve ``page`` by ``showing`` it to its visitor for as long as they are let in."""
        await page.accept()
        visitor = self._admission.visitor(page)
        if visitor is not None:
            await first_of(showing(visitor), self._admission.until_gone(page))
        if page.application_state is page.client_state is WebSocketState.CONNECTED:
            with suppress(WebSocketDisconnect):
                await page.close(NOT_LET_IN)
