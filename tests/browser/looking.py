"""Look at a page and touch it, as a person would."""

import re
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from games.actions import Choice, Move
from tests.browser.served_sites import wait_until

if TYPE_CHECKING:
    from playwright.sync_api import FrameLocator, Locator, Page, Playwright, WebSocketRoute
    from playwright.sync_api._generated import LocatorAssertions

PATIENCE = 20_000
"""Milliseconds after which something that a page should show does not come any more."""

PHONE = (360, 640)
"""The screen of a small phone."""


@cache
def playwright() -> "Playwright":
    """Return what drives browsers: there can be one in a process, which ends with it."""
    from playwright.sync_api import sync_playwright

    return sync_playwright().start()


def violations(page: "Page", axe: str) -> list[str]:
    """Return what axe-core finds on ``page``."""
    page.evaluate(axe)
    found = page.evaluate("axe.run()")["violations"]
    return [f"{each['id']}: {node['html'][:120]}" for each in found for node in each["nodes"]]


def expect(place: "Locator") -> "LocatorAssertions":
    """Return what can be expected of ``place``: each of it is waited for."""
    from playwright.sync_api import expect as assertions

    assertions.set_options(timeout=PATIENCE)
    return assertions(place)


def shows(page: "Page", place: str, words: str) -> None:
    """Wait until the element ``place`` (a CSS selector) has ``words``, a regular expression."""
    expect(page.locator(place)).to_have_text(re.compile(words))


def has(page: "Page | FrameLocator", place: str, count: int) -> None:
    """Wait until there are ``count`` elements ``place`` (a CSS selector)."""
    expect(page.locator(place)).to_have_count(count)


def shows_actions(page: "Page", count: int) -> None:
    """Wait until the game on ``page`` has had ``count`` actions, and its board is drawn."""
    page.locator(f'#moment[max="{count}"]').wait_for(state="attached", timeout=PATIENCE)
    page.locator("#board svg").wait_for(timeout=PATIENCE)


def becomes(page: "Page", condition: str, *values: Any) -> None:
    """Wait until ``condition``, a function of JavaScript, returns true for ``values`` on ``page``.

    A page forbids that text is run as code. What a browser is told from outside may do so at the
    first look, and not at those after it: so every look is told anew.
    """
    told = f"(values) => ({condition})(...values)"
    wait_until(lambda: bool(page.evaluate(told, [*values])), condition)


def stop_clock(page: "Page") -> None:
    """Stop the clock of ``page``, which was installed: from now it goes on as a test lets it."""
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 8)


def touch(page: "Page", place: "Locator") -> None:
    """Tap ``place`` where there is a touch screen, else click at it."""
    (place.tap if page.evaluate("navigator.maxTouchPoints") else place.click)()


def touch_point(page: "Page", name: str) -> None:
    """Touch a point of the board; where its squares are small, the first touch enlarges them."""
    point = page.locator(f'[data-point="{name}"]')
    if is_near(page) and not _is_on_the_board(page, point):
        touch(page, page.locator("#whole"))
    was_near = is_near(page)
    touch(page, point)
    if is_near(page) and not was_near:
        touch(page, point)


def is_near(page: "Page") -> bool:
    """Return whether a part of the board is seen enlarged."""
    return bool(page.locator("#board.near").count())


def _is_on_the_board(page: "Page", point: "Locator") -> bool:
    """Return whether the middle of ``point`` is in the part of the board that is seen."""
    seen, box = page.locator("#board").bounding_box(), point.bounding_box()
    assert seen is not None
    assert box is not None
    x, y = box["x"] + box["width"] / 2 - seen["x"], box["y"] + box["height"] / 2 - seen["y"]
    return bool(0 < x < seen["width"] and 0 < y < seen["height"])


def choose(page: "Page", move: Move) -> None:
    """Choose ``move``: touch its points, press the buttons for the rest."""
    for choice in move.choices:
        point, button = _point(choice), _button(page, choice)
        if choice.kind in ("piece", "target"):
            offered = page.locator(f'[data-point="{point}"]:is(.can, .picked, .target, .captured)')
            offered.or_(button).first.wait_for(state="attached", timeout=PATIENCE)
        if choice.kind in ("piece", "target") and page.locator(f'[data-point="{point}"]').count():
            touch_point(page, point)
        elif choice.kind == "pass" or button.count():
            touch(page, button)
    if len(move.choices) == 1:
        touch(page, page.locator("[data-play]"))


def open_part(page: "Page", name: str) -> None:
    """Open the part of the drawer called ``name``.

    It is touched again if a turn that came has closed the drawer, or if cards that came have moved
    the tab away from under the finger.
    """
    tab = page.locator(f"#tab-{name}:not([hidden])")
    tab.wait_for(state="attached")
    more = page.locator("#more")  # not there while a page opens, nor where the drawer stays open

    def is_chosen() -> bool:
        if tab.is_visible():
            touch(page, tab)
            return bool(tab.get_attribute("aria-selected") == "true")
        if more.is_visible() and more.get_attribute("aria-expanded") == "false":
            touch(page, more)
        return False

    wait_until(is_chosen, f"there is no part {name} to open")


def close_drawer(page: "Page") -> None:
    """Close the drawer, where it lies over the page."""
    more = page.locator("#more")
    if more.is_visible() and more.get_attribute("aria-expanded") == "true":
        touch(page, more)


def start_practice(page: "Page", game: str) -> None:
    """Start ``game``, of which the visitor plays all seats, and wait until its board is shown."""
    page.locator("#home select").select_option("")
    touch(page, page.locator(f'#cards [data-game="{game}"]'))
    page.locator("body:not(.at-home) #board .pieces").wait_for(state="attached")


def _button(page: "Page", choice: Choice) -> "Locator":
    return page.locator(f'[data-choice="{choice.kind}:{choice.value}"]')


def _point(choice: Choice) -> str:
    return choice.points[-1] if choice.points else choice.value


class Link:
    """The link of a page to its server, which can be silent without being closed."""

    def __init__(self) -> None:
        self.is_alive = True
        self.opened = 0

    def route(self, socket: "WebSocketRoute") -> None:
        """Take the connection of ``socket``."""
        server = socket.connect_to_server()
        self.opened += 1

        def carry(end: "WebSocketRoute", message: str | bytes) -> None:
            if self.is_alive:
                end.send(message)

        socket.on_message(partial(carry, server))
        server.on_message(partial(carry, socket))
