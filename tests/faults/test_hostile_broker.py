"""Whatever a broker repeats and whatever clocks say: no order counts twice, and new ones count."""

import asyncio
import random
from collections import Counter
from datetime import datetime
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from firmware_host.features.fleet.following import sign
from firmware_host.features.fleet.order_desk import OrderDesk
from firmware_host.features.fleet.orders import HIGHEST, Order, OrderBook, TakenOrders, write_order
from firmware_host.features.fleet.settings import read_settings
from firmware_host.session.setup import Setup
from tests.faults.hostile_broker import HostileBroker
from tests.figures import Figure
from tests.firmware_host.features.fleet.keys import NEEDS_OPENSSL, make_keys
from tests.firmware_host.web.simulated_table import SimulatedTable
from tests.table import Begin

SEED, STEPS = 9, 2000
NOW = 1_800_000_000
DIGITS = range(1, 61)


@pytest.mark.parametrize("tables", [2, pytest.param(100, marks=pytest.mark.deep)])
def test_orders_count_once_and_wrong_clocks_leave_nothing_behind(
    tables: int, figure: Figure
) -> None:
    tally = Counter[str]()
    for seed in range(tables):
        broker = HostileBroker(random.Random(seed))
        broker.run(STEPS)
        tally += broker.tally
    kinds = ("orders", "deliveries", "taken", "clocks set wrong", "told to be behind")
    assert all(tally[kind] for kind in kinds)
    words = ", ".join(f"{tally[kind]:,} {kind}" for kind in kinds)
    figure("hostile orders", f"{tables} tables: {words}")


@NEEDS_OPENSSL
def test_an_order_with_a_number_of_any_length_counts_once(
    begin: Begin, tmp_path: Path, figure: Figure
) -> None:
    private, public = make_keys(tmp_path)
    settings = replace(
        read_settings(None, "mqtt://x", "hall-2"), order_key=public, allowed=frozenset({"message"})
    )
    table, done = SimulatedTable(begin(Setup("squadro"))), []
    for digits in DIGITS:
        number = 10 ** (digits - 1) + NOW
        order = Order("message", f"Number {digits}", ("hall-2",), number, NOW + 60)
        payload = write_order(order, partial(sign, key=private))
        answers = []
        for _ in range(2):
            desk = OrderDesk(table, settings, tmp_path, lambda: NOW, datetime.now)
            answers.append(asyncio.run(desk.take(payload, is_late=False, is_own=True))["outcome"])
        assert answers == ["done" if number <= HIGHEST else "refused", "refused"]
        done += answers
    figure(
        "long order numbers", f"{len(done)} deliveries, {done.count('done')} of {len(DIGITS)} taken"
    )


class Forgetful(TakenOrders, frozen=True):
    """Remembers the number of the last order only, as release 0.2.0 did."""

    def has(self, number: int, now: float) -> bool:
        return bool(self.numbers) and number <= max(self.numbers)


def test_a_table_that_remembers_only_the_highest_number_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(TakenOrders, "has", Forgetful.has)
    broker = HostileBroker(random.Random(SEED))
    with pytest.raises(AssertionError, match="counts for nothing"):
        broker.run(STEPS)


def test_a_card_that_forgets_orders_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OrderBook, "_taken", lambda book, now: TakenOrders())
    broker = HostileBroker(random.Random(SEED))
    with pytest.raises(AssertionError, match="counts twice|after a later one"):
        broker.run(STEPS)
