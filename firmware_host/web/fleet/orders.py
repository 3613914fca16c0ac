"""Orders to tables: what there is to order, and how it is written, signed and read.

A broker may lie, so an order carries its own proof: who gave it (a signature of Ed25519), to which
tables, and until when it counts. Each has a number that grows, and a table takes none twice.
"""

import base64
import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import asdict

from firmware_host.base.signature import is_signed
from firmware_host.remote.untrusted_json import read_json
from firmware_host.setup.update.intake import LONGEST_ORDER
from games.message import msg

ORDERS: Final[Mapping[str, str]] = {
    "message": msg("a text for the panel, until somebody presses a key"),
    "hours": msg("when the table is open: always, never, or such as 10:00-18:00"),
    "language": msg("the language of the screens, such as en"),
    "new-game": msg("end the game on the table; the name of the game to offer first, or nothing"),
    "restart": msg("start the program again; no value"),
    "update": msg(
        "the https address of a Debian package of tableside, a space and its SHA-256; nothing: look"
        " on the stick, and ask at the table"
    ),
}
"""Every order, and what its value is."""

HIGHEST: Final = 2**63 - 1
"""The highest number of an order: every language and database has it."""

NO_ORDER: Final = msg("it is no order with a signature")
FORGED: Final = msg("its signature is wrong")


class OrderRefusedError(Exception):
    """An order that does not count; the text says why."""


class Order(Struct, frozen=True):
    """The order ``name`` with its ``value`` for ``tables``, by their names or EVERYBODY.

    It counts ``until`` then, in seconds since 1970 (UTC). ``number`` is from 1 to :data:`HIGHEST`,
    and higher than that of every order before: milliseconds since 1970 will do.
    """

    name: str
    value: str
    tables: tuple[str, ...]
    number: int
    until: int


def write_order(order: Order, sign: Callable[[bytes], bytes]) -> bytes:
    """Return ``order`` as it goes to the broker; ``sign`` returns the signature of bytes."""
    text = json.dumps(asdict(order), ensure_ascii=False, separators=(",", ":"))
    proof = base64.b64encode(sign(text.encode())).decode()
    return json.dumps({"order": text, "signature": proof}, ensure_ascii=False).encode()


def read_order(payload: bytes, key: bytes) -> Order:
    """Return the order in ``payload`` if ``key`` has signed it; else OrderRefusedError."""
    if len(payload) > LONGEST_ORDER:
        raise OrderRefusedError(f"it has more than {LONGEST_ORDER} bytes")
    found = _json(payload)
    match found:
        case {"order": str(text), "signature": str(proof), **rest} if not rest:
            order = _order(_json(text.encode()))
        case _:
            raise OrderRefusedError(NO_ORDER)
    try:
        signature = base64.b64decode(proof, validate=True)
    except ValueError:
        signature = b""
    if not is_signed(text.encode(), signature, key):
        raise OrderRefusedError(FORGED)
    return order


def _json(text: bytes) -> Any:
    try:
        return read_json(text)
    except ValueError:
        return None


def _order(found: Any) -> Order:
    match found:
        case {
            "name": str(name),
            "value": str(value),
            "tables": [*tables],
            "number": int(number),
            "until": int(until),
            **rest,
        } if not rest and all(isinstance(each, str) for each in tables):
            if not all(type(each) is int and 0 < each <= HIGHEST for each in (number, until)):
                raise OrderRefusedError(f"expected number and until from 1 to {HIGHEST}")
            return Order(name, value, tuple(tables), number, until)
    raise OrderRefusedError("it does not have name, value, tables, number and until")
