"""The practice table that runs inside of a browser, from a plain server of files.

``make site`` builds it; where it is missing, the reason of the skip says so.
"""

import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import games
from firmware_host.features import NAMES
from firmware_host.features.practice.browser_pages import PAGE
from tests.browser.conftest import ROOT
from tests.browser.looking import (
    becomes,
    has,
    open_part,
    shows,
    shows_actions,
    violations,
)
from tests.browser.shots import SIZES
from tests.firmware_host.features.practice.test_browser_pages import link_of, played

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SITE = ROOT / "build" / "site"
LOADING = 120_000
"""Milliseconds in which the program has to come, also on a busy computer."""


GAME_SECONDS = 3600
"""A whole game of four seats takes minutes: hands move each piece."""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and says nothing of it."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as its base calls it
        return


@contextmanager
def served(site: Path) -> Iterator[str]:
    """Serve ``site`` below another address; yield that."""
    if not (SITE / "program" / "rest.zip.xz").is_file():
        pytest.skip("needs the built site: make site")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=site.parent))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/{site.name}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served(SITE) as found:
        yield found


@pytest.fixture
def page(address: str, chromium: "Browser") -> Iterator["Page"]:
    """The first page, once its games can be chosen; nothing was asked of another site."""
    context = chromium.new_context(locale="en")
    opened, asked, errors = context.new_page(), list[str](), list[str]()
    opened.set_default_timeout(LOADING)
    opened.on("request", lambda request: asked.append(request.url))
    opened.on("pageerror", lambda error: errors.append(f"{error}\n{error.stack}"))
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


FITS = """() => {
  const wide = document.documentElement.scrollWidth <= innerWidth;
  const main = document.querySelector("#cards button.main").getBoundingClientRect();
  return wide && main.width > 0 && main.right <= innerWidth;
}"""
IN_SIGHT = """() => {
  const main = document.querySelector("#deck button.main").getBoundingClientRect();
  const isWide = document.documentElement.scrollWidth > innerWidth;
  return !isWide && main.top >= 0 && main.bottom <= innerHeight;
}"""


def test_it_fits_every_screen_from_a_phone_to_a_projector(page: "Page") -> None:
    for is_begun in (False, True):
        if is_begun:
            start(page, "ur")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            becomes(page, IN_SIGHT if is_begun else FITS)


DROP = """([name, text]) => {
  const dropped = new DataTransfer();
  dropped.items.add(new File([text], name));
  const how = { dataTransfer: dropped, bubbles: true, cancelable: true };
  document.body.dispatchEvent(new DragEvent("drop", how));
}"""


@pytest.mark.skipif("own_games" not in NAMES, reason="another feature")
def test_a_game_of_ones_own_is_checked_kept_and_played(page: "Page", axe: str) -> None:
    from firmware_host.features.own_games import store

    text = Path(store.__file__).with_name(store.TEMPLATE).read_text("utf-8")
    page.evaluate(DROP, ["Sun.toml", text])
    shows(page, "#ownGames [role=status] p", "a short name in small letters, such as sun-race.toml")
    page.evaluate(DROP, ["sun.toml", text.replace("[board]", "[bored]", 1)])
    shows(page, "#ownGames [role=status] p", r"^sun\.toml, line 10: bored: there is no such word")
    has(page, '#cards [data-game="sun"]', 0)
    page.locator("#ownGames input").set_input_files(
        {"name": "sun.toml", "mimeType": "text/plain", "buffer": text.encode()}
    )
    shows(page, "#ownGames [role=status] p:last-child", r"^sun\.toml can be played\.$")
    has(page, '#cards [data-game="sun"]', 1)
    assert violations(page, axe) == []
    page.reload()
    page.locator('#cards [data-game="sun"]').wait_for()
    start(page, "sun")
    play_to_the_end(page)


IS_THERE = """address => {
  const look = new XMLHttpRequest();
  look.open("GET", address, false);
  try { look.send(); } catch { return false; }
  return look.status === 200;
}"""


def test_machines_think_in_a_worker_of_their_own_that_sees_what_is_dropped(page: "Page") -> None:
    start(page, "squadro")
    page.locator("#actions button", has_text="Hint").click()
    page.locator("#answer", has_text="Hint:").wait_for()
    table, thinking = page.workers
    assert [each.url.rpartition("/")[2] for each in (table, thinking)] == [
        "table_worker.js",
        "thinking_worker.js",
    ]
    address = table.evaluate("() => URL.createObjectURL(new Blob(['wanted']))")
    assert thinking.evaluate(IS_THERE, address)
    table.evaluate("address => URL.revokeObjectURL(address)", address)
    assert not thinking.evaluate(IS_THERE, address)


NEXT = """() => {
  const places = ["answers", "choices", "tray"].map((name) => `#${name} button`).join();
  const all = [...document.querySelectorAll(places)].filter((each) => each.offsetParent);
  if (all.some((each) => each.textContent === "Play again")) return "over";
  const main = all.find((each) => each.classList.contains("main"));
  const spot = ["target", "can"].map((name) => document.querySelector(`#board .${name}`));
  const next = main ?? spot.find(Boolean);
  next?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  return main?.closest("#tray") ? "throws" : "goes on";
}"""
"""Does what leads on: the main button, else a square of the board."""

STEP = {"goes on": 50, "throws": 500}
"""Milliseconds until the next step; dice have to come to rest."""


def play_to_the_end(page: "Page") -> None:
    """Play against machines, by what the page offers first, until the game is over."""
    ends_at = time.monotonic() + GAME_SECONDS
    while (then := page.evaluate(NEXT)) != "over":
        if time.monotonic() > ends_at:
            raise TimeoutError(page.locator("#now").text_content())
        page.wait_for_timeout(STEP[then])


@pytest.mark.deep
@pytest.mark.parametrize("name", games.names())
def test_each_game_is_played_to_its_end_against_machines(name: str, page: "Page") -> None:
    start(page, name)
    play_to_the_end(page)


@pytest.mark.parametrize("name", games.names())
def test_a_game_in_an_address_is_replayed_and_reviewed(
    name: str, page: "Page", address: str, axe: str
) -> None:
    game = played(name)
    page.goto(f"{address}{PAGE}#{link_of(game)}")
    actions = sum("do" in record for record in game.records)
    shows(page, "#momentText", f"^0 / {actions}$")
    page.locator("[data-step=last]").click()
    shows(page, "#momentText", f"^{actions} / {actions}")
    assert violations(page, axe) == []
    page.locator("header a[lang=ru]").click()
    has(page, "html[lang=ru] #board .pieces", 1)
    open_part(page, "about")
    with page.expect_download() as asked:
        page.locator("#about a[download]").click()
    assert asked.value.path().read_text("utf-8").startswith(f"tableside record 1\ngame: {name}\n")


def test_a_damaged_address_of_a_game_is_refused_in_one_line(page: "Page", address: str) -> None:
    page.goto(f"{address}{PAGE}#{link_of(played('ur'))[:-9]}")
    shows(page, "main p:not([id])", "^This address is damaged or cut off")


def test_a_game_that_is_over_is_reviewed_and_shared_in_an_address(page: "Page") -> None:
    start(page, "squadro")
    play_to_the_end(page)
    open_part(page, "review")
    page.locator("#workOut").click()
    page.locator("#reviewed table").first.wait_for()
    page.locator("#choices button", has_text="Share").click()
    link = page.locator("dialog a").first
    link.wait_for()
    with page.expect_download() as asked:
        page.locator("dialog a[download]").first.click()
    assert "result: " in asked.value.path().read_text("utf-8")
    page.goto(link.get_attribute("href") or "")
    has(page, "#board .pieces", 1)
    open_part(page, "review")
    page.locator("#workOut").click()
    page.locator("#reviewed table").first.wait_for()


def test_the_rules_are_pages_beside_it_in_both_languages(page: "Page") -> None:
    page.locator("#cards a").first.click()
    has(page, "article h1", 1)
    page.locator("header a[lang=ru]").click()
    has(page, "html[lang=ru] article h1", 1)


IS_KEPT = "() => navigator.serviceWorker.ready.then(({ active }) => active.state === 'activated')"
IS_NEWER_KEPT = "() => navigator.serviceWorker.ready.then(({ waiting }) => Boolean(waiting))"


def test_after_the_first_visit_it_works_without_a_network(page: "Page") -> None:
    becomes(page, IS_KEPT)
    page.context.set_offline(True)
    page.reload()
    page.locator("#cards button.main").first.wait_for()
    start(page, "thaayam")


def test_a_game_goes_on_in_its_version_while_a_newer_one_is_kept(
    chromium: "Browser", tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if not SITE.is_dir():
        pytest.skip("needs the built site: make site")
    copy = tmp_path / "site"
    shutil.copytree(SITE, copy)
    context = chromium.new_context(locale="en")
    request.addfinalizer(context.close)
    with served(copy) as address:
        opened = context.new_page()
        opened.set_default_timeout(LOADING)
        opened.goto(address)
        opened.locator("#cards button.main").first.wait_for()
        becomes(opened, IS_KEPT)
        start(opened, "squadro")
        opened.locator("#board .can").first.click()
        opened.locator("#board .target").first.click()
        shows_actions(opened, 2)
        newer(copy)
        opened.evaluate("navigator.serviceWorker.ready.then((found) => found.update())")
        becomes(opened, IS_NEWER_KEPT)
        opened.reload()
        opened.locator("#answers button").first.click()
        shows_actions(opened, 2)
        has(opened, "meta[name=newer]", 0)


def newer(site: Path) -> None:
    """Make another version of ``site``: its page says that it is newer."""
    page, worker = site / "index.html", site / "worker.js"
    head = page.read_text("utf-8").replace("<title>", '<meta name="newer"><title>')
    page.write_text(head, "utf-8")
    text = worker.read_text("utf-8")
    worker.write_text(text.replace('{"version": "', '{"version": "newer ', 1), "utf-8")
