"""The people at the simulated table: what they see on the display and have done on their board."""

from contextlib import suppress

from firmware_host.app.loop import App
from firmware_host.screens.board_screen import BoardView
from firmware_host.screens.hand_steps import HandStepView
from firmware_host.screens.replay import ReplayView
from firmware_host.screens.view import Frame, Layout, View
from firmware_host.session import names
from firmware_host.simulator.realboard import RealBoard
from games.equipment import HAND, RESERVE, has_kinds
from games.message import Message

PATIENCE = 1.0
"""Seconds for which people wait for the display to answer an ok."""


class People:
    """They read the display of ``app`` and move the pieces of :attr:`board`, nothing else.

    :attr:`layout` is the board that the display last showed, None before the first. A game that is
    shown once more they follow on their board, unless one is played there.
    """

    def __init__(self, app: App, board: RealBoard) -> None:
        self.board = board
        self.layout: Layout | None = None
        self._app = app
        self._frame: Frame | None = None
        self._obeyed: HandStepView | None = None
        self._answer_by = 0.0
        self._is_untidy = False

    @property
    def view(self) -> View | None:
        """What they see on the display; None while nothing was shown."""
        return None if self._frame is None else self._frame.view

    @property
    def board_differs(self) -> bool:
        """True when the display shows another board than theirs, though they did all it asked."""
        view = self.view
        if not isinstance(view, BoardView) or not view.is_on_table or self._obeyed is not None:
            return False
        return view.layout.pieces != self.board.pieces

    @property
    def held(self) -> Message | None:
        """What is in the hand, None if nothing is."""
        if not self.board.hand or self.layout is None:
            return None
        return names.piece(self.board.hand[-1], self.layout.seats, has_kinds(self.board.pieces))

    def look(self) -> None:
        """Take in what the display shows now."""
        frame = self._app.frame
        if frame is None or frame is self._frame:
            return
        self._frame = frame
        if frame.view != self._obeyed:
            self._obeyed = None
        if isinstance(frame.view, BoardView) and frame.view.is_on_table:
            # a game that is shown has been begun and rests until the next key, throw or pause
            self.board.set_up(self._app.table.game.session)
            self.layout = frame.view.layout
            self._tidy()
        elif isinstance(frame.view, ReplayView) and self._app.table.game.session is None:
            self.layout = frame.view.layout
            self.board.arrange(self.layout.pieces)

    def touch(self, place: str) -> None:
        """Put what is in the hand down at ``place``, or else lift the top piece from there."""
        if self.board.hand:
            self.board.put(place)
            self._is_untidy = True
            self._tidy()
        else:
            with suppress(ValueError):
                self.board.lift(place)

    def touch_beside(self, seat: int) -> None:
        """Lay what is in the hand beside the board, or take a piece that ``seat`` has there."""
        if self.board.hand:
            self.touch(HAND)
            return
        for piece in self.board.pieces:
            if piece.seat == seat and piece.place in (HAND, RESERVE):
                self.board.lift(piece.place, piece)
                return

    def _tidy(self) -> None:
        """Turn what the display shows turned, after pieces were put and none is in the hand."""
        if self._is_untidy and self.layout is not None and not self.board.hand:
            self._is_untidy = not self.board.settle(self.layout.pieces)

    def obey(self, now: float) -> None:
        """Do the act that the display asks for, if it does, unless that was done already.

        ``now`` is the time in seconds. An act that cannot be done leaves a board that differs.
        """
        if isinstance(self.view, HandStepView) and self._obeyed is None:
            with suppress(ValueError):
                self.board.obey(self.view)
            self._obeyed, self._answer_by = self.view, now + PATIENCE

    def are_waiting(self, now: float) -> bool:
        """Whether an act was done that the display has not yet left behind, for a while at most."""
        return self._obeyed is not None and now < self._answer_by

    def put_right(self) -> None:
        """Set the board up as the display shows it."""
        if self.board_differs and self.layout is not None:
            self.board.arrange(self.layout.pieces)
