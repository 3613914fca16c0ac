"""A program hears by WebSocket what happens at a table, as AsyncAPI describes it."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final

import jsonschema
import pytest
from starlette.types import Message

from firmware_host.features.interface import web
from firmware_host.web.open_page import NOT_LET_IN
from tests.firmware_host.features.interface.conftest import Serve
from tests.firmware_host.features.interface.served import SITE, ServedInterface

DOCUMENT = json.loads(web.DESCRIPTIONS["asyncapi.json"].read_text("utf-8"))
PARTS = {"components": DOCUMENT["components"]}
LONG: Final = 20.0


class Listener:
    """A WebSocket that asks ``served`` for events, and says the ``messages`` first."""

    def __init__(self, served: ServedInterface, headers: Mapping[str, str], *messages: str) -> None:
        self._served, self._headers = served, {"host": "localhost", **headers}
        self._says: list[Message] = [
            {"type": "websocket.receive", "text": text} for text in messages
        ]
        self._heard = asyncio.Queue[Mapping[str, Any]]()
        self._is_open = False

    async def run(self) -> None:
        scope = {
            "type": "websocket", "path": "/api/v1/events", "query_string": b"language=en",
            "headers": [(name.encode(), text.encode()) for name, text in self._headers.items()],
            "server": ("localhost", 80), "client": ("127.0.0.1", 4000), "root_path": "",
        }  # fmt: skip
        await self._served.site(scope, self._receive, self._send)

    async def next(self) -> Mapping[str, Any]:
        """Return the next message to the program."""
        async with asyncio.timeout(LONG):
            return await self._heard.get()

    async def event(self) -> Any:
        """Return the next event, which is as described."""
        message = await self.next()
        assert message["type"] == "websocket.send", message
        found = json.loads(message["text"])
        described = DOCUMENT["channels"]["events"]["messages"]["event"]["payload"]
        jsonschema.validate(found, {**described, **PARTS})
        return found

    async def _receive(self) -> Message:
        if not self._is_open:
            self._is_open = True
            return {"type": "websocket.connect"}
        if self._says:
            return self._says.pop(0)
        await asyncio.Event().wait()
        raise AssertionError

    async def _send(self, message: Any) -> None:
        if message["type"] != "websocket.accept":
            self._heard.put_nowait(message)


def listen(
    served: ServedInterface,
    work: Callable[[Listener], Awaitable[None]],
    headers: Mapping[str, str],
    messages: Sequence[str] = (),
) -> None:
    """Let ``work`` follow the events of ``served``."""

    async def run() -> None:
        listener = Listener(served, headers, *messages)
        going = asyncio.create_task(listener.run())
        await work(listener)
        going.cancel()
        await asyncio.wait((going,))

    asyncio.run(run())


def test_each_action_is_told_once_with_what_it_captures(serve: Serve) -> None:
    served = serve("squadro")
    hands = served.table.hands

    async def work(listener: Listener) -> None:
        first = await listener.event()
        assert (first["happened"], first["table"]["game"]["actions"]) == ([], 0)
        captured = 0
        for number in range(12):
            move = next(
                iter(sorted(hands.state.legal_moves(), key=lambda each: -len(each.captures)))
            )
            hands.play(str(move))
            served.table.look()
            event = await listener.event()
            (told,) = event["happened"]
            assert (told["number"], told["kind"], told["action"]) == (number + 1, "move", str(move))
            assert len(told["captures"]) == len(move.captures)
            captured += len(told["captures"])
        assert captured
        assert event["taken_back"] == 0

    listen(served, work, {})


def test_what_is_taken_back_is_told(serve: Serve) -> None:
    served = serve("squadro")
    hands = served.table.hands
    hands.play(str(hands.state.legal_moves()[0]))
    served.table.look()

    async def work(listener: Listener) -> None:
        await listener.event()
        hands.press("left", 1.0)
        hands.follow()
        served.table.look()
        event = await listener.event()
        assert event["table"]["game"]["actions"] == 0
        assert (event["happened"], event["taken_back"]) == ([], 1)

    listen(served, work, {})


def test_whoever_may_not_look_is_told_nothing(serve: Serve) -> None:
    served = serve("squadro")
    served.admission.is_open = False

    async def work(listener: Listener) -> None:
        message = await listener.next()
        assert (message["type"], message["code"]) == ("websocket.close", NOT_LET_IN)

    listen(served, work, {}, ['{"token": "guess"}'])
    listen(served, work, {}, ["[", ""])
    listen(served, work, {"authorization": "Bearer guess"})
    listen(served, work, {"origin": SITE}, ["{}"])


def test_a_page_of_another_site_says_its_token_first(serve: Serve) -> None:
    served = serve("squadro")
    token = served.tokens.add("wall", may_act=False)

    async def work(listener: Listener) -> None:
        assert (await listener.event())["table"]["game"]["name"] == "squadro"

    listen(served, work, {"origin": SITE}, [json.dumps({"token": token})])
    listen(served, work, {"authorization": f"Bearer {token}"})

    async def refused(listener: Listener) -> None:
        assert (await listener.next())["type"] == "websocket.close"

    listen(served, refused, {"origin": "https://evil.example"}, [json.dumps({"token": token})])


def test_a_token_that_is_removed_ends_the_events(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web, "PATIENCE", 0.01)
    served = serve("squadro")
    served.admission.is_open = False
    token = served.tokens.add("wall", may_act=False)

    async def work(listener: Listener) -> None:
        await listener.event()
        served.tokens.remove("wall")
        while (message := await listener.next())["type"] == "websocket.send":
            pass
        assert message["code"] == NOT_LET_IN

    listen(served, work, {"authorization": f"Bearer {token}"})


def test_the_document_is_whole() -> None:
    assert DOCUMENT["asyncapi"] == "3.0.0"
    (channel,) = DOCUMENT["channels"].values()
    assert channel["address"] == "/api/v1/events"
    for operation in DOCUMENT["operations"].values():
        for each in operation["messages"]:
            assert each["$ref"].rpartition("/")[2] in channel["messages"]
    for shape in DOCUMENT["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(shape)
        assert shape["description"]
