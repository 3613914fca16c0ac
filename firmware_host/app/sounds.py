"""Which signal is heard when, and whose light is on: from what the table shows and writes down."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from firmware_host.screens.choose import ChooseView, ThinkingView
from firmware_host.screens.hand_steps import HandStepView
from firmware_host.screens.moves import SuggestView
from firmware_host.screens.start_and_end import GameOverView
from firmware_host.screens.throw import CorrectThrowView, ThrownView, ThrowView
from firmware_host.screens.view import Frame, View
from firmware_host.screens.why_not import PassView
from firmware_host.session.hand_steps import SessionAction
from firmware_host.storage.records import JournalRecord
from firmware_host.table.board_watch import TOO_SMALL
from firmware_host.table.game_controller import NOTHING_TO_UNDO
from firmware_host.table.scenes.attract import Attract
from firmware_host.table.scenes.base import NOT_DUE
from firmware_host.table.scenes.board_differs import Astray
from firmware_host.table.scenes.choose import NOWHERE
from firmware_host.table.scenes.last_move import NO_MOVE_YET
from firmware_host.table.table import STUCK, Table
from games.actions import Throw
from games.equipment import Seat
from games.message import Message, msg
from hardware.output.sound import Signal

NOT_SAVED = msg("Not saved! The game goes on.")

NOTICES: Mapping[str, Signal] = {
    NOT_SAVED: "unsaved",
    **dict.fromkeys((NOTHING_TO_UNDO, NO_MOVE_YET, NOT_DUE, STUCK, NOWHERE, TOO_SMALL), "wrong"),
}
"""Notices that tell of trouble; every other is heard as a tick."""

TICK: Signal = "settled"
MISREAD = ("unreadable", "knocked", "doubtful")

AWAITING = (ThrowView, ChooseView, SuggestView, PassView)
ACTING = (*AWAITING, ThinkingView, ThrownView, CorrectThrowView, HandStepView)


class Watch:
    """Looks at a table after each change and tells what deserves a signal.

    :attr:`seat` is the one to act, whose light is on; None while nobody is.
    """

    def __init__(self) -> None:
        self.seat: Seat | None = None
        self._view: View | None = None
        self._notice: Message | None = None
        self._is_astray = False
        self._is_over = False

    def look(
        self, table: Table, frame: Frame, records: Sequence[JournalRecord]
    ) -> tuple[Signal, ...]:
        """Return the signals for ``frame``, the weightiest first.

        ``records`` are those that ``table`` handed over since the last look.
        """
        actions = table.session.actions if table.session else ()
        signals = (
            *self._noticed(frame.notice),
            *self._misread(frame.view),
            *self._strayed(isinstance(table.scene, Astray)),
            *_heard(_still_done(records, actions)),
            *self._ended(frame.view, table.scene.is_overlay),
            *self._called(frame.view, table.scene.is_overlay),
        )
        self._view, self._notice = frame.view, frame.notice
        # an empty room is not to be woken
        return () if isinstance(table.scene, Attract) else signals

    def _noticed(self, notice: Message | None) -> Iterator[Signal]:
        # a notice that is told again is another object: the person has tried again
        if notice is not None and notice is not self._notice:
            yield NOTICES.get(notice.text, TICK)

    def _strayed(self, is_astray: bool) -> Iterator[Signal]:
        if is_astray and not self._is_astray:
            yield "wrong"
        self._is_astray = is_astray

    def _misread(self, view: View) -> Iterator[Signal]:
        """A throw that was not counted, however often, is told once."""
        if _is_misread(view) and not _is_misread(self._view):
            yield "wrong"

    def _ended(self, view: View, is_overlay: bool) -> Iterator[Signal]:
        is_over = isinstance(view, GameOverView)
        if is_over and not self._is_over:
            yield "over"
        if not is_overlay:
            self._is_over = is_over

    def _called(self, view: View, is_overlay: bool) -> Iterator[Signal]:
        """The seat that acts now is called when it was another's turn before."""
        before = self.seat
        if isinstance(view, ACTING):
            self.seat = view.seat
        elif not is_overlay:
            self.seat = None
        if isinstance(view, AWAITING) and view.seat != before:
            yield "turn"


def _is_misread(view: View | None) -> bool:
    return isinstance(view, ThrowView) and view.dice in MISREAD


def _still_done(
    records: Iterable[JournalRecord], actions: Sequence[SessionAction]
) -> Sequence[SessionAction]:
    """The last of ``actions``: those that ``records`` let happen and did not take back."""
    count = 0
    for record in records:
        match dict(record):
            case {"do": _}:
                count += 1
            case {"undo": int(size)} | {"again": int(size)}:
                count = max(0, count - size)
            case {"begin": _}:
                count = 0
    return actions[len(actions) - count :]


def _heard(actions: Iterable[SessionAction]) -> Iterator[Signal]:
    for action in actions:
        if isinstance(action, Throw):
            yield "settled"
        elif action.captures:
            yield "captured"
