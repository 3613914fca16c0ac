"""A screen beside the table, and in the page of another site: nobody ever touches it."""

import http.server
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

import games
from firmware_host.session.setup import Setup
from tests.browser.conftest import Open, Share
from tests.browser.looking import expect, has, shows
from tests.browser.screenshots import play
from tests.browser.served_sites import SharedTable, wait_until
from tests.browser.shots import PHONES

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

PROJECTOR = (1920, 1080)
SIZES = (PROJECTOR, (1366, 768), (1024, 768), (1280, 1024), (3840, 2160), (768, 1024), (1080, 1920))

OVERFLOW = """() => {
  const root = document.scrollingElement;
  const outside = [...document.querySelectorAll("main:not([hidden]) *")].filter((each) => {
    const { bottom, right, width } = each.getBoundingClientRect();
    const isOutside = bottom > innerHeight + 1 || right > innerWidth + 1;
    return width && !each.closest("#turns, svg") && isOutside;
  });
  const beyond = [root.scrollHeight - innerHeight, root.scrollWidth - innerWidth];
  return [...beyond, outside.map((each) => each.id)];
}"""
"""How much higher and wider the page is than its window, and what is cut off."""

SEEN = """() => {
  const list = document.querySelector("#turns").getBoundingClientRect();
  return [...document.querySelectorAll("#turns li")].map((each) => {
    const { left, top, bottom, height } = each.getBoundingClientRect();
    if (left >= list.right - 1) return 0;
    const seen = Math.min(bottom, list.bottom) - Math.max(top, list.top);
    return Math.round(100 * seen / height) / 100;
  });
}"""
"""How much of each turn on a screen can be seen."""


def height_of(shown: "Locator") -> float:
    box = shown.bounding_box()
    assert box is not None
    return float(box["height"])


def font_size(page: "Page", place: str) -> float:
    return float(page.locator(place).evaluate("each => getComputedStyle(each).fontSize")[:-2])


@pytest.mark.parametrize("name", games.names())
def test_a_screen_shows_board_sentence_seats_and_turns_and_nothing_is_cut_off(
    name: str, share: Share, visit: Open
) -> None:
    table = share(Setup(name, first=0))
    table.hands.follow()
    page = visit(table, "?screen", size=PROJECTOR)
    page.locator("#board .pieces").wait_for(state="attached")
    shows(page, "#title", ".")
    has(page, "#seats li", len(games.load(name).seats))
    has(page, "#seats li[aria-current]", 1)
    assert height_of(page.locator("#board")) >= 1060
    assert font_size(page, "#sentence") == pytest.approx(72, abs=1)
    assert height_of(page.locator("#qr svg")) >= 120
    has(page, "button, a, input, select", 0)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OVERFLOW) == [0, 0, []], (width, height)


@pytest.mark.parametrize("name", ["tshupu", "thaayam"])
def test_a_screen_shows_the_newest_turn_and_none_in_part(
    name: str, share: Share, visit: Open
) -> None:
    table = share(Setup(name, first=0))
    table.hands.follow()
    play(table)
    page = visit(table, "?screen", size=PROJECTOR)
    has(page, "#turns li", 3)
    for width, height in (*SIZES, *PHONES):
        page.set_viewport_size({"width": width, "height": height})
        seen = page.evaluate(SEEN)
        assert seen[0] == 1, (width, height)
        assert set(seen) <= {0, 1}, (width, height, seen)


def test_a_screen_shows_the_throw_as_large_dice(share: Share, visit: Open) -> None:
    table = share(Setup("tshupu", first=0))
    table.hands.follow()
    page = visit(table, "?screen", size=PROJECTOR)
    shows(page, "#sentence", "throws$")
    table.hands.throw("1+3")
    table.hands.look_up()
    page.locator("#dice .die").nth(1).wait_for()
    assert height_of(page.locator("#dice .die").first) == 120
    shows(page, "#turns li:first-child", "1")


def test_between_games_a_screen_shows_one_game_after_the_other(share: Share, visit: Open) -> None:
    page = visit(share(), "?screen&language=ru", size=PROJECTOR)
    seen: set[str] = set()

    def has_seen_all() -> bool:
        page.wait_for_timeout(50)
        seen.add(page.locator("#name").inner_text())
        return len(seen - {""}) == len(games.names())

    page.clock.install()
    page.reload()
    for _ in games.names():
        page.clock.run_for(13_000)
        wait_until(lambda: page.locator("#about").inner_text() != "", "no game is shown")
        has_seen_all()
    wait_until(has_seen_all, str(seen))
    expect(page.locator("#how")).not_to_be_empty()
    assert page.evaluate(OVERFLOW) == [0, 0, []]


def test_a_screen_comes_back_by_itself_when_the_server_does(share: Share, visit: Open) -> None:
    table = share(Setup("squadro", first=0))
    table.hands.follow()
    page = visit(table, "?screen", size=PROJECTOR)
    shows(page, "#sentence", "moves$")
    table.interrupt()
    shows(page, "#connection", "^Connection lost")
    table.hands.play(str(table.hands.state.legal_moves()[0]))
    table.serve_again()
    shows(page, "#connection", "^$")
    shows(page, "#turns li:first-child", "White")


def test_a_screen_follows_another_version_of_the_program(
    share: Share, visit: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = share(Setup("squadro", first=0))
    table.hands.follow()
    page = visit(table, "?screen", size=PROJECTOR)
    shows(page, "#sentence", "moves$")
    page.evaluate("document.body.dataset.old = 'old'")
    table.interrupt()
    monkeypatch.setattr("firmware_host.web.open_page.__version__", "99.0")
    table.serve_again()
    page.locator("body:not([data-old]) #sentence:not(:empty)").wait_for()


def test_the_board_alone_stands_on_a_transparent_ground(share: Share, visit: Open) -> None:
    table = share(Setup("squadro", first=0))
    table.hands.follow()
    page = visit(table, "?screen=board", size=PROJECTOR)
    page.locator("#board .pieces").wait_for(state="attached")
    for part in ("html", "body", "#game", "#board"):
        ground = page.locator(part).evaluate("each => getComputedStyle(each).backgroundColor")
        assert ground == "rgba(0, 0, 0, 0)", part
    told: Any = page.locator("#told").bounding_box()
    assert (told["width"], told["height"]) == (1, 1)
    expect(page.get_by_role("heading")).to_have_text(["White moves"])


class _Museum(http.server.BaseHTTPRequestHandler):
    table = ""

    def do_GET(self) -> None:
        page = f'<!doctype html><title>m</title><iframe src="{self.table}embed"></iframe>'
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(page.encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def museum() -> Iterator[http.server.ThreadingHTTPServer]:
    """The site of somebody else, whose page shows the game in a frame."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Museum)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("is_named", [True, False])
def test_only_a_site_that_is_named_shows_the_game_in_its_page(
    is_named: bool,
    share: Share,
    chromium: object,
    museum: http.server.ThreadingHTTPServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    site = f"http://127.0.0.1:{museum.server_port}"
    monkeypatch.setattr(SharedTable, "sites", (site,) if is_named else ())
    table = share(Setup("squadro", first=0))
    table.hands.follow()
    monkeypatch.setattr(_Museum, "table", table.address)
    page = chromium.new_page()  # type: ignore[attr-defined]
    page.goto(site)
    frame = page.frame_locator("iframe")
    if is_named:
        frame.locator("#sentence:not(:empty)").wait_for()
    else:
        page.wait_for_load_state("networkidle")
        has(frame, "#sentence", 0)
    page.close()
