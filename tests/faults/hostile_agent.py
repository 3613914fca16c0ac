"""An agent of a fleet that was taken over: it tries to have another program installed as root.

It may write whatever it likes into its own folder, and it has seen every order that was ever given.
The updater is the real one, on a simulated card; a key for packages is not set.
"""

import base64
import json
import random
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from msgspec.structs import replace

from firmware_host.features.fleet.following import sign
from firmware_host.features.fleet.orders import (
    LONGEST_SECONDS,
    Order,
    OrderBook,
    proven,
    write_order,
)
from firmware_host.features.fleet.settings import FleetSettings, read_settings
from firmware_host.features.update.updating import read_ordered
from firmware_host.setup.paths import FLEET_REQUEST, FLEET_STATE_KEPT, UPDATES
from firmware_host.setup.update.disk import remove_tree
from firmware_host.setup.update.intake import FETCH_SECONDS, FETCHED, UPDATE_SECONDS, take
from firmware_host.setup.update.package import SUMS
from firmware_host.setup.update.record import UpdateError
from firmware_host.setup.update.releases import Releases
from tests.firmware_host.features.fleet.keys import make_keys
from tests.firmware_host.setup.update.card import Card
from tests.firmware_host.setup.update.packages import package
from tests.firmware_host.setup.update.table import NEW, OLD, SimulatedMachine, new_card, updater

NOW: Final = 1_800_000_000
OLDER: Final = "0.0.9"
TABLE: Final = "hall-2"
NO_MORE: Final = FETCH_SECONDS + UPDATE_SECONDS + 1


class Attempt(NamedTuple):
    """What the agent writes: a ``request``, and a package of this ``version`` beside it."""

    kind: str
    request: bytes
    version: str = NEW


class HostileAgent:
    """The folder of an agent at a table that runs OLD and obeys the key made in ``folder``."""

    def __init__(self, folder: Path) -> None:
        (folder / "others").mkdir()
        self._private, public = make_keys(folder)
        self._foreign, _ = make_keys(folder / "others")
        self.now = float(NOW)
        self.settings: FleetSettings = replace(
            read_settings(None, "mqtt://x", TABLE),
            order_key=public,
            allowed=frozenset({"update", "restart"}),
        )
        self.card: Card = new_card()
        for each in ("/var/lib/private", FLEET_STATE_KEPT):
            self.card.make_folder(each)
        self._kept = folder / UPDATES.rpartition("/")[2]
        self._kept.mkdir()

    def _prove(self, name: str, payload: bytes, folder: Path, patience: float) -> str:
        book = OrderBook(self.settings.table, self._kept, patience=patience)
        return proven(name, payload, self.settings, book, self.now)

    def signed(self, wanted: Order, *, is_foreign: bool = False) -> bytes:
        """Return the order ``wanted`` with the signature of whoever gives orders, or of a thief."""
        key = self._foreign if is_foreign else self._private
        return write_order(wanted, partial(sign, key=key))

    def order(self, version: str = NEW, number: int = NOW * 1000) -> Order:
        """Return the order that asks for ``version``."""
        value = f"https://files.example/{name_of(version)} {sha256(package(version)).hexdigest()}"
        return Order("update", value, (TABLE,), number, NOW + 300)

    def try_out(self, attempt: Attempt) -> str:
        """Let the updater do what ``attempt`` asks for; return the version that runs then."""
        data = package(attempt.version)
        remove_tree(self.card, FETCHED)
        remove_tree(self.card, FLEET_REQUEST)
        self.card.make_folder(FETCHED)
        name = name_of(attempt.version)
        self.card.write(f"{FETCHED}/{name}", data, 0o600)
        sums = f"{sha256(data).hexdigest()}  {name}\n".encode()
        self.card.write(f"{FETCHED}/{SUMS}", sums, 0o600)
        self.card.write(FLEET_REQUEST, attempt.request, 0o600)
        machine = SimulatedMachine(self.card, stopped_at=1030.0)
        while (
            waiting := take(self.card, lambda order: read_ordered(order, (self._prove,)))
        ) is not None:
            if isinstance(waiting, UpdateError):
                updater(machine).refuse(waiting)
            else:
                updater(machine).install(waiting)
        return Releases(self.card).current or ""


def name_of(version: str) -> str:
    """Return the name of the package of ``version``."""
    return f"tableside_{version}_all.deb"


def attempts(agent: HostileAgent, chance: random.Random, count: int) -> Iterator[Attempt]:
    """Yield what a taken-over ``agent`` tries: each kind once, then ``count`` changed orders."""
    yield from _wishes()
    yield from _orders(agent)
    good = agent.signed(agent.order())
    yield Attempt("another package", good, OLDER)
    changed = (_changed(good, chance) for _ in range(count))
    yield from (Attempt("a changed order", each) for each in changed if _said(each) != _said(good))


def _wishes() -> Iterator[Attempt]:
    """Yield requests without an order, as release 0.2.0 took them."""
    for version in (NEW, OLDER):
        for older in (False, True):
            wish = {"name": name_of(version), "version": version, "older": older}
            yield Attempt("no order", json.dumps(wish).encode(), version)
    for text in (b"", b"{", b"[" * 3000, b"\xff" * 5000, b"null", b'{"order": 7}'):
        yield Attempt("nonsense", text)


def _orders(agent: HostileAgent) -> Iterator[Attempt]:
    """Yield orders that are written well and do not count."""
    good = agent.order()
    yield Attempt("by somebody else", agent.signed(good, is_foreign=True))
    yield Attempt("without a signature", write_order(good, lambda data: b""))
    yield Attempt("an older version", agent.signed(agent.order(OLDER, 1)), OLDER)
    yield Attempt("the same version", agent.signed(agent.order(OLD, 2)), OLD)
    wrong = {
        "for another table": replace(good, tables=("hall-3",)),
        "another order": replace(good, name="restart", value=""),
        "an update from the stick": replace(good, value=""),
        "too late": replace(good, until=NOW - int(NO_MORE)),
        "for too long": replace(good, until=NOW + LONGEST_SECONDS + 1),
        "a number that is too long": replace(good, number=10**33),
        "an address without a sum": replace(good, value=good.value.partition(" ")[0]),
    }
    for kind, order in wrong.items():
        yield Attempt(kind, agent.signed(order))


def _changed(order: bytes, chance: random.Random) -> bytes:
    """Return ``order`` with a byte changed, left out or doubled: it is not what was signed."""
    place = chance.randrange(len(order))
    other = bytes({chance.randrange(256)} - {order[place]}) or b"?"
    return chance.choice(
        (
            order[:place] + other + order[place + 1 :],
            order[:place] + order[place + 1 :],
            order[:place] + other + order[place:],
            order[: max(place, 1)],
        )
    )


def _said(payload: bytes) -> tuple[str, bytes] | None:
    """Return the text and the signature in ``payload``; white space between them says nothing."""
    try:
        found = json.loads(payload)
        return found["order"], base64.b64decode(found["signature"])
    except (ValueError, KeyError, TypeError):
        return None
