"""What has happened can be seen: pieces travel, moves and throws stay, dead links are noticed."""

from collections.abc import Callable, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

import games
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.web.motions import last_throw, round_before
from games.core import State
from tests.browser.conftest import Open, Share
from tests.browser.courses import course
from tests.browser.looking import Link, expect, shows, shows_actions, stop_clock
from tests.browser.served_sites import SharedTable, wait_until
from tests.browser.test_whole_games import do_at_the_table

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocketRoute

ACTIONS = 26
"""Actions of a game that are compared with the record."""

DRAWN = """() => [...document.querySelectorAll(".pieces > g[data-id]")].map(({ dataset }) =>
    [Number(dataset.seat), dataset.kind, dataset.place, dataset.facing, Number(dataset.count)])"""
WAYS = """(look) => [...document.querySelectorAll(`.trail${look}`)].map((g) => g.dataset.way)"""
SEATS = "() => [...document.querySelectorAll('.trail')].map((g) => Number(g.dataset.seat))"
FACES = "() => [...document.querySelectorAll('.die')].map((die) => Number(die.dataset.face))"
RINGS = "() => [...document.querySelectorAll('.newest .taken')].map((ring) => ring.dataset.place)"
RECORDS = """() => {
    const animate = Element.prototype.animate;
    window.travelled = [];
    Element.prototype.animate = function (frames, timing) {
        if (this.dataset.seat) window.travelled.push({ place: this.dataset.place, frames, timing });
        return animate.call(this, frames, timing);
    };
}"""
"""A script that notes what travels."""


def drawn(page: "Page") -> list[tuple[object, ...]]:
    return sorted(map(tuple, page.evaluate(DRAWN)))


def recorded(state: State) -> list[tuple[object, ...]]:
    """What a page draws of ``state``: its pieces on the board."""
    standing = (piece for piece in state.pieces() if piece.place in state.game.board)
    return sorted(
        (-1 if each.seat is None else each.seat, each.kind, each.place, each.facing, each.count)
        for each in standing
    )


def seen(page: "Page") -> tuple[object, ...]:
    """What is drawn: pieces, the ways and captures of the last move, who moved, and the throw."""
    return (
        drawn(page),
        sorted(page.evaluate(WAYS, ".newest")),
        sorted(page.evaluate(RINGS)),
        set(page.evaluate(SEATS)),
        page.evaluate(FACES),
    )


def compare(page: "Page", session: Session, number: int) -> None:
    """Compare what is drawn after ``number`` actions with the record, once hands are done."""
    told, thrown = round_before(session, number), last_throw(session, number)
    newest = [*told.values()][-1:]
    wanted = (
        recorded(session.states[number]),
        sorted(" ".join(way) for each in newest for way in each["ways"]),
        sorted(taken["place"] for each in newest for taken in each["captures"]),
        {each["seat"] for each in told.values()},
        [] if thrown is None else [*thrown["dice"]],
    )
    wait_until(lambda: seen(page) == wanted, lambda: f"{seen(page)} is not {wanted}")


def begun(game: str, share: Share) -> tuple[SharedTable, Session]:
    table = share(Setup(game, first=0))
    table.hands.follow()
    return table, table.hands.world.app.table.game.playing


@pytest.mark.parametrize("game", games.names())
def test_every_position_is_drawn_as_it_is_recorded(game: str, share: Share, visit: Open) -> None:
    table, session = begun(game, share)
    page = visit(table)
    shows_actions(page, 0)
    compare(page, session, 0)
    for number, _, action in course(table.hands.state, ACTIONS):
        do_at_the_table(table.hands, action)
        shows_actions(page, number + 1)
        compare(page, session, number + 1)
    page.locator("body").press("ArrowLeft")
    for number in range(len(session.actions) - 1, -1, -1):
        shows(page, "#momentText", f"^{number} / ")
        compare(page, session, number)
        page.locator("body").press("ArrowLeft")


@pytest.fixture
def moving(visit: Open) -> Callable[[SharedTable], "Page"]:
    """Open a page on which pieces travel."""

    def opened(table: SharedTable) -> "Page":
        page = visit(table)
        page.emulate_media(reduced_motion="no-preference")
        page.evaluate(RECORDS)
        return page

    return opened


@pytest.mark.parametrize("game", games.names())
def test_a_piece_travels_along_its_way(
    game: str, share: Share, moving: Callable[[SharedTable], "Page"]
) -> None:
    table, session = begun(game, share)
    page = moving(table)
    shows_actions(page, 0)
    for number, _, action in course(table.hands.state, ACTIONS):
        do_at_the_table(table.hands, action)
        shows_actions(page, number + 1)
        compare(page, session, number + 1)
        if told := round_before(session, number + 1).get(number + 1):
            travelled(page, told["ways"])


def travelled(page: "Page", ways: Sequence[Sequence[str]]) -> None:
    """Check that each of ``ways`` was travelled since the last time, in 220 ms or more."""
    found = page.evaluate("window.travelled.splice(0)")
    for way in ways:
        middles = page.evaluate(MIDDLES, way)
        assert any(passes(each["frames"], middles) for each in found), (way, found)
    assert all(each["timing"]["duration"] >= 220 for each in found)


MIDDLES = """(names) => names.map((name) => {
    const point = document.querySelector(`[data-point="${name}"]`);
    if (!point) return null;
    const [x, y, edge] = ["x", "y", "width"].map((key) => Number(point.getAttribute(key)));
    return [x + edge / 2, y + edge / 2];
})"""


def passes(frames: Sequence[dict[str, Any]], middles: Sequence[Sequence[float] | None]) -> bool:
    """Whether ``frames`` pass the points inside a way in order; pieces may share its ends."""
    wanted = [f"translate({x:g}px, {y:g}px) scale(1)" for x, y in filter(None, middles[1:-1])]
    passed = iter(each.get("transform") for each in frames)
    return len(frames) >= len(middles) and all(each in passed for each in wanted)


def test_a_game_plays_by_itself(share: Share, visit: Open) -> None:
    table, _ = begun("squadro", share)
    for _, _, action in course(table.hands.state, 3):
        do_at_the_table(table.hands, action)
    page = visit(table)
    page.clock.install()
    stop_clock(page)
    shows_actions(page, 3)
    page.locator('[data-step="first"]').click()
    shows(page, "#momentText", "^0 / 3")
    page.locator('[data-step="run"]').click()
    shows(page, "#momentText", "^1 / 3")
    page.clock.run_for(1300)
    shows(page, "#momentText", "^2 / 3")
    page.locator('[data-step="halt"]').click()
    page.clock.run_for(3000)
    shows(page, "#momentText", "^2 / 3")
    page.locator('[data-step="back"]').click()
    shows(page, "#momentText", "^1 / 3")
    page.locator('[data-step="last"]').click()
    shows(page, "#momentText", "^3 / 3")
    expect(page.locator('[data-step="on"]')).to_have_attribute("aria-disabled", "true")


def test_a_link_that_has_died_is_noticed_and_comes_back(share: Share, visit: Open) -> None:
    table, _ = begun("squadro", share)
    page, link = visit(table, "games"), Link()
    page.route_web_socket("**/live*", link.route)
    page.clock.install()
    page.goto(table.address)
    shows(page, "#connection", "^You are watching")
    stop_clock(page)
    do_at_the_table(table.hands, table.hands.state.legal_moves()[0])
    shows_actions(page, 1)
    link.is_alive = False
    page.clock.run_for(24_000)
    shows(page, "#connection", "^You are watching")
    page.clock.run_for(2_000)
    shows(page, "#connection", "^Connection lost")
    link.is_alive = True
    do_at_the_table(table.hands, table.hands.state.legal_moves()[0])
    page.clock.run_for(26_000)
    page.clock.resume()
    shows(page, "#connection", "^You are watching")
    shows_actions(page, 2)
    assert link.opened >= 3


def test_a_page_of_another_version_loads_again(share: Share, visit: Open) -> None:
    table, _ = begun("squadro", share)
    versions = count(1)
    page = visit(table, "games")

    def route(socket: "WebSocketRoute") -> None:
        server, version = socket.connect_to_server(), next(versions)
        server.on_message(
            lambda message: socket.send(
                f'{{"hello":{{"program":"{version}","beat":10}}}}'
                if isinstance(message, str) and message.startswith('{"hello"')
                else message
            )
        )

    page.route_web_socket("**/live*", route)
    page.goto(table.address)
    shows(page, "#connection", "^You are watching")
    with page.expect_event("load"):
        page.evaluate("dispatchEvent(new Event('online'))")
