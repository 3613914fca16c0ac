"""The desk at a broker: it knows how all tables are, and gives them orders."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

import aiomqtt

from firmware_host.base.errors import HostError
from firmware_host.base.timing import local_now, why_not_trusted
from firmware_host.features.fleet.agent import AGAIN_SECONDS
from firmware_host.features.fleet.connection import ANSWER, PICTURE, connection, parted
from firmware_host.features.fleet.directory import EVERY_PICTURE, UNREACHABLE, Directory, listen
from firmware_host.features.fleet.giving import (
    SILENT,
    GivenOrder,
    OrderOutcome,
    asked,
    next_number,
    patience,
    signed_orders,
)
from firmware_host.features.fleet.settings import FleetSettings
from hardware.untrusted_text import harmless

KEPT: Final = 10
"""Orders of which the page tells what became."""

LONGEST_PICTURE: Final = 64 << 10
PNG: Final = b"\x89PNG\r\n\x1a\n"
"""What a picture begins with (PNG specification, 5.2)."""

LATE_SECONDS: Final = 1.0
MINUTES: Final = 5
"""How long an order counts."""

Sign = Callable[[bytes], bytes]

log = logging.getLogger(__name__)


class NotGivenError(HostError):
    """An order that could not be given; nobody got it."""


class FleetDesk:
    """Follows the tables in ``directory`` at the broker of ``settings``, and gives them orders.

    ``sign`` returns the signature of an order; without it, none is given. ``version`` grows
    whenever something is new.
    """

    def __init__(
        self, settings: FleetSettings, directory: Directory, sign: Sign | None = None
    ) -> None:
        self.directory, self.version = directory, 0
        self.given: deque[GivenOrder] = deque(maxlen=KEPT)
        self.pictures: dict[str, bytes] = {}
        self._settings, self._sign = settings, sign
        self._broker: aiomqtt.Client | None = None
        self._number = 0

    @property
    def gives_orders(self) -> bool:
        """Whether orders can be signed here."""
        return self._sign is not None

    @property
    def is_connected(self) -> bool:
        """Whether the broker can be reached."""
        return self._broker is not None

    async def run(self) -> None:
        """Follow the tables until this task is cancelled; a lost connection is made again."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._give_up_late_ones())
            group.create_task(self._stay_connected())

    async def give(self, what: tuple[str, str], tables: Sequence[str]) -> None:
        """Give the order ``what`` (name and value) to ``tables``; NotGivenError says why not."""
        if self._sign is None or self._broker is None:
            raise NotGivenError("there is no key, or no connection to the broker")
        now = time.time()
        self._number = next_number(self._number, now)
        until = int(now) + 60 * MINUTES
        work = signed_orders(what, tables, self._number, until, self._sign)
        orders = await asyncio.to_thread(lambda: [*work])
        given = GivenOrder(
            *what,
            self._number,
            f"{local_now():%H:%M:%S}",
            time.monotonic() + patience(what),
            {name: self._expected(name) for name in asked(tables, sorted(self.directory.tables))},
        )
        self.given.appendleft(given)
        try:
            for topics, payload in orders:
                for topic in topics:
                    await self._broker.publish(topic, payload, qos=1)
        except (aiomqtt.MqttError, AttributeError) as error:
            raise NotGivenError(f"the broker has not taken it: {harmless(str(error))}") from None
        finally:
            self.version += 1

    def _expected(self, table: str) -> OrderOutcome:
        """Return what is to be expected of ``table`` before it has answered."""
        is_there = self.directory.tables.get(table, {}).get("online", {}).get("online")
        return OrderOutcome() if is_there else OrderOutcome(SILENT, UNREACHABLE)

    async def _stay_connected(self) -> None:
        tries = 0
        while True:
            try:
                async with connection(self._settings, is_desk=True) as broker:
                    tries = 0
                    await self._follow(broker)
            except (aiomqtt.MqttError, OSError, ValueError) as error:
                if tries == 0:
                    where = self._settings.broker.url
                    why = harmless(why_not_trusted(str(error)))
                    log.warning("no broker at %s: %s", where, why)
            self._be_connected(None)
            await asyncio.sleep(AGAIN_SECONDS[min(tries, len(AGAIN_SECONDS) - 1)])
            tries += 1

    async def _follow(self, broker: aiomqtt.Client) -> None:
        await listen(broker)
        await broker.subscribe(EVERY_PICTURE, qos=0)
        self._be_connected(broker)
        async for message in broker.messages:
            self.take(message.topic.value, bytes(message.payload), is_kept=bool(message.retain))

    def _be_connected(self, broker: aiomqtt.Client | None) -> None:
        self._broker = broker
        self.version += 1

    def take(self, topic: str, payload: bytes, *, is_kept: bool) -> None:
        """Take what the broker says; ``is_kept`` means that it has kept it for whoever comes."""
        if topic.endswith(f"/{PICTURE}"):
            self._take_picture(topic, payload)
            return
        found = self.directory.take(topic, payload)
        if found is None:
            return
        self.version += 1
        table, what, answer = found
        if what == ANSWER and not is_kept:
            any(each.take(table, answer) for each in self.given)

    def _take_picture(self, topic: str, payload: bytes) -> None:
        found = parted(topic)
        is_known = found is not None and found[0] in self.directory.tables
        if found is not None and is_known and is_picture(payload):
            self.pictures[found[0]] = payload
            self.version += 1

    async def _give_up_late_ones(self) -> None:
        while True:
            await asyncio.sleep(LATE_SECONDS)
            late = [each.give_up(time.monotonic()) for each in self.given]
            self.version += any(late)


def is_picture(payload: bytes) -> bool:
    """Return whether ``payload`` can be the picture of a panel."""
    return payload.startswith(PNG) and len(payload) <= LONGEST_PICTURE
