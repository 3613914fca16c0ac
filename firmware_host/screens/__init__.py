"""The screens: views, and how each is drawn as a picture of one bit a pixel.

:func:`draw` turns a frame into a picture that is ready for a display, with the words on it. A view
and its screen stand in one module; a new screen is one more class there and the scene that shows
it.

What every view has in common:

- ``view``: the base class of all views, ``Layout`` and ``Frame``, and where a notice stands
- ``board_screen``: the base class of the views with a board
- ``board_frame``: where board and words go, and which part of a large board is shown
- ``sheet``: what such a screen says: a head, lines and a foot
- ``sheet_layouts``: how a sheet is written: beside a board, in large letters, on a low display

The screens:

- ``lists``: lists with a cursor
- ``notes``: texts to read
- ``hand_steps``: setting up the board, and one hand step
- ``repair``: a board that differs: how it does, and what stands on it
- ``throw``: a throw that is awaited, counts, or is corrected
- ``tower``: how sticks in a tower lie, and what is wrong in a lane
- ``choose``: a move is chosen
- ``moves``: a move is suggested, the last move; a game that can go on, a game that is over

Pictures:

- ``canvas``: one picture in the making
- ``text_layout``: how large a text is, and how it is broken into lines; ``fonts``: its letters
- ``board_picture``: a board with its pieces and highlights, and the board without pieces
- ``board_plan``: where the points lie, what is marked on them, and what is written beside them
- ``cells``: the pieces on one point, and the sign of each colour
"""

from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from firmware_host.screens.canvas import SECONDARY, Canvas
from firmware_host.screens.view import Frame, draw_with_notice
from firmware_host.text.translator import Language, Named

if TYPE_CHECKING:
    from PIL import Image


def can_draw() -> bool:
    """Return whether pictures can be drawn here: Pillow is installed."""
    return find_spec("PIL") is not None


class Picture(NamedTuple):
    """A picture of mode "1" and the words a person reads on it; ``shades`` draws its greys."""

    image: "Image.Image"
    words: str
    shades: Callable[[], "Image.Image"] | None = None

    @property
    def greys(self) -> "Image.Image":
        """The picture of mode "L" for a display with greys; without shades, that of mode "1"."""
        return self.image if self.shades is None else self.shades()


def draw(frame: Frame, size: tuple[int, int], say: Language, is_big: bool = False) -> Picture:
    """Draw ``frame`` for a display of ``size`` (width, height) pixels, in the language ``say``.

    ``is_big`` asks for large letters, for people who do not see well: less on one screen.
    """
    canvas = paint(frame, size, say, is_big)
    return Picture(canvas.image, canvas.words, lambda: canvas.greys)


def paint(frame: Frame, size: tuple[int, int], say: Language, is_big: bool = False) -> Canvas:
    """Draw ``frame`` like :func:`draw`; return the canvas, which knows what did not fit."""
    if frame.persons:
        say = Named(say.code, frame.persons)
    over = frame.notice or frame.stroke
    if over is not None:
        heading = say.heading(over)
        return _readable(draw_with_notice(frame.view, heading, size, say, is_big))
    canvas = Canvas(size, is_big)
    canvas.timer = "" if frame.timer is None else say(frame.timer)
    canvas.persons, canvas.score = dict(frame.persons), frame.score
    frame.view.draw(canvas, say)
    return _readable(canvas)


def _readable(canvas: Canvas) -> Canvas:
    """Return ``canvas`` with all words at full brightness if its letters are large."""
    if canvas.is_big:
        canvas.shades = [each for each in canvas.shades if each.level != SECONDARY]
    return canvas
