"""Orders to many tables: written and signed at a desk, and what became of each.

There are as few messages as the longest length allows, all of one number.
"""

import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final, NamedTuple

from msgspec import Struct

from firmware_host.base.errors import HostError
from firmware_host.features.fleet.connection import ORDER, Topics
from firmware_host.features.fleet.order_desk import DONE, FAILED, REFUSED
from firmware_host.features.fleet.orders import Order, write_order
from firmware_host.web.orders import known_orders
from firmware_host.web.table_states import EVERYBODY, State
from hardware.untrusted_text import harmless

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
        self.outcomes[table] = OrderOutcome(state, str(answer.get("why", "")))
        return True

    def give_up(self, now: float) -> bool:
        """Count tables as silent if it is too late ``now``; return whether there are any."""
        late = [name for name, found in self.outcomes.items() if found.state == WAITING]
        if now < self.until or not late:
            return False
        self.outcomes |= dict.fromkeys(late, OrderOutcome(SILENT))
        return True

    @property
    def counts(self) -> Mapping[str, int]:
        """How many tables there are of each state of an outcome."""
        states = [found.state for found in self.outcomes.values()]
        return {state: states.count(state) for state in dict.fromkeys(states)}
