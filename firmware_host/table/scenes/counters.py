"""The counters of the table: what it did day by day, to read and to take along."""

from firmware_host.session.names import short_date
from firmware_host.storage.counters import Day
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import EXPORT, Explain, ExportCounters, GiveUp
from firmware_host.table.scene import AwaitFiles, Close, Cover, Effects
from firmware_host.table.scenes.base import OverAnything
from firmware_host.table.scenes.entries import Entry, EntryList, plain_entry, returning
from firmware_host.table.scenes.notes import READING
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

    def leave(self, context: SceneContext) -> Effects | None:
        return (Close(),)

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
