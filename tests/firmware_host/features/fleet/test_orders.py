"""Orders are read only as they were signed."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from firmware_host.features.fleet.following import sign
from firmware_host.features.fleet.orders import HIGHEST, Order, read_order, write_order
from firmware_host.web.orders import LONGEST_ORDER, OrderRefusedError
from tests.firmware_host.features.fleet.keys import NEEDS_OPENSSL, make_keys

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


@NEEDS_OPENSSL
@pytest.mark.parametrize("number", [0, -1, 10**32, HIGHEST + 1, True, 7.5])
def test_a_number_that_no_order_can_have_is_refused(tmp_path: Path, number: Any) -> None:
    private, public = make_keys(tmp_path)
    for order in (replace(ORDER, number=number), replace(ORDER, until=number)):
        with pytest.raises(OrderRefusedError, match="number and until"):
            read_order(write_order(order, partial(sign, key=private)), public)
