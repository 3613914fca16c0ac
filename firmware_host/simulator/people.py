"""The people at the simulated table: what they see on the display, and what they do."""

from contextlib import suppress
from typing import Final

from firmware_host.screens.board_screen import BoardView
from firmware_host.screens.hand_steps import HandStepView
from firmware_host.screens.start_and_end import ReplayView
from firmware_host.screens.view import Layout, View
from firmware_host.session import names
from firmware_host.simulator.realboard import RealBoard
from firmware_host.table.keys import title
from firmware_host.table.observers import TableStep
from firmware_host.table.scene import OFFER
from games.core import Game
from games.equipment import HAND, RESERVE, has_kinds
from games.message import Message
from hardware.wiring.sections import SWITCHES

OK_OFFERED: Final = Message.of(OFFER, key=title("ok"))
"""What a table with switches says when a stroke is OK."""

PATIENCE = 1.0
"""Seconds for which people wait for the display to react to OK."""


class People:
    """People who read the display and move the pieces of ``board``, and do nothing else.

    :attr:`layout` is the board that the display showed last, None before the first. When a recorded
    game is shown and none is played, they follow it on their board. With :attr:`moves_by_hand` the
    pieces are moved by :meth:`touch` alone, before OK confirms it.
    """

    def __init__(self, board: RealBoard) -> None:
        self.board = board
        self.layout: Layout | None = None
        self.moves_by_hand = False
        self._seen: TableStep | None = None
        self._game: Game | None = None
        self._obeyed: HandStepView | None = None
        self._answer_by = 0.0
        self._is_untidy = False

    @property
    def view(self) -> View | None:
        """The view on the display; None before the first."""
        return None if self._seen is None else self._seen.view

    @property
    def words(self) -> str:
        """What is written on the display."""
        return "" if self._seen is None else self._seen.shown.words

    @property
    def board_differs(self) -> bool:
        """True if the display shows another board than theirs, and no hand step is under way."""
        view = self.view
        if not isinstance(view, BoardView) or not view.is_on_table or self._obeyed is not None:
            return False
        return view.layout.pieces != self.board.pieces

    @property
    def held(self) -> Message | None:
        """The piece in the hand; None if there is none."""
        if not self.board.hand or self.layout is None:
            return None
        return names.piece(self.board.hand[-1], self.layout.seats, has_kinds(self.board.pieces))

    def look(self, update: TableStep) -> None:
        """Read the display, which shows ``update`` now."""
        view, position = update.view, update.position
        self._seen = update
        if view != self._obeyed:
            self._obeyed = None
        if isinstance(view, BoardView) and view.is_on_table:
            self.layout = view.layout
            if position is not None and position.game is not self._game:
                self._game = position.game
                self.board.arrange(view.layout.pieces)
            self._tidy()
        elif isinstance(view, ReplayView) and position is None:
            self.layout = view.layout
            self.board.arrange(view.layout.pieces)

    def touch(self, place: str) -> None:
        """Put the piece in the hand down at ``place``, or lift the top piece there."""
        if self.board.hand:
            self.board.put(place)
            self._is_untidy = True
            self._tidy()
        else:
            with suppress(ValueError):
                self.board.lift(place)

    def touch_beside(self, seat: int) -> None:
        """Put the piece in the hand beside the board, or take one that ``seat`` has there."""
        if self.board.hand:
            self.touch(HAND)
            return
        for piece in self.board.pieces:
            if piece.seat == seat and piece.place in (HAND, RESERVE):
                self.board.lift(piece.place, piece)
                return

    def _tidy(self) -> None:
        """Turn pieces as the display shows them, once none is in the hand."""
        if self._is_untidy and self.layout is not None and not self.board.hand:
            self._is_untidy = not self.board.settle(self.layout.pieces)

    def confirms(self, key: str) -> bool:
        """Return whether ``key`` confirms what the display asks for: OK, or a switch that takes it.

        With two switches, one of them only goes on to the next offer.
        """
        seen = self._seen
        if key not in SWITCHES or seen is None:
            return key == "ok"
        return seen.stroke == OK_OFFERED and key != seen.going_on

    def obey(self, now: float) -> None:
        """Do the hand step that the display asks for at ``now`` (seconds), unless it is done.

        If it cannot be done, the board differs from then on.
        """
        if isinstance(self.view, HandStepView) and self._obeyed is None:
            if not self.moves_by_hand:
                with suppress(ValueError):
                    self.board.obey(self.view)
            self._obeyed, self._answer_by = self.view, now + PATIENCE

    def are_waiting(self, now: float) -> bool:
        """Return whether a hand step is done and the display has not reacted yet, for a while."""
        return self._obeyed is not None and now < self._answer_by

    def put_right(self) -> None:
        """Arrange the board as the display shows it."""
        if self.board_differs and self.layout is not None:
            self.board.arrange(self.layout.pieces)
