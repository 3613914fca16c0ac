"""axe-core finds nothing on any page, in any state, that keeps people from using it."""

import inspect
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from starlette.applications import Starlette
from starlette.routing import BaseRoute

import games
from firmware_host.session.setup import Setup
from firmware_host.web.doorway import Admission
from firmware_host.web.listening import Signpost
from firmware_host.web.mirror import TableMirror
from firmware_host.web.server import Showcase, table_site
from firmware_host.web.table_client import TableClient
from tests.browser.conftest import Open, Share
from tests.browser.courses import throw_until_a_choice
from tests.browser.looking import PHONE, shows, shows_actions, violations

if TYPE_CHECKING:
    from playwright.sync_api import Page

Picture = Callable[["Page", str], None]

DESK = (1280, 800)


@pytest.mark.parametrize("game", games.names())
def test_a_game_on_the_page(
    game: str,
    share: Share,
    visit: Open,
    axe: str,
    picture: Picture,
) -> None:
    colours, language = ("light", "en") if games.names().index(game) % 2 else ("dark", "ru")
    table = share(Setup(game))
    page = visit(table, language=language, size=PHONE, colours=colours)
    shows(page, "#connection", "watching|смотрите")
    table.hands.follow()
    throw_until_a_choice(table.hands)
    shows_actions(page, len(table.hands.world.app.table.game.playing.actions))
    picture(page, f"{game}-phone")
    assert violations(page, axe) == []
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    page.locator(".point.can, .point").first.click()
    picture(page, f"{game}-desk")
    page.locator("#moment").focus()
    page.keyboard.press("Home")
    assert violations(page, axe) == []


def test_pages_beside_the_game(share: Share, visit: Open, axe: str, picture: Picture) -> None:
    table = share(Setup("squadro", first=0))
    table.hands.follow()
    for _ in range(2):
        table.hands.play(str(table.hands.state.legal_moves()[0]))
    page = visit(table, "games", size=PHONE)
    assert violations(page, axe) == []
    page.locator(".games a").first.click()
    shows_actions(page, 2)
    assert violations(page, axe) == []
    picture(page, "replay-phone")
    for game in games.names():
        page.goto(f"{table.address}rules?game={game}")
        assert violations(page, axe) == [], game
    for path in ("replay?key=nothing", "score", "shared"):
        page.goto(f"{table.address}{path}")
        assert violations(page, axe) == [], path


@pytest.mark.parametrize("path", ["?screen", "?screen=board", "embed"])
def test_screens(path: str, share: Share, visit: Open, axe: str) -> None:
    table = share(Setup("squadro", first=0))
    table.hands.follow()
    page = visit(table, path, size=DESK)
    page.locator("#board .pieces > *").first.wait_for()
    assert violations(page, axe) == []


def test_the_show_between_games(share: Share, visit: Open, axe: str) -> None:
    page = visit(share(), "?screen", size=DESK)
    shows(page, "#name", ".")
    assert violations(page, axe) == []


def test_a_table_between_games(share: Share, visit: Open, axe: str) -> None:
    page = visit(share())
    shows(page, "#prompt", "^Somebody is choosing a game")
    assert violations(page, axe) == []


PAGES = {
    "/": (test_a_game_on_the_page,),
    "/games": (test_pages_beside_the_game,),
    "/replay": (test_pages_beside_the_game,),
    "/rules": (test_pages_beside_the_game,),
    "/score": (test_pages_beside_the_game,),
    "/shared": (test_pages_beside_the_game,),
    "/embed": (test_screens,),
}
"""The pages of all sites, each with the tests that let axe-core look at it."""

NO_PAGES = {
    *("/static", "/live"),
    *("/course", "/position", "/record", "/review", "/share"),
    *("/from-here", "/moment", "/showcase", "/picture"),
}
"""Routes that answer with something else than a page."""


def routes(folder: Path) -> Iterator[str]:
    """The paths of all sites that are not a feature's."""
    client = TableClient(folder, TableMirror(games))
    showcase = Showcase(games, lambda: Signpost("table.local"))
    served = table_site(client, Admission(client), games, folder, showcase=showcase)
    site = inspect.getclosurevars(served).nonlocals["site"]
    assert isinstance(site, Starlette)
    return paths(site.routes)


def paths(routes: Iterable[BaseRoute]) -> Iterator[str]:
    """The paths of ``routes`` at which there may be pages, not what programs ask."""
    found = (str(getattr(route, "path", "")) for route in routes)
    return (path for path in found if not path.startswith("/api/"))


def test_axe_looks_at_every_page(tmp_path: Path) -> None:
    found = set(routes(tmp_path))
    assert found - NO_PAGES == set(PAGES), "add a test of the page, or say that it is none"
