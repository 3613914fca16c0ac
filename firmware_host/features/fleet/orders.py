"""Orders of a broker: how they are written, signed and read, and which of them count.

A broker may lie, so an order carries its own proof: who gave it (a signature of Ed25519), to which
tables, and until when it counts. Each has a number that grows, and a table takes none twice.

Clocks may be wrong, and be set right again. A number that is a time in the future was given by a
clock that was ahead: it is not taken twice, but holds nothing back that the right time gives.
"""

import base64
import json
import logging
import socket
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec.structs import asdict

from firmware_host.base.errors import UsageError, reason
from firmware_host.base.signature import is_signed
from firmware_host.base.values import Struct, ValuesError, from_json
from firmware_host.setup.paths import FLEET_SETTINGS
from firmware_host.storage.filesystem import OS_STORAGE, Storage, replace_file
from firmware_host.web.orders import LONGEST_ORDER, PROOFS, OrderRefusedError, known_orders
from firmware_host.web.table_states import EVERYBODY
from games.message import msg
from hardware.untrusted_input import written

if TYPE_CHECKING:
    from firmware_host.features.fleet.settings import FleetSettings

HIGHEST: Final = 2**63 - 1
"""The highest number of an order: every language and database has it."""

LONGEST_SECONDS: Final = 24 * 3600
"""An order may count for so long at most: a broker that keeps orders back gains little."""

CLOCKS_DIFFER_SECONDS: Final = 600.0
"""The clocks of a desk and of a table may be so far apart: it may take so long until orders count
again after an order of a clock that was ahead."""

LAST_SECOND: Final = 253_402_300_799
"""The end of the year 9999, which no clock shows."""

MOST_KEPT: Final = 500
KEPT: Final = "taken-orders"
"""The file of :class:`TakenOrders`: a number in each line."""

KEPT_ONCE: Final = "last-order"
"""The file of release 0.2.0: the number of the last order that was taken."""

LONGEST_FILE: Final = (MOST_KEPT + 1) * len(f"{HIGHEST}\n")

FOR_OTHERS: Final = msg("it is for other tables")
LATE: Final = msg("it has come too late; is the clock of the table right?")
TAKEN: Final = msg("it, or one after it, was taken already")
MUCH_TOO_LONG: Final = (
    f"it counts for more than {LONGEST_SECONDS // 3600} hours; is the clock of the table right?"
)
FORGOTTEN: Final = "the table does not know which orders it has taken"

NO_ORDER: Final = msg("it is no order with a signature")
FORGED: Final = msg("its signature is wrong")
NO_KEY: Final = msg("this table takes no signed orders")
NOT_ALLOWED: Final = msg("the settings of this table do not allow it")

log = logging.getLogger(__name__)


class Order(Struct, frozen=True, forbid_unknown_fields=True):
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


class _SignedOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """What comes from the broker: the text of an ``order``, and its ``signature`` in Base64."""

    order: str
    signature: str


def read_order(payload: bytes, key: bytes) -> Order:
    """Return the order in ``payload`` if ``key`` has signed it; else OrderRefusedError."""
    if len(payload) > LONGEST_ORDER:
        raise OrderRefusedError(f"it has more than {LONGEST_ORDER} bytes")
    try:
        found = from_json(payload, _SignedOrder)
    except ValuesError:
        raise OrderRefusedError(NO_ORDER) from None
    order = _order(found.order)
    try:
        signature = base64.b64decode(found.signature, validate=True)
    except ValueError:
        signature = b""
    if not is_signed(found.order.encode(), signature, key):
        raise OrderRefusedError(FORGED)
    return order


def _order(text: str) -> Order:
    try:
        order = from_json(text, Order)
    except ValuesError:
        raise OrderRefusedError("it does not have name, value, tables, number and until") from None
    if not all(0 < each <= HIGHEST for each in (order.number, order.until)):
        raise OrderRefusedError(f"expected number and until from 1 to {HIGHEST}")
    return order


class TakenOrders(Struct, frozen=True):
    """The highest ``numbers`` of orders that were taken, up to :data:`MOST_KEPT`.

    Nothing up to the number ``floor`` is taken any more, whatever a clock says: what was taken of
    that is not known one by one.

    >>> ahead = TakenOrders(0, (7_000, 9_000_000))
    >>> [ahead.has(number, now=7.0) for number in (6_999, 7_000, 7_001, 9_000_000)]
    [True, True, False, True]
    """

    floor: int = 0
    numbers: tuple[int, ...] = ()

    @classmethod
    def read(cls, text: bytes) -> "TakenOrders":
        """Read the content of the file; ValueError if it makes no sense."""
        floor, *numbers = map(int, text.split())
        if len(text) > LONGEST_FILE or not all(0 <= each <= HIGHEST for each in (floor, *numbers)):
            raise ValueError("expected the numbers of orders")
        return cls(floor, tuple(numbers))

    @classmethod
    def read_one(cls, text: bytes, now: float) -> "TakenOrders":
        """Read the file of release 0.2.0; ValueError if it makes no sense."""
        number = int(text)
        if number < 0:
            raise ValueError("expected the number of an order")
        if number > HIGHEST:  # no such order counts any longer
            return cls()
        return cls(numbers=(number,)) if _is_future(number, now) else cls(floor=number)

    def text(self) -> bytes:
        """Return the content of the file."""
        return b"".join(b"%d\n" % number for number in (self.floor, *self.numbers))

    def has(self, number: int, now: float) -> bool:
        """Return whether the order with this ``number``, or one after it, was taken by ``now``."""
        latest = max(now * 1000, number) + CLOCKS_DIFFER_SECONDS * 1000
        return number <= self.floor or any(number <= each <= latest for each in self.numbers)

    def plus(self, number: int, now: float) -> "TakenOrders":
        """Return these orders and the one with this ``number``, which is taken ``now``.

        Where too many are in the future, the one that is farthest away makes room.

        >>> TakenOrders().plus(7, now=60.0)
        TakenOrders(floor=0, numbers=(7,))
        """
        numbers = tuple(sorted({*self.numbers, number}))
        if len(numbers) <= MOST_KEPT:
            return TakenOrders(self.floor, numbers)
        if _is_future(numbers[0], now):
            return TakenOrders(self.floor, numbers[:-1])
        return TakenOrders(max(self.floor, numbers[0]), numbers[1:])


class OrderBook:
    """Which orders count at the ``table`` of this name; what was taken is kept in ``folder``.

    An order may come ``patience`` seconds later than it says: what it asks for took so long.
    """

    def __init__(
        self,
        table: str,
        folder: Path,
        storage: Storage = OS_STORAGE,
        patience: float = 0.0,
    ) -> None:
        self._table, self._folder, self._storage = table, folder, storage
        self._patience = patience

    def take(self, order: Order, now: float) -> None:
        """Take ``order`` at the time ``now`` (seconds since 1970); else OrderRefusedError.

        It is noted before anything is done: what is cut off by a power cut is not done twice.
        """
        if order.name not in known_orders():
            raise OrderRefusedError(f"there is no order {written(order.name)}")
        if not {self._table, EVERYBODY} & {*order.tables}:
            raise OrderRefusedError(FOR_OTHERS)
        if order.until + self._patience < now:
            raise OrderRefusedError(LATE)
        if order.until > now + LONGEST_SECONDS:
            raise OrderRefusedError(behind(order, now) or MUCH_TOO_LONG)
        taken = self._taken(now)
        if taken.has(order.number, now):
            raise OrderRefusedError(TAKEN)
        try:
            text = taken.plus(order.number, now).text()
            replace_file(self._storage, self._folder, KEPT, text)
        except OSError as error:
            raise OrderRefusedError(f"the table cannot note it: {reason(error)}") from None

    def _taken(self, now: float) -> TakenOrders:
        try:
            text = self._read(KEPT)
            if text is not None:
                return TakenOrders.read(text)
            text = self._read(KEPT_ONCE)
            return TakenOrders() if text is None else TakenOrders.read_one(text, now)
        except (OSError, ValueError):
            log.warning(
                "%s or %s in %s cannot be read: no order counts until both are removed",
                *(KEPT, KEPT_ONCE, self._folder),
            )
            raise OrderRefusedError(FORGOTTEN) from None

    def _read(self, name: str) -> bytes | None:
        try:
            with self._storage.read(self._folder / name) as file:
                return file.read(LONGEST_FILE + 1)
        except FileNotFoundError:
            return None


def behind(order: Order, now: float) -> str:
    """Return in words that the clock of a table is behind ``order``; empty if it is not.

    >>> behind(Order("restart", "", ("all",), 1_764_244_800_000, 0), 1_764_000_000)
    'the clock of this table is behind, or that of the desk is ahead: it is 2025-11-24 16:00 UTC \
here, and the order was given at 2025-11-27 12:00 UTC'
    """
    if not _is_future(order.number, now):
        return ""
    return (
        "the clock of this table is behind, or that of the desk is ahead: "
        f"it is {_utc(now)} UTC here, and the order was given at {_utc(order.number / 1000)} UTC"
    )


def _is_future(number: int, now: float) -> bool:
    return number > (now + CLOCKS_DIFFER_SECONDS) * 1000


def _utc(seconds: float) -> str:
    return f"{datetime.fromtimestamp(min(seconds, LAST_SECOND), UTC):%Y-%m-%d %H:%M}"


def prove(name: str, payload: bytes, folder: Path, patience: float) -> str:
    """Take the order called ``name`` in ``payload``, and return its value.

    The settings of the fleet say whose signature counts, and whether it is allowed. It is noted in
    ``folder``, and may come ``patience`` seconds later than it says. OrderRefusedError says why it
    does not count.
    """
    from firmware_host.features.fleet.settings import read_settings

    try:
        settings = read_settings(Path(FLEET_SETTINGS), None, socket.gethostname())
    except UsageError as error:
        raise OrderRefusedError(str(error)) from None
    book = OrderBook(settings.table, folder, patience=patience)
    return proven(name, payload, settings, book, time.time())


def proven(
    name: str, payload: bytes, settings: "FleetSettings", book: OrderBook, now: float
) -> str:
    """Take the order called ``name`` in ``payload`` into ``book``, and return its value.

    It counts at the time ``now`` (seconds since 1970) if ``settings`` allow it; else
    OrderRefusedError.
    """
    if settings.order_key is None:
        raise OrderRefusedError(NO_KEY)
    order = read_order(payload, settings.order_key)
    if order.name != name:
        raise OrderRefusedError(f"it is no order to {name}")
    if name not in settings.allowed:
        raise OrderRefusedError(NOT_ALLOWED)
    book.take(order, now)
    return order.value


OFFERS: Final = (PROOFS.offer(prove),)
