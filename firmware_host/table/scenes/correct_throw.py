"""A throw that was counted wrong is set anew, until the first move is made of it."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from firmware_host.screens.throw import CorrectThrowView
from firmware_host.screens.view import View
from firmware_host.table.scenes.base import Question
from games.actions import Throw
from games.core import State
from games.message import Message, msg
from hardware.dice.tray import DiceEvent

if TYPE_CHECKING:
    from firmware_host.table.table import Table

FELL_AWAY = msg("Later throws fell away")
STEPS = {"up": 1, "down": -1}
WAYS = {"left": -1, "right": 1}


@dataclass(frozen=True)
class Rethrow(Question):
    """The throw ``at`` (from 0) of the ``series`` is to be the ``typed``-th of those possible."""

    help = msg("Left and right: which throw. Up and down: what was thrown. OK: it counts.")
    series: tuple[Throw, ...]
    at: int
    typed: int

    @classmethod
    def begin(cls, table: "Table") -> "Rethrow":
        """Begin with the last throw as it was counted."""
        series = table.playing.unplayed_throws()
        return cls(series, len(series) - 1, 0)._moved(0, table)

    def view(self, table: "Table") -> View:
        turn = self._before(table).turn
        assert turn is not None, "a throw was made by a seat"
        seat = table.playing.game.seats[turn]
        return CorrectThrowView(
            table.layout(), seat, self.series, self.at, self._throws(table)[self.typed]
        )

    def press(self, key: str, table: "Table") -> bool:
        if key in STEPS:
            count = len(self._throws(table))
            table.show(replace(self, typed=(self.typed + STEPS[key]) % count))
        elif key in WAYS:
            table.show(self._moved(WAYS[key], table))
        else:
            return super().press(key, table)
        return True

    def dice(self, event: DiceEvent, table: "Table") -> None:
        """Dice that are put right, or thrown again, say what is to count, if they are in use."""
        if not table.dice_are_read:
            return
        throw = table.playing.game.throw(event.faces) if event.faces else None
        throws = self._throws(table)
        if event.kind == "settled" and throw in throws:
            table.show(replace(self, typed=throws.index(throw)))

    def confirm(self, table: "Table") -> None:
        throw, back = self._throws(table)[self.typed], len(self.series) - self.at
        if throw != self.series[self.at]:
            counted = len(table.playing.actions)
            table.record({"throw": str(throw), "back": back})
            if len(table.playing.actions) < counted:
                table.tell(Message.of(FELL_AWAY))
        table.go_on()

    def leave(self, table: "Table") -> None:
        table.go_on()

    def _moved(self, step: int, table: "Table") -> "Rethrow":
        """The same for another throw of the series, as that one was counted."""
        other = replace(self, at=(self.at + step) % len(self.series))
        return replace(other, typed=other._throws(table).index(other.series[other.at]))

    def _before(self, table: "Table") -> State:
        return table.playing.states[-1 - (len(self.series) - self.at)]

    def _throws(self, table: "Table") -> tuple[Throw, ...]:
        return tuple(throw for throw, _ in self._before(table).chance_outcomes())
