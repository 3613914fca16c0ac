"""Somebody at a table who presses, throws, lifts and breaks things at random, seeded.

Half of the time it does what the screen asks for, so that games come to their ends.
"""

import errno
import random
from collections.abc import Callable

from firmware_host.screens.choose import ChooseView
from firmware_host.screens.hand_steps import HandStepView, SetUpView
from firmware_host.screens.moves import GameOverView, PassView, ResumeView
from firmware_host.screens.throw import ThrownView, ThrowView
from firmware_host.sensing.observed_board import fields_within
from games.actions import Move
from games.equipment import PLACES_BESIDE, Piece
from hardware.board import Field, SensingBoard, field_line
from hardware.dice.tray import DiceEvent
from hardware.input.edges import Edge, KeyEvent
from tests.faults.lean import LeanTable

PRESSED = ("up", "down", "left", "right", "ok", "ok", "ok", "back", "back", "hint", "menu")
HELD = ("left", "hint")
ARROWS = ("up", "down", "left", "right")
OBEYED = (SetUpView, HandStepView, ThrownView, PassView, GameOverView, ResumeView)
"""What OK goes on from."""

TOLD_BY_A_TRAY = (
    DiceEvent("lifted"),
    DiceEvent("rolling"),
    DiceEvent("knocked"),
    DiceEvent("unreadable"),
)
PAUSES = (0.05, 0.2, 0.5, 1.5, 4.0, 20.0, 65.0)
CARD_FAULTS = (errno.EIO, errno.EROFS, errno.ENOENT)
BOARD = (10, 10)
"""Columns and rows of the sensing board: some games fit, others do not."""


class Monkey:
    """Does things at ``table``, by the chance of ``rng``; with ``senses`` also with the pieces.

    :attr:`pressed` is the key that was pressed last, None if the last event was none.
    """

    def __init__(self, table: LeanTable, rng: random.Random, senses: bool) -> None:
        self.pressed: str | None = None
        self._at, self._rng = table, rng
        self._acts = tuple(act for act, _ in self._weighed(senses))
        self._weights = tuple(weight for _, weight in self._weighed(senses))

    def act(self) -> None:
        """One event, now or after a moment."""
        self.pressed = None
        self._at.run_for(self._rng.choice((0.03, 0.1, 0.3)))
        self._rng.choices(self._acts, self._weights)[0]()

    def _weighed(self, senses: bool) -> tuple[tuple[Callable[[], None], int], ...]:
        pieces = ((self._touch, 150), (self._move, 60), (self._put_right, 60), (self._cable, 4))
        return (
            (self._go_on, 500),
            (self._press, 340),
            (self._hold, 10),
            (self._stick, 3),
            (self._tumble, 60),
            (self._pause, 20),
            (self._break_card, 2),
            (self._mend_card, 4),
            (self._disturb_link, 3),
            *(pieces if senses else ()),
        )

    def _go_on(self) -> None:
        """Do what the screen asks for."""
        view = self._at.view
        if isinstance(view, ThrowView) and view.by_tray and view.dice != "doubtful":
            self._throw()
        elif isinstance(view, (*OBEYED, ThrowView)) or self._rng.random() < 0.4:
            self._hit("ok")
        else:
            self._hit(self._rng.choice(ARROWS if isinstance(view, ChooseView) else PRESSED))

    def _press(self) -> None:
        self._hit(self._rng.choice(PRESSED))

    def _hit(self, key: str) -> None:
        self.pressed = key
        press, repeat = KeyEvent(key, "press"), KeyEvent(key, "repeat")
        down = self._rng.choice((press, press, press, repeat))
        self._at.hear(down, KeyEvent(key, "release"))

    def _hold(self) -> None:
        key = self._rng.choice(HELD)
        self._at.hear(KeyEvent(key, "hold"), KeyEvent(key, "release"))

    def _stick(self) -> None:
        self._at.hear(KeyEvent(self._rng.choice(PRESSED), "stuck"))

    def _tumble(self) -> None:
        """Something of what a tray may tell, in no order at all."""
        self._at.hear(self._rng.choice(TOLD_BY_A_TRAY))
        if self._rng.random() < 0.5:
            self._throw()

    def _throw(self) -> None:
        session = self._at.session
        if session is not None and session.game.dice:
            faces = tuple(self._rng.choice(die.faces) for die in session.game.dice)
            self._at.hear(DiceEvent("provisional", faces))
            self._at.hear(DiceEvent("settled", faces, self._rng.random() < 0.05))

    def _pause(self) -> None:
        self._at.run_for(self._rng.choice(PAUSES))

    def _break_card(self) -> None:
        if self._rng.random() < 0.5:
            self._at.card.room = 0
        else:
            self._at.card.fault = self._rng.choice(CARD_FAULTS)

    def _mend_card(self) -> None:
        self._at.card.mend()

    def _disturb_link(self) -> None:
        feed = self._at.feed
        feed.fault = None if feed.fault else "no serial peer is plugged in"
        self._at.hear()

    def _cable(self) -> None:
        """The board comes, with what stands on it, or goes."""
        feed = self._at.feed
        feed.board = None if feed.board else SensingBoard(*BOARD)
        self._put_right()

    def _touch(self) -> None:
        """A piece is lifted somewhere, or put somewhere."""
        board = self._at.feed.board
        if board is not None:
            there = sorted(board.occupied)
            field = (self._rng.randrange(BOARD[0]), self._rng.randrange(BOARD[1]))
            if there and self._rng.random() < 0.6:
                field = self._rng.choice(there)
            self._sense(board.occupied ^ {field})

    def _move(self) -> None:
        """Make a legal move with the pieces, without a key."""
        session = self._at.session
        if session is None or session.state.turn is None or session.state.is_chance:
            return
        move = self._rng.choice(session.state.legal_moves())
        if isinstance(move, Move):
            self._stand(session.state.apply(move).pieces())

    def _put_right(self) -> None:
        """Let the pieces stand as they should."""
        if self._at.session is not None:
            self._stand(self._at.session.standing())

    def _stand(self, pieces: tuple[Piece, ...]) -> None:
        session = self._at.session
        assert session is not None, "asked only while there is a game"
        fields = fields_within(session.game.board, BOARD)
        if fields is not None:
            places = {piece.place for piece in pieces} - set(PLACES_BESIDE)
            self._sense({fields.middle(place) for place in places})

    def _sense(self, occupied: "set[Field] | frozenset[Field]") -> None:
        board, now = self._at.feed.board, self._at.clock()
        if board is None:
            return
        for column, row in board.occupied ^ occupied:
            board.feed(Edge(now, field_line(column, row), (column, row) not in occupied))
        self._at.hear()
