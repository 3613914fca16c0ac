"""axe-core finds nothing on the pages of a class that keeps people from using them."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import games
from firmware_host.features.practice.site import PracticeSite
from firmware_host.features.practice.tables import PracticeTables
from firmware_host.web.entry_code import EntryCode
from firmware_host.web.listening import Signpost
from hardware.wiring import wiring
from tests.browser.conftest import Open
from tests.browser.looking import PHONE, close_drawer, open_part, shows, start_practice, violations
from tests.browser.served_sites import wait_until
from tests.browser.test_axe import DESK, Picture, paths
from tests.firmware_host.features.practice.browser.served import PracticeClass

if TYPE_CHECKING:
    from playwright.sync_api import Page


def start_thaayam(page: "Page", at: PracticeClass) -> None:
    """Start a game on the ``page`` of a practice table, and wait until it is played."""
    start_practice(page, "thaayam")
    wait_until(lambda: at.is_awaiting(0), at.words)


@pytest.mark.parametrize(("size", "colours"), [(PHONE, "light"), (DESK, "dark")])
def test_a_practice_table(
    practice_class: PracticeClass,
    size: tuple[int, int],
    colours: str,
    visit: Open,
    axe: str,
    picture: "Picture",
) -> None:
    page = visit(practice_class, size=size, colours=colours)
    page.locator("#cards button").first.wait_for()
    assert violations(page, axe) == []
    start_thaayam(page, practice_class)
    open_part(page, "practice")
    page.get_by_role("checkbox", name="I move the pieces myself").check()
    assert violations(page, axe) == []
    close_drawer(page)
    page.locator("#byHand p").wait_for()
    assert violations(page, axe) == []
    picture(page, f"practice-{colours}")
    page.goto(f"{practice_class.address}rules?game=tshupu")
    assert violations(page, axe) == []


@pytest.mark.parametrize(("size", "colours"), [(PHONE, "dark"), (DESK, "light")])
def test_the_pages_of_the_teacher(
    practice_class: PracticeClass,
    size: tuple[int, int],
    colours: str,
    visit: Open,
    axe: str,
    picture: "Picture",
) -> None:
    pupil = visit(practice_class)
    start_thaayam(pupil, practice_class)
    pupil.locator("#tray button").click()
    page = visit(practice_class, "teacher", language="ru", size=size, colours=colours)
    assert violations(page, axe) == []
    page.locator("[name=code]").fill("ABCDEFGH")
    page.get_by_role("button", name="Войти").click()
    shows(page, "#answer", "^Это не тот код")
    assert violations(page, axe) == []
    page.locator("[name=code]").fill(practice_class.code)
    page.get_by_role("button", name="Войти").click()
    shows(page, "h1", "^Класс")
    page.locator("#charts svg").first.wait_for()
    page.locator("#tiles .view svg").wait_for()
    assert violations(page, axe) == []
    picture(page, f"teacher-{colours}")


NO_PAGES = {
    *("/static", "/live", "/class", "/watch", "/throws.csv", "/answers.csv"),
    *("/p/{code}", "/from-here", "/moment", "/showcase", "/picture"),
    *("/course", "/position", "/record", "/review", "/share"),
}
"""Routes that answer with something else than a page."""

OF_EVERY_TABLE = {"/games", "/replay", "/rules", "/embed", "/score", "/shared"}
"""Pages that are looked at beside those of any table."""


def test_axe_looks_at_every_page_of_a_class(tmp_path: Path) -> None:
    tables = PracticeTables(games, wiring.load("generic"), tmp_path, lambda: 0.0)
    site = PracticeSite(tables, EntryCode(lambda: 0.0), lambda: Signpost("table.local")).site()
    assert set(paths(site.routes)) - NO_PAGES - OF_EVERY_TABLE == {"/", "/teacher"}
