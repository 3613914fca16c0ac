"""An order for many tables: no message is too long, and every table is named once."""

import json

import pytest

from firmware_host.features.fleet.following import TOGETHER, signed_orders
from firmware_host.remote.requests import LONGEST_TEXT
from firmware_host.web.orders import LONGEST_ORDER, LONGEST_VALUE

NUMBER = 1_800_000_000_000
LONGEST_NAMES = [f"{number:0>40}" for number in range(2 * TOGETHER + 1)]
VALUES = ('"' * LONGEST_TEXT, "\N{GREEK SMALL LETTER OMEGA}" * LONGEST_TEXT, "x" * LONGEST_VALUE)


@pytest.mark.parametrize("value", VALUES)
def test_the_longest_order_is_short_enough(value: str) -> None:
    what = "message", value
    orders = [*signed_orders(what, LONGEST_NAMES, NUMBER, NUMBER, lambda data: bytes(64))]
    assert max(len(payload) for _, payload in orders) <= LONGEST_ORDER
    signed = [json.loads(json.loads(payload)["order"]) for _, payload in orders]
    assert [name for order in signed for name in order["tables"]] == LONGEST_NAMES
    topics = [topic for topics, _ in orders for topic in topics]
    assert topics == [f"tableside/1/{name}/order" for name in LONGEST_NAMES]
