"""The page of all tables, to be looked at: ``make screenshots``."""

from firmware_host.session.setup import Setup
from firmware_host.web.mirror import png
from tests.browser.conftest import Open
from tests.browser.shots import Look, each_look, shoot
from tests.firmware_host.features.fleet.browser.test_axe import ServedDesk
from tests.firmware_host.features.fleet.told import busy_desk
from tests.firmware_host.web.simulated_table import SimulatedTable
from tests.table import Begin


@each_look
def test_the_page_of_all_tables(look: Look, begin: Begin, visit: Open) -> None:
    hands = begin(Setup("squadro", first=0))
    hands.follow()
    panel = SimulatedTable(hands).mirror.snapshot.panel
    assert panel is not None
    served = ServedDesk(busy_desk(png(panel)))
    page = visit(served, language=look.language, size=look.sizes[0])
    page.locator("[name=code]").fill(served.code)
    page.keyboard.press("Enter")
    page.locator("#tables tbody tr").first.wait_for()
    shoot(page, look, "fleet")
    page.get_by_role("button", name="hall-2", exact=True).click()
    page.locator("#detailShown svg").wait_for()
    page.locator("#detailTitle").evaluate("each => each.scrollIntoView()")
    shoot(page, look, "fleet-one-table")
    served.close()
