"""Whether somebody is at the table: what lies open is closed, and in public the next are awaited.

Times are seconds.
"""

from typing import TYPE_CHECKING

from firmware_host.table.scenes.base import Waiting
from firmware_host.table.scenes.idle_prompt import StillThere
from firmware_host.table.staff_gesture import STAFF
from firmware_host.timing import earliest, has_come
from hardware.board import BoardEvent
from hardware.dice.tray import DiceEvent
from hardware.input.keys import KeyEvent

if TYPE_CHECKING:
    from firmware_host.table.table import Table

PATIENCE_SECONDS = 60.0
"""After so long without a key, what lies over a game is left."""

IDLE_SECONDS = 90.0
"""After so long without a key, dice or a piece, a table in public asks whether anybody is there."""


class Presence:
    """Watches when ``table`` is touched, and when it was not for long."""

    def __init__(self, table: "Table") -> None:
        self._table = table
        self._opened_at = 0.0
        self._touched_at: float | None = None
        self._waking: set[str] = set()

    @property
    def deadline(self) -> float | None:
        """When :meth:`tick` has something to do if nobody touches anything; None if never."""
        return earliest((self._closes_at, self._asks_at))

    def opened(self) -> None:
        """The table shows something else."""
        self._opened_at = self._table.now

    def heed(self, event: KeyEvent | DiceEvent | BoardEvent) -> bool:
        """Take note of ``event``; return whether it told only that somebody is there."""
        if isinstance(event, KeyEvent):
            return event.kind != "stuck" and self._heed_key(event)
        self._touched_at = self._table.now
        self._wake()
        return False

    def tick(self) -> bool:
        """Do what is due now; return whether anything was."""
        table = self._table
        if self._touched_at is None:
            self._touched_at = table.now
        if has_come(self._closes_at, table.now):
            table.scene.give_up(table)
        elif has_come(self._asks_at, table.now):
            table.show(StillThere.over(table))
        else:
            return False
        return True

    def _heed_key(self, event: KeyEvent) -> bool:
        """A key that has woken the table means nothing else until it is let go."""
        self._touched_at = self._opened_at = self._table.now
        if event.key == STAFF:
            return False
        is_waking = event.key in self._waking
        if event.kind == "release":
            self._waking.discard(event.key)
        elif self._wake():
            self._waking.add(event.key)
            return True
        return is_waking

    def _wake(self) -> bool:
        scene = self._table.scene
        if not isinstance(scene, Waiting):
            return False
        scene.wake(self._table)
        return True

    @property
    def _closes_at(self) -> float | None:
        is_open = self._table.scene.is_left_open(self._table)
        return self._opened_at + PATIENCE_SECONDS if is_open else None

    @property
    def _asks_at(self) -> float | None:
        is_watched = self._table.device.is_kiosk and not isinstance(self._table.scene, Waiting)
        if not is_watched or self._touched_at is None:
            return None
        return self._touched_at + IDLE_SECONDS
