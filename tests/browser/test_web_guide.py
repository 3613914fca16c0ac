"""What the guides of docs/developers add to the page is on the page."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

from tests.docs.copies import copy_program, run_in
from tests.docs.test_feature_guide import follow_guide
from tests.docs.test_web_guide import follow_steps
from tests.firmware_host.web.page_weight import MOST_BYTES, weight

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LOOK = """
import shutil, sys
from pathlib import Path
from playwright.sync_api import sync_playwright
import games
from firmware_host.app.request import Request
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.simulator.simulated_table import World
from hardware.wiring import wiring
from tests.browser.conftest import SANDLESS
from tests.browser.served_sites import SharedTable

folder = Path(sys.argv[1])
setup = Setup("squadro", first=0)
hands = Hands(World(Request(games, wiring.load("generic"), "en", folder, setup), seed=1))
table = SharedTable(hands, folder)
program = shutil.which("chromium") or shutil.which("chromium-browser")
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=program, args=[*SANDLESS])
    page = browser.new_context(locale="en").new_page()
    page.goto(table.address)
    hands.follow()
    hands.world.run_for(65)
    part = page.locator("#tab-clock")
    if part.count():
        part.click()
    page.locator(sys.argv[2]).first.wait_for()
    print(page.locator(sys.argv[2]).first.inner_text())
    browser.close()
table.close()
"""
"""Prints what people see of a part of the page, after somebody has thought for 65 seconds."""


def test_the_step_by_step_example_shows_on_the_page(chromium: "Browser", tmp_path: Path) -> None:
    copy, state = tmp_path / "copy", tmp_path / "state"
    state.mkdir()
    copy.mkdir()
    copy_program(copy)
    follow_steps(copy)
    seen = run_in(copy, "-c", LOOK, str(state), "#count:not(:empty)")
    assert seen == "Moves to choose from: 5\n"
    assert weight(copy) <= MOST_BYTES


def test_the_clock_of_the_guide_to_a_feature_shows_on_the_page(
    chromium: "Browser", tmp_path: Path
) -> None:
    copy, state = tmp_path / "copy", tmp_path / "state"
    state.mkdir()
    copy.mkdir()
    copy_program(copy)
    follow_guide(copy)
    seen = run_in(copy, "-c", LOOK, str(state), "#clocks li[aria-current]")
    assert re.fullmatch(r"White: 1:0\d\n", seen)
