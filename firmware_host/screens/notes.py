"""Texts to read, page by page where one display does not hold them."""

from collections.abc import Sequence

from firmware_host.screens.canvas import Box, Canvas
from firmware_host.screens.layout import is_low
from firmware_host.screens.text_layout import Role, height, is_whole, width, wrap
from firmware_host.screens.views import NoteView
from firmware_host.screens.words import APART
from firmware_host.text.translator import Language
from games.message import msg

MARGIN, GAP = 2, 2
CLOSE = msg("OK: close")
TURNS = "▲▼"
TURN = msg("▲▼: {page}/{pages}")


def draw_note(canvas: Canvas, view: NoteView, say: Language, is_big: bool = False) -> None:
    """Draw the title, the page of the text that ``view`` asks for, and how to go on.

    Pages are counted around. ``is_big`` keeps to large letters.
    """
    title, words, answer = say.heading(view.title), say.heading(view.text), _answer(view, say)
    low = is_low(canvas.box.height)
    font: Role = "heading" if is_big and not low else "body"
    in_bar = low and is_whole(f"{title} {answer}", canvas.box.width - 1, height("body"), "body")
    room = _room(canvas, 0 if in_bar else height(font))
    text_font = _text_font(words, room, is_big)
    pages = _pages(words, room, text_font)
    page = view.page % len(pages)
    canvas.paragraph(room, "\n".join(pages[page]), text_font)
    turn = say(TURN, page=page + 1, pages=len(pages)) if len(pages) > 1 else ""
    if in_bar:
        _draw_low_bar(canvas, title, answer if view.keys or not turn else turn)
        return
    canvas.bar(0, title, "body" if low else "heading")
    foot = Box(MARGIN, canvas.box.bottom - height(font), canvas.box.width - MARGIN, height(font))
    canvas.fitted(foot, _keys(turn, answer, foot.width), (font, "body"))


def _room(canvas: Canvas, foot: int) -> Box:
    """Where the text goes, above ``foot`` rows."""
    top = height("body") if is_low(canvas.box.height) else height("heading") + GAP
    return Box(MARGIN, top, canvas.box.width - 2 * MARGIN, canvas.box.height - top - foot)


def _answer(view: NoteView, say: Language) -> str:
    return say(view.keys or CLOSE) if view.closes else ""


def _keys(turn: str, answer: str, pixels: int) -> str:
    """How to turn the page and how to answer; at least that there are pages."""
    keys = APART.join(filter(None, (turn, answer)))
    fits = not turn or is_whole(keys, pixels, height("body"), "body")
    return keys if fits else f"{TURNS} {answer}"


def _draw_low_bar(canvas: Canvas, title: str, keys: str) -> None:
    """Title and keys on one bar, as a low display has no line to lose."""
    bar = canvas.box._replace(height=height("body"))
    canvas.text(1, 0, title)
    canvas.text(bar.right - width(keys, "body") - 1, 0, keys)
    canvas.invert(bar)


def _text_font(words: str, room: Box, is_big: bool) -> Role:
    """The largest letters in which ``words`` are whole; else the smallest there are, in pages."""
    fonts: tuple[Role, ...] = ("large", "heading") if is_big else ("heading", "body")
    whole = (font for font in fonts if is_whole(words, room.width, room.height, font))
    return next(whole, fonts[-1])


def _pages(words: str, room: Box, font: Role) -> Sequence[Sequence[str]]:
    lines, rows = wrap(words, room.width, font), max(1, room.height // height(font))
    return [lines[start : start + rows] for start in range(0, len(lines), rows)]
