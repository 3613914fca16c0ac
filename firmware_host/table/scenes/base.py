"""What a scene is: one situation at the table, with its view and what keys and dice do in it."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self

from firmware_host.screens.lists import ListView, Row
from firmware_host.screens.view import View
from firmware_host.sensing.mismatch import Mismatch
from firmware_host.sensing.touches import Touch
from firmware_host.thinking import inline as thinking
from games.message import Message, msg
from hardware.dice.tray import DiceEvent

if TYPE_CHECKING:
    from firmware_host.table.table import Table

NOT_DUE = msg("No throw is due now")

MISPLACED_SECONDS = 0.4
"""A piece that is slid rests on a point for less; then it was put there."""
SETTLED_SECONDS = 0.7
"""When nothing on a sensing board has changed for so long, the hands are through with an act."""
DIFFERS_SECONDS = 3.0
"""So long the board may differ: a piece is knocked over, or is being put right already."""


class Due(NamedTuple):
    """Something to ``act`` upon at ``time`` (seconds) if the board does not change before."""

    time: float
    act: Callable[[], None]


class Scene(ABC):
    """One situation at the table: an immutable value that asks the table for what should follow.

    ``help`` says what the keys do; ``deadline`` is the time in seconds at which :meth:`tick` has
    something to do; ``is_overlay`` scenes lie over a game that goes on beneath them, and those that
    ``times_out`` are left when no key is pressed for long; ``is_hasty`` ones say at once that a
    piece was put wrong. ``question`` is what it wants to be thought about, at once if it
    ``is_hurried``.
    """

    help: ClassVar[str]
    deadline: float | None = None
    question: thinking.Question | None = None
    is_hurried: bool = False
    is_overlay: ClassVar[bool] = False
    is_hasty: ClassVar[bool] = False
    times_out: ClassVar[bool] = False

    @abstractmethod
    def view(self, table: "Table") -> View:
        """What a screen shows of this scene."""

    def helped(self, table: "Table") -> str:
        """What the keys do now."""
        return self.help

    @abstractmethod
    def press(self, key: str, table: "Table") -> bool:
        """React to ``key``; False when it means nothing here, so that the help is shown."""

    def is_left_open(self, table: "Table") -> bool:
        """Whether it is left when no key is pressed for long."""
        return self.times_out and table.in_game

    def give_up(self, table: "Table") -> None:
        """Leave it, as nobody has pressed a key for long."""
        table.go_on()

    def dice(self, event: DiceEvent, table: "Table") -> None:
        """React to the tray: unless a throw is awaited, only say so when one has been made."""
        if event.kind == "settled":
            table.tell(Message.of(NOT_DUE))

    def tick(self, table: "Table") -> None:
        """React to time: called when ``deadline`` has come."""
        table.go_on()

    def heed(self, answer: thinking.Answer, table: "Table") -> None:
        """React to the ``answer`` to the ``question``."""
        return

    def foresee(self, touch: Touch, table: "Table") -> None:
        """React to ``touch`` before it is taken in: the last moment to act on what was seen."""
        return

    def watch(self, table: "Table") -> None:
        """React to a real board that is seen to have changed."""
        return

    def trouble(self, table: "Table") -> Mismatch | None:
        """What is wrong on the real board, as it is seen now; None if all is well."""
        return None

    def due(self, table: "Table") -> Due | None:
        """What the real board, as it is seen, will lead to if it stays so."""
        trouble = self.trouble(table)
        if trouble is None:
            return None
        is_put = table.sight.last_touch in [Touch("put", point) for point in trouble.surplus]
        wait = MISPLACED_SECONDS if self.is_hasty and is_put else DIFFERS_SECONDS
        return Due(table.sight.changed_at + wait, lambda: table.go_astray(trouble))

    def lit(self, table: "Table") -> frozenset[str]:
        """The points of the board that matter now, for boards with a light at each."""
        return frozenset()


class Waiting(Scene):
    """A screen for nobody: whatever is touched only wakes it."""

    help = ""

    @abstractmethod
    def wake(self, table: "Table") -> None:
        """Somebody is there."""

    def press(self, key: str, table: "Table") -> bool:
        self.wake(table)
        return True

    def dice(self, event: DiceEvent, table: "Table") -> None:
        return


@dataclass(frozen=True)
class ListScene(Scene):
    """A list with a cursor that up and down move around."""

    cursor: int = 0

    @abstractmethod
    def title(self, table: "Table") -> Message:
        """The words above the list."""

    @abstractmethod
    def rows(self, table: "Table") -> tuple[Row, ...]:
        """The lines of the list."""

    @abstractmethod
    def choose(self, table: "Table") -> None:
        """Do what the row under the cursor says."""

    def change(self, step: int, table: "Table") -> bool:
        """Change the value of the row under the cursor by ``step``; False if it has none."""
        return False

    def leave(self, table: "Table") -> bool:
        """Go back to where the list was opened; False if there is no such place."""
        return False

    def keys(self, table: "Table") -> Message | None:
        """What the keys do with the row under the cursor; None for what they do in every list."""
        return None

    def view(self, table: "Table") -> View:
        return ListView(self.title(table), self.rows(table), self.cursor, self.keys(table))

    def press(self, key: str, table: "Table") -> bool:
        match key:
            case "up" | "down":
                table.show(self.moved(-1 if key == "up" else 1, table))
            case "ok":
                self.choose(table)
            case "left" | "right":
                return self.change(-1 if key == "left" else 1, table)
            case "back":
                return self.leave(table)
            case _:
                return False
        return True

    def moved(self, step: int, table: "Table") -> Self:
        """The same list with the cursor ``step`` rows further down, around."""
        return replace(self, cursor=(self.cursor + step) % len(self.rows(table)))


class Question(Scene):
    """A screen that OK answers with yes; back answers with no, or leads to the menu."""

    @abstractmethod
    def confirm(self, table: "Table") -> None:
        """Do what OK says."""

    def leave(self, table: "Table") -> None:
        """Do what back says."""
        table.show_menu()

    def press(self, key: str, table: "Table") -> bool:
        if key not in ("ok", "back"):
            return False
        (self.confirm if key == "ok" else self.leave)(table)
        return True
