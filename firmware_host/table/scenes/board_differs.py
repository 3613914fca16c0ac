"""The real board differs from the position: what is wrong, why, and the way back."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from firmware_host.screens.board_differs import BoardDiffersView
from firmware_host.screens.notes import NoteView
from firmware_host.screens.view import View
from firmware_host.sensing.mismatch import Mismatch
from firmware_host.session import names
from firmware_host.table.scenes.base import Due, Question, Scene
from firmware_host.table.scenes.repair import Compare
from games.message import msg

if TYPE_CHECKING:
    from firmware_host.table.table import Table

REASON_SECONDS = 4.0
"""For so long the reason is shown before the board is."""


@dataclass(frozen=True)
class Astray(Question):
    """What is wrong, until it is right again or people say that it does not matter.

    ``beneath`` is the scene that finds the board wrong. The reason, if there is one, is shown up
    to ``deadline``.
    """

    help = msg("Put it right and the game goes on by itself. OK: goes on at once. Back: compare.")
    is_overlay = True
    trouble_seen: Mismatch
    beneath: Scene
    deadline: float | None = None

    @classmethod
    def of(cls, trouble: Mismatch, table: "Table") -> "Astray":
        """Begin with the reason for ``trouble``, if there is one."""
        deadline = None if trouble.reason is None else table.now + REASON_SECONDS
        return cls(trouble, table.scene, deadline)

    def view(self, table: "Table") -> View:
        trouble = self.trouble_seen
        if trouble.reason is not None and trouble.back is not None and self._is_telling_why:
            return NoteView(names.way_back(trouble.back), trouble.reason, problem="board")
        return BoardDiffersView(
            table.layout(), trouble.missing, trouble.surplus, trouble.back, trouble.is_between
        )

    @property
    def _is_telling_why(self) -> bool:
        return self.deadline is not None

    def confirm(self, table: "Table") -> None:
        table.sight.ignore_differences(table.playing.standing())
        table.go_on()

    def leave(self, table: "Table") -> None:
        table.show(Compare.begin(table))

    def press(self, key: str, table: "Table") -> bool:
        if self._is_telling_why and key in ("ok", "back"):
            table.show(replace(self, deadline=None))
            return True
        if key == "hint" and self.trouble_seen.reason is not None:
            table.show(replace(self, deadline=table.now + REASON_SECONDS))
            return True
        return super().press(key, table)

    def tick(self, table: "Table") -> None:
        table.show(replace(self, deadline=None))

    def watch(self, table: "Table") -> None:
        trouble = self.beneath.trouble(table)
        if trouble is None:
            table.go_on()
        elif trouble != self.trouble_seen:
            table.show(replace(self, trouble_seen=trouble, deadline=None))

    def due(self, table: "Table") -> Due | None:
        return None

    def lit(self, table: "Table") -> frozenset[str]:
        return frozenset((*self.trouble_seen.missing, *self.trouble_seen.surplus))
