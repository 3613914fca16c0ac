"""The base classes of scenes: one situation at the table, its view, and what keys and dice do."""

from abc import abstractmethod
from typing import ClassVar, Self

from msgspec.structs import replace

from firmware_host.screens.lists import ListView, Row, UseOfRow
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import ShowMenu
from firmware_host.table.scene import (
    Close,
    Effects,
    Scene,
    Show,
    Stop,
)
from games.message import Message


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
        return None

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
