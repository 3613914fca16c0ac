"""Screens for passers-by: words as large as they fit, in the middle of the display.

Nothing is drawn on a lit ground here: these stay for hours, and a panel ages where it is lit.
"""

from collections.abc import Sequence

from firmware_host.screens.canvas import Box, Canvas
from firmware_host.screens.layout import is_low
from firmware_host.screens.text_layout import Role, height, is_whole, width, wrap
from firmware_host.screens.views import CountdownView, PosterView
from firmware_host.text.translator import Language
from games.message import msg

MARGIN, GAP = 2, 2
FONTS: Sequence[Role] = ("big", "large", "heading", "body")
QUESTION = msg("Still there?")
ANSWER = msg("Press any key")
BAR = 3
"""Rows of pixels of the bar that becomes shorter with every second."""


def draw_poster(canvas: Canvas, view: PosterView, say: Language) -> None:
    """Draw the text of ``view``, below its title where both have room."""
    title, words = say.heading(view.title), say(view.text)
    room = _between_margins(canvas.box)
    below = room._replace(top=room.top + height("heading"), height=room.height - height("heading"))
    if title and is_whole(words, below.width, below.height, "heading"):
        canvas.fitted(room, title, ("heading",), "center")
        room = below
    _draw_centred(canvas, room, words)


def draw_countdown(canvas: Canvas, view: CountdownView, say: Language) -> None:
    """Draw how many seconds are left, as a number and as a bar, and what to do."""
    question, answer, seconds = say(QUESTION), say(ANSWER), str(view.left)
    canvas.rectangle(_bar(canvas.box, view), filled=True)
    room = _between_margins(canvas.box._replace(height=canvas.box.height - BAR - GAP))
    if is_low(canvas.box.height):
        number = width("00", "big")
        beside = room._replace(left=room.right - number, width=number)
        left = room._replace(width=room.width - number - GAP)
        _draw_centred(canvas, left, f"{question} {answer}")
        _draw_centred(canvas, beside, seconds)
        return
    rows = (room.height - height("big")) // 2
    for top, high, words in (
        (room.top, rows, question),
        (room.top + rows, height("big"), seconds),
        (room.bottom - rows, rows, answer),
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


def _bar(box: Box, view: CountdownView) -> Box:
    """A bar at the foot of ``box``, as long as what is left of the time."""
    return Box(0, box.bottom - BAR, box.width * view.left // view.total, BAR)
