"""What is in sight without scrolling, and how large: measured in a browser, in every game."""

from typing import TYPE_CHECKING, Any, Final

import pytest

import games
from firmware_host.session.setup import Setup
from tests.browser.conftest import Open, Share
from tests.browser.courses import throw_until_a_choice
from tests.browser.looking import PHONE, becomes, shows_actions
from tests.browser.served_sites import SharedTable
from tests.browser.shots import SIZES

if TYPE_CHECKING:
    from playwright.sync_api import Page

DESK, PROJECTOR = (1366, 768), (1920, 1080)

SHARES: Final = {DESK: 54, PROJECTOR: 55}
"""How many per cent of a window the board takes at least."""

DOUBLED: Final = (683, 384)
"""The window of a desk at 200 %."""

BEGINS: Final = 130
"""Pixels above the board on a phone, at most."""

FINGER: Final = 40
LEAST: Final = 24
"""Pixels of what a finger chooses on the board, and of whatever else it touches."""

BOARD: Final = """() => {
  const { x, y, width, height } = document.querySelector("#board svg").getBoundingClientRect();
  return { x, y, width, height, left: innerWidth - x - width, scrolled: scrollY };
}"""

IN_SIGHT: Final = """(selector) => {
  const found = document.querySelector(selector);
  if (!found) return `there is no ${selector}`;
  const { left, top, right, bottom } = found.getBoundingClientRect();
  const box = `${selector}: ${[left, top, right, bottom]}`;
  if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return box;
  const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const isSeen = found.contains(over) || over?.contains(found);
  return isSeen ? "" : `${selector} lies below ${over?.outerHTML.slice(0, 80)}`;
}"""
"""Returns why an element cannot be seen as the page lies, or nothing."""

SMALL: Final = """(least) => {
  const all = [...document.querySelectorAll("button, a, select, input, [role=tab]")];
  return all.filter((each) => {
    const { width, height } = each.getBoundingClientRect();
    const isSeen = width && getComputedStyle(each).visibility === "visible";
    return isSeen && (width < least || height < least);
  }).map((each) => each.outerHTML.slice(0, 100));
}"""

IS_LARGE: Final = """(name, least) => {
  const point = document.querySelector(`[data-point="${name}"]`);
  const { width, height } = point.getBoundingClientRect();
  return Math.min(width, height) >= least;
}"""

each_game = pytest.mark.parametrize("game", games.names())


def shared(share: Share, game: str) -> SharedTable:
    """Share a table at which ``game`` has begun."""
    table = share(Setup(game, first=0))
    table.hands.follow()
    return table


def resize(page: "Page", size: tuple[int, int]) -> None:
    """Give ``page`` another size, and wait until it has it."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    becomes(page, "(width, height) => innerWidth === width && innerHeight === height", *size)


@each_game
def test_the_board_takes_the_window_of_a_desk(game: str, share: Share, visit: Open) -> None:
    page = visit(shared(share, game), size=DESK)
    shows_actions(page, 0)
    for size, least in SHARES.items():
        resize(page, size)
        board: Any = page.evaluate(BOARD)
        assert board["y"] + board["height"] <= size[1]
        assert round(100 * board["width"] * board["height"] / (size[0] * size[1])) >= least


@each_game
def test_the_board_is_as_wide_as_a_phone_and_begins_near_its_top(
    game: str, share: Share, visit: Open
) -> None:
    page = visit(shared(share, game), size=PHONE)
    shows_actions(page, 0)
    becomes(page, f"(width) => ({BOARD})().width === width", PHONE[0])
    board: Any = page.evaluate(BOARD)
    assert (board["x"], board["scrolled"]) == (0, 0)
    assert board["y"] < BEGINS


@each_game
def test_the_sentence_and_the_main_button_are_in_sight_at_every_size(
    game: str, share: Share, visit: Open
) -> None:
    table = shared(share, game)
    throw_until_a_choice(table.hands)
    page = visit(table, size=DESK)
    page.locator("#deck .main").wait_for()
    for size in (*SIZES, DOUBLED):
        resize(page, size)
        for what in ("#prompt", "#deck .main", "#board"):
            assert page.evaluate(IN_SIGHT, what) == "", size


@each_game
def test_a_finger_meets_what_it_means(game: str, share: Share, visit: Open) -> None:
    table = shared(share, game)
    throw_until_a_choice(table.hands)
    page = visit(table, size=PHONE)
    page.locator("#deck .main").wait_for()
    assert page.evaluate(SMALL, LEAST) == []
    first = table.hands.state.legal_moves()[0].choices[0].value
    point = page.locator(f'[data-point="{first}"]')
    if point.count():
        point.tap()
        becomes(page, IS_LARGE, first, FINGER)
