"""Whether somebody is at the table: when it was touched last, and what a waking key means.

Times are seconds.
"""

from firmware_host.table.keys import STAFF
from hardware.board import BoardEvent
from hardware.dice.tray import DiceEvent
from hardware.input.keys import KeyEvent

PATIENCE_SECONDS = 60.0
"""After this long without a key, what lies over a game is left."""

IDLE_SECONDS = 90.0
"""After this long without a key, dice or a piece, a public table asks whether anybody is there."""


class IdleClock:
    """When the table was touched last, and when the present scene was opened."""

    def __init__(self) -> None:
        self._opened_at = 0.0
        self._touched_at: float | None = None
        self._waking: set[str] = set()

    def open(self, now: float) -> None:
        """Note that another scene is shown from ``now`` on."""
        self._opened_at = now

    def start(self, now: float) -> None:
        """Begin to measure at ``now``, if nothing has been touched yet."""
        if self._touched_at is None:
            self._touched_at = now

    def touch(self, event: KeyEvent | DiceEvent | BoardEvent, now: float) -> bool:
        """Note ``event``; return whether it wakes a sleeping table."""
        if isinstance(event, KeyEvent):
            if event.kind == "stuck":
                return False
            self._opened_at = now
        self._touched_at = now
        return not isinstance(event, KeyEvent) or (event.key != STAFF and event.kind != "release")

    def swallows(self, event: KeyEvent, *, has_woken: bool) -> bool:
        """Return whether a key means nothing, as it has woken the table and is still held."""
        if event.kind == "stuck" or event.key == STAFF:
            return False
        if has_woken:
            self._waking.add(event.key)
        is_waking = event.key in self._waking
        if event.kind == "release":
            self._waking.discard(event.key)
        return is_waking

    def closes_at(self, *, is_left_open: bool) -> float | None:
        """Return when a scene that ``is_left_open`` is given up; None if it is not."""
        return self._opened_at + PATIENCE_SECONDS if is_left_open else None

    def asks_at(self, *, is_watched: bool) -> float | None:
        """Return when a table that ``is_watched`` asks whether anybody is there; None if never."""
        if not is_watched or self._touched_at is None:
            return None
        return self._touched_at + IDLE_SECONDS
