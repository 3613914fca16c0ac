"""axe-core finds nothing on the page of all tables that keeps people from using it."""

import time
from collections.abc import Mapping

import pytest

import games
from firmware_host.features.fleet.following import FleetDesk
from firmware_host.features.fleet.site import FleetSite
from firmware_host.session.setup import Setup
from firmware_host.web.entry_code import EntryCode
from firmware_host.web.listening import listen
from firmware_host.web.mirror import png
from tests.browser.conftest import Open
from tests.browser.looking import PHONE, becomes, has, shows, violations
from tests.browser.served_sites import HOST, Served, serve
from tests.browser.test_axe import Picture, paths
from tests.firmware_host.features.fleet.told import busy_desk, tell_trouble, told_desk
from tests.firmware_host.web.simulated_table import SimulatedTable
from tests.table import Begin

TABLET, WALL = (768, 1024), (1920, 1080)

CHART_IS_WHOLE = """() => [...document.querySelectorAll("main figure")].every((each) => {
  return innerWidth === 1400 && each.scrollWidth <= each.clientWidth;
})"""


class ServedDesk:
    """The page of all tables of ``desk``, which reaches no broker; ``code`` lets in."""

    def __init__(self, desk: FleetDesk) -> None:
        code = EntryCode(time.monotonic)
        self.desk, self.code = desk, code.code
        listener = listen(HOST, 0)
        self.address = f"http://{HOST}:{listener.getsockname()[1]}/"
        self.cookies: Mapping[str, str] = {}
        self._served = Served(FleetSite(desk, code, games).site(), listener, serve)

    def close(self) -> None:
        """End the page."""
        self._served.close()


@pytest.mark.parametrize(
    ("size", "language", "colours"),
    [(PHONE, "ru", "dark"), (TABLET, "en", "dark"), (WALL, "en", "light")],
)
def test_the_page_of_all_tables(
    size: tuple[int, int],
    language: str,
    colours: str,
    begin: Begin,
    visit: Open,
    axe: str,
    picture: Picture,
) -> None:
    hands = begin(Setup("squadro", first=0))
    hands.follow()
    panel = SimulatedTable(hands).mirror.snapshot.panel
    assert panel is not None
    served = ServedDesk(busy_desk(png(panel)))
    page = visit(served, language=language, size=size, colours=colours)
    assert violations(page, axe) == []
    page.locator("[name=code]").fill(served.code)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="hall-2", exact=True).focus()
    page.keyboard.press("Enter")
    page.locator("#detailShown svg").wait_for()
    assert page.evaluate("document.activeElement.id") == "detailTitle"
    page.locator("#given li").first.wait_for()
    assert violations(page, axe) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if size == WALL:
        page.set_viewport_size({"width": 1400, "height": 860})
        becomes(page, CHART_IS_WHOLE)
        page.locator("#detailTitle").blur()
        picture(page, "fleet-desk")
    page.locator("#close").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.textContent") == "hall-2"
    tell_trouble(served.desk, "hall-1")
    shows(page, "#tables tbody tr:nth-child(1)", "hall-1")  # without a reload
    assert page.evaluate("document.activeElement.textContent") == "hall-2"
    page.locator("#troubled").check()
    has(page, "#tables tbody tr:visible", 3)
    page.locator("#everyone").check()
    shows(page, "#count", "^3$")
    page.locator("#name").select_option("restart")
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("#order button").click()
    page.locator("#answer:not(:empty)").wait_for()  # there is no broker
    assert violations(page, axe) == []
    served.close()


def test_axe_looks_at_every_page_of_a_fleet() -> None:
    site = FleetSite(told_desk(), EntryCode(lambda: 0.0), games).site()
    assert set(paths(site.routes)) - {"/static"} == {
        "/", "/tables", "/order", "/counters.csv", "/picture",
    }  # fmt: skip
