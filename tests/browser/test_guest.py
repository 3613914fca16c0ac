"""What a guest's browser loads, and what becomes of the page when its link dies."""

import gzip
import json
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import pytest

import games
from firmware_host.session.setup import Setup
from tests.browser.conftest import Open, Share
from tests.browser.courses import course
from tests.browser.looking import shows, shows_actions
from tests.browser.test_whole_games import do_at_the_table
from tests.told import STATE, merged

if TYPE_CHECKING:
    from playwright.sync_api import Page, Response, WebSocket, WebSocketRoute

MOST_BYTES = 70_000
"""What a guest loads until the game is shown: an old phone shows it at once, in a slow network.

All that goes over the network counts, headers and live connection too, in a browser that has never
been there.
"""

DEAD = 25
"""Seconds of silence after which a link counts as dead."""


class Loaded:
    """What ``page`` has loaded since: the bytes of each file, and those of its connection."""

    def __init__(self, page: "Page") -> None:
        self.files: dict[str, int] = {}
        self.told = 0
        self._answers: list[Response] = []
        page.on("response", self._take)
        page.on("websocket", self._follow)

    def _take(self, answer: "Response") -> None:
        self._answers.append(answer)

    def _follow(self, socket: "WebSocket") -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, said: Any) -> None:
        self.told += len(said.encode() if isinstance(said, str) else said)

    @property
    def bytes(self) -> int:
        """All bytes, as they went over the network."""
        for answer in self._answers:
            sizes = answer.request.sizes()
            self.files[answer.url] = sizes["responseBodySize"] + sizes["responseHeadersSize"]
        return sum(self.files.values()) + self.told


@pytest.mark.parametrize("game", games.names())
def test_a_guest_loads_little_and_nothing_that_others_need(
    game: str, share: Share, visit: Open
) -> None:
    table = share(Setup(game))
    table.hands.follow()
    page = visit(table, "rules?game=tugs")  # nothing of the page itself
    loaded = Loaded(page)
    page.goto(table.address)
    shows_actions(page, 0)
    page.locator("#board svg").wait_for()
    page.wait_for_load_state("networkidle")
    assert loaded.bytes <= MOST_BYTES, loaded.files
    names = {address.rpartition("/")[2] for address in loaded.files}
    assert not names & {"practice.js", "staff.js", "teacher.js", "keys.js", "fleet.js", "share.js"}
    assert {address for address in loaded.files if not address.startswith(table.address)} == set()


MOST_REQUESTS: Final = 40
"""Files that a guest asks for: the page, four styles and that of the review, scripts and a sign."""

ROUNDS: Final = 2
"""The page, and then all that it needs: each round costs a guest the way to the table and back."""


@pytest.mark.parametrize("path", ["", "?screen"])
def test_a_page_asks_for_all_it_needs_at_once(path: str, share: Share, visit: Open) -> None:
    table = share(Setup("squadro", first=0))
    table.hands.follow()
    page = visit(table, "rules?game=tugs")
    rounds: dict[str, int] = {}
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.requestWillBeSent", partial(count_rounds, rounds))
    page.goto(table.address + path)
    page.locator("#board .pieces").wait_for(state="attached")
    scripts = {name: found for name, found in rounds.items() if name.endswith(".js")}
    assert "told.js" in scripts
    assert {name: found for name, found in scripts.items() if found > ROUNDS} == {}
    assert len(rounds) <= MOST_REQUESTS


def count_rounds(rounds: dict[str, int], event: dict[str, Any]) -> None:
    """Note in ``rounds`` after how many answers the file of ``event`` could be asked for."""
    name = event["request"]["url"].rpartition("/")[2]
    initiator = event["initiator"]
    asker = initiator.get("url", "").rpartition("/")[2]
    rounds[name] = ROUNDS if initiator["type"] == "parser" else rounds.get(asker, 0) + 1


MOST_OF_A_MOVE: Final = 6000
ACTIONS: Final = 16


@pytest.mark.parametrize("game", games.names())
def test_a_move_costs_a_page_little_and_no_state_is_told_twice(
    game: str, share: Share, visit: Open
) -> None:
    table = share(Setup(game))
    table.hands.follow()
    page = visit(table)
    shows_actions(page, 0)
    loaded = Loaded(page)
    heard: list[dict[str, Any]] = []
    page.on("websocket", lambda socket: socket.on("framereceived", partial(hear, heard)))
    page.reload()
    shows_actions(page, 0)
    told = loaded.told
    for number, _, action in course(table.hands.state, ACTIONS):
        do_at_the_table(table.hands, action)
        shows_actions(page, number + 1)
        assert loaded.told - told <= MOST_OF_A_MOVE, action
        told = loaded.told
    shown: Any = {}
    for patch in heard:
        before, shown = shown, merged(shown, patch)
        assert shown != before, patch
    assert shown["game"]["actions"] == ACTIONS


def hear(heard: list[dict[str, Any]], said: Any) -> None:
    """Add to ``heard`` what a message says of the table."""
    text = said if isinstance(said, str) else gzip.decompress(said) if said[:2] == PACKED else "{}"
    patch = {name: found for name, found in json.loads(text).items() if name in STATE}
    if patch:
        heard.append(patch)


PACKED: Final = b"\x1f\x8b"
"""How a message begins that is compressed."""


class Cable:
    """The link of ``page`` to its server: where it ``is_cut``, nothing arrives and none is told."""

    def __init__(self, page: "Page") -> None:
        self.is_cut = False
        page.route_web_socket("**/live**", self._connect)
        page.clock.install()
        page.reload()

    def _connect(self, page: "WebSocketRoute") -> None:
        server = page.connect_to_server()
        page.on_message(lambda said: None if self.is_cut else server.send(said))
        server.on_message(lambda said: None if self.is_cut else page.send(said))


def test_a_link_that_has_silently_died_is_noticed_and_comes_back(share: Share, visit: Open) -> None:
    table = share(Setup("squadro", first=0))
    table.hands.follow()
    page = visit(table)
    cable = Cable(page)
    shows_actions(page, 0)
    shows(page, "#connection", "watching")
    cable.is_cut = True
    table.hands.play(str(table.hands.state.legal_moves()[0]))
    page.clock.fast_forward(1000 * (DEAD + 1))
    shows(page, "#connection.lost", "^Connection lost")
    cable.is_cut = False
    page.clock.fast_forward(1000 * (DEAD + 1))
    shows_actions(page, 1)
    shows(page, "#connection:not(.lost)", "watching")
