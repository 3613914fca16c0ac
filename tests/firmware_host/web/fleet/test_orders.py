"""Orders count once, for a while, and only as they were signed."""

import json
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from firmware_host.web.fleet.orders import (
    LONGEST_ORDER,
    LONGEST_SECONDS,
    Order,
    OrderBook,
    OrderRefusedError,
    read_order,
    write_order,
)
from firmware_host.web.fleet.signing import sign
from tests.firmware_host.web.fleet.keys import NEEDS_OPENSSL, make_keys

NOW = 1_800_000_000
ORDER = Order("restart", "", ("hall-2",), 7, NOW + 60)


@NEEDS_OPENSSL
def test_a_signed_order_is_read_and_a_changed_one_is_refused(tmp_path: Path) -> None:
    private, public = make_keys(tmp_path)
    payload = write_order(ORDER, partial(sign, key=private))
    assert read_order(payload, public) == ORDER
    with pytest.raises(OrderRefusedError, match="its signature is wrong"):
        read_order(payload.replace(b"hall-2", b"hall-3"), public)
    with pytest.raises(OrderRefusedError, match="its signature is wrong"):
        read_order(payload, bytes(32))


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"[" * 2000,
        b'{"order": "{}"}',
        json.dumps({"order": "{}", "signature": ""}).encode(),
        json.dumps({"order": "[]", "signature": "AA==", "more": 1}).encode(),
        b"x" * (LONGEST_ORDER + 1),
        write_order(ORDER, lambda data: b""),
        write_order(ORDER, lambda data: b"").replace(b'""', '"\u00e4"'.encode()),
        rb'{"order": "\ud800", "signature": ""}',
    ],
)
def test_what_is_no_signed_order_is_refused_with_a_reason(payload: bytes) -> None:
    with pytest.raises(OrderRefusedError, match="it"):
        read_order(payload, bytes(32))


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (replace(ORDER, name="dance"), "there is no order 'dance'"),
        (replace(ORDER, tables=("hall-3",)), "for other tables"),
        (replace(ORDER, until=NOW - 1), "too late"),
        (replace(ORDER, until=NOW + LONGEST_SECONDS + 1), "more than 24 hours"),
    ],
)
def test_an_order_that_does_not_fit_is_refused_and_not_noted(
    tmp_path: Path, order: Order, why: str
) -> None:
    book = OrderBook("hall-2", tmp_path)
    with pytest.raises(OrderRefusedError, match=why):
        book.take(order, NOW)
    assert book.last == 0


def test_no_order_is_taken_twice_not_even_after_a_restart(tmp_path: Path) -> None:
    OrderBook("hall-2", tmp_path).take(ORDER, NOW)
    again = OrderBook("hall-2", tmp_path)
    for number in (ORDER.number, ORDER.number - 1):
        with pytest.raises(OrderRefusedError, match="taken already"):
            again.take(replace(ORDER, number=number), NOW)
    again.take(replace(ORDER, number=8, tables=("all",)), NOW)
    assert again.last == 8


def test_a_table_that_forgot_its_orders_takes_none(tmp_path: Path) -> None:
    (tmp_path / "last-order").write_text("nonsense", encoding="utf-8")
    with pytest.raises(OrderRefusedError, match="does not know which orders"):
        OrderBook("hall-2", tmp_path).take(ORDER, NOW)


def test_an_order_that_cannot_be_noted_is_not_done(tmp_path: Path) -> None:
    with pytest.raises(OrderRefusedError, match="cannot note it"):
        OrderBook("hall-2", tmp_path / "gone").take(ORDER, NOW)
