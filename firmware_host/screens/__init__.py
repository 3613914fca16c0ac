"""The screens: functions from a view to a picture of one bit a pixel.

``draw`` is the only way in; what it returns is ready for a display, with the words on it.
"""

from typing import NamedTuple

from PIL import Image

from firmware_host.screens.board_screen import draw_large_play, draw_play
from firmware_host.screens.canvas import Box, Canvas
from firmware_host.screens.layout import is_low
from firmware_host.screens.lists import draw_large_list, draw_list
from firmware_host.screens.notes import draw_note
from firmware_host.screens.posters import draw_countdown, draw_poster
from firmware_host.screens.text_layout import Role, height, wrap
from firmware_host.screens.views import CountdownView, Frame, ListView, NoteView, PosterView
from firmware_host.text.translator import Language


class Picture(NamedTuple):
    """A picture in PIL's mode "1" and the words a person reads on it."""

    image: Image.Image
    words: str


def draw(frame: Frame, size: tuple[int, int], say: Language, is_big: bool = False) -> Picture:
    """Draw ``frame`` for a display of ``size`` (width, height) pixels, in the language ``say``.

    ``is_big`` asks for large letters: one thought a screen, for eyes that need it.
    """
    canvas = paint(frame, size, say, is_big)
    return Picture(canvas.image, canvas.words)


def paint(frame: Frame, size: tuple[int, int], say: Language, is_big: bool = False) -> Canvas:
    """Do the same and return the whole canvas, which knows what did not fit."""
    canvas = Canvas(size)
    match frame.view:
        case ListView():
            (draw_large_list if is_big else draw_list)(canvas, frame.view, say)
        case NoteView():
            draw_note(canvas, frame.view, say, is_big)
        case PosterView():
            draw_poster(canvas, frame.view, say)
        case CountdownView():
            draw_countdown(canvas, frame.view, say)
        case view:
            (draw_large_play if is_big else draw_play)(canvas, view, say)
    if frame.notice is not None:
        _draw_notice(canvas, say.heading(frame.notice), _notice_font(canvas, is_big))
    return canvas


def _notice_font(canvas: Canvas, is_big: bool) -> Role:
    return "heading" if is_big and not is_low(canvas.box.height) else "body"


def _draw_notice(canvas: Canvas, words: str, font: Role) -> None:
    rows = len(wrap(words, canvas.box.width - 2, font)) * height(font) + 2
    bar = Box(0, canvas.box.bottom - rows, canvas.box.width, rows)
    canvas.erase(bar)
    canvas.fitted(bar.grown(-1), words, (font,))
    canvas.invert(bar)
