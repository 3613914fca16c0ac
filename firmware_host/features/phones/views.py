"""The screens of phones: the code that lets one in, and what stands there while one plays."""

from collections.abc import Sequence

from firmware_host.screens.board_screen import TurnView
from firmware_host.screens.canvas import Box, Canvas
from firmware_host.screens.notes import NoteView
from firmware_host.screens.sheet import (
    BACK_TO_MENU,
    MAIN,
    Sheet,
    TextLine,
    spoken_throws,
    throws_line,
)
from firmware_host.screens.text_layout import Role, height, width
from firmware_host.screens.view import Awaited, View, sentences
from firmware_host.text.translator import Language
from games.actions import Throw
from games.message import Message, msg

SMALLEST_MODULE = 2
"""Pixels: phones cannot tell smaller modules apart."""

QUIET = 3
"""Pixels of lit ground around the QR code at least."""

GAP = 2
Line = tuple[Role, str]
PHONE = msg("Phone")
ASKING = msg("The web server makes a code…")
CLOSE_IT = msg("`ok` closes this")
LEFT = msg("play: {throws}")
ON_A_PHONE = msg("Waiting for the phone")


class PairingView(View, frozen=True):
    """A ``code`` for a phone, the ``address`` where it is entered, and a ``name`` for the address.

    ``modules`` are the rows of a QR code, dark where True; empty while the code is being made.
    """

    code: str = ""
    address: str = ""
    name: str = ""
    modules: tuple[tuple[bool, ...], ...] = ()

    @property
    def awaited(self) -> Awaited:
        return "key"

    @property
    def prompt(self) -> Message | None:
        if not self.code:
            return Message.of(ASKING)
        text = msg("Scan the code with the phone, or enter {code} at {address}")
        return Message.of(text, code=self.code, address=self.address)

    @property
    def spoken(self) -> tuple[Message, ...]:
        if not self.code:
            return sentences(Message.of(PHONE), self.prompt)
        text = msg("Enter the code at {address}. The code: {letters}")
        told = Message.of(text, address=self.address, letters=" ".join(self.code))
        return sentences(Message.of(PHONE), told, Message.of(CLOSE_IT))

    def draw(self, canvas: Canvas, say: Language, is_big: bool = False) -> None:
        """Draw the QR code with the words beside or below it, or the words alone."""
        if not self.code:
            NoteView(Message.of(PHONE), Message.of(ASKING)).draw(canvas, say, is_big)
            return
        canvas.keep(canvas.box)
        foot = self._write(canvas, (("body", self.address),), canvas.box.bottom - height("body"))
        halves = self.code[: len(self.code) // 2], self.code[len(self.code) // 2 :]
        if canvas.box.height >= canvas.box.width:
            spaced = " ".join(halves)
            foot = self._write(canvas, (("body", self.name),), foot - height("body"))
            foot = self._write(canvas, (("large", spaced),), foot - height("large"))
            self._draw_modules(canvas, canvas.box._replace(height=foot))
            return
        side = self._draw_modules(canvas, canvas.box._replace(width=foot, height=foot))
        host, dot, rest = self.name.partition(".")
        code: tuple[Line, ...] = ("large", halves[0]), ("large", halves[1])
        beside: Sequence[Line] = (*code, ("body", host), ("body", dot + rest))
        alone: Sequence[Line] = (("large", " ".join(halves)), ("body", self.name))
        self._write_beside(canvas, side, foot, beside if side else alone)

    def _write_beside(self, canvas: Canvas, left: int, foot: int, lines: Sequence[Line]) -> None:
        """Write ``lines`` to the right of ``left``, as many as fit above ``foot``."""
        box = Box(left, 0, canvas.box.width - left, foot)
        top = 0
        for font, words in lines:
            fits = width(words, font) <= box.width and top + height(font) <= box.height
            if fits:
                canvas.fitted(box._replace(top=top, height=height(font)), words, (font,), "center")
                top += height(font)

    def _write(self, canvas: Canvas, lines: Sequence[Line], top: int) -> int:
        """Write lines from row ``top`` on across the picture; return ``top``."""
        for font, words in lines:
            fitting = canvas.box._replace(top=top, height=height(font))
            canvas.fitted(fitting, words, (font,), "center")
        return top

    def _draw_modules(self, canvas: Canvas, room: Box) -> int:
        """Draw the QR code in ``room``; return the first column to its right, 0 without room."""
        count, space = len(self.modules), min(room.width, room.height)
        pixels = (space - 2 * QUIET) // count if count else 0
        if pixels < SMALLEST_MODULE:
            return 0
        ground = Box(room.left + (room.width - space) // 2, room.top, space, space)
        canvas.rectangle(ground, filled=True)
        edge = (space - pixels * count) // 2
        for row, modules in enumerate(self.modules):
            for column, is_dark in enumerate(modules):
                if is_dark:
                    spot = ground.left + edge + column * pixels, ground.top + edge + row * pixels
                    canvas.erase(Box(*spot, pixels, pixels))
        return ground.right + GAP


BEING_MADE = PairingView()


class PhoneTurnView(TurnView, frozen=True):
    """A person elsewhere chooses a move for ``seat``; ``pending`` are the throws to play."""

    pending: tuple[Throw, ...]

    @property
    def awaited(self) -> Awaited:
        return "phone"

    @property
    def prompt(self) -> Message:
        return Message.of(msg("A person on a phone chooses the move. To play here: `ok`"))

    @property
    def spoken(self) -> tuple[Message, ...]:
        return sentences(self.player, spoken_throws(LEFT, self.pending), self.prompt)

    def sheet(self, say: Language) -> Sheet:
        lines = (TextLine(say(ON_A_PHONE), MAIN), throws_line(LEFT, self.pending, say))
        foot = (say(msg("OK: play it")), say(BACK_TO_MENU))
        return Sheet(self.whose(say), lines, foot, self.seat)
