"""Lists as data: each line is an entry that says what it is, what it does and what it means."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from firmware_host.screens.lists import Row
from firmware_host.table.scenes.base import ListScene
from games.message import Message, msg

if TYPE_CHECKING:
    from firmware_host.table.table import Table

Value = TypeVar("Value")

TAKE_KEYS = Message.of(msg("OK: take, hint: help"))
CHANGE_KEYS = Message.of(msg("◀▶: change, hint: help"))


@dataclass(frozen=True)
class Entry:
    """A line of a list: its ``label`` and a sentence of ``help``.

    OK lets it ``act``; left and right ``change`` its ``value`` by a step of -1 or 1, and OK too
    where there is nothing else to do. ``keys`` says so on the screen, unless as usual.
    """

    label: Message
    help: Message
    act: Callable[[], None] | None = None
    value: Message | None = None
    change: Callable[[int], None] | None = None
    keys: Message | None = None


@dataclass(frozen=True)
class EntryList(ListScene):
    """A list of entries; hint explains the one under the cursor."""

    @abstractmethod
    def entries(self, table: "Table") -> tuple[Entry, ...]:
        """The lines of the list as they are now."""

    def rows(self, table: "Table") -> tuple[Row, ...]:
        return tuple(Row(entry.label, entry.value) for entry in self.entries(table))

    def keys(self, table: "Table") -> Message | None:
        entry = self._entry(table)
        return entry.keys or (TAKE_KEYS if entry.act else CHANGE_KEYS)

    def choose(self, table: "Table") -> None:
        entry = self._entry(table)
        if entry.act is not None:
            entry.act()
        else:
            self.change(1, table)

    def change(self, step: int, table: "Table") -> bool:
        change = self._entry(table).change
        if change is not None:
            change(step)
        return change is not None

    def press(self, key: str, table: "Table") -> bool:
        if key != "hint":
            return super().press(key, table)
        entry = self._entry(table)
        table.explain(entry.label, entry.help)
        return True

    def _entry(self, table: "Table") -> Entry:
        entries = self.entries(table)
        return entries[min(self.cursor, len(entries) - 1)]


class EntriesOverGame(EntryList):
    """A list that lies over a game: back goes on with it, and so does waiting."""

    is_overlay = True
    times_out = True

    def leave(self, table: "Table") -> bool:
        table.go_on()
        return True


def turned(values: Sequence[Value], present: Value, step: int) -> Value:
    """The value ``step`` places after ``present`` in ``values``, around.

    >>> turned(("low", "full"), "full", 1)
    'low'
    """
    return values[(values.index(present) + step) % len(values)]
