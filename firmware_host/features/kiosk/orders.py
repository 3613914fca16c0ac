"""The order that says when a table is open: always, never, or between two times of every day."""

import re
from datetime import datetime
from typing import Final

from msgspec import Struct

from firmware_host.remote.requests import LONGEST_TEXT, SetOpen
from firmware_host.web.mirror import TableMirror
from firmware_host.web.orders import (
    ORDERS,
    OrderControl,
    OrderKind,
    OrderRefusedError,
    StandingOrder,
    button,
)
from games.message import msg

SPAN: Final = re.compile(r"([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)")
DAY: Final = 24 * 60


class Hours(Struct, frozen=True):
    """Open from ``begin`` to ``end``, in minutes since midnight; past midnight if it ends earlier.

    Equal times mean that the table is always open; ``is_shut`` that it never is.

    >>> Hours.read("10:00-18:00").is_open(17 * 60), Hours.read("20:00-02:00").is_open(60)
    (True, True)
    """

    begin: int = 0
    end: int = 0
    is_shut: bool = False

    @classmethod
    def read(cls, text: str) -> "Hours":
        """Read hours as people write them; OrderRefusedError says what was expected."""
        if text in ("always", "never"):
            return cls(is_shut=text == "never")
        found = SPAN.fullmatch(text)
        if found is None:
            raise OrderRefusedError(
                "hours: expected always, never, or two times such as 10:00-18:00"
            )
        first, second, third, fourth = map(int, found.groups())
        return cls(first * 60 + second, third * 60 + fourth)

    def is_open(self, minute: int) -> bool:
        """Return whether the table is open at ``minute`` of the day."""
        length = (self.end - self.begin - 1) % DAY + 1
        return not self.is_shut and (minute - self.begin) % DAY < length

    @property
    def opens(self) -> str:
        """When the table opens, as text; empty if it has no such time.

        >>> Hours.read("9:30-18:00".zfill(11)).opens
        '09:30'
        """
        is_daily = not self.is_shut and self.begin != self.end
        return f"{self.begin // 60:02}:{self.begin % 60:02}" if is_daily else ""

    def wish(self, local: datetime, table: TableMirror) -> SetOpen | None:
        """Return what opens or closes ``table``; it stays open while somebody is there."""
        is_open = self.is_open(local.hour * 60 + local.minute)
        is_closed = table.snapshot.awaited == "opening"
        return SetOpen(is_open, self.opens) if is_open == is_closed else None


OFFERS: Final = (
    ORDERS.offer(
        OrderKind(
            "hours",
            msg("Opening hours"),
            msg("when the table is open: always, never, or such as 10:00-18:00"),
            lambda value: StandingOrder(Hours.read(value).wish),
            longest=LONGEST_TEXT,
            example="10:00-18:00",
            usual="always",
            controls={
                "open": button("Open", "mdi:door-open", "always"),
                "close": button("Close", "mdi:door-closed", "never"),
                "hours": OrderControl(
                    "text",
                    "Hours",
                    more={"pattern": f"always|never|{SPAN.pattern}", "icon": "mdi:clock-outline"},
                ),
            },
        ),
    ),
)
