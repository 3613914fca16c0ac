"""The screens that ask people to move pieces on the real board: to set it up, or do a hand step."""

from collections.abc import Mapping
from typing import Literal

from firmware_host.screens.board_plan import Highlights
from firmware_host.screens.board_screen import BoardView
from firmware_host.screens.sheet import (
    BACK_TO_MENU,
    MAIN,
    Sheet,
    TextLine,
    back_to,
    counted,
    seat_name,
)
from firmware_host.screens.view import sentences
from firmware_host.session import names
from firmware_host.session.names import sentence
from firmware_host.text.translator import Language
from games.actions import Step
from games.equipment import Piece, Seat, has_kinds
from games.message import Message, msg

HandStepCause = Literal["move", "machine", "undo", "repair", "next"]
"""What a hand step belongs to: a person's move, a machine's, one taken back, a repair, or the way
to the next position of an interlude."""

SET_UP = msg("set up")
HEADS: Mapping[HandStepCause, str] = {
    "undo": msg("Take back"),
    "repair": msg("Fix board"),
    "next": SET_UP,
}
ALL_SET = msg("▶: all set")
MACHINE_MOVES = msg("{seat} (machine) moves: {order}")
PUT_PIECES = msg(
    "Put these pieces on your board, then press `ok`; `right`: all of them stand already"
)
CLEAR = msg("Clear the board")
ALL_OFF = msg("Take all pieces off")
THESE_OFF = msg("Take off")
TAKE_THEM_OFF = msg(
    "Take these pieces off your board, then press `ok`; `right`: all is set up already"
)
GROUP = msg("Group {number} of {total}: {piece}: {places}")
SEVERAL_ON = msg("{count} pieces on {place}")
STEP = msg("Step {number} of {total}: {order}")
THEN_OK = msg("Then press `ok`")


class SetUpView(BoardView, frozen=True):
    """The board is set up before the first turn."""

    awaited = "set-up"


class ClearBoardView(SetUpView, frozen=True):
    """The pieces on the points ``wrong`` have to leave the board, on which others are to stand."""

    wrong: tuple[str, ...]

    prompt = Message.of(TAKE_THEM_OFF)

    @property
    def spoken(self) -> tuple[Message, ...]:
        points = names.join([names.place(each) for each in self.wrong])
        order = self._order if self._is_all else names.join((self._order, points), between=": ")
        return sentences(self._head, order, self.prompt)

    def sheet(self, say: Language) -> Sheet:
        order = say(self._order)
        points = TextLine(" ".join(self.wrong), MAIN)
        return Sheet(
            say.heading(self._head),
            (TextLine(order, MAIN),) if self._is_all else (TextLine(order), points),
            (say(msg("OK: done")), say(ALL_SET), say(BACK_TO_MENU)),
            lit=Highlights(movable=self.wrong),
            names_squares=True,
        )

    @property
    def _is_all(self) -> bool:
        standing = {piece.place for piece in self.layout.pieces}
        return standing == {*self.wrong}

    @property
    def _head(self) -> Message:
        return Message.of(CLEAR if self._is_all else SET_UP)

    @property
    def _order(self) -> Message:
        return Message.of(ALL_OFF if self._is_all else THESE_OFF)


class GroupView(SetUpView, frozen=True):
    """Pieces are put on the board, one group after the other.

    ``group`` are the equal pieces of ``seat`` that come now, ``placed`` all pieces that stand after
    them; it is group ``number`` of ``total``.
    """

    seat: Seat
    group: tuple[Piece, ...]
    placed: tuple[Piece, ...]
    number: int
    total: int

    prompt = Message.of(PUT_PIECES)

    @property
    def spoken(self) -> tuple[Message, ...]:
        seats, is_named = self.layout.seats, has_kinds(self.layout.pieces)
        places = [
            Message.of(SEVERAL_ON, count=each.count, place=each.place)
            if each.count > 1
            else names.place(each.place)
            for each in self.group
        ]
        put = Message.of(
            GROUP,
            number=self.number,
            total=self.total,
            piece=names.piece(self.group[0], seats, is_named),
            places=names.join(places),
        )
        return sentences(put, self.prompt)

    def sheet(self, say: Language) -> Sheet:
        is_named = has_kinds(self.layout.pieces)
        what = say.heading(self.group[0].kind if is_named else SET_UP)
        places = [
            f"{each.place}×{each.count}" if each.count > 1 else each.place for each in self.group
        ]
        number = TextLine(f"{self.number}/{self.total} {what}")
        lines = (number, TextLine(" ".join(places), MAIN))
        back = say(BACK_TO_MENU) if self.number == 1 else back_to(self.number - 1, self.total, say)
        foot = (say(msg("OK: done")), say(ALL_SET), back)
        lit = Highlights(movable=tuple(each.place for each in self.group))
        return Sheet(
            seat_name(self.seat, say),
            lines,
            foot,
            self.seat,
            lit,
            self.placed,
            names_squares=True,
        )


class HandStepView(BoardView, frozen=True):
    """One hand step: ``number`` of ``total``; ``why`` says what the steps belong to.

    ``seat`` is the one whose move it is, if it is a move. ``reason`` is why a machine has chosen
    the move that begins here. ``path`` are the points that the piece passes and reaches, empty if
    nobody knows them.
    """

    seat: Seat | None
    step: Step
    number: int
    total: int
    why: HandStepCause
    reason: Message | None = None
    path: tuple[str, ...] = ()

    @property
    def actor(self) -> Seat | None:
        return self.seat

    awaited = "hand step"

    @property
    def prompt(self) -> Message:
        if self.why != "machine" or self.seat is None:
            return self._order
        return Message.of(MACHINE_MOVES, seat=names.seat(self.seat), order=self._order)

    @property
    def spoken(self) -> tuple[Message, ...]:
        whose = HEADS.get(self.why)
        head = self.player if whose is None else Message.of(whose)
        step = Message.of(STEP, number=self.number, total=self.total, order=self._order)
        order = self._order if self.total == 1 else step
        return sentences(head, self.reason, order, Message.of(THEN_OK))

    @property
    def player(self) -> Message | None:
        """The seat whose move it is, and that a machine plays there if it does."""
        if self.seat is None:
            return None
        return names.occupied_seat(self.seat, self.layout.machines)

    def sheet(self, say: Language) -> Sheet:
        number = TextLine(counted(self.number, self.total, say), is_minor=True)
        lines = (number, TextLine(say.heading(self._order), MAIN))
        reason = () if self.reason is None else (TextLine(say.heading(self.reason)),)
        back = msg("Back: undo?") if self.why in ("move", "machine") else BACK_TO_MENU
        right = (ALL_SET,) if self.why == "next" else ()
        foot = tuple(map(say, (msg("OK: done"), *right, back)))
        return Sheet(
            self._head(say),
            lines,
            foot,
            self.seat,
            self._lit(),
            optional=reason,
            names_squares=True,
        )

    @property
    def _order(self) -> Message:
        """What to do with which piece."""
        return sentence(self.step, self.layout.seats, has_kinds(self.layout.pieces))

    def _head(self, say: Language) -> str:
        if self.why in HEADS:
            return say.heading(HEADS[self.why])
        return say.heading(self.player) if self.player else ""

    def _lit(self) -> Highlights:
        step, board = self.step, self.layout.board
        return Highlights(
            origin=step.origin if step.origin in board else None,
            target=step.target if step.target in board else None,
            path=self.path,
        )
