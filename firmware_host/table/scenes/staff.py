"""The staff menu: what stays set, what was played, restart and switch off.

The counters say what the table did day by day, to read and to take along.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from firmware_host.screens.notes import YES_OR_NO, NoteView
from firmware_host.screens.view import View
from firmware_host.session.names import short_date
from firmware_host.storage.counters import Day
from firmware_host.table.context import SceneContext
from firmware_host.table.device import Ending
from firmware_host.table.effects import (
    EXPORT,
    READING,
    EndProgram,
    Explain,
    ExportCounters,
    GiveUp,
)
from firmware_host.table.scene import AwaitFiles, Close, Cover, Effects
from firmware_host.table.scenes.additions import STAFF_LINES
from firmware_host.table.scenes.base import (
    ConfirmScene,
    Entry,
    EntryList,
    OverAnything,
    plain_entry,
    returning,
)
from firmware_host.table.scenes.game_setup import played_games_entry
from firmware_host.table.scenes.settings import device_entries, setting_entries
from games.message import Message, msg

COUNTERS = msg("Counters")
EXPORT_HELP = msg("Write a table of all days to a USB stick.")
BEGUN = msg("{date} started: {begun}")
FIGURES = msg(
    "Started: {begun}. Finished: {finished}. Abandoned: {abandoned}.\n"
    "Median length: {minutes} min.\n"
    "Program starts: {restarts}, after a power cut: {lost_power}."
)
UNKNOWN = "-"
SHOWN = 100
"""Only the newest days are listed here; all of them go on the stick."""


class CountersList(OverAnything, EntryList, frozen=True, kw_only=True):
    """The ``days``, the newest first, below the line that writes them to a stick."""

    help = msg("Up and down: choose a day. OK: show the details. Back: done.")
    back = msg("Back: done")
    days: tuple[Day, ...]

    def title(self, context: SceneContext) -> Message:
        return Message.of(COUNTERS)

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        export = plain_entry(EXPORT, EXPORT_HELP, returning(ExportCounters()))
        return (export, *map(_entry, self.days))

    def give_up(self, context: SceneContext) -> Effects:
        return (Close(), GiveUp())


def show_counters(context: SceneContext) -> Effects:
    """Read what was counted up to now, and list it."""
    counters = context.device.counters

    def read() -> Effects:
        return (Cover(CountersList(days=counters()[: -SHOWN - 1 : -1])),)

    return (AwaitFiles(Message.of(COUNTERS), Message.of(READING), read),)


def _entry(day: Day) -> Entry:
    label = Message.of(BEGUN, date=short_date(day.day), begun=day.begun)
    minutes = UNKNOWN if day.median_minutes is None else f"{day.median_minutes:.0f}"
    figures = Message.of(FIGURES, **{**day._asdict(), "minutes": minutes})
    explain = Explain(Message.of(day.day), figures)
    return Entry(label, figures, returning(explain), use="details")


COUNTERS_HELP = msg("How many games were played, day by day.")


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
        return NoteView(Message.of(choice.label), Message.of(choice.question), keys=YES_OR_NO)

    def confirm(self, context: SceneContext) -> Effects:
        return (EndProgram(self.ending),)

    def leave(self, context: SceneContext) -> Effects:
        return (Close(),)

    def give_up(self, context: SceneContext) -> Effects:
        return (Close(), GiveUp())
