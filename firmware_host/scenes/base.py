"""What a scene is: one situation at the table, with its view and what keys and dice do in it."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self

from firmware_host.views import Label, ListView, Row, View
from games.core import msg
from hardware.dice import DiceEvent

if TYPE_CHECKING:
    from firmware_host.table import Table

NOT_DUE = msg("No throw is due now")


class Scene(ABC):
    """One situation at the table: an immutable value that asks the table for what should follow.

    ``help`` says what the keys do; ``deadline`` is the time in seconds at which :meth:`tick` has
    something to do; ``is_overlay`` scenes lie over a game that goes on beneath them.
    """

    help: ClassVar[str]
    deadline: float | None = None
    is_overlay: ClassVar[bool] = False

    @abstractmethod
    def view(self, table: "Table") -> View:
        """What a screen shows of this scene."""

    @abstractmethod
    def press(self, key: str, table: "Table") -> bool:
        """React to ``key``; False when it means nothing here, so that the help is shown."""

    def dice(self, event: DiceEvent, table: "Table") -> None:
        """React to the tray: unless a throw is awaited, only say so when one has been made."""
        if event.kind == "settled":
            table.tell(Label.of(NOT_DUE))

    def tick(self, table: "Table") -> None:
        """React to time: called when ``deadline`` has come."""
        table.go_on()


@dataclass(frozen=True)
class ListScene(Scene):
    """A list with a cursor that up and down move around."""

    cursor: int = 0

    @abstractmethod
    def title(self, table: "Table") -> Label:
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

    def view(self, table: "Table") -> View:
        return ListView(self.title(table), self.rows(table), self.cursor)

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
