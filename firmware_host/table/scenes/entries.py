"""Lists as data: each line is an entry that says what it is, what it does and what it means."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import TypeVar

from msgspec import Struct

from firmware_host.screens.lists import Row, UseOfRow
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import Explain
from firmware_host.table.scene import Close, Effect, Effects
from firmware_host.table.scenes.base import ListScene
from games.message import Message, msg

Value = TypeVar("Value")

Act = Callable[[SceneContext], Effects]
"""Returns what an entry leads to."""


Entries = Callable[[SceneContext], "tuple[Entry, ...]"]
"""Returns the lines that a feature adds to a list now; none where they make no sense."""


def returning(*effects: Effect) -> Act:
    """Return an act that always leads to ``effects``."""
    return lambda _: effects


class Entry(Struct, frozen=True):
    """A line of a list: its ``label`` and a sentence of ``help``.

    OK leads to what ``act`` returns; left and right ``change`` its ``value`` by a step of -1 or 1,
    and OK too where there is nothing else to do. ``use`` says so on the screen, unless as usual.
    """

    label: Message
    help: Message
    act: Act | None = None
    value: Message | None = None
    change: Callable[[int], Effects] | None = None
    use: UseOfRow | None = None


def plain_entry(label: str, help_text: str, act: Act, use: UseOfRow | None = None) -> Entry:
    """Return an entry of texts that have no facts to fill in."""
    return Entry(Message.of(label), Message.of(help_text), act, use=use)


class EntryList(ListScene, frozen=True):
    """A list of entries; hint explains the one under the cursor."""

    means_by_stop = ("hint",)

    @abstractmethod
    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        """Return the lines of the list as they are now."""

    def rows(self, context: SceneContext) -> tuple[Row, ...]:
        entries = self.entries(context)
        return tuple(Row(each.label, each.value, each.change is not None) for each in entries)

    def use(self, context: SceneContext) -> UseOfRow:
        entry = self._entry(context)
        return entry.use or ("open" if entry.act else "change")

    def choose(self, context: SceneContext) -> Effects:
        entry = self._entry(context)
        if entry.act is not None:
            return entry.act(context)
        return self.change(1, context) or ()

    def change(self, step: int, context: SceneContext) -> Effects | None:
        change = self._entry(context).change
        return None if change is None else change(step)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        if key != "hint":
            return super().press(key, context)
        entry = self._entry(context)
        return (Explain(entry.label, entry.help),)

    def _entry(self, context: SceneContext) -> Entry:
        entries = self.entries(context)
        return entries[min(self.cursor, len(entries) - 1)]


class EntriesOverGame(EntryList, frozen=True):
    """A list that lies over the menu of a game: back leads there, waiting continues the game."""

    is_overlay = True
    times_out = True
    back = msg("Back: menu")

    def leave(self, context: SceneContext) -> Effects | None:
        return (Close(),)


def turned(values: Sequence[Value], present: Value, step: int) -> Value:
    """Return the value ``step`` places after ``present`` in ``values``, around.

    From a value that can no longer be chosen, a step leads to the first or the last one.

    >>> turned(("low", "full"), "full", 1), turned(("low", "full"), "medium", -1)
    ('low', 'full')
    """
    if present not in values:
        return values[0 if step > 0 else -1]
    return values[(values.index(present) + step) % len(values)]
