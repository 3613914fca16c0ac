"""What every request passes before a site sees it, and what every answer carries.

A request must be for a name or an address that this computer has, and what changes something must
come from a page of this site: cross-site requests and rebound names end here. Bodies, queries and
messages are bounded. Who somebody is, only a token says (:mod:`firmware_host.web.phones`), never an
address.
"""

import asyncio
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final, NamedTuple

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect, WebSocketDisconnected

from firmware_host.web.hosts import ComputerNames, is_own_host, is_same_origin
from firmware_host.web.pace import Pace

LONGEST_HEADERS: Final = 16 * 1024
LONGEST_BODY: Final = 16 * 1024
LONGEST_QUERY: Final = 512
PATIENCE_SECONDS: Final = 10.0
"""The body of a request must be here by then."""

MESSAGES_AT_ONCE: Final = 60
MESSAGES_A_SECOND: Final = 20.0
"""A page that sends more than so many at once, and then so many a second, is disconnected."""

TOO_MANY: Final = 1008
"""The code of a WebSocket that is closed because its messages break the rules (RFC 6455)."""

METHODS: Final = ("GET", "HEAD", "POST")

HEADERS: Final[Mapping[str, str]] = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        " connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-cache",
}
"""What every answer carries, unless the site says something else."""


class Denial(NamedTuple):
    """An answer to a request that does not reach the site: its ``status``, and what to do."""

    status: int
    text: str


class Guard:
    """Lets through to ``site`` what is meant for it; ``names`` are those of this computer.

    ``clock`` returns seconds; a body that needs more than ``patience`` is given up.
    """

    def __init__(
        self,
        site: ASGIApp,
        names: ComputerNames,
        clock: Callable[[], float] = time.monotonic,
        patience: float = PATIENCE_SECONDS,
    ) -> None:
        self._site, self._names, self._clock, self._patience = site, names, clock, patience

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection, as ASGI says."""
        if scope["type"] == "lifespan":
            await self._site(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if scope["type"] == "websocket":
            await self._serve_page(scope, receive, send, refusal)
        else:
            await self._answer(scope, receive, _answering(send), refusal)

    def _refusal(self, scope: Scope) -> Denial | None:
        """Return why a request does not reach the site; None if it does."""
        headers = Headers(scope=scope)
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        server = scope.get("server") or (None,)
        if len(hosts) != 1 or not is_own_host(hosts[0], self._names, server[0]):
            return Denial(421, "this computer has no such name; add it with --name")
        if any(not is_same_origin(origin, hosts[0]) for origin in origins):
            return Denial(403, "expected a request from a page of this site")
        if sum(len(name) + len(value) for name, value in headers.raw) > LONGEST_HEADERS:
            return Denial(431, f"expected headers of {LONGEST_HEADERS} bytes at most")
        if len(scope["query_string"]) > LONGEST_QUERY:
            return Denial(414, f"expected a query of {LONGEST_QUERY} bytes at most")
        method = scope.get("method", "GET")
        if method not in METHODS:
            return Denial(405, f"expected {', '.join(METHODS)}")
        changes = method == "POST" or scope["type"] == "websocket"
        if changes and len(origins) != 1:
            return Denial(403, "expected the header Origin")
        if {"content-length", "transfer-encoding"} <= set(headers):
            return Denial(400, "expected one length of the body, not two")
        return None if changes else _refuse_body(headers)

    async def _serve_page(
        self, scope: Scope, receive: Receive, send: Send, refusal: Denial | None
    ) -> None:
        if refusal is not None:
            await send({"type": "websocket.close", "code": TOO_MANY})
            return
        pace = Pace(MESSAGES_AT_ONCE, MESSAGES_A_SECOND, self._clock)

        async def paced() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive" and not pace.allows():
                await send({"type": "websocket.close", "code": TOO_MANY})
                return {"type": "websocket.disconnect", "code": TOO_MANY}
            return message

        # a page may be torn off at any step, which is no fault of the site
        with suppress(WebSocketDisconnect, WebSocketDisconnected):
            await self._site(scope, paced, send)

    async def _answer(
        self, scope: Scope, receive: Receive, send: Send, refusal: Denial | None
    ) -> None:
        body = b""
        if refusal is None and scope["method"] == "POST":
            body, refusal = await _read_body(receive, self._patience)
        if refusal is not None:
            answer = PlainTextResponse(f"{refusal.text}\n", refusal.status, {"connection": "close"})
            await answer(scope, receive, send)
            return
        read: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def replay() -> Message:
            return read.pop() if read else await receive()

        await self._site(scope, replay, send)


def _answering(send: Send) -> Send:
    """Return ``send`` with the headers that every answer carries."""

    async def answer(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return answer


def _refuse_body(headers: Headers) -> Denial | None:
    """Refuse a request to read that has a body: nothing reads it, so it may hide another one."""
    has_body = headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
    return Denial(413, "expected a request without a body") if has_body else None


async def _read_body(receive: Receive, patience: float) -> tuple[bytes, Denial | None]:
    """Return the body of a request, and a refusal if it is too long or too slow."""
    body = b""
    try:
        async with asyncio.timeout(patience):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return b"", Denial(400, "expected the whole body")
                body += message.get("body", b"")
                if len(body) > LONGEST_BODY:
                    return b"", Denial(413, f"expected {LONGEST_BODY} bytes at most")
                if not message.get("more_body"):
                    return body, None
    except TimeoutError:
        return b"", Denial(408, f"expected the whole request within {patience:g} s")
