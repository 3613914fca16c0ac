"""A page may be torn off at any step: what was still to be sent is dropped without a word."""

import asyncio

import pytest
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

from firmware_host.web.open_page import OpenPage


class Page(OpenPage):
    """A page to which nothing is sent by itself."""

    async def _greet(self) -> None:
        pass

    async def _send_states(self) -> None:
        await asyncio.Event().wait()

    async def _take(self, message: object) -> None:
        pass


async def opened(sent: list[Message]) -> Page:
    """A page that has been accepted; what reaches its browser is ``sent``."""

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        sent.append(message)

    socket = WebSocket({"type": "websocket", "path": "/", "headers": []}, receive, send)
    await socket.accept()
    return Page(socket, "en")


def test_whoever_sends_to_a_page_that_has_gone_is_told_as_of_any_other_that_goes() -> None:
    sent: list[Message] = []

    async def visit() -> None:
        page = await opened(sent)
        await page._send({"words": "before"})
        await page._socket.close()
        with pytest.raises(WebSocketDisconnect):
            await page._send({"words": "after"})

    asyncio.run(visit())
    assert [each["type"] for each in sent] == [
        "websocket.accept",
        "websocket.send",
        "websocket.close",
    ]
