"""For whoever keeps the table: what stays set, what was played, a new start and the end."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from firmware_host.screens.notes import NoteView
from firmware_host.screens.view import View
from firmware_host.table.ending import Farewell
from firmware_host.table.scenes.base import Question, Scene
from firmware_host.table.scenes.counters import Counters
from firmware_host.table.scenes.entries import Entry, EntryList
from firmware_host.table.scenes.idle_prompt import StillThere
from firmware_host.table.scenes.overlay import Covered, OverAnything
from firmware_host.table.scenes.replay import played
from firmware_host.table.scenes.resign_draw_leave import ANSWERS
from firmware_host.table.scenes.settings import Liking, liking_entries
from games.message import Message, msg

if TYPE_CHECKING:
    from firmware_host.table.table import Table

COUNTERS_HELP = msg("How many games were played, day by day.")


class Ending(NamedTuple):
    """What an end is called, what it does, and what is asked before it."""

    label: str
    help: str
    question: str


ENDINGS: Final[Mapping[Farewell, Ending]] = {
    "restart": Ending(
        msg("Restart"),
        msg("The program ends and begins anew."),
        msg("Restart the table? The game is kept."),
    ),
    "end": Ending(
        msg("Switch off"),
        msg("The program ends. Then the plug may be pulled."),
        msg("Switch the table off? The game is kept."),
    ),
}


@dataclass(frozen=True)
class Staff(OverAnything, EntryList):
    """The list that only those know who keep the table; what they set stays."""

    help = msg("Up and down choose a line, left and right change it. Back: done.")
    covered: Covered = field(kw_only=True)

    @classmethod
    def over(cls, table: "Table") -> Self:
        """Begin over what is shown, or over what a count-down lies on."""
        scene, table.kept = table.scene, table.device.kept()
        return cls(covered=scene.covered if isinstance(scene, StillThere) else Covered.at(table))

    def title(self, table: "Table") -> Message:
        return Message.of(msg("For staff"))

    def entries(self, table: "Table") -> tuple[Entry, ...]:
        return (
            *liking_entries(table.dice, Liking(table.lasting, table.settle), table),
            Entry(
                Message.of(msg("Counters")),
                Message.of(COUNTERS_HELP),
                lambda: table.show(Counters.over(self, table)),
            ),
            *played(self, table),
            *(self._ending(farewell, table) for farewell in ENDINGS),
        )

    def leave(self, table: "Table") -> bool:
        self.give_up(table)
        return True

    def give_up(self, table: "Table") -> None:
        self.covered.uncover(table)

    def _ending(self, farewell: Farewell, table: "Table") -> Entry:
        ending = ENDINGS[farewell]
        ask = partial(table.show, EndAsked(farewell, self))
        return Entry(Message.of(ending.label), Message.of(ending.help), ask)


@dataclass(frozen=True)
class EndAsked(OverAnything, Question):
    """Is the program really to end so?"""

    help = msg("OK says yes, back says no.")
    farewell: Farewell
    beneath: Scene

    def view(self, table: "Table") -> View:
        ending = ENDINGS[self.farewell]
        return NoteView(Message.of(ending.label), Message.of(ending.question), keys=ANSWERS)

    def confirm(self, table: "Table") -> None:
        table.farewell = self.farewell

    def leave(self, table: "Table") -> None:
        table.show(self.beneath)

    def give_up(self, table: "Table") -> None:
        self.beneath.give_up(table)
