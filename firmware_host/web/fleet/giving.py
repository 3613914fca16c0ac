"""Give an order to many tables: as few messages as its longest length allows, all of one number."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from firmware_host.web.fleet.ordered import FETCH_SECONDS, UPDATE_SECONDS
from firmware_host.web.fleet.orders import Order, write_order
from firmware_host.web.fleet.topics import ORDER, Topics
from firmware_host.web.table_states import EVERYBODY

TOGETHER: Final = 25
"""Tables named in one order: with the longest names and value it is just short enough."""

USUAL_SECONDS: Final = 100.0
"""How long to wait for answers. A restart takes most of it."""

LONGEST_SECONDS: Final = FETCH_SECONDS + UPDATE_SECONDS
"""How long to wait where a package is fetched and installed."""

SAME_MILLISECONDS: Final = 1000
"""Orders of one person do not come closer; a clock that is set back by less waits for itself."""

LONGEST_VALUE: Final = 400
"""Letters of a value: the address of a package, and its SHA-256."""


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
    """Return how many seconds tables may take for the order ``what`` (name and value).

    >>> patience(("restart", "")), patience(("update", "https://..."))
    (100.0, 1500.0)
    """
    name, value = what
    return LONGEST_SECONDS if name == "update" and value else USUAL_SECONDS


def asked(tables: Sequence[str], known: Sequence[str]) -> tuple[str, ...]:
    """Return which of the ``known`` tables an order for ``tables`` is for; others may not exist.

    >>> asked(("all",), ("a", "b")), asked(("a", "x"), ("a", "b"))
    (('a', 'b'), ('a', 'x'))
    """
    return tuple(known) if EVERYBODY in tables else tuple(tables)
