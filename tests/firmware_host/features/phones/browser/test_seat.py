"""The page of a seat in a browser: who plays it chooses, takes back, offers and resigns."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from firmware_host.features.phones.remote import ProposeDraw
from firmware_host.remote.requests import ChooseMove
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.web.visitor import PageVisitor
from tests.browser.conftest import Open, Share
from tests.browser.looking import Link, expect, open_part, shows, shows_actions, stop_clock
from tests.browser.served_sites import SharedTable
from tests.browser.test_page import point

if TYPE_CHECKING:
    from playwright.sync_api import Dialog, Page

    Picture = Callable[[Page, str], None]

PHONES = Setup("squadro", players=("phone", "phone"), first=0)


def test_a_draw_is_offered_and_answered_on_the_page(share: Share, visit: Open) -> None:
    table = share(PHONES, visitor=PageVisitor("seat", 1))
    table.hands.follow()
    page = visit(table)
    shows(page, "#prompt", "chooses a move on a phone")
    table.hands.world.app.requests.put(ProposeDraw(0))
    table.pass_time(lambda: table.hands.world.view.awaited == "draw")
    shows(page, "#prompt", "^You are offered a draw")
    page.get_by_role("button", name="Agree").click()
    table.pass_time(lambda: table.hands.world.app.table.game.playing.outcome is not None)
    shows(page, "#prompt", "^Draw")


@pytest.fixture
def seated(share: Share, visit: Open) -> tuple[SharedTable, "Page", Session]:
    """A table, the page of who moves first there, and the game."""
    table = share(PHONES, visitor=PageVisitor("seat", 0))
    table.hands.follow()
    page = visit(table)
    shows(page, "#prompt", "^It is your turn")
    return table, page, table.hands.world.app.table.game.playing


def play_a_move(table: SharedTable, page: "Page", session: Session) -> None:
    """Play the first move on the page, and let the pieces follow."""
    for choice in table.hands.state.legal_moves()[0].choices:
        point(page, choice.value)
    table.pass_time(lambda: len(session.actions) == 1)
    table.hands.follow()


def test_who_plays_a_seat_takes_back_and_resigns(
    seated: tuple[SharedTable, "Page", Session],
) -> None:
    table, page, session = seated
    play_a_move(table, page, session)
    shows_actions(page, 1)
    page.get_by_role("button", name="Take back").click()
    table.pass_time(lambda: not session.actions)
    table.hands.follow()
    page.on("dialog", lambda dialog: dialog.accept())
    open_part(page, "about")
    page.get_by_role("button", name="Resign").click()
    table.pass_time(lambda: session.outcome is not None)
    shows(page, "#prompt", "^Black wins")


def test_a_draw_is_offered_only_after_a_question(
    seated: tuple[SharedTable, "Page", Session],
) -> None:
    table, page, _ = seated
    asked: list[str] = []

    def answer(dialog: "Dialog") -> None:
        asked.append(dialog.message)
        dialog.accept() if len(asked) > 1 else dialog.dismiss()

    page.on("dialog", answer)
    open_part(page, "about")
    offer = page.get_by_role("button", name="Offer a draw")
    offer.click()
    table.hands.world.run_for(1)
    assert table.hands.world.view.awaited == "phone"
    offer.click()
    table.pass_time(lambda: table.hands.world.view.awaited == "draw")
    assert asked == ["Offer a draw? The others will be asked."] * 2


def play_two_moves(table: SharedTable, page: "Page", session: Session) -> None:
    """Let both phones play a move, so that there is something to take back."""
    play_a_move(table, page, session)
    move = str(table.hands.state.legal_moves()[0])
    table.hands.world.app.requests.put(ChooseMove(seat=1, move=move, after=1))
    table.pass_time(lambda: len(session.actions) == 2)
    table.hands.follow()
    shows(page, "#prompt", "^It is your turn")


def test_nothing_is_taken_back_while_the_table_is_in_a_menu(
    seated: tuple[SharedTable, "Page", Session],
) -> None:
    table, page, session = seated
    play_two_moves(table, page, session)
    table.hands.press("back")
    shows(page, "#prompt", "^Somebody is answering a question at the table")
    open_part(page, "about")
    expect(page.get_by_role("button", name="Take back")).to_be_disabled()
    expect(page.get_by_role("button", name="Resign")).to_be_enabled()
    table.hands.press("back")
    shows(page, "#prompt", "^It is your turn")
    expect(page.get_by_role("button", name="Take back")).to_be_enabled()


def test_a_seat_that_the_table_has_taken_over_is_only_watched(
    seated: tuple[SharedTable, "Page", Session],
) -> None:
    table, page, _ = seated
    shows(page, "#connection", "^You play a seat")
    for key in ("ok", "down", "ok"):
        table.hands.press(key)
    shows(page, "#prompt", "^White chooses a move at the table")
    shows(page, "#connection", "^You are watching")
    shows(page, "#actions", "^Hint$")


def test_the_pieces_of_a_seat_are_in_sight_when_it_is_its_turn(share: Share, visit: Open) -> None:
    table = share(
        Setup("xiangqi4", players=("person", "phone") * 2, first=0), PageVisitor("seat", 1)
    )
    table.hands.follow()
    page = visit(table, size=(360, 740))
    shows(page, "#prompt", "^Red chooses a move at the table")
    table.hands.play(str(table.hands.state.legal_moves()[0]))
    shows(page, "#prompt", "^It is your turn")
    for name in ("s6", "p14"):
        box = page.locator(f'[data-point="{name}"]').bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= 360 - box["width"]


def test_a_move_is_chosen_with_the_keyboard_alone(
    seated: tuple[SharedTable, "Page", Session],
) -> None:
    table, page, session = seated
    move = table.hands.state.legal_moves()[0]
    page.locator('[data-point][tabindex="0"]').focus()
    for choice in move.choices:
        walk(page, choice.value)
        page.keyboard.press("Enter")
    table.pass_time(lambda: [str(each) for each in session.actions] == [str(move)])
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.point ?? null") is None


def walk(page: "Page", target: str) -> None:
    """Go to the point ``target`` with the arrows."""
    for _ in range(40):
        here = page.evaluate("document.activeElement.dataset.point")
        if here == target:
            return
        across = ord(target[0]) - ord(here[0])
        key = (
            ("ArrowRight" if across > 0 else "ArrowLeft")
            if across
            else ("ArrowUp" if int(target[1:]) > int(here[1:]) else "ArrowDown")
        )
        page.keyboard.press(key)
    raise AssertionError(f"the arrows do not lead to {target}")


def test_what_was_sent_and_did_not_arrive_is_said(share: Share, visit: Open) -> None:
    table = share(PHONES, PageVisitor("seat", 0))
    table.hands.follow()
    page, link = visit(table, "games"), Link()
    page.route_web_socket("**/live*", link.route)
    page.clock.install()
    page.goto(table.address)
    shows(page, "#prompt", "^It is your turn")
    stop_clock(page)
    link.is_alive = False
    move = table.hands.state.legal_moves()[0]
    for choice in move.choices:
        page.locator(f'[data-point="{choice.value}"]').click()
    shows(page, "#answer", "^On its way")
    page.clock.run_for(4_100)
    shows(page, "#answer", "^The table has not got this yet")
