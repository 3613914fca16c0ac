"""The staff look after a table from a chair: settings, reports, a message, records, the end."""

import json
import random
import re
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import games
from firmware_host.features.update import UpdatesHere
from firmware_host.session.setup import Setup
from firmware_host.setup.update.at_table import TableUpdates
from firmware_host.storage.counters import NAME, Contents, Figures
from firmware_host.web.staff_reports import SHOWN
from firmware_host.web.visitor import PageVisitor
from tests.browser.conftest import Open, Share
from tests.browser.looking import PATIENCE, PHONE, expect, has, open_part, shows, violations
from tests.browser.served_sites import SharedTable
from tests.firmware_host.setup.update.table import OLD, new_card

if TYPE_CHECKING:
    from playwright.sync_api import Page

    Picture = Callable[[Page, str], None]

STAFF = PageVisitor("staff")


@pytest.fixture
def table(share: Share) -> SharedTable:
    table = share(Setup("squadro", first=0), visitor=STAFF)
    table.hands.follow()
    for _ in range(2):
        table.hands.play(str(table.hands.state.legal_moves()[0]))
    return table


@pytest.mark.parametrize("size", [PHONE, (1366, 768)])
def test_a_button_in_sight_leads_the_staff_to_what_they_look_after(
    size: tuple[int, int], table: SharedTable, visit: Open
) -> None:
    page = visit(table, size=size)
    way = page.get_by_role("link", name="Look after the table")
    way.wait_for()
    box = way.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= size[1]
    way.click()
    assert page.locator("#staff").evaluate("each => each.getBoundingClientRect().top") < size[1] / 2
    assert page.evaluate("document.activeElement.id") == "staff"


def test_a_setting_is_changed_and_the_page_says_what_became_of_it(
    table: SharedTable, visit: Open
) -> None:
    page = visit(table)
    choice = page.get_by_label("Brightness")
    choice.focus()
    page.keyboard.press("ArrowUp")
    shown = table.hands.world.app.table
    table.pass_time(lambda: shown.context.lasting.brightness == "medium")
    shows(page, "#outcome", "^Brightness: medium: saved$")


def test_keys_and_messages_reach_the_display(table: SharedTable, visit: Open) -> None:
    page = visit(table)
    app = table.hands.world.app
    page.get_by_label("Message on the display").fill("Closing at six")
    page.keyboard.press("Enter")
    table.pass_time(lambda: "Closing at six" in app.words)
    shows(page, "#textAnswer", "^Sent")
    open_part(page, "display")
    page.get_by_role("button", name="back", exact=True).click()
    table.pass_time(lambda: "Closing" not in app.words)


def test_the_table_is_restarted_after_a_question(table: SharedTable, visit: Open) -> None:
    page = visit(table)
    page.once("dialog", lambda dialog: dialog.dismiss())
    page.get_by_role("button", name="Restart").click()
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Restart").click()
    table.pass_time(lambda: table.hands.world.app.ending == "restart")


def test_the_staff_look_for_an_update_and_the_display_says_what_is_there(
    table: SharedTable, visit: Open
) -> None:
    app = table.hands.world.app
    app.table.parts.note(UpdatesHere(TableUpdates(new_card())))
    state: dict[str, object] = {"program": OLD, "runs": OLD, "also": [], "last": None}
    table.commands["version"] = (sys.executable, "-c", f"print({json.dumps(state)!r})")
    page = visit(table)
    page.get_by_text("Version and update").click()
    shows(page, "#versionShown", f"^Version {OLD} is running")
    page.get_by_role("button", name="Look on the stick").click()
    table.pass_time(lambda: "TABLESIDE" in app.words)


@pytest.mark.parametrize(("language", "colours"), [("en", "light"), ("ru", "dark")])
def test_all_reports_are_read(
    table: SharedTable, visit: Open, axe: str, language: str, colours: str
) -> None:
    page = visit(table, language=language, size=PHONE, colours=colours)
    read_reports(page)
    assert sideways(page) == []
    assert violations(page, axe) == []
    page.set_viewport_size({"width": 1920, "height": 1080})
    assert violations(page, axe) == []
    with page.expect_download() as download:
        page.locator("a[download][href=records]").click()
    assert "squadro" in download.value.path().read_text("utf-8")


def test_the_counters_are_a_chart(
    table: SharedTable, visit: Open, tmp_path: Path, picture: "Picture"
) -> None:
    today, chance = datetime.now(UTC).date(), random.Random(3)
    days = {(today - timedelta(back)).isoformat(): _day(chance) for back in range(60) if back % 7}
    (tmp_path / NAME).write_bytes(Contents(days=days).data())
    page = visit(table, size=(1100, 1040))
    page.locator("#counters summary").click()
    page.locator("#counters svg").wait_for(timeout=6 * PATIENCE)
    assert page.locator("#counters svg text").count() > 2 * SHOWN
    page.locator("#staff").evaluate("element => element.scrollIntoView()")
    picture(page, "staff-desk")


def _day(chance: random.Random) -> Figures:
    """Return the figures of a busy day."""
    begun = chance.randrange(4, 14)
    finished = chance.randrange(begun // 2, begun + 1)
    minutes = tuple(60 * chance.randrange(10, 50) for _ in range(finished))
    return Figures(begun, finished, (begun - finished) // 2, restarts=1, seconds=minutes)


def sideways(page: "Page") -> list[str]:
    """Return the tables that must be moved sideways to be read."""
    found: list[str] = page.eval_on_selector_all(
        "#staff .wide:has(table)",
        "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.ariaLabel)",
    )
    return found


def read_reports(page: "Page") -> None:
    """Open every report, and wait until it is there."""
    names = ("version", "counters", "games", "findings", "log")
    for name in names:
        page.locator(f"#{name} summary").focus()
        page.keyboard.press("Enter")
    for name in names:
        # made by a process that gives way to all others
        page.locator(f"#{name}Shown > *").first.wait_for(timeout=6 * PATIENCE)
    expect(page.locator("#countersAt")).not_to_have_class(re.compile("lost"))


def test_nobody_else_loads_or_sees_what_is_for_the_staff(share: Share, visit: Open) -> None:
    page = visit(share(Setup("squadro")))
    shows(page, "#connection", "watching")
    page.locator("#staff").wait_for(state="hidden")
    loaded = page.evaluate("performance.getEntriesByType('resource').map(each => each.name)")
    assert not [name for name in loaded if name.endswith(("staff.js", "keys.js"))]


def test_a_phone_is_disconnected_between_games(share: Share, visit: Open) -> None:
    page = visit(share())
    shows(page, "#connection", "watching")
    has(page, "#show .cards > li", len(games.names()))  # what comes later moves the button
    open_part(page, "about")
    page.get_by_role("button", name="Disconnect this phone").click()
    shows(page, "h1", "^Join the table")
