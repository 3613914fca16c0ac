"""What a fleet must find again after each start: opening hours, and which orders were taken."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from firmware_host.base.signature import read_key
from firmware_host.base.timing import local_now
from firmware_host.features.fleet.order_desk import OrderDesk
from firmware_host.features.fleet.orders import TAKEN
from firmware_host.remote.requests import SetOpen
from firmware_host.setup.paths import FLEET_STATE_KEPT
from tests.firmware_host.features.fleet.test_order_desk import NOW, SQUADRO, USUAL, Desk
from tests.firmware_host.web.simulated_table import SimulatedTable
from tests.table import Begin


def leave(at: Callable[[str], Path], begin: Begin) -> Callable[[], bool]:
    """Take an order for hours in the system whose paths ``at`` finds.

    Returns what tells whether it still stands, and is refused when it is sent again.
    """
    folder = at(FLEET_STATE_KEPT)
    folder.mkdir(parents=True, exist_ok=True)
    desk = Desk(begin(SQUADRO), folder)
    payload = desk.signed("hours", "never")
    assert desk.take(payload)["outcome"] == "done"

    def still_stands() -> bool:
        if not (folder / "fleet").is_dir():
            return False
        key = read_key((folder / "orders.pem").read_text(encoding="utf-8"))
        table, settings = SimulatedTable(begin(SQUADRO)), replace(USUAL, order_key=key)
        again = OrderDesk(table, settings, folder / "fleet", lambda: NOW, local_now)
        again.remind()
        (wish,) = table.asked
        answer = asyncio.run(again.take(payload, is_late=False, is_own=True))
        is_closed = isinstance(wish, SetOpen) and not wish.is_open
        return is_closed and answer["why"] == TAKEN

    return still_stands
