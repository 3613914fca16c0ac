"""A page may be torn off at any step: what was still to be sent is dropped without a word."""

import asyncio
import gzip
import json

import pytest
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

from firmware_host.web.open_page import WORTH_PACKING, OpenPage


class Page(OpenPage):
    """A page to which nothing is sent by itself."""

    async def _greet(self) -> None:
        pass

    async def _send_states(self) -> None:
        await asyncio.Event().wait()

    async def _take(self, message: object) -> None:
        pass


async def opened(sent: list[Message], query: bytes = b"") -> Page:
    """A page that has been accepted; what reaches its browser is ``sent``."""

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "websocket", "path": "/", "query_string": query, "headers": []}
    socket = WebSocket(scope, receive, send)
    await socket.accept()
    return Page(socket, "en")


def test_whoever_sends_to_a_page_that_has_gone_is_told_as_of_any_other_that_goes() -> None:
    sent: list[Message] = []

    async def visit() -> None:
        page = await opened(sent)
        await page._send({"words": "before"})
        assert isinstance(page._socket, WebSocket)
        await page._socket.close()
        with pytest.raises(WebSocketDisconnect):
            await page._send({"words": "after"})

    asyncio.run(visit())
    assert [each["type"] for each in sent] == [
        "websocket.accept",
        "websocket.send",
        "websocket.close",
    ]


@pytest.mark.parametrize(("query", "packs"), [(b"packed=", True), (b"", False)])
def test_a_long_message_goes_compressed_to_a_page_that_can_read_it(
    query: bytes, packs: bool
) -> None:
    sent: list[Message] = []
    board = {"ground": "<path/>" * WORTH_PACKING}

    async def visit() -> None:
        page = await opened(sent, query)
        await page._send(board)
        await page._send({"beat": 1})

    asyncio.run(visit())
    _, told, beat = sent
    assert ("bytes" in told) == packs
    if packs:
        assert len(told["bytes"]) < WORTH_PACKING < len(gzip.decompress(told["bytes"]))
        assert told["bytes"][:2] == b"\x1f\x8b", "no picture is so wide: the page tells them apart"
    assert json.loads(gzip.decompress(told["bytes"]) if packs else told["text"]) == board
    assert beat["text"] == '{"beat":1}'
