"""Chooses which signal is heard, and whose light is on, by what the table shows."""

from collections.abc import Iterable, Iterator, Mapping

from firmware_host.screens.exercise import AnswerView
from firmware_host.sensing.observed_board import TOO_SMALL
from firmware_host.session.hand_steps import SessionAction
from firmware_host.storage.writer import NOT_SAVED
from firmware_host.table.effects import NOTHING_TO_UNDO
from firmware_host.table.observers import TableUpdate
from firmware_host.table.scene import NOT_DUE
from firmware_host.table.scenes.choose import NOWHERE
from firmware_host.table.scenes.last_move import NO_MOVE_YET
from firmware_host.table.table import STUCK
from games.actions import Throw
from games.equipment import Seat
from games.message import Message
from hardware.output.sound import Signal

NOTICES: Mapping[str, Signal] = {
    NOT_SAVED: "unsaved",
    **dict.fromkeys((NOTHING_TO_UNDO, NO_MOVE_YET, NOT_DUE, STUCK, NOWHERE, TOO_SMALL), "wrong"),
}
"""Notices of trouble; every other is heard as a tick."""

TICK: Signal = "settled"
CALLS = ("throw", "choice")
"""What the table waits for when it calls a seat."""


class Sounds:
    """Follows a table and says which signals each update deserves.

    :attr:`seat` is the one to act, whose light is on; None while nobody is.
    """

    def __init__(self) -> None:
        self.seat: Seat | None = None
        self._last: TableUpdate | None = None
        self._is_over = False

    def signals(self, update: TableUpdate) -> tuple[Signal, ...]:
        """Return the signals for ``update``, the most important first."""
        signals = (
            *self._for_notice(update.notice),
            *self._for_offer(update.stroke),
            *self._for_problem(update),
            *_for_actions(update.done),
            *self._for_answer(update),
            *self._for_end(update),
            *self._for_turn(update),
        )
        self._last = update
        # the demonstration must not sound through an empty room
        return () if update.is_unattended else signals

    def _for_notice(self, notice: Message | None) -> Iterator[Signal]:
        # a notice that is shown again is another object: the person has tried again
        if notice is not None and (self._last is None or notice is not self._last.notice):
            yield NOTICES.get(notice.text, TICK)

    def _for_offer(self, stroke: Message | None) -> Iterator[Signal]:
        """Tick when a stroke of a switch does something else than before."""
        if stroke is not None and self._last is not None and stroke != self._last.stroke:
            yield TICK

    def _for_problem(self, update: TableUpdate) -> Iterator[Signal]:
        """Signal once that a throw does not count or that the board differs."""
        before = None if self._last is None else self._last.view.problem
        if update.view.problem is not None and update.view.problem != before:
            yield "wrong"

    def _for_answer(self, update: TableUpdate) -> Iterator[Signal]:
        """Signal once whether an exercise was answered rightly."""
        before, view = None if self._last is None else self._last.view, update.view
        if isinstance(view, AnswerView) and view != before:
            yield "over" if view.is_right else "wrong"

    def _for_end(self, update: TableUpdate) -> Iterator[Signal]:
        is_over = update.awaited == "next game"
        if is_over and not self._is_over:
            yield "over"
        if not update.is_overlay:
            self._is_over = is_over

    def _for_turn(self, update: TableUpdate) -> Iterator[Signal]:
        """Call the seat that acts now, if it was another's turn before."""
        before = self.seat
        if update.actor is not None or not update.is_overlay:
            self.seat = update.actor
        if update.awaited in CALLS and update.actor != before:
            yield "turn"


def _for_actions(actions: Iterable[SessionAction]) -> Iterator[Signal]:
    for action in actions:
        if isinstance(action, Throw):
            yield "settled"
        elif action.captures:
            yield "captured"
