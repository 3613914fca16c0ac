"""The screens about what is not possible: a turn without a move, and the question why not."""

from firmware_host.screens.board_plan import Highlights
from firmware_host.screens.board_screen import TurnView, spoken_place
from firmware_host.screens.sheet import (
    BACK_TO_MENU,
    MAIN,
    Sheet,
    TextLine,
    spoken_throws,
    throws_line,
)
from firmware_host.screens.view import Awaited, sentences
from firmware_host.session import names
from firmware_host.text.translator import Language
from games.actions import Throw
from games.equipment import has_kinds
from games.message import Message, msg

STUCK = msg("No piece can play {throws}")
VOID = msg("No throw counts")
ASK_WHY = msg("`up down`: why?")
WHY_NOT, WHICH, WHERE = msg("Why not?"), msg("Which piece?"), msg("Where to?")


class PassView(TurnView, frozen=True):
    """``seat`` cannot move and confirms it; ``pending`` are the throws that are lost.

    ``has_thrown`` is false if there was no throw at all.
    """

    pending: tuple[Throw, ...]
    has_thrown: bool

    @property
    def awaited(self) -> Awaited:
        return "choice"

    @property
    def prompt(self) -> Message:
        if self.seat.index in self.layout.machines:
            words = msg("{seat} (machine) has no move: press `ok`")
            return Message.of(words, seat=names.seat(self.seat))
        return Message.of(msg("You have no move: press `ok`"))

    @property
    def spoken(self) -> tuple[Message, ...]:
        stuck = spoken_throws(STUCK, self.pending)
        is_void = self.has_thrown and not self.pending
        void = Message.of(VOID) if is_void else None
        return sentences(self.player, stuck, void, self.prompt, Message.of(ASK_WHY))

    def sheet(self, say: Language) -> Sheet:
        stuck = throws_line(STUCK, self.pending, say)
        is_void = self.has_thrown and not self.pending
        void = TextLine(say(VOID) if is_void else "")
        lines = (TextLine(say(msg("No move")), MAIN), stuck, void)
        foot = (say(msg("OK: continue")), say(msg("▲▼: why?")), say(BACK_TO_MENU))
        return Sheet(self.whose(say), lines, foot, self.seat)


class WhyNotView(TurnView, frozen=True):
    """``seat`` asks why a piece may not go somewhere: ``place`` is under the cursor.

    ``origin`` is where the piece stands, None while it is being pointed at.
    """

    place: str
    origin: str | None

    @property
    def prompt(self) -> Message:
        return Message.of(msg("Choose a piece, then a square with the arrows, and press `ok`"))

    @property
    def spoken(self) -> tuple[Message, ...]:
        asked = Message.of(WHICH if self.origin is None else WHERE)
        here = spoken_place(self.place, self.layout)
        return sentences(Message.of(WHY_NOT), asked, here, self.prompt)

    def sheet(self, say: Language) -> Sheet:
        place = say(names.place(self.place))
        asked = say(WHICH) if self.origin is None else say(WHERE)
        origin = "" if self.origin is None else f"{say(names.place(self.origin))} → "
        what = f"{origin}{place} {self._standing(say)}".strip()
        back = BACK_TO_MENU if self.origin is None else msg("Back: piece")
        foot = (say(msg("OK: choose")), say(back))
        lit = Highlights(cursor=self.place, origin=self.origin, target=self.place)
        lines = (TextLine(asked), TextLine(what, MAIN))
        return Sheet(say(WHY_NOT), lines, foot, self.seat, lit, needs_board=True)

    def _standing(self, say: Language) -> str:
        """Return in words what stands on the point under the cursor."""
        if self.place not in self.layout.board:
            return ""
        pieces, seats = self.layout.pieces, self.layout.seats
        here = [piece for piece in pieces if piece.place == self.place]
        named = has_kinds(pieces)
        return ", ".join(dict.fromkeys(say(names.piece(piece, seats, named)) for piece in here))
