"""A screen beside a table that is closed, to be looked at: ``make screenshots``."""

from pathlib import Path

from firmware_host.features.kiosk.scenes import ClosedView
from firmware_host.remote.requests import SetOpen
from tests.browser.conftest import Open
from tests.browser.served_sites import SharedTable
from tests.browser.shots import Look, each_look, shoot
from tests.firmware_host.public import opened


@each_look
def test_a_screen_by_night(look: Look, tmp_path: Path, visit: Open, others_give_way: None) -> None:
    table = SharedTable(opened(tmp_path), tmp_path)
    table.hands.world.app.requests.put(SetOpen(False, "10:00"))
    table.hands.world.run_for(1)
    assert isinstance(table.hands.world.view, ClosedView)
    page = visit(table, "?screen", language=look.language, size=look.sizes[0])
    page.locator("body.night").wait_for()
    shoot(page, look, "screen-night")
    table.close()
