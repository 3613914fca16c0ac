"""Screens for people who pass by: words as large as they fit, in the middle of the display.

Nothing is drawn on a lit ground here: these screens stay for hours, and a lit panel ages.
"""

from collections.abc import Sequence

from firmware_host.screens.board_screen import BoardView
from firmware_host.screens.canvas import Box, Canvas
from firmware_host.screens.replay import DONE, way
from firmware_host.screens.sheet import MAIN, Sheet, TextLine, seat_name
from firmware_host.screens.text_layout import Role, height, is_whole, width, wrap
from firmware_host.screens.view import Awaited, View, sentences
from firmware_host.session import names
from firmware_host.text.translator import Language
from games.actions import Move
from games.equipment import Seat
from games.message import Message, msg

MARGIN, GAP = 2, 2
FONTS: Sequence[Role] = ("big", "large", "heading", "body")
QUESTION = msg("Still there?")
ANSWER = msg("Press any key")
CLOSED = msg("The table is closed now.")
BAR = 3
"""Rows of pixels of the bar that becomes shorter with every second."""

SAID_SECONDS = 10
"""How often the seconds that are left are said."""


class PosterView(View, frozen=True):
    """A ``text`` as large as it fits, below its ``title``."""

    title: Message
    text: Message

    @property
    def awaited(self) -> Awaited:
        return "anybody"

    @property
    def prompt(self) -> Message:
        return Message.of(msg("Press any key to start"))

    @property
    def spoken(self) -> tuple[Message, ...]:
        return sentences(self.title, self.text, self.prompt)

    def draw(self, canvas: Canvas, say: Language, is_big: bool = False) -> None:
        """Draw the text, and the title if there is room for both."""
        title, words = say.heading(self.title), say(self.text)
        room, row = _between_margins(canvas.box), height("heading")
        below = room._replace(top=room.top + row, height=room.height - row)
        if title and is_whole(words, below.width, below.height, "heading"):
            canvas.fitted(room, title, ("heading",), "center")
            room = below
        _draw_centred(canvas, room, words)


class ClosedView(View, frozen=True):
    """A dark display; with ``is_asked``, what people read who press a key while it is closed.

    ``opens`` says when the table opens again, empty if that is not known.
    """

    opens: str
    is_asked: bool = False

    @property
    def awaited(self) -> Awaited:
        return "opening"

    @property
    def spoken(self) -> tuple[Message, ...]:
        return sentences(self._words) if self.is_asked else ()

    @property
    def _words(self) -> Message:
        if not self.opens:
            return Message.of(CLOSED)
        return Message.of(msg("Closed. The table opens at {time}."), time=self.opens)

    def draw(self, canvas: Canvas, say: Language, is_big: bool = False) -> None:
        """Draw nothing, or the sentence."""
        if self.is_asked:
            _draw_centred(canvas, _between_margins(canvas.box), say(self._words))


class CountdownView(View, frozen=True):
    """Nobody seems to be there: ``left`` of ``total`` seconds until the table is cleared."""

    left: int
    total: int

    @property
    def awaited(self) -> Awaited:
        return "key"

    @property
    def prompt(self) -> Message:
        return Message.of(msg("Press any key to return"))

    @property
    def spoken(self) -> tuple[Message, ...]:
        rounded = -(-self.left // SAID_SECONDS) * SAID_SECONDS
        left = Message.of(msg("The table is cleared in {seconds} seconds"), seconds=rounded)
        return sentences(Message.of(QUESTION), left, self.prompt)

    def draw(self, canvas: Canvas, say: Language, is_big: bool = False) -> None:
        """Draw how many seconds are left, as a number and as a bar, and what to do."""
        bar = Box(0, canvas.box.bottom - BAR, canvas.box.width * self.left // self.total, BAR)
        canvas.rectangle(bar, filled=True)
        above = canvas.box._replace(height=canvas.box.height - BAR - GAP)
        draw_words = self._draw_beside if canvas.is_low else self._draw_below
        draw_words(canvas, _between_margins(above), say)

    def _draw_beside(self, canvas: Canvas, room: Box, say: Language) -> None:
        """Draw the seconds beside the words."""
        number = width("00", "big")
        left = room._replace(width=room.width - number - GAP)
        _draw_centred(canvas, left, f"{say(QUESTION)} {say(ANSWER)}")
        seconds = room._replace(left=room.right - number, width=number)
        _draw_centred(canvas, seconds, str(self.left))

    def _draw_below(self, canvas: Canvas, room: Box, say: Language) -> None:
        """Draw the question, the seconds and the answer one below the other."""
        rows = (room.height - height("big")) // 2
        for top, high, words in (
            (room.top, rows, say(QUESTION)),
            (room.top + rows, height("big"), str(self.left)),
            (room.bottom - rows, rows, say(ANSWER)),
        ):
            _draw_centred(canvas, room._replace(top=top, height=high), words)


def _between_margins(box: Box) -> Box:
    return box._replace(left=box.left + MARGIN, width=box.width - 2 * MARGIN)


def _draw_centred(canvas: Canvas, room: Box, words: str) -> None:
    """Write ``words`` in the largest letters in which they are whole, in the middle of ``room``."""
    fitting = (font for font in FONTS if is_whole(words, room.width, room.height, font))
    font = next(fitting, FONTS[-1])
    rows = min(room.height, len(wrap(words, room.width, font)) * height(font))
    middle = room._replace(top=room.top + (room.height - rows) // 2, height=rows)
    canvas.fitted(middle, words, (font,), "center")


class DemonstrationView(BoardView, frozen=True):
    """The machine plays the game called ``title`` by itself: ``seat`` did ``action``."""

    title: Message
    seat: Seat | None
    action: Message
    move: Move | None

    @property
    def is_on_table(self) -> bool:
        return False

    @property
    def awaited(self) -> Awaited:
        return "anybody"

    @property
    def prompt(self) -> Message:
        return Message.of(msg("The machine plays by itself: press any key to start"))

    @property
    def spoken(self) -> tuple[Message, ...]:
        done = (
            Message.of(DONE, seat=names.seat(self.seat), action=self.action) if self.seat else None
        )
        return sentences(self.title, done, self.prompt)

    def sheet(self, say: Language) -> Sheet:
        head = seat_name(self.seat, say) if self.seat else ""
        lines = (TextLine(say.heading(self.title)), TextLine(say(self.action), MAIN))
        lit = way(self.move)
        foot = (say(msg("Press a key")),)
        return Sheet(head, lines, foot, self.seat, lit, has_bar=False)
