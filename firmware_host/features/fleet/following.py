"""The desk at a broker: it knows how all tables are, and gives them orders.

Orders are written and signed here, and what became of each is kept. Those to many tables take as
few messages as the longest length allows, all of one number.
"""

import asyncio
import logging
import subprocess
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final, NamedTuple

import aiomqtt
from msgspec import Struct

from firmware_host.base.errors import HostError
from firmware_host.base.timing import local_now, why_not_trusted
from firmware_host.features.fleet.agent import AGAIN_SECONDS
from firmware_host.features.fleet.connection import (
    ANSWER,
    ORDER,
    PICTURE,
    Topics,
    connection,
    parted,
)
from firmware_host.features.fleet.directory import (
    EVERY_PICTURE,
    UNREACHABLE,
    Changes,
    Directory,
    listen,
)
from firmware_host.features.fleet.order_desk import DONE, FAILED, REFUSED
from firmware_host.features.fleet.orders import Order, write_order
from firmware_host.features.fleet.settings import FleetSettings
from firmware_host.web.mirror import PNG
from firmware_host.web.orders import known_orders
from firmware_host.web.table_states import EVERYBODY, State
from hardware.untrusted_input import harmless

TOGETHER: Final = 25
"""Tables named in one order: with the longest names and value it is just short enough."""

SAME_MILLISECONDS: Final = 1000
"""Orders of one person do not come closer; a clock that is set back by less waits for itself."""

LONGEST_WORDS: Final = 200
"""Letters of what OpenSSL says."""

WAITING: Final = "waiting"
SILENT: Final = "silent"
"""A table that did not answer in time."""

OUTCOMES: Final = (DONE, REFUSED, FAILED)
STATES: Final = (WAITING, *OUTCOMES, SILENT)
"""What may become of an order at a table."""


class SignedOrder(NamedTuple):
    """An order as it goes to the broker: the ``payload`` for these ``topics``."""

    topics: tuple[str, ...]
    payload: bytes


def next_number(last: int, now: float) -> int:
    """Return the number of an order that is given ``now``, after one with the number ``last``.

    It is the time in milliseconds; one more than ``last`` within the same instant, but never one
    that was a time of a clock that was ahead.

    >>> next_number(0, 7.5), next_number(7500, 7.5), next_number(9_000_000, 7.5)
    (7500, 7501, 7500)
    """
    time = int(now * 1000)
    return last + 1 if 0 <= last - time < SAME_MILLISECONDS else time


def signed_orders(
    what: tuple[str, str],
    tables: Sequence[str],
    number: int,
    until: int,
    sign: Callable[[bytes], bytes],
) -> Iterator[SignedOrder]:
    """Yield the order ``what`` (its name and value) for ``tables``, which are names or EVERYBODY.

    ``number`` and ``until`` are those of the order, and ``sign`` returns the signature of bytes.
    """
    for begin in range(0, len(tables), TOGETHER):
        some = tuple(tables[begin : begin + TOGETHER])
        payload = write_order(Order(*what, some, number, until), sign)
        yield SignedOrder(tuple(Topics(name).of(ORDER) for name in some), payload)


def patience(what: tuple[str, str]) -> float:
    """Return how many seconds tables may take for the order ``what`` (name and value)."""
    name, value = what
    return known_orders()[name].patience(value)


def asked(tables: Sequence[str], known: Sequence[str]) -> tuple[str, ...]:
    """Return which of the ``known`` tables an order for ``tables`` is for; others may not exist.

    >>> asked(("all",), ("a", "b")), asked(("a", "x"), ("a", "b"))
    (('a', 'b'), ('a', 'x'))
    """
    return tuple(known) if EVERYBODY in tables else tuple(tables)


def sign(data: bytes, key: Path) -> bytes:
    """Return the Ed25519 signature of ``data`` by the private ``key``, a PEM file.

    The signature is made by OpenSSL. HostError if it says no.
    """
    with NamedTemporaryFile() as text:
        text.write(data)
        text.flush()
        command = ("openssl", "pkeyutl", "-sign", "-rawin", "-inkey", f"{key}", "-in", text.name)
        try:
            done = subprocess.run(command, capture_output=True, check=False)
        except FileNotFoundError:
            raise HostError("an order is signed by openssl: install it") from None
    if done.returncode:
        said = harmless(done.stderr.decode(errors="replace").strip(), LONGEST_WORDS)
        raise HostError(f"{key}: expected a private key of Ed25519; openssl says: {said}")
    return done.stdout


class OrderOutcome(Struct, frozen=True):
    """What became of an order at a table; ``why``, as the table says it, unless it is done."""

    state: str = WAITING
    why: str = ""


@dataclass
class GivenOrder:
    """The order ``name`` with its ``value``, given ``at`` a time of the day with this ``number``.

    Tables that have not answered ``until`` then, in seconds of the desk's clock, count as silent.
    """

    name: str
    value: str
    number: int
    at: str
    until: float
    outcomes: dict[str, OrderOutcome] = field(default_factory=dict)
    changes: Changes = field(default_factory=Changes)

    def __post_init__(self) -> None:
        self._counts = Counter(found.state for found in self.outcomes.values())
        for table in self.outcomes:
            self.changes.note(table)

    def take(self, table: str, answer: State) -> bool:
        """Take the ``answer`` of ``table``, and return True; False if it is to another order.

        A table that cannot read an order answers without its number.
        """
        known = self.outcomes.get(table)
        if known is None or known.state in OUTCOMES:
            return False
        if answer.get("number", self.number) != self.number:
            return False
        state = str(answer.get("outcome"))
        if state not in OUTCOMES:
            return False
        self._put(table, OrderOutcome(state, str(answer.get("why", ""))))
        return True

    def give_up(self, now: float) -> bool:
        """Count tables as silent if it is too late ``now``; return whether there are any."""
        late = [name for name, found in self.outcomes.items() if found.state == WAITING]
        if now < self.until or not late:
            return False
        for table in late:
            self._put(table, OrderOutcome(SILENT))
        return True

    def _put(self, table: str, found: OrderOutcome) -> None:
        self._counts[self.outcomes[table].state] -= 1
        self._counts[found.state] += 1
        self.outcomes[table] = found
        self.changes.note(table)

    @property
    def counts(self) -> Mapping[str, int]:
        """How many tables there are of each state of an outcome."""
        return {state: self._counts[state] for state in STATES if self._counts[state]}


KEPT: Final = 10
"""Orders of which the page tells what became."""

LONGEST_PICTURE: Final = 64 << 10
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
            self.directory.changes.note(found[0])
            self.version += 1

    async def _give_up_late_ones(self) -> None:
        while True:
            await asyncio.sleep(LATE_SECONDS)
            late = [each.give_up(time.monotonic()) for each in self.given]
            self.version += any(late)


def is_picture(payload: bytes) -> bool:
    """Return whether ``payload`` can be the picture of a panel."""
    return payload.startswith(PNG) and len(payload) <= LONGEST_PICTURE
