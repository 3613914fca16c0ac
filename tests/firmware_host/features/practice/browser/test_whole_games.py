"""Every game is played at a practice table in a browser, to its end or until all resign."""

from functools import partial
from typing import TYPE_CHECKING

from firmware_host.screens.lists import ListView
from games.actions import Throw
from tests.browser.conftest import Open
from tests.browser.courses import course, is_forced
from tests.browser.looking import (
    choose,
    close_drawer,
    open_part,
    shows,
    shows_actions,
    start_practice,
    touch,
)
from tests.browser.served_sites import wait_until
from tests.browser.test_whole_games import (
    MY_TURN,
    Player,
    each_game,
    place_of,
)
from tests.firmware_host.features.practice.browser.served import PracticeClass
from tests.table import label_of, way_to

if TYPE_CHECKING:
    from playwright.sync_api import Page


@each_game()
def test_a_game_is_played_at_a_practice_table(
    game: str, most: int | None, practice_class: PracticeClass, visit: Open
) -> None:
    language, size = place_of(game, 2)
    page = visit(practice_class, language=language, size=size)
    player = Player(page, language)
    start_practice(page, game)
    close_drawer(page)
    at = practice_class
    wait_until(lambda: at.is_awaiting(0), "the board is not set up")
    acts = [*course(at.session.state, most)]
    for number, before, action in acts:
        wait_until(partial(at.is_awaiting, number), at.words)
        shows_actions(page, number)
        if isinstance(action, Throw):
            page.locator("#tray select").select_option(str(action))
            touch(page, page.locator("#tray button"))
        elif not is_forced(before, action):  # the hands of the program pass
            shows(page, "#prompt", MY_TURN[language])
            player.try_what_is_illegal(before)
            choose(page, action)
    wait_until(partial(at.is_awaiting, len(acts)), at.words)
    resign_with_keys(page, at)
    player.sees_the_end()


def resign_with_keys(page: "Page", at: PracticeClass) -> None:
    """Let one person after the other resign with the keys of the page until the game is over."""

    def press(key: str) -> None:
        before = at.view
        touch(page, page.locator(f"#keys .{key}"))
        wait_until(lambda: at.view != before and at.is_idle, at.words)

    while at.shown.awaited != "next game":
        if not page.locator("#keys .menu").is_visible():
            open_part(page, "display")
        records = len(at.shown.records)
        press("menu")
        while "Resign" not in (label_of(row.label) for row in at.list.rows):
            press("right")
        for key in way_to("Resign", at.list):
            press(key)
        while isinstance(at.view, ListView):
            press("ok")
        press("ok")
        wait_until(partial(at.has_gone_on, records), at.words)
