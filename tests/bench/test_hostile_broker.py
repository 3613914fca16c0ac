"""The orders of the hostile broker: none of them may count, or the figure means nothing."""

import asyncio
import time
from datetime import datetime
from pathlib import Path

from msgspec.structs import replace

from firmware_host.features.fleet.order_desk import REFUSED, OrderDesk
from firmware_host.features.fleet.settings import read_settings
from firmware_host.session.setup import Setup
from firmware_host.web.orders import known_orders
from tests.bench.hostile_broker import TABLE, bad_orders
from tests.firmware_host.features.fleet.keys import NEEDS_OPENSSL, make_keys
from tests.firmware_host.web.simulated_table import SimulatedTable
from tests.table import Begin


@NEEDS_OPENSSL
def test_no_order_of_the_flood_counts(begin: Begin, tmp_path: Path) -> None:
    private, public = make_keys(tmp_path)
    known = read_settings(None, "mqtt://x", TABLE)
    settings = replace(known, order_key=public, allowed=frozenset(known_orders()))
    table = SimulatedTable(begin(Setup("squadro")))
    desk = OrderDesk(table, settings, tmp_path, time.time, datetime.now)

    async def answered(order: bytes) -> str:
        answer = await desk.take(order, is_late=False, is_own=True)
        return str(answer["outcome"])

    assert {asyncio.run(answered(each)) for each in bad_orders(private)} == {REFUSED}
    assert table.asked == []
