"""The practice table inside of a browser, as somebody finds it who has never been there.

What a browser loads is counted at a server that compresses pages, as most do.
"""

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

import games
from firmware_host.features import NAMES
from firmware_host.session.session import Session
from tests.browser.looking import becomes, choose, has, shows, violations
from tests.browser.shots import SIZES
from tests.firmware_host.features.practice.browser.test_in_browser import (
    FITS,
    IS_KEPT,
    LOADING,
    SITE,
    Quiet,
    address,
    page,
    start,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

__all__ = ["address", "page"]

MOST: Final = 8_000_000
"""Bytes that a first visit may load, with all that the browser keeps for later ones."""

COMPRESSED: Final = (".html", ".js", ".mjs", ".css", ".svg", ".json")


class Counting(Quiet):
    """Serves files, compresses texts, and counts what it sends."""

    protocol_version = "HTTP/1.1"  # browsers know what they have by its tag from there on
    sent: dict[str, int]

    def do_GET(self) -> None:  # noqa: N802 - as its base calls it
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return
        content, seen = path.read_bytes(), f'"{path.stat().st_mtime_ns}"'
        if self.headers.get("if-none-match") == seen:
            self.send_response(304)
            self.end_headers()
            return
        self.send_response(200)
        if path.suffix in COMPRESSED:
            content = gzip.compress(content)
            self.send_header("content-encoding", "gzip")
        self.send_header("content-type", self.guess_type(path))
        self.send_header("content-length", str(len(content)))
        self.send_header("etag", seen)
        self.end_headers()
        self.wfile.write(content)
        self.sent[self.path] = self.sent.get(self.path, 0) + len(content)


@contextmanager
def counting(site: Path) -> Iterator[tuple[str, dict[str, int]]]:
    """Serve ``site`` at the top of an address; yield that, and the bytes sent for each file."""
    if not (site / "program" / "rest.zip.xz").is_file():
        pytest.skip("needs the built site: make site")
    sent = dict[str, int]()
    handler = type("Handler", (Counting,), {"sent": sent})
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/", sent
    server.shutdown()
    server.server_close()


def test_a_first_visit_loads_less_than_eight_megabytes_from_this_server_alone(
    chromium: "Browser",
) -> None:
    context, asked = chromium.new_context(locale="en"), list[str]()
    context.on("request", lambda request: asked.append(request.url))
    with counting(SITE) as (here, sent):
        opened = context.new_page()
        opened.set_default_timeout(LOADING)
        opened.goto(here)
        opened.locator("#cards button.main").first.wait_for()
        becomes(opened, IS_KEPT)
        start(opened, "squadro")
        context.close()
    assert [url for url in asked if not url.removeprefix("blob:").startswith(here)] == []
    assert len(sent) > len(games.names())
    assert sum(sent.values()) < MOST, sorted(sent.items(), key=lambda each: -each[1])[:8]


def door(page: "Page", game: str, title: str) -> None:
    """Go through the door ``title`` on the card of ``game``."""
    page.get_by_role("button", name=f"{title}: {game}").click()


@pytest.mark.skipif("lessons" not in NAMES, reason="another feature")
def test_a_lesson_says_what_is_to_be_done_and_answers(page: "Page", axe: str) -> None:
    from firmware_host.features.lessons.lesson import read_lesson
    from tests.firmware_host.features.lessons.pupil import tries

    task, following, *_ = read_lesson("squadro").tasks
    state = Session.begin(read_lesson("squadro").setup(0).record(), games).state
    door(page, "Squadro", "Learn")
    shows(page, "#prompt", task.rule.rstrip("."))
    has(page, "#deck button.main", 0)
    assert violations(page, axe) == []
    choose(page, next(each for each in state.legal_moves() if each == tries(task, state)[-1]))
    page.locator("#answers button.main").wait_for()
    page.locator("#answers button.main").click()
    shows(page, "#prompt", following.rule.rstrip("."))


@pytest.mark.skipif("exercises" not in NAMES, reason="another feature")
def test_an_exercise_is_answered_wrongly_then_rightly(page: "Page", axe: str) -> None:
    from tests.firmware_host.features.practice.browser.test_classroom import solve

    door(page, "Squadro", "Exercises")
    page.get_by_role("button", name="Easy").click()
    shows(page, "#prompt", "^Find the best move")
    assert violations(page, axe) == []
    solve(page)


@pytest.mark.skipif("positions" not in NAMES, reason="another feature")
def test_a_position_is_set_up_and_checked(page: "Page", axe: str) -> None:
    door(page, "Squadro", "Any position")
    shows(page, "#arranging [role=status]", "^The game allows this position")
    assert violations(page, axe) == []


def test_each_card_fits_with_its_board_from_a_phone_to_a_projector(page: "Page") -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        becomes(page, FITS)
        for name in games.names():
            page.locator(f'#cards [data-game="{name}"]').scroll_into_view_if_needed()
            becomes(page, DRAWN, name)


DRAWN: Final = """(name) => {
  const card = document.querySelector(`#cards [data-game="${name}"]`).closest("li");
  const picture = card.querySelector("img"), box = card.getBoundingClientRect();
  return picture.complete && picture.naturalWidth > 0 && box.left >= 0 && box.right <= innerWidth;
}"""


def test_a_second_page_says_that_it_keeps_no_games(page: "Page", address: str) -> None:
    other = page.context.new_page()
    other.set_default_timeout(LOADING)
    other.goto(address)
    shows(other, "#coming", "^Another page keeps the games")
    other.locator("#cards button.main").first.wait_for()
    shows(other, "#coming", "^Another page keeps the games")
    has(page, "#coming:empty", 1)
