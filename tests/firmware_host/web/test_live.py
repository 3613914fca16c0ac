"""An open page: it gets whole states in the language of its visitor, and asks within its role."""

import asyncio
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from msgspec.structs import replace
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocket

import games
from firmware_host.remote.requests import (
    Outcome,
    RemoteRequest,
    RequestAnswer,
    RequestRefused,
)
from firmware_host.remote.wire import PanelPicture
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.text.translator import Language
from firmware_host.web import page_parts
from firmware_host.web.hints import Hints
from firmware_host.web.mirror import TableMirror
from firmware_host.web.open_page import LivePage, PageParts, first_of
from firmware_host.web.page_parts import PagePart, PageStates
from firmware_host.web.page_state import game_state
from firmware_host.web.table_client import Tell
from firmware_host.web.visitor import PageVisitor
from games.message import Message
from tests.firmware_host.web.page_weight import MOST_BYTES, weight
from tests.table import Begin
from tests.told import received, told


class Mirrored:
    """A simulated table that is shared without a socket."""

    def __init__(self, hands: Hands) -> None:
        self.hands, self.mirror = hands, TableMirror(games)
        self.asked: list[RemoteRequest] = []
        self.patience = 20
        self.outcome: Outcome | None = None
        self._updates = hands.world.app.observers.subscribe()
        self.look()

    def look(self) -> None:
        for update in self._updates.take():
            self.mirror.show(replace(update.shown, number=self.mirror.snapshot.number + 1))

    def ask(
        self, request: RemoteRequest, visitor: PageVisitor | None = None, tell: Tell | None = None
    ) -> bool:
        if len(self.asked) >= self.patience:
            return False
        self.asked.append(request)
        if tell is not None and self.outcome is not None:
            tell(RequestAnswer.to(request.ticket, self.outcome))
        return True


@pytest.fixture
def table(begin: Begin) -> Mirrored:
    hands = begin(Setup("squadro", players=("phone", "person")))
    hands.follow()
    return Mirrored(hands)


def parts(table: Mirrored) -> PageParts:
    return PageParts(table, PageStates(table.mirror), Hints(), "en")


def site(table: Mirrored, visitor: PageVisitor) -> TestClient:

    async def live(socket: WebSocket) -> None:
        await socket.accept()
        await LivePage(socket, visitor, parts(table)).run()

    return TestClient(Starlette(routes=[WebSocketRoute("/live", live)]))


@pytest.fixture
def observer(table: Mirrored) -> Iterator[WebSocketTestSession]:
    with site(table, PageVisitor()).websocket_connect("/live") as page:
        yield page


def test_a_page_is_greeted_with_words_panel_board_and_state(observer: WebSocketTestSession) -> None:
    assert received(observer, "words")["words"]["rules"] == "Rules"
    panel = observer.receive()["bytes"]
    assert (panel[:4], len(panel)) == (b"\0\x80\0\x40", 4 + 128 * 64 // 8)
    assert set(received(observer, "ground")["points"]) >= {"a2", "d1"}
    shown = told(observer).shown
    assert (shown["table"]["awaited"], shown["table"]["actor"]) == ("phone", 0)
    assert [seat["isTurn"] for seat in shown["game"]["seats"].values()] == [True, False]


def test_nobody_is_to_move_after_a_draw() -> None:
    session = Session.begin(Setup("squadro", first=0).record(), games)
    session.apply({"drawn": True})
    game = game_state(session, Language("en"))
    assert game["isOver"]
    assert not any(seat["isTurn"] for seat in game["seats"].values())
    assert not game["hasMoves"]


def test_the_language_of_a_visitor_is_not_that_of_the_table(observer: WebSocketTestSession) -> None:
    told(observer)
    observer.send_json({"language": "ru"})
    assert received(observer, "words")["words"]["rules"] == "Правила"
    assert told(observer).shown["game"]["seats"]["0"]["player"] == "с телефона"


def test_an_illegal_move_is_explained(observer: WebSocketTestSession) -> None:
    told(observer)
    observer.send_json({"why": ["d1", "d5"]})
    assert received(observer, "answer")["why"].startswith("Its dots take the piece on d1")


def test_the_page_looks_back(table: Mirrored, observer: WebSocketTestSession) -> None:
    told(observer)
    observer.send_json({"at": 0})
    assert received(observer, "answer")["at"] == 0
    observer.send_json({"at": 5})
    assert received(observer, "answer") == {"at": None}


def test_who_is_refused_reads_why_in_their_language(table: Mirrored) -> None:
    table.outcome = RequestRefused(Message.of("Somebody is at the table."))
    with site(table, PageVisitor("staff")).websocket_connect("/live") as page:
        page.send_json({"language": "ru"})
        page.send_json({"press": "ok"})
        assert received(page, "answer")["why"] == "За столом кто-то есть."


@pytest.mark.parametrize("text", ["", "[]", "nonsense", "[" * 900, '{"at":"x"}', '{"why":[1,2]}'])
def test_what_makes_no_sense_is_ignored(text: str, table: Mirrored) -> None:
    with site(table, PageVisitor("seat", 0)).websocket_connect("/live") as page:
        told(page)
        page.send_text(text)
        page.send_json({"at": 0})
        assert received(page, "answer")["at"] == 0
    assert table.asked == []


def test_what_a_feature_shows_comes_in_the_language_of_the_visitor(
    table: Mirrored, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = PagePart("extra", lambda mirror, say: say("Board"))
    monkeypatch.setattr(page_parts, "PAGE_PARTS", (board,))
    with site(table, PageVisitor()).websocket_connect("/live") as page:
        assert received(page, "extra") == "Board"
        page.send_json({"language": "ru"})
        assert received(page, "extra") == "Доска"


def test_the_page_of_a_table_is_light() -> None:
    assert weight(Path(__file__).parents[3]) <= MOST_BYTES


class DeafSocket:
    """A page that takes nothing, and says nothing."""

    query_params: Mapping[str, str] = MappingProxyType({})

    def __init__(self) -> None:
        self.sent = 0

    async def send_text(self, text: str) -> None:
        self.sent += 1
        await asyncio.Event().wait()

    async def receive_text(self) -> str:
        await asyncio.Event().wait()
        raise AssertionError


class SeeingSocket(DeafSocket):
    """A page whose pictures of the display are kept."""

    def __init__(self) -> None:
        super().__init__()
        self.pictures: list[bytes] = []

    async def send_bytes(self, picture: bytes) -> None:
        self.pictures.append(picture)


def test_the_picture_of_the_display_goes_only_to_a_page_that_shows_it(table: Mirrored) -> None:
    socket: Any = SeeingSocket()
    page = LivePage(socket, PageVisitor(), parts(table))

    async def change(number: int) -> None:
        picture = PanelPicture(8, 1, bytes([number]))
        shown = table.mirror.snapshot
        table.mirror.show(replace(shown, number=shown.number + 1, panel=picture))
        await page._send_panel()

    async def visit() -> list[int]:
        counts = []
        for number, sees in enumerate((True, False, True)):
            await page._take({"panel": sees})
            counts.append(len(socket.pictures))
            await change(number)
            counts.append(len(socket.pictures))
        return counts

    assert asyncio.run(visit()) == [1, 2, 2, 2, 3, 4]


def test_a_page_that_takes_nothing_is_let_go(
    table: Mirrored, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware_host.web.open_page.SEND_SECONDS", 0.01)
    deaf: Any = DeafSocket()
    page = LivePage(deaf, PageVisitor(), parts(table))
    asyncio.run(asyncio.wait_for(page.run(), 30))
    assert deaf.sent == 1


def test_a_page_whose_visitor_is_sent_away_does_nothing_more(table: Mirrored) -> None:
    async def send_away() -> set[asyncio.Task[Any]]:
        deaf: Any = DeafSocket()
        page = LivePage(deaf, PageVisitor(), parts(table))
        running = asyncio.create_task(first_of(page.run(), asyncio.sleep(0)))
        await running
        return asyncio.all_tasks()

    assert len(asyncio.run(send_away())) == 1
