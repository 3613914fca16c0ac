"""Who may look at a table, and as whom; what stands in the way of all others."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import ClassVar, Final, NamedTuple

from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from firmware_host.base.registry import Registry
from firmware_host.web.doorway import STRANGER, Guest, Precedence
from firmware_host.web.hosts import address_of, is_loopback
from firmware_host.web.listening import Signpost
from firmware_host.web.open_page import NOT_LET_IN, LivePage, PageParts, first_of
from firmware_host.web.table_client import TableClient
from firmware_host.web.visitor import PageVisitor

OPEN: Final = ("/rules", "/static/", "/metrics")
"""What everybody gets: it says nothing of the table, but figures where those are asked for."""

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
                    answer = self._admission.refusal(request)
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
