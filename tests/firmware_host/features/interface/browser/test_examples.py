"""The pages of the examples show tables to a browser that came from another site."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from firmware_host.features.interface.store import ProgramTokens
from firmware_host.session.setup import Setup
from tests.browser.looking import becomes, has, shows
from tests.browser.served_sites import HOST, SharedTable
from tests.table import Begin

if TYPE_CHECKING:
    from playwright.sync_api import Browser

EXAMPLES = Path(__file__).parents[5] / "docs/developers/examples"
DRAWN = "(count) => [...document.images].filter((each) => each.naturalWidth > 0).length === count"


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and says nothing of it."""

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def site() -> Iterator[str]:
    """The address of a site with the examples."""
    server = ThreadingHTTPServer((HOST, 0), partial(Quiet, directory=f"{EXAMPLES}"))
    serving = threading.Thread(target=server.serve_forever)
    serving.start()
    yield f"http://{HOST}:{server.server_port}"
    server.shutdown()
    serving.join()
    server.server_close()


class NamedSite(SharedTable):
    """A table that a site may ask which was named, by a token that may only look."""

    def __init__(self, site: str, *given: Any) -> None:
        self.sites = (site,)
        super().__init__(*given)
        tokens = ProgramTokens(self._folder)
        self.asked = f"{self.address.rstrip('/')},{tokens.add('page', may_act=False)}"


@pytest.fixture
def tables(site: str, begin: Begin, tmp_path: Path) -> Iterator[list[NamedSite]]:
    found = []
    for number, game in enumerate(("squadro", "thaayam", "ur")):
        hands = begin(Setup(game, first=0))
        hands.follow()
        folder = tmp_path / f"table-{number}"
        folder.mkdir()
        found.append(NamedSite(site, hands, folder))
    yield found
    for table in found:
        table.close()


def test_three_tables_are_followed(site: str, tables: list[NamedSite], chromium: "Browser") -> None:
    page = chromium.new_page()
    page.goto(f"{site}/three_tables.html#{'%20'.join(each.asked for each in tables)}")
    has(page, "article:not(.away)", 3)
    shows(page, "article:first-child h2", "Squadro")
    becomes(page, DRAWN, 3)
    before = page.locator("article img").first.get_attribute("alt")
    first = tables[0]
    first.hands.play(str(first.hands.state.legal_moves()[0]))
    becomes(page, "(before) => document.images[0].alt !== before", before)
    tables[1].interrupt()
    has(page, "article.away", 1)
    tables[1].serve_again()
    has(page, "article:not(.away)", 3)
    page.close()


def test_an_overlay_shows_what_happens(
    site: str, tables: list[NamedSite], chromium: "Browser"
) -> None:
    page, table = chromium.new_page(viewport={"width": 1920, "height": 1080}), tables[0]
    page.goto(f"{site}/overlay.html#{table.asked}")
    becomes(page, DRAWN, 1)
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == (
        "rgba(0, 0, 0, 0)"
    )
    move = str(table.hands.state.legal_moves()[0])
    table.hands.play(move)
    shows(page, "#last", f"^1: {move}$")
    page.close()


def test_a_site_that_is_not_named_sees_nothing(
    site: str, tables: list[NamedSite], chromium: "Browser"
) -> None:
    page, table = chromium.new_page(), tables[0]
    page.goto(f"{site.replace(HOST, 'localhost')}/three_tables.html#{table.asked}")
    has(page, "article.away", 1)
    asked = "(address) => fetch(address).then(() => true, () => false)"
    assert page.evaluate(asked, f"{table.address}api/v1/table") is False
    page.close()
