"""The practice table that runs inside of a browser, from a plain server of files.

``make site`` builds it; where it is missing, the reason of the skip says so.
"""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest

import games
from tests.browser.conftest import ROOT
from tests.browser.looking import has, shows_actions, violations

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SITE = ROOT / "build" / "site"
LOADING = 120_000
"""Milliseconds in which the program has to come, also on a busy computer."""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and says nothing of it."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as its base calls it
        return


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where the built site is served, below another address."""
    if not (SITE / "program" / "rest.zip.gz").is_file():
        pytest.skip("needs the built site: make site")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=SITE.parent))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/{SITE.name}/"
    server.shutdown()
    server.server_close()


@pytest.fixture
def page(address: str, chromium: "Browser") -> Iterator["Page"]:
    """The first page, once its games can be chosen; nothing was asked of another site."""
    context = chromium.new_context(locale="en")
    opened, asked, errors = context.new_page(), list[str](), list[str]()
    opened.set_default_timeout(LOADING)
    opened.on("request", lambda request: asked.append(request.url))
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.goto(address)
    opened.locator("#cards button.main").first.wait_for()
    yield opened
    context.close()
    host = address.removesuffix(f"{SITE.name}/")
    assert [url for url in asked if not url.removeprefix("blob:").startswith(host)] == []
    assert errors == []


def start(page: "Page", name: str) -> None:
    """Start the game ``name`` against machines of the first level, and wait for its board."""
    page.locator("#home select").select_option(index=0)
    page.locator(f'#cards [data-game="{name}"]').click()
    page.locator("body:not(.at-home) #board .pieces").wait_for(state="attached")


@pytest.mark.parametrize("name", games.names())
def test_each_game_is_begun_against_machines(name: str, page: "Page", axe: str) -> None:
    assert violations(page, axe) == []
    start(page, name)
    assert violations(page, axe) == []


def test_a_game_is_there_again_when_the_page_is_loaded_anew(page: "Page") -> None:
    start(page, "squadro")
    page.locator("#board .can").first.click()
    page.locator("#board .target").first.click()
    shows_actions(page, 2)  # the machine has answered
    page.reload()
    page.locator("#answers button").first.click()
    shows_actions(page, 2)


def test_the_rules_are_pages_beside_it_in_both_languages(page: "Page") -> None:
    page.locator("#cards a").first.click()
    has(page, "article h1", 1)
    page.locator("header a[lang=ru]").click()
    has(page, "html[lang=ru] article h1", 1)
