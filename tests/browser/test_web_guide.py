"""What docs/developers/web.md adds to the page is on the page."""

from pathlib import Path
from typing import TYPE_CHECKING

from tests.docs.copies import copy_program, run_in
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
from firmware_host.simulator.world import World
from firmware_host.web.visitor import PageVisitor
from hardware.wiring import wiring
from tests.browser.conftest import SANDLESS
from tests.browser.served_sites import SharedTable

folder = Path(sys.argv[1])
setup = Setup("squadro", first=0)
hands = Hands(World(Request(games, wiring.load("generic"), "en", folder, setup), seed=1))
table = SharedTable(hands, folder, PageVisitor())
program = shutil.which("chromium") or shutil.which("chromium-browser")
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=program, args=[*SANDLESS])
    context = browser.new_context(locale="en")
    for name, value in table.cookies.items():
        context.add_cookies([{"name": name, "value": value, "url": table.address}])
    page = context.new_page()
    page.goto(table.address)
    page.locator("#count:not(:empty)").wait_for()
    print(page.locator("#count").text_content())
    browser.close()
table.close()
"""


def test_the_step_by_step_example_shows_on_the_page(chromium: "Browser", tmp_path: Path) -> None:
    copy, state = tmp_path / "copy", tmp_path / "state"
    state.mkdir()
    copy.mkdir()
    copy_program(copy)
    follow_steps(copy)
    assert run_in(copy, "-c", LOOK, str(state)) == "Moves to choose from: 5\n"
    assert weight(copy) <= MOST_BYTES
