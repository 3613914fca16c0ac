"""The base classes of scenes: one situation at the table, its view, and what keys and dice do.

Lists are data: each line is an entry that says what it is, what it does and what it means. Texts
lie over any scene: help, what this device is, the rules in short, and questions. A question lies
over a scene before something in it is lost.
"""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import cache
from typing import ClassVar, Final, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from firmware_host.screens.lists import ListView, Row, UseOfRow
from firmware_host.screens.notes import YES_OR_NO, NoteKeys, NoteView, RulesView
from firmware_host.screens.view import View
from firmware_host.sensing.observed_board import Mismatch
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import Explain, GiveUp, HandleDice, ShowMenu, Undo
from firmware_host.table.scene import (
    Close,
    Cover,
    Effect,
    Effects,
    Scene,
    Show,
    Stop,
)
from games.message import Message, msg
from hardware.dice.tray import DiceEvent


class OverAnything(Scene, frozen=True):
    """A scene that is left when nobody presses a key for long, also between games."""

    is_overlay = True
    times_out_anywhere = True

    def give_up(self, context: SceneContext) -> Effects:
        return (Close(),)


class ListScene(Scene, frozen=True):
    """A list with a cursor that up and down move around.

    ``back`` says where :meth:`leave` leads, None if it leads nowhere.
    """

    back: ClassVar[str | None] = None
    cursor: int = 0

    @abstractmethod
    def title(self, context: SceneContext) -> Message:
        """Return the words above the list."""

    @abstractmethod
    def rows(self, context: SceneContext) -> tuple[Row, ...]:
        """Return the lines of the list."""

    @abstractmethod
    def choose(self, context: SceneContext) -> Effects:
        """Do what the row under the cursor says."""

    def change(self, step: int, context: SceneContext) -> Effects | None:
        """Change the value of the row under the cursor by ``step``; None if it has none."""
        return None

    def leave(self, context: SceneContext) -> Effects | None:
        """Return to where the list was opened; None if there is no such place."""
        return (Close(),)

    def use(self, context: SceneContext) -> UseOfRow:
        """Return what the keys do with the row under the cursor."""
        return "open"

    def view(self, context: SceneContext) -> ListView:
        back = None if self.back is None else Message.of(self.back)
        rows, use = self.rows(context), self.use(context)
        # rows may be gone since the cursor was put on the last one, as when a web server ends
        cursor = min(self.cursor, len(rows) - 1)
        return ListView(self.title(context), rows, cursor, use, back)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        match key:
            case "up" | "down":
                return (Show(self.moved(-1 if key == "up" else 1, context)),)
            case "ok":
                return self.choose(context)
            case "left" | "right":
                return self.change(-1 if key == "left" else 1, context)
            case "back":
                return self.leave(context)
        return None

    def stops(self, context: SceneContext) -> tuple[Stop, ...]:
        return tuple(
            Stop(replace(self, cursor=number)) for number in range(len(self.rows(context)))
        )

    def moved(self, step: int, context: SceneContext) -> Self:
        """Return the same list with the cursor ``step`` rows further down, around."""
        count = len(self.rows(context))
        return replace(self, cursor=(min(self.cursor, count - 1) + step) % count)


class ConfirmScene(Scene, frozen=True):
    """A screen on which OK says yes; back leads one step out: to the menu, if nothing is nearer."""

    @abstractmethod
    def confirm(self, context: SceneContext) -> Effects:
        """Do what OK says."""

    def leave(self, context: SceneContext) -> Effects:
        """Do what back says."""
        return (ShowMenu(),)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        match key:
            case "ok":
                return self.confirm(context)
            case "back":
                return self.leave(context)
        return None


class TurnElsewhere(Scene, frozen=True):
    """The seat to act is played somewhere else; OK asks whether people here go on without that."""

    @abstractmethod
    def ask(self, context: SceneContext) -> Effects:
        """Ask whether people at this table play the seat themselves."""

    def press(self, key: str, context: SceneContext) -> Effects | None:
        match key:
            case "ok":
                return self.ask(context)
            case "back":
                return (ShowMenu(),)
        return None

    def mismatch(self, context: SceneContext) -> Mismatch | None:
        return context.sight.mismatch(context.playing)


Value = TypeVar("Value")

Act = Callable[[SceneContext], Effects]
"""Returns what an entry leads to."""


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


Entries = Callable[[SceneContext], "tuple[Entry, ...]"]
"""Returns the lines that a feature adds to a list now; none where they make no sense."""


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
        return tuple(
            Row(each.label, each.value, each.change is not None, each.use == "change or start")
            for each in self.entries(context)
        )

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


class PlayHere(OverAnything, EntryList, frozen=True, kw_only=True):
    """Do people here play a seat that is played elsewhere? Whoever only presses OK waits on.

    ``asked`` is the title, ``here`` the line that has the effects ``agreed``, and ``follows`` what
    that means for those elsewhere.
    """

    help = msg("Up and down: choose a line. OK: do it. Back: wait.")
    back = msg("Back: wait")
    asked: Message
    here: Message
    follows: Message
    agreed: Effects

    def title(self, context: SceneContext) -> Message:
        return self.asked

    def view(self, context: SceneContext) -> ListView:
        return replace(super().view(context), note=self.follows)

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        wait = plain_entry(msg("Wait"), msg("Nothing changes."), returning(Close()))
        return (wait, Entry(self.here, self.follows, returning(*self.agreed)))


class EntriesOverGame(EntryList, frozen=True):
    """A list that lies over the menu of a game: back leads there, waiting continues the game."""

    is_overlay = True
    times_out = True
    back = msg("Back: menu")


def turned(values: Sequence[Value], present: Value, step: int) -> Value:
    """Return the value ``step`` places after ``present`` in ``values``, around.

    From a value that can no longer be chosen, a step leads to the first or the last one.

    >>> turned(("low", "full"), "full", 1), turned(("low", "full"), "medium", -1)
    ('low', 'full')
    """
    if present not in values:
        return values[0 if step > 0 else -1]
    return values[(values.index(present) + step) % len(values)]


class Confirmation(OverAnything, ConfirmScene, frozen=True):
    """A ``title`` that asks and a ``text`` that says what OK means.

    OK has the effects ``agreed``; back, or no key for long, returns to the scene beneath.
    """

    help = msg("OK: yes. Back: no.")
    title: Message
    text: Message
    agreed: Effects

    def view(self, context: SceneContext) -> View:
        return NoteView(self.title, self.text, keys=YES_OR_NO)

    def confirm(self, context: SceneContext) -> Effects:
        return self.agreed

    def leave(self, context: SceneContext) -> Effects:
        return (Close(),)


def ask_to_discard(agreed: Effects) -> Effects:
    """Ask whether what was changed may be lost; OK has the effects ``agreed``."""
    title = Message.of(msg("Discard changes?"))
    text = Message.of(msg("OK: what you entered is lost and the game continues."))
    return (Cover(Confirmation(title, text, agreed)),)


def ask_to_take_back() -> Effects:
    """Ask whether the move that the hands carry out is taken back."""
    title = Message.of(msg("Take the move back?"))
    text = Message.of(msg("OK: the display shows how to put the pieces back."))
    return (Cover(Confirmation(title, text, (Undo(),))),)


PAGES = {"up": -1, "down": 1}
LEAVE: Final = NoteKeys(Message.of(msg("Back: leave")), Message.of(msg("`back`: leave")))
ABOUT_HELP = msg("What this device is and where to find its manual.")
ABOUT = msg(
    "tableside {version} for real board games. Free software, MIT licence. Manual: README.md"
    " and docs in the source code."
)


class TextPage(Scene, frozen=True):
    """A text over another scene: up and down turn its pages, any other key closes it."""

    help = ""
    is_overlay = True
    times_out = True
    follows_beneath = True
    title: Message
    text: Message
    page: int = 0

    def view(self, context: SceneContext) -> View:
        return NoteView(self.title, self.text, page=self.page)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        if key in PAGES:
            return (Show(replace(self, page=self.page + PAGES[key])),)
        return (Close(),)

    def dice(self, event: DiceEvent, context: SceneContext) -> Effects:
        """Close: dice that are thrown matter to the scene beneath."""
        return (Close(), HandleDice(event))

    def give_up(self, context: SceneContext) -> Effects:
        return (Close(), GiveUp())


class RulesPage(TextPage, frozen=True):
    """The rules of a game in short, with a sketch of its ``board``."""

    board: tuple[str, ...] = ()

    def view(self, context: SceneContext) -> View:
        return RulesView(self.title, self.text, page=self.page, board=self.board)


class WaitPage(TextPage, frozen=True):
    """Says that files are read or written: back leaves it, and what follows from them too."""

    def view(self, context: SceneContext) -> View:
        return NoteView(self.title, self.text, keys=LEAVE)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        return (Close(),) if key == "back" else ()


def show_about(context: SceneContext) -> Effects:
    """Explain what this device is."""
    text = Message.of(ABOUT, version=context.device.version)
    return (Explain(Message.of(msg("About")), text),)


def has_rules(context: SceneContext) -> bool:
    """Return whether the game on the table came with a rule sheet."""
    return bool(_rules(context.playing.game.name, context.preferences.language))


def show_rules(context: SceneContext) -> Effects:
    """Explain what the game on the table is about, and what a turn is."""
    game = context.playing.game
    text = _rules(game.name, context.preferences.language)
    board = context.catalogue.about(game.name).board
    return (
        Cover(RulesPage(Message.of(game.title), Message.of("{rules}", rules=text), board=board)),
    )


@cache
def _rules(game: str, language: str) -> str:
    from firmware_host.text import rule_sheets

    try:
        return rule_sheets.in_short(game, language)
    except rule_sheets.SheetError:
        return ""
