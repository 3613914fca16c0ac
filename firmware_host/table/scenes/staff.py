"""The staff menu: what stays set, what was played, restart and switch off."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from firmware_host.base.registry import Registry
from firmware_host.screens.notes import NoteView
from firmware_host.screens.view import View
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import EndProgram, GiveUp
from firmware_host.table.ending import Ending
from firmware_host.table.scene import Close, Cover, Effects
from firmware_host.table.scenes.base import ConfirmScene, OverAnything
from firmware_host.table.scenes.counters import COUNTERS, show_counters
from firmware_host.table.scenes.entries import Entries, Entry, EntryList, plain_entry, returning
from firmware_host.table.scenes.notes import ANSWERS
from firmware_host.table.scenes.replay import played_games_entry
from firmware_host.table.scenes.settings import device_entries, setting_entries
from games.message import Message, msg

COUNTERS_HELP = msg("How many games were played, day by day.")


STAFF_LINES = Registry[Entries]()
"""What features add to the staff menu, above the lines that end the program."""


class EndChoice(NamedTuple):
    """The name of an ending, what it does, and the question before it."""

    label: str
    help: str
    question: str


ENDINGS: Final[Mapping[Ending, EndChoice]] = {
    "restart": EndChoice(
        msg("Restart"),
        msg("Stop the program and start it again."),
        msg("Restart the device? The game is saved."),
    ),
    "end": EndChoice(
        msg("Switch off"),
        msg("Stop the program. Then you can unplug the device."),
        msg("Switch the device off? The game is saved."),
    ),
}


class StaffMenu(OverAnything, EntryList, frozen=True):
    """The list that only the staff know; what they set stays."""

    help = msg("Up and down: choose a line. Left and right: change it. Back: done.")
    back = msg("Back: done")

    def title(self, context: SceneContext) -> Message:
        return Message.of(msg("Staff menu"))

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        return (
            *setting_entries(context, for_good=True),
            *device_entries(context),
            plain_entry(COUNTERS, COUNTERS_HELP, show_counters),
            *played_games_entry(context),
            *(entry for lines in STAFF_LINES for entry in lines(context)),
            *map(_ending_entry, ENDINGS),
        )

    def leave(self, context: SceneContext) -> Effects | None:
        return (Close(),)


def _ending_entry(ending: Ending) -> Entry:
    choice = ENDINGS[ending]
    ask = returning(Cover(ConfirmEnding(ending)))
    return Entry(Message.of(choice.label), Message.of(choice.help), ask)


class ConfirmEnding(OverAnything, ConfirmScene, frozen=True):
    """Is the program really to end so?"""

    help = msg("OK: yes. Back: no.")
    ending: Ending

    def view(self, context: SceneContext) -> View:
        choice = ENDINGS[self.ending]
        return NoteView(Message.of(choice.label), Message.of(choice.question), keys=ANSWERS)

    def confirm(self, context: SceneContext) -> Effects:
        return (EndProgram(self.ending),)

    def leave(self, context: SceneContext) -> Effects:
        return (Close(),)

    def give_up(self, context: SceneContext) -> Effects:
        return (Close(), GiveUp())
