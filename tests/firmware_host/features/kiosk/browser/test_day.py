"""A day of a screen beside a table in public, on a clock that runs faster: no hand touches it."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

import games
from firmware_host.features.kiosk.scenes import ClosedView
from firmware_host.remote.requests import SetOpen
from tests.browser.conftest import Open
from tests.browser.courses import course
from tests.browser.looking import becomes, has, shows
from tests.browser.served_sites import SharedTable, wait_until
from tests.browser.shots import SIZES
from tests.browser.test_screen import OVERFLOW, PROJECTOR
from tests.browser.test_what_happened import waits_until_drawn
from tests.browser.test_whole_games import (
    SHORT,
    begin_at_the_table,
    do_at_the_table,
    resign_at_the_table,
)
from tests.firmware_host.public import COUNTED, IDLE, is_resting, opened
from tests.table import take

if TYPE_CHECKING:
    from playwright.sync_api import Page

SECOND, MINUTE, HOUR = 1_000, 60_000, 3_600_000
"""Milliseconds of the clock of a page."""

HOURS: Final = 6
"""Games that are played in a day of a hall."""

MOST_ELEMENTS: Final = 3000
"""What a page has that lets nothing lie that it has shown."""


IN_THE_MIDDLE: Final = """(place) => {
  const { left, right, top, bottom } = document.querySelector(place).getBoundingClientRect();
  const beside = left + right - innerWidth, above = top + bottom - innerHeight;
  return Math.abs(beside) <= innerWidth / 5 && Math.abs(above) <= innerHeight / 5;
}"""


@pytest.mark.deep
def test_a_screen_follows_a_whole_day_without_a_hand(
    tmp_path: Path, visit: Open, others_give_way: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = SharedTable(opened(tmp_path, catalogue=games), tmp_path)
    page = visit(table, "?screen", size=PROJECTOR)
    shows(page, "#name", ".")
    page.clock.install()
    page.reload()
    for hour in range(HOURS):
        sees_the_show(page)
        come(table)
        begin_at_the_table(table, games.names()[hour % len(games.names())])
        shows_the_game(page, table)
        for number, _, action in course(table.hands.state, SHORT):
            if number == SHORT // 2:
                interrupt(page, table, hour, monkeypatch)
            do_at_the_table(table.hands, action)
            page.clock.fast_forward(MINUTE)
        table.hands.look_up()
        shows_the_game(page, table)
        assert page.evaluate(OVERFLOW) == [0, 0, []]
        resign_at_the_table(table)
        shows(page, "#sentence", "wins?$|Draw")
        leave(table, hour)
    sleeps_a_night(page, table)
    sees_the_show(page)
    assert page.evaluate("document.querySelectorAll('*').length") < MOST_ELEMENTS
    table.close()


def sees_the_show(page: "Page") -> None:
    """Wait until one game after the other is shown, with no game of the table beside them."""
    page.locator("#game").wait_for(state="hidden")
    page.locator("#name:not(:empty)").wait_for()
    shown = page.locator("#name").inner_text()
    page.clock.run_for(13 * SECOND)
    becomes(page, "(was) => document.querySelector('#name').textContent !== was", shown)


def come(table: SharedTable) -> None:
    """Come to the table, where somebody may still be."""
    if is_resting(table.hands):
        table.hands.press("down")
        take(table.hands, "English")


def leave(table: SharedTable, hour: int) -> None:
    """Leave the result of a game: to the list of other games, or without a word."""
    if hour % 2:
        table.hands.world.run_for(IDLE + COUNTED)
        assert is_resting(table.hands)
    else:
        table.hands.press("ok")
        take(table.hands, "Other games")


def sleeps_a_night(page: "Page", table: SharedTable) -> None:
    """Close the table for a night, in which the screen says only that, and open it again."""
    table.hands.world.run_for(IDLE + COUNTED)
    for is_open in (False, True):
        table.hands.world.app.requests.put(SetOpen(is_open, "10:00"))
        table.hands.world.run_for(1)
        assert isinstance(table.hands.world.view, ClosedView) is not is_open
        has(page, "body.night", int(not is_open))
        if not is_open:
            shows(page, "#how", "^The table is closed now")
            for place in ("#picture", "#name", "#place"):
                page.locator(place).wait_for(state="hidden")
        page.clock.fast_forward(14 * HOUR)
        is_linked(page)


def shows_the_game(page: "Page", table: SharedTable) -> None:
    """Wait until the screen shows the game of ``table``, as far as it has gone."""
    shows(page, "#title", re.escape(table.hands.state.game.title))
    waits_until_drawn(page, table.hands.state)
    page.locator("#show").wait_for(state="hidden")


def interrupt(page: "Page", table: SharedTable, hour: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """End the server for a while; every third time it comes back in another version."""
    table.interrupt()
    shows(page, "#connection", "^Connection lost")
    if hour % 3 == 2:
        monkeypatch.setattr("firmware_host.web.open_page.__version__", f"99.{hour}")
        page.evaluate("document.body.dataset.old = 'old'")
    table.serve_again()
    is_linked(page)
    has(page, "body[data-old]", 0)


def is_linked(page: "Page") -> None:
    """Wait until the screen has its link again, which it tries for every few seconds."""

    def tries() -> bool:
        page.clock.run_for(5 * SECOND)
        return bool(page.locator("#connection:empty").count() > 0)

    wait_until(tries, "the link does not come back")


def test_by_night_a_screen_tells_in_its_middle_that_the_table_is_closed(
    tmp_path: Path, visit: Open, others_give_way: None
) -> None:
    table = SharedTable(opened(tmp_path), tmp_path)
    table.hands.world.app.requests.put(SetOpen(False, "10:00"))
    table.hands.world.run_for(1)
    page = visit(table, "?screen", size=PROJECTOR)
    shows(page, "#how", "^The table is closed now")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        becomes(page, IN_THE_MIDDLE, "#how")
    table.close()
