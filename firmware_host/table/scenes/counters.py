"""What the table did day by day, to read and to take along."""

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Self

from firmware_host.session.names import short_date
from firmware_host.storage.counters import Day
from firmware_host.table.scenes.base import Scene
from firmware_host.table.scenes.entries import Entry, EntryList
from firmware_host.table.scenes.overlay import OverAnything
from games.message import Message, msg

if TYPE_CHECKING:
    from firmware_host.table.table import Table

EXPORT = msg("To a USB stick")
EXPORT_HELP = msg("Writes all days as a table to a USB stick.")
BEGUN = msg("{date} begun: {begun}")
DAY_KEYS = Message.of(msg("OK: all figures"))
FIGURES = msg(
    "Begun: {begun}. Finished: {finished}. Left: {abandoned}.\n"
    "Median: {minutes} min.\n"
    "Starts: {restarts}, after a power cut: {lost_power}."
)
UNKNOWN = "-"
SHOWN = 100
"""The newest days are read here; all of them go on the stick."""


@dataclass(frozen=True)
class Counters(OverAnything, EntryList):
    """The ``days``, the newest first, below what takes them along."""

    help = msg("Up and down choose a day, OK shows all of it. Back: done.")
    days: tuple[Day, ...] = field(kw_only=True)
    beneath: Scene = field(kw_only=True)

    @classmethod
    def over(cls, beneath: Scene, table: "Table") -> Self:
        """Read what was counted up to now."""
        return cls(days=table.device.counters()[: -SHOWN - 1 : -1], beneath=beneath)

    def title(self, table: "Table") -> Message:
        return Message.of(msg("Counters"))

    def entries(self, table: "Table") -> tuple[Entry, ...]:
        export = partial(_export, table)
        return (
            Entry(Message.of(EXPORT), Message.of(EXPORT_HELP), export),
            *(_entry(day, table) for day in self.days),
        )

    def leave(self, table: "Table") -> bool:
        table.show(self.beneath)
        return True

    def give_up(self, table: "Table") -> None:
        self.beneath.give_up(table)


def _export(table: "Table") -> None:
    table.explain(Message.of(EXPORT), table.device.export())


def _entry(day: Day, table: "Table") -> Entry:
    label = Message.of(BEGUN, date=short_date(day.day), begun=day.begun)
    minutes = UNKNOWN if day.median_minutes is None else f"{day.median_minutes:.0f}"
    figures = Message.of(FIGURES, **{**day._asdict(), "minutes": minutes})
    return Entry(
        label, figures, partial(table.explain, Message.of(day.day), figures), keys=DAY_KEYS
    )
