"""A count-down that asks whether anybody is there, before the table is cleared for the next."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Self

from firmware_host.screens.posters import CountdownView
from firmware_host.screens.view import View
from firmware_host.table.scenes.base import Waiting
from firmware_host.table.scenes.overlay import Covered

if TYPE_CHECKING:
    from firmware_host.table.table import Table

SECONDS: Final = 30


@dataclass(frozen=True)
class StillThere(Waiting):
    """So many seconds are ``left``; any key, throw or piece leads back to what is ``covered``."""

    is_overlay = True
    covered: Covered
    deadline: float
    left: int = SECONDS

    @classmethod
    def over(cls, table: "Table") -> Self:
        """Begin to count over the present scene."""
        return cls(Covered.at(table), table.now + 1.0)

    def view(self, table: "Table") -> View:
        return CountdownView(self.left, SECONDS)

    def tick(self, table: "Table") -> None:
        if self.left > 1:
            table.show(replace(self, left=self.left - 1, deadline=self.deadline + 1.0))
        else:
            table.rest()

    def wake(self, table: "Table") -> None:
        self.covered.uncover(table)
