"""Orders to tables: how they are written and signed, and which of them count.

A broker may lie, so an order carries its own proof: who gave it (a signature of Ed25519), to which
tables, and until when it counts. Each has a number that grows, and a table takes none twice.
"""

import base64
import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from firmware_host.install.update.ed25519 import is_signed
from firmware_host.remote.untrusted_json import read_json
from firmware_host.storage.filesystem import OS_STORAGE, Storage, replace_file
from firmware_host.web.fleet.topics import EVERYBODY
from games.message import msg
from hardware.untrusted_text import written

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

LONGEST_ORDER: Final = 2048
"""Bytes of an order with its signature."""

LONGEST_SECONDS: Final = 24 * 3600
"""An order may count for so long at most: a broker that keeps orders back gains little."""

KEPT: Final = "last-order"
"""The file that remembers the number of the last order."""

NO_ORDER: Final = msg("it is no order with a signature")
FORGED: Final = msg("its signature is wrong")
FOR_OTHERS: Final = msg("it is for other tables")
LATE: Final = msg("it has come too late; is the clock of the table right?")
TAKEN: Final = msg("it, or one after it, was taken already")

log = logging.getLogger(__name__)


class OrderRefusedError(Exception):
    """An order that does not count; the text says why."""


@dataclass(frozen=True)
class Order:
    """The order ``name`` with its ``value`` for ``tables``, by their names or :data:`EVERYBODY`.

    It counts ``until`` then, in seconds since 1970 (UTC). ``number`` is higher than that of every
    order before: milliseconds since 1970 will do.
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


class OrderBook:
    """Which orders count at the ``table`` of this name; what was taken is kept in ``folder``."""

    def __init__(self, table: str, folder: Path, storage: Storage = OS_STORAGE) -> None:
        self._table, self._folder, self._storage = table, folder, storage

    def take(self, order: Order, now: float) -> None:
        """Take ``order`` at the time ``now`` (seconds since 1970); else OrderRefusedError.

        It is noted before anything is done: what is cut off by a power cut is not done twice.
        """
        if order.name not in ORDERS:
            raise OrderRefusedError(f"there is no order {written(order.name)}")
        if not {self._table, EVERYBODY} & {*order.tables}:
            raise OrderRefusedError(FOR_OTHERS)
        if order.until < now:
            raise OrderRefusedError(LATE)
        if order.until > now + LONGEST_SECONDS:
            raise OrderRefusedError(f"it counts for more than {LONGEST_SECONDS // 3600} hours")
        if order.number <= self.last:
            raise OrderRefusedError(TAKEN)
        try:
            replace_file(self._storage, self._folder, KEPT, b"%d\n" % order.number)
        except OSError as error:
            raise OrderRefusedError(f"the table cannot note it: {error.strerror}") from None

    @property
    def last(self) -> int:
        """The number of the last order that was taken; 0 if there was none."""
        try:
            with self._storage.read(self._folder / KEPT) as file:
                return int(file.read(32))
        except FileNotFoundError:
            return 0
        except (OSError, ValueError):
            log.warning("%s cannot be read: no order counts until it is removed", KEPT)
            raise OrderRefusedError("the table does not know which orders it has taken") from None


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
            return Order(name, value, tuple(tables), number, until)
    raise OrderRefusedError("it does not have name, value, tables, number and until")
