"""Where a notice stands: over nothing that people need to know what to do next.

It covers a head, a part of the board, or rows of a list that are not chosen. Where there is no
such place, the view is drawn with fewer rows for as long as the notice is shown. A low display
has one row for it at most: what does not fit there is cut off.
"""

from collections.abc import Iterator

from firmware_host.screens.canvas import FULL, Box, Canvas, cut
from firmware_host.screens.text_layout import Role, breaks_a_word, height, is_whole, wrap
from firmware_host.screens.view import View
from firmware_host.text.translator import Language


def draw_with_notice(
    view: View, words: str, size: tuple[int, int], say: Language, is_big: bool
) -> Canvas:
    """Return a canvas of ``size`` with ``view`` and a notice of ``words``."""
    canvas = Canvas(size)
    view.draw(canvas, say, is_big)
    fonts: tuple[Role, ...] = ("heading", "body") if is_big and not canvas.is_low else ("body",)
    for font in fonts:
        for place in _places(canvas, words, font):
            if not any(place.overlaps(kept) for kept in canvas.kept):
                _erase_rest_of_head(canvas, place)
                _write(canvas, place, words, font)
                return canvas
    return _squeezed(view, words, size, say, is_big)


def _erase_rest_of_head(canvas: Canvas, place: Box) -> None:
    """Erase a head of two lines of which a notice at ``place`` leaves less than that."""
    head = canvas.head
    if head is not None and head.height > height("heading") and place.overlaps(head):
        canvas.erase(head)


def _places(canvas: Canvas, words: str, font: Role) -> Iterator[Box]:
    """Yield where ``words`` may stand: across the picture, then on a board; from the top."""
    for room in (canvas.box, *canvas.boards):
        if breaks_a_word(words, room.width - 2, font):
            continue
        rows = _rows(canvas, words, room.width, font)
        for top in range(room.top, room.bottom - rows + 1):
            yield Box(room.left, top, room.width, rows)


def _rows(canvas: Canvas, words: str, width: int, font: Role) -> int:
    margin = 0 if canvas.is_low else 2
    return len(wrap(words, width - 2, font)) * height(font) + margin


def _squeezed(view: View, words: str, size: tuple[int, int], say: Language, is_big: bool) -> Canvas:
    """Return a canvas with the notice at the top and the whole view below it."""
    canvas = Canvas(size)
    line = Box(0, 0, size[0] - 2, height("body"))
    if canvas.is_low and not is_whole(words, line.width, line.height, "body"):
        (words,) = cut(words, line, "body")
    rows = _rows(canvas, words, size[0], "body")
    below = Canvas((size[0], size[1] - rows))
    view.draw(below, say, is_big)
    canvas.adopt(below, rows)
    _write(canvas, canvas.box._replace(height=rows), words, "body")
    return canvas


def _write(canvas: Canvas, place: Box, words: str, font: Role) -> None:
    canvas.erase(place)
    canvas.shade(place, FULL)
    margin = 0 if canvas.is_low else 1
    room = Box(place.left + 1, place.top + margin, place.width - 2, place.height - 2 * margin)
    canvas.fitted(room, words, (font,))
    canvas.invert(place)
    canvas.notice = place
