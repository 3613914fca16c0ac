"""Which signal is heard when, and whose light is on: from what the table shows and writes down."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from firmware_host.records import Record
from firmware_host.scenes.astray import Astray
from firmware_host.scenes.base import NOT_DUE
from firmware_host.table import NOTHING_TO_UNDO, Table
from firmware_host.views import (
    ChooseView,
    Frame,
    GuideView,
    Label,
    PassView,
    ThrownView,
    ThrowView,
    View,
)
from games.core import Action, Seat, Throw, msg
from hardware.sound import Signal

NOT_SAVED = msg("Not saved! The game goes on.")

NOTICES: Mapping[str, Signal] = {
    NOT_SAVED: "unsaved",
    NOTHING_TO_UNDO: "wrong",
    NOT_DUE: "wrong",
}
"""Notices that are heard as well as seen."""

AWAITING = (ThrowView, ChooseView, PassView)
ACTING = (*AWAITING, ThrownView, GuideView)


class Watch:
    """Looks at a table after each change and tells what deserves a signal.

    :attr:`seat` is the one to act, whose light is on; None while nobody is.
    """

    def __init__(self) -> None:
        self.seat: Seat | None = None
        self._view: View | None = None
        self._notice: Label | None = None
        self._is_astray = False

    def look(self, table: Table, frame: Frame, records: Sequence[Record]) -> tuple[Signal, ...]:
        """Return the signals for ``frame``, the weightiest first.

        ``records`` are those that ``table`` handed over since the last look.
        """
        actions = table.session.actions if table.session else ()
        signals = (
            *self._noticed(frame.notice),
            *self._misread(frame.view),
            *self._strayed(isinstance(table.scene, Astray)),
            *_heard(_still_done(records, actions)),
            *self._called(frame.view, table.scene.is_overlay),
        )
        self._view, self._notice = frame.view, frame.notice
        return signals

    def _noticed(self, notice: Label | None) -> Iterator[Signal]:
        # a notice that is told again is another object: the person has tried again
        if notice is not None and notice is not self._notice and notice.text in NOTICES:
            yield NOTICES[notice.text]

    def _strayed(self, is_astray: bool) -> Iterator[Signal]:
        if is_astray and not self._is_astray:
            yield "wrong"
        self._is_astray = is_astray

    def _misread(self, view: View) -> Iterator[Signal]:
        if _is_unreadable(view) and not _is_unreadable(self._view):
            yield "wrong"

    def _called(self, view: View, is_overlay: bool) -> Iterator[Signal]:
        """The seat that acts now is called when it was another's turn before."""
        before = self.seat
        if isinstance(view, ACTING):
            self.seat = view.seat
        elif not is_overlay:
            self.seat = None
        if isinstance(view, AWAITING) and view.seat != before:
            yield "turn"


def _is_unreadable(view: View | None) -> bool:
    return isinstance(view, ThrowView) and view.dice == "unreadable"


def _still_done(records: Iterable[Record], actions: Sequence[Action]) -> Sequence[Action]:
    """The last of ``actions``: those that ``records`` let happen and did not take back."""
    count = 0
    for record in records:
        match dict(record):
            case {"do": _}:
                count += 1
            case {"undo": int(size)}:
                count = max(0, count - size)
            case {"begin": _}:
                count = 0
    return actions[len(actions) - count :]


def _heard(actions: Iterable[Action]) -> Iterator[Signal]:
    for action in actions:
        if isinstance(action, Throw):
            yield "settled"
        elif action.captures:
            yield "captured"
