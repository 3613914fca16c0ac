"""A broker that has kept every order, and clocks that are wrong by up to years, and right again.

The broker gives any order to the table at any time and as often as it likes. The table starts anew,
its card forgets nothing. Orders are signed elsewhere: what is tried here is which of them count.
"""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from firmware_host.features.fleet.following import next_number
from firmware_host.features.fleet.orders import CLOCKS_DIFFER_SECONDS, Order, OrderBook
from firmware_host.web.orders import OrderRefusedError
from tests.firmware_host.storage.disk import FOLDER, Disk

TABLE: Final = "hall-2"
MINUTE: Final = 60
HOUR, YEAR = 60 * MINUTE, 365 * 24 * 60 * MINUTE
WRONG: Final = (20 * MINUTE, 2 * HOUR, 20 * HOUR, 3 * YEAR, 10 * YEAR)
"""How far a clock may be off, in seconds."""


class HeldOrder(NamedTuple):
    """An order that the broker has; ``is_right`` means that the clock of the desk was right."""

    order: Order
    is_right: bool


@dataclass
class HostileBroker:
    """The broker between a desk and a table, with the clocks of both; ``chance`` decides.

    ``tally`` counts what happened. AssertionError if an order counts that must not, or the other
    way round.
    """

    chance: random.Random
    time: float = 1_800_000_000.0
    desk_off: int = 0
    table_off: int = 0
    tally: Counter[str] = field(default_factory=Counter)
    _held: list[HeldOrder] = field(default_factory=list)
    _taken: list[HeldOrder] = field(default_factory=list)
    _number: int = 0
    _disk: Disk = field(default_factory=Disk)

    def run(self, steps: int) -> None:
        """Do so many things at random, some time after each other."""
        for _ in range(steps):
            self.time += self.chance.choice((0.5, 30, 10 * MINUTE, 5 * HOUR))
            self.chance.choice(self._acts)()

    @property
    def _acts(self) -> tuple[Callable[[], None], ...]:
        often = (self._give,) * 4 + (self._replay,) * 6
        return (*often, self._desk_errs, self._table_errs, *(self._both_err, self._be_right) * 2)

    def _desk_errs(self) -> None:
        self.desk_off = self._some_error()

    def _table_errs(self) -> None:
        self.table_off = self._some_error()

    def _both_err(self) -> None:
        self.desk_off = self.table_off = self._some_error()

    def _some_error(self) -> int:
        self.tally["clocks set wrong"] += 1
        return self.chance.choice((-1, 1)) * self.chance.choice(WRONG)

    def _be_right(self) -> None:
        self.desk_off = self.table_off = 0

    def _give(self) -> None:
        """Give an order at the desk; the broker keeps it, and may pass it on."""
        now = self.time + self.desk_off
        self._number = next_number(self._number, now)
        order = Order("restart", "", (TABLE,), self._number, int(now) + 5 * MINUTE)
        held = HeldOrder(order, not self.desk_off)
        self._held.append(held)
        self.tally["orders"] += 1
        if self.chance.random() < 0.7:
            is_taken = self._pass_on(held)
            assert is_taken or not self._must_count(order), f"{order} counts for nothing"

    def _must_count(self, order: Order) -> bool:
        """Return whether a new ``order`` has to be taken: all clocks are right, for long enough."""
        last = order.number + CLOCKS_DIFFER_SECONDS * 1000
        are_right = self.desk_off == self.table_off == 0
        return are_right and not any(
            order.number <= each.order.number <= last for each in self._taken
        )

    def _replay(self) -> None:
        if self._held:
            self._pass_on(self.chance.choice(self._held[-40:]))

    def _pass_on(self, held: HeldOrder) -> bool:
        """Give an order to the table, which has just been started; return whether it counts."""
        book, order = OrderBook(TABLE, FOLDER, self._disk), held.order
        self.tally["deliveries"] += 1
        try:
            book.take(order, self.time + self.table_off)
        except OrderRefusedError as error:
            self.tally["told to be behind"] += "the clock of this table is behind" in str(error)
            return False
        assert held not in self._taken, f"{order} counts twice"
        assert not (self.table_off == 0 and self._is_late(held)), f"{order} came after a later one"
        self._taken.append(held)
        self.tally["taken"] += 1
        return True

    def _is_late(self, held: HeldOrder) -> bool:
        """Return whether an order that was given after ``held`` was taken; the desk was right."""
        later = (each.is_right and each.order.number > held.order.number for each in self._taken)
        return held.is_right and any(later)
