"""The screens: functions from a view to a picture of one bit a pixel.

``draw`` is the only way in; what it returns is ready for a display, with the words on it.
"""

from typing import NamedTuple

from PIL import Image

from firmware_host.language import Language
from firmware_host.screens.canvas import Box, Canvas
from firmware_host.screens.lists import draw_list, draw_note
from firmware_host.screens.play import draw_play
from firmware_host.screens.text import height, wrap
from firmware_host.views import Frame, ListView, NoteView


class Picture(NamedTuple):
    """A picture in PIL's mode "1" and the words a person reads on it."""

    image: Image.Image
    words: str


def draw(frame: Frame, size: tuple[int, int], say: Language) -> Picture:
    """Draw ``frame`` for a display of ``size`` (width, height) pixels, in the language ``say``."""
    canvas = Canvas(size)
    match frame.view:
        case ListView():
            draw_list(canvas, frame.view, say)
        case NoteView():
            draw_note(canvas, frame.view, say)
        case view:
            draw_play(canvas, view, say)
    if frame.notice is not None:
        _draw_notice(canvas, say(frame.notice))
    return Picture(canvas.image, canvas.words)


def _draw_notice(canvas: Canvas, words: str) -> None:
    lines = len(wrap(words, canvas.box.width - 2))
    rows = lines * height("body") + 2
    bar = Box(0, canvas.box.bottom - rows, canvas.box.width, rows)
    canvas.erase(bar)
    canvas.fitted(bar.grown(-1), words, ("body",))
    canvas.invert(bar)
