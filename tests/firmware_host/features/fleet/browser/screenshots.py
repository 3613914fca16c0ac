"""The page of all tables, to be looked at: ``make screenshots``."""

from firmware_host.features.fleet.following import PNG
from tests.browser.conftest import Open
from tests.browser.shots import Look, each_look, shoot
from tests.firmware_host.features.fleet.browser.test_axe import ServedDesk
from tests.firmware_host.features.fleet.told import busy_desk


@each_look
def test_the_page_of_all_tables(look: Look, visit: Open) -> None:
    served = ServedDesk(busy_desk(PNG))
    page = visit(served, language=look.language, size=look.sizes[0])
    page.locator("[name=code]").fill(served.code)
    page.keyboard.press("Enter")
    page.locator("#tables tbody tr").first.wait_for()
    shoot(page, look, "fleet")
    page.get_by_role("button", name="hall-2", exact=True).click()
    page.locator("#detailShown svg").wait_for()
    shoot(page, look, "fleet-one-table")
    served.close()
