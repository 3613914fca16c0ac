"""What the connections to all open pages have in common: states go out, messages come in."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Mapping
from contextlib import suppress
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketDisconnected

from firmware_host.base.values import ValuesError, from_json
from firmware_host.text.languages import LANGUAGES
from firmware_host.web.page_state import PageState, written

SEND_SECONDS: Final = 5.0
"""A page that takes nothing for this long is disconnected."""

NOT_LET_IN: Final = 4401
"""The code of a WebSocket whose browser is not let in, or no longer: its page loads again."""


class OpenPage(ABC):
    """The connection to an open page in a ``language``. A page that takes nothing is let go."""

    def __init__(self, socket: WebSocket, language: str) -> None:
        self._socket, self._language = socket, language

    async def run(self) -> None:
        """Serve the page until it goes."""
        await first_of(self._serve(), self._receive())

    @abstractmethod
    async def _greet(self) -> None:
        """Send what the page needs first."""

    async def _greet_again(self) -> None:
        """Send what has to be said again in another language, if it is not sent as news."""
        await self._greet()

    @abstractmethod
    async def _send_states(self) -> None:
        """Send what is new, for ever."""

    @abstractmethod
    async def _take(self, message: Mapping[str, Any]) -> None:
        """Do what ``message`` asks; one that makes no sense is empty."""

    async def _serve(self) -> None:
        with suppress(TimeoutError, WebSocketDisconnect):
            await self._greet()
            await self._send_states()

    async def _receive(self) -> None:
        with suppress(TimeoutError, WebSocketDisconnect, KeyError):  # bytes in place of text
            while True:
                message = _read(await self._socket.receive_text())
                match message:
                    case {"language": str(code)} if code in LANGUAGES:
                        self._language = code
                        await self._greet_again()
                    case _:
                        await self._take(message)

    async def _send(self, message: PageState) -> None:
        await self._send_text(written(message))

    async def _send_text(self, text: str) -> None:
        try:
            # not wait_for: in Python 3.11 it may lose a cancellation that comes as its wait ends
            async with asyncio.timeout(SEND_SECONDS):
                await self._socket.send_text(text)
        except WebSocketDisconnected:
            # how a page is told to have gone that went before this was sent
            raise WebSocketDisconnect from None


async def first_of(*waits: Awaitable[object]) -> None:
    """Wait until one of ``waits`` ends; end the others, so that they do nothing after it."""
    tasks = [asyncio.ensure_future(each) for each in waits]
    try:
        ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
    for task in ended:
        task.result()


def _read(text: str) -> Mapping[str, Any]:
    """Return the message of ``text``; an empty one if it makes no sense."""
    try:
        return from_json(text, dict[str, Any])
    except ValuesError:
        return {}
