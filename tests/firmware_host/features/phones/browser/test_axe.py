"""axe-core finds nothing on the pages of phones that keeps people from using them."""

from pathlib import Path

import games
from firmware_host.features.phones.remote import ProposeDraw, TakeSeat
from firmware_host.features.phones.web import PhoneAdmission
from firmware_host.session.setup import Setup
from firmware_host.web.doorway import ServedTable
from firmware_host.web.listening import Signpost
from firmware_host.web.mirror import TableMirror
from firmware_host.web.table_client import TableClient
from firmware_host.web.visitor import PageVisitor
from tests.browser.conftest import Open, Share
from tests.browser.looking import PHONE, shows, violations
from tests.browser.test_axe import Picture, paths


def test_a_seat_and_its_questions(share: Share, visit: Open, axe: str, picture: Picture) -> None:
    table = share(Setup("squadro", first=0), visitor=PageVisitor("seat", 0))
    table.hands.follow()
    table.play_to_a_jump()
    for seat in range(2):
        table.hands.world.app.requests.put(TakeSeat(seat))
    table.pass_time(lambda: table.hands.world.view.awaited == "phone")
    page = visit(table, size=PHONE)
    shows(page, "#prompt", "^It is your turn")
    page.get_by_role("button", name="Hint").click()
    shows(page, "#answer", "Reason")
    page.locator("#answer").scroll_into_view_if_needed()
    picture(page, "seat-phone")
    page.locator(".point.can").first.click()
    assert violations(page, axe) == []
    table.hands.world.app.requests.put(ProposeDraw(1))
    table.pass_time(lambda: table.hands.world.view.awaited == "draw")
    shows(page, "#prompt", "^You are offered a draw")
    assert violations(page, axe) == []
    page.get_by_role("button", name="Decline").click()
    table.pass_time(lambda: table.hands.world.view.awaited == "phone")
    table.interrupt()
    shows(page, "#connection", "^Connection lost")
    assert violations(page, axe) == []


def test_the_page_of_the_staff(share: Share, visit: Open, axe: str) -> None:
    table = share(Setup("squadro", first=0), visitor=PageVisitor("staff"))
    table.hands.follow()
    page = visit(table, size=PHONE, language="ru", colours="dark")
    shows(page, "#connection", "сотрудник")
    for part in page.locator("details > summary").all():
        part.click()
    assert violations(page, axe) == []


def test_the_page_for_a_code(share: Share, visit: Open, axe: str) -> None:
    table = share()
    page = visit(table, is_paired=False, size=PHONE)
    assert violations(page, axe) == []
    page.locator("#code").fill("ABCDEFGH")
    page.get_by_role("button", name="Join").click()
    shows(page, "#answer", "^This is not the code")
    assert violations(page, axe) == []
    page.goto(f"{table.address}J/ABCDEFGH")
    shows(page, "#answer", "^This is not the code")
    assert violations(page, axe) == []


def test_axe_looks_at_every_page_of_phones(tmp_path: Path) -> None:
    client = TableClient(tmp_path, TableMirror(games))
    served = ServedTable(client, tmp_path, lambda: Signpost("table.local"))
    pages = {"/join", "/J/{code}"}
    assert set(paths(PhoneAdmission.of(served).routes)) - {"/leave", "/records"} == pages
