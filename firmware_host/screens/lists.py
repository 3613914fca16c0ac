"""Screens of words alone: lists with a cursor, and texts to read."""

from firmware_host.language import Language
from firmware_host.screens.canvas import Box, Canvas
from firmware_host.screens.text import height, width
from firmware_host.views import ListView, NoteView, Row
from games.core import msg

MARGIN, GAP = 2, 3


def draw_list(canvas: Canvas, view: ListView, say: Language) -> None:
    """Draw the title and as many rows as fit, the one under the cursor inverted."""
    top = canvas.bar(0, say.heading(view.title)) + GAP
    rows = (canvas.box.height - top) // height("heading")
    first = max(0, min(view.cursor - rows // 2, len(view.rows) - rows))
    for number, row in enumerate(view.rows[first : first + rows], start=first):
        box = Box(0, top, canvas.box.width, height("heading"))
        _draw_row(canvas, box, row, say)
        if number == view.cursor:
            canvas.invert(box)
        top = box.bottom
    _draw_more(canvas, first > 0, first + rows < len(view.rows))


def _draw_row(canvas: Canvas, box: Box, row: Row, say: Language) -> None:
    value = "" if row.value is None else f"<{say(row.value).replace('_', ' ')}>"
    room = box._replace(left=MARGIN, width=box.width - 2 * MARGIN - width(value, "heading"))
    canvas.fitted(room, say.heading(row.label))
    canvas.text(room.right, box.top, value, "heading")


def _draw_more(canvas: Canvas, above: bool, below: bool) -> None:
    """Tell by arrows in the title bar that the list goes on."""
    arrows = ("↑" if above else "") + ("↓" if below else "")
    if arrows:
        canvas.text(canvas.box.right - width(arrows, "body") - 1, 2, arrows, invert=True)


def draw_note(canvas: Canvas, view: NoteView, say: Language) -> None:
    """Draw the title, the text, and how it is closed."""
    top = canvas.bar(0, say.heading(view.title)) + GAP
    foot = canvas.box.bottom - (height("body") if view.closes else 0)
    canvas.fitted(
        Box(MARGIN, top, canvas.box.width - 2 * MARGIN, foot - top), say.heading(view.text)
    )
    if view.closes:
        canvas.text(MARGIN, foot, say(msg("Any key: close")))
