"""The update that an order names: what the agent of a table fetches, and what its updater takes.

The agent speaks with the network, and may have been taken over. So it hands the signed order itself
to the updater, which believes nothing else: who gave the order, which table it is for, until when
it counts, that it was not taken before, and which package it names.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

from msgspec import Struct

from firmware_host.base.errors import UsageError
from firmware_host.setup.update.at_table import FILE
from firmware_host.setup.update.intake import OrderedPackage
from firmware_host.setup.update.record import UpdateError
from firmware_host.web.fleet.order_book import OrderBook
from firmware_host.web.fleet.orders import OrderRefusedError, read_order
from firmware_host.web.fleet.settings import FleetSettings
from games.message import msg
from hardware.untrusted_text import written

UPDATE: Final = "update"
"""The order that may name a package to fetch."""

VALUE: Final = re.compile(
    r"(?P<url>https://[\w.-]+(:\d{1,5})?(/[\w.+~%-]+)*/[\w.+~%-]+) (?P<sum>[0-9a-f]{64})",
    re.ASCII,
)
FETCH_SECONDS: Final = 900.0
UPDATE_SECONDS: Final = 600.0

NO_KEY: Final = msg("this table takes no signed orders")
NOT_ALLOWED: Final = msg("the settings of this table do not allow it")
NO_UPDATE: Final = "it is no order to update"


class WantedUpdate(Struct, frozen=True):
    """The package at ``url`` with this ``sha256``; ``name`` is that of its file."""

    url: str
    sha256: str
    name: str
    version: str

    @classmethod
    def read(cls, value: str) -> "WantedUpdate":
        """Read the value of an order; OrderRefusedError says what was expected."""
        found = VALUE.fullmatch(value)
        file = FILE.fullmatch(found["url"].rpartition("/")[2]) if found else None
        if found is None or file is None:
            raise OrderRefusedError(
                f"update: expected https://HOST/.../tableside_VERSION_ARCHITECTURE.deb and its "
                f"SHA-256, got {written(value)}"
            )
        return cls(found["url"], found["sum"], file[0], file[1])


class UpdateOrders:
    """Reads the orders that come to the updater with a package that was fetched.

    ``settings`` reads those of the fleet, ``now`` returns the time in seconds since 1970. Which
    orders were taken is kept in ``folder``, where only the updater writes.
    """

    def __init__(
        self, settings: Callable[[], FleetSettings], folder: Path, now: Callable[[], float]
    ) -> None:
        self._settings, self._folder, self._now = settings, folder, now

    def read(self, payload: bytes) -> OrderedPackage:
        """Return what the order in ``payload`` names; UpdateError says why it does not count."""
        try:
            return self._taken(payload)
        except (OrderRefusedError, UsageError) as error:
            raise UpdateError("order", f"the order that asks for it: {error}") from None

    def _taken(self, payload: bytes) -> OrderedPackage:
        settings = self._settings()
        if settings.order_key is None:
            raise OrderRefusedError(NO_KEY)
        order = read_order(payload, settings.order_key)
        if order.name != UPDATE:
            raise OrderRefusedError(NO_UPDATE)
        if UPDATE not in settings.allowed:
            raise OrderRefusedError(NOT_ALLOWED)
        wanted = WantedUpdate.read(order.value)
        patience = FETCH_SECONDS + UPDATE_SECONDS
        OrderBook(settings.table, self._folder, patience=patience).take(order, self._now())
        return OrderedPackage(wanted.name, wanted.version, wanted.sha256)
