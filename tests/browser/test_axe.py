"""axe-core finds nothing on any page, in any state, that keeps people from using it."""

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

import games
from firmware_host.remote.requests import ProposeDraw
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.web.visitor import PageVisitor
from tests.browser.conftest import Open, Share
from tests.browser.looking import shows, shows_actions

if TYPE_CHECKING:
    from playwright.sync_api import Page

    Picture = Callable[[Page, str], None]

PHONE, DESK = (360, 640), (1280, 800)


def violations(page: "Page", axe: str) -> list[str]:
    """Return what axe-core finds on ``page``."""
    page.evaluate(axe)
    found = page.evaluate("axe.run()")["violations"]
    return [f"{each['id']}: {node['html'][:120]}" for each in found for node in each["nodes"]]


@pytest.mark.parametrize("game", games.names())
def test_a_game_on_the_page(
    game: str,
    share: Share,
    visit: Open,
    axe: str,
    picture: "Picture",
) -> None:
    colours, language = ("light", "en") if games.names().index(game) % 2 else ("dark", "ru")
    table = share(Setup(game))
    page = visit(table, language=language, size=PHONE, colours=colours)
    shows(page, "#connection", "watching|смотрите")
    table.hands.follow()
    play(table.hands)
    shows_actions(page, len(table.hands.world.app.table.game.playing.actions))
    picture(page, f"{game}-phone")
    assert violations(page, axe) == []
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    page.locator(".point.can, .point").first.click()
    picture(page, f"{game}-desk")
    page.locator("#moment").focus()
    page.keyboard.press("Home")
    assert violations(page, axe) == []


def play(hands: Hands) -> None:
    """Throw if that comes first, until somebody has to choose."""
    rng = random.Random(1)
    while hands.state.is_chance:
        hands.throw(str(rng.choice(hands.state.chance_outcomes())[0]))
        hands.look_up()


def test_pages_beside_the_game(share: Share, visit: Open, axe: str, picture: "Picture") -> None:
    table = share(Setup("squadro", first=0))
    table.hands.follow()
    for _ in range(2):
        table.hands.play(str(table.hands.state.legal_moves()[0]))
    page = visit(table, "games", size=PHONE)
    assert violations(page, axe) == []
    page.locator(".games a").first.click()
    shows_actions(page, 2)
    assert violations(page, axe) == []
    picture(page, "replay-phone")
    for game in games.names():
        page.goto(f"{table.address}rules?game={game}")
        assert violations(page, axe) == [], game
    page.goto(f"{table.address}replay?key=nothing")
    assert violations(page, axe) == []
    page.goto(f"{table.address}?screen")
    shows_actions(page, 2)
    assert violations(page, axe) == []


def test_a_table_between_games(share: Share, visit: Open, axe: str) -> None:
    page = visit(share())
    shows(page, "#prompt", "^Somebody is choosing a game")
    assert violations(page, axe) == []


def test_a_seat_and_its_questions(share: Share, visit: Open, axe: str, picture: "Picture") -> None:
    phones = Setup("squadro", players=("phone", "phone"), first=0)
    table = share(phones, visitor=PageVisitor("seat", 0))
    table.hands.follow()
    page = visit(table, size=PHONE)
    shows(page, "#prompt", "^It is your turn")
    page.get_by_role("button", name="Hint").click()
    shows(page, "#answer", "Reason")
    page.locator(".point.can").first.click()
    assert violations(page, axe) == []
    picture(page, "seat-phone")
    table.hands.world.app.requests.put(ProposeDraw(1))
    table.pass_time(lambda: table.hands.world.view.awaited == "draw")
    shows(page, "#prompt", "^You are offered a draw")
    assert violations(page, axe) == []
    page.get_by_role("button", name="Decline").click()
    table.pass_time(lambda: table.hands.world.view.awaited == "phone")
    table.interrupt()
    shows(page, "#connection", "^Connection lost")
    assert violations(page, axe) == []
