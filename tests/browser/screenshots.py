"""The page of a table in its phases, to be looked at: ``make screenshots``."""

import re
from typing import TYPE_CHECKING

import pytest

import games
from firmware_host.session.setup import Setup
from tests.browser.conftest import Open, Share
from tests.browser.courses import course
from tests.browser.looking import open_part, shows, shows_actions, touch_point
from tests.browser.served_sites import SharedTable
from tests.browser.shots import Look, each_look, shoot
from tests.browser.test_whole_games import do_at_the_table, resign_at_the_table

if TYPE_CHECKING:
    from playwright.sync_api import Page

MIDDLE = 24
"""Actions after which a game is in full swing."""

HINTED = ":"
HINT = re.compile("Hint|Подсказ")

each_game = pytest.mark.parametrize("game", games.names())


def play(table: SharedTable, most: int = MIDDLE) -> int:
    """Play the game of ``table`` on, until somebody chooses a move; return its actions."""
    count = 0
    for count, before, action in course(table.hands.state):
        if count >= most and not before.is_chance and len(before.legal_moves()) > 1:
            break
        do_at_the_table(table.hands, action)
    table.hands.look_up()
    return count


def touch_a_piece(page: "Page", table: SharedTable) -> None:
    """Touch the piece that may go furthest."""
    moves = table.hands.state.legal_moves()
    names = [move.choices[0].value for move in moves if move.choices[0].kind == "piece"]
    on_board = [each for each in names if page.locator(f'[data-point="{each}"]').count()]
    if on_board:
        touch_point(page, max(on_board, key=on_board.count))


@each_look
@each_game
def test_a_game_is_watched(game: str, look: Look, share: Share, visit: Open) -> None:
    table = share(Setup(game))
    table.hands.follow()
    page = visit(table, language=look.language, size=look.sizes[0])
    shows_actions(page, 0)
    shoot(page, look, f"table-{game}-1-begins")
    count = play(table)
    shows_actions(page, count)
    shoot(page, look, f"table-{game}-2-goes-on")
    touch_a_piece(page, table)
    shoot(page, look, f"table-{game}-3-piece-touched")
    page.get_by_role("button", name=HINT).first.click()
    shows(page, "#answer", HINTED)
    shoot(page, look, f"table-{game}-4-hint")
    resign_at_the_table(table)
    shoot(page, look, f"table-{game}-5-over")


@each_look
@each_game
def test_a_game_on_a_screen_beside_the_table(
    game: str, look: Look, share: Share, visit: Open
) -> None:
    table = share(Setup(game))
    table.hands.follow()
    play(table)
    for which in ("screen", "screen=board"):
        page = visit(table, f"?{which}", language=look.language, size=look.sizes[0])
        page.locator("#board .pieces > g").first.wait_for(state="attached")
        shoot(page, look, f"{which.replace('=', '-')}-{game}")


@each_look
def test_between_games(look: Look, share: Share, visit: Open) -> None:
    table = share()
    page = visit(table, language=look.language, size=look.sizes[0])
    page.locator("#prompt:not(:empty)").wait_for()
    shoot(page, look, "table-between-games")
    page.goto(f"{table.address}?screen")
    page.locator("#name:not(:empty)").wait_for()
    shoot(page, look, "screen-between-games")
    table.interrupt()
    shows(page, "#connection", ".")
    shoot(page, look, "screen-cut-off")


@each_look
def test_the_drawer_of_a_phone(look: Look, share: Share, visit: Open) -> None:
    table = share(Setup("squadro", first=0))
    table.hands.follow()
    count = play(table)
    page = visit(table, language=look.language, size=look.sizes[0])
    shows_actions(page, count)
    for part in ("past", "about"):
        open_part(page, part)
        shoot(page, look, f"table-drawer-{part}")


@each_look
def test_pages_beside_the_table(look: Look, share: Share, visit: Open) -> None:
    table = share(Setup("thaayam"))
    table.hands.follow()
    play(table)
    page = visit(table, "games", language=look.language, size=look.sizes[0])
    shoot(page, look, "games")
    page.locator(".games a").first.click()
    page.locator("#turns li").first.wait_for()
    page.locator("#moment").focus()
    page.keyboard.press("End")
    page.locator("#board .trail").first.wait_for(state="attached")
    shoot(page, look, "replay")
    for game in games.names():
        page.goto(f"{table.address}rules?game={game}")
        shoot(page, look, f"rules-{game}")
