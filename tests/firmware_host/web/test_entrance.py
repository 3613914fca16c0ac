"""Who may look where no feature lets people in: everybody in public, else whoever is here."""

from pathlib import Path

import pytest
from starlette.requests import HTTPConnection
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import games
from firmware_host.remote.requests import RemoteRequest
from firmware_host.remote.wire import Published
from firmware_host.web.doorway import Admission, Precedence
from firmware_host.web.mirror import TableMirror
from firmware_host.web.open_page import NOT_LET_IN
from firmware_host.web.server import table_site
from firmware_host.web.table_client import TableClient, Tell
from firmware_host.web.visitor import PageVisitor
from tests.told import received

HERE, ELSEWHERE = "127.0.0.1", "192.168.1.66"


class Shown(TableClient):
    """A table that is ``is_public``, or at home; ``asked`` is what was asked of it."""

    def __init__(self, *, is_public: bool) -> None:
        super().__init__(Path("nowhere"), TableMirror(games))
        self.asked: list[RemoteRequest] = []
        self.mirror.show(Published(number=1, is_public=is_public))

    def ask(
        self,
        request: RemoteRequest,
        visitor: PageVisitor | None = None,
        tell: Tell | None = None,
    ) -> bool:
        self.asked.append(request)
        return True


def browser(table: TableClient, address: str, folder: Path) -> TestClient:
    site = table_site(table, Admission(table), games, folder)
    return TestClient(site, client=(address, 40_000))


@pytest.mark.parametrize(
    ("is_public", "address", "status"),
    [(True, ELSEWHERE, 200), (True, HERE, 200), (False, HERE, 200), (False, ELSEWHERE, 403)],
)
def test_at_home_only_this_computer_sees_the_table(
    is_public: bool, address: str, status: int, tmp_path: Path
) -> None:
    there = browser(Shown(is_public=is_public), address, tmp_path)
    assert there.get("/").status_code == there.get("/games").status_code == status
    assert there.get("/rules?game=squadro").status_code == 200
    assert there.get("/static/table.css").status_code == 200


def test_a_page_from_elsewhere_is_closed_at_home(tmp_path: Path) -> None:
    with (
        browser(Shown(is_public=False), ELSEWHERE, tmp_path).websocket_connect("/live") as page,
        pytest.raises(WebSocketDisconnect) as closed,
    ):
        page.receive_text()
    assert closed.value.code == NOT_LET_IN


def test_whoever_looks_may_ask_nothing_of_the_table(tmp_path: Path) -> None:
    table = Shown(is_public=True)
    with browser(table, ELSEWHERE, tmp_path).websocket_connect("/live") as page:
        assert received(page, "you") == {"role": "observer", "seat": None, "isPaired": False}
        for message in ({"press": "ok"}, {"end": "end"}, {"choose": "a1", "after": 0}, {"at": 0}):
            page.send_json(message)
        while "answer" not in page.receive_json():
            pass
    assert table.asked == []


def test_who_is_here_outlasts_strangers() -> None:
    admission = Admission(Shown(is_public=True))
    visits = [
        HTTPConnection({"type": "http", "headers": [], "client": (address, 40_000)})
        for address in (HERE, ELSEWHERE)
    ]
    ranks = [admission.guest(visit).rank for visit in visits]
    assert ranks == [Precedence.LET_IN, Precedence.ASKING]
