"""An order that was given at the desk, and what became of it at each table."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from msgspec import Struct

from firmware_host.web.fleet.order_desk import DONE, FAILED, REFUSED
from firmware_host.web.table_states import State

WAITING: Final = "waiting"
SILENT: Final = "silent"
"""A table that did not answer in time."""

OUTCOMES: Final = (DONE, REFUSED, FAILED)


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
