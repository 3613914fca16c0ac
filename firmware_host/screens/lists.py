"""Lists with a cursor: a line a row, or in large letters a row a screen."""

from firmware_host.screens.canvas import Box, Canvas
from firmware_host.screens.layout import is_low
from firmware_host.screens.text_layout import Role, height, is_whole, width
from firmware_host.screens.views import ListView, Row
from firmware_host.text.translator import Language
from games.message import Message, msg

MARGIN, GAP = 2, 1
CHOOSE = msg("▲▼: line, OK: take")
CHANGE = msg("▲▼: line, ◀▶: change")
LARGE: tuple[Role, ...] = ("big", "large", "heading", "body")


def draw_list(canvas: Canvas, view: ListView, say: Language) -> None:
    """Draw the title, as many rows as fit, the one under the cursor inverted, and the keys."""
    top = canvas.bar(0, say.heading(view.title), _title_font(canvas)) + GAP
    foot = canvas.box.bottom - height("body")
    rows = (foot - top) // height("heading")
    first = max(0, min(view.cursor - rows // 2, len(view.rows) - rows))
    for number, row in enumerate(view.rows[first : first + rows], start=first):
        box = Box(0, top, canvas.box.width, height("heading"))
        _draw_row(canvas, box, row, say)
        if number == view.cursor:
            canvas.invert(box)
        top = box.bottom
    _draw_more(canvas, first > 0, first + rows < len(view.rows))
    _draw_keys(canvas, foot, view, say, "body")


def draw_large_list(canvas: Canvas, view: ListView, say: Language) -> None:
    """Draw the title and the row under the cursor alone, with its value, and the keys."""
    font = _title_font(canvas)
    top = canvas.bar(0, say.heading(view.title), font) + GAP
    foot = canvas.box.bottom - height(font)
    row = view.rows[view.cursor]
    value = "" if row.value is None else f": {_value(row.value, say)}"
    room = Box(MARGIN, top, canvas.box.width - 2 * MARGIN, foot - top)
    canvas.fitted(room, say.heading(row.label) + value, LARGE)
    _draw_more(canvas, view.cursor > 0, view.cursor + 1 < len(view.rows))
    _draw_keys(canvas, foot, view, say, font)


def _title_font(canvas: Canvas) -> Role:
    return "body" if is_low(canvas.box.height) else "heading"


def _draw_keys(canvas: Canvas, top: int, view: ListView, say: Language, font: Role) -> None:
    usual = CHOOSE if view.rows[view.cursor].value is None else CHANGE
    room = Box(MARGIN, top, canvas.box.width - MARGIN, canvas.box.bottom - top)
    canvas.fitted(room, say.heading(view.keys or usual), (font, "body"))


def _draw_row(canvas: Canvas, box: Box, row: Row, say: Language) -> None:
    """Message and value, small letters for both if they are too long together."""
    words = say.heading(row.label)
    value = "" if row.value is None else f"<{_value(row.value, say)}>"
    inner = box._replace(left=MARGIN, width=box.width - 2 * MARGIN)
    fits = is_whole(words, inner.width - width(value, "heading"), inner.height, "heading")
    font: Role = "heading" if fits else "body"
    top = inner.top + (inner.height - height(font)) // 2
    room = inner._replace(top=top, width=inner.width - width(value, font), height=height(font))
    canvas.fitted(room, words, (font,))
    canvas.text(room.right, top, value, font)


def _value(value: Message, say: Language) -> str:
    return say(value).replace("_", " ")


def _draw_more(canvas: Canvas, above: bool, below: bool) -> None:
    """Tell by arrows in the title bar that the list goes on."""
    arrows = ("↑" if above else "") + ("↓" if below else "")
    if arrows:
        left = canvas.box.right - width(arrows, "body") - 1
        top = (height(_title_font(canvas)) - height("body")) // 2
        canvas.text(left, top, arrows, invert=True)
