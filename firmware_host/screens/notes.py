"""Notes: texts to read, page by page where one display does not hold them."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec import Struct

from firmware_host.screens.canvas import Box, Canvas
from firmware_host.screens.lists import draw_sketch
from firmware_host.screens.sheet import APART
from firmware_host.screens.text_layout import Role, height, is_whole, width, wrap
from firmware_host.screens.view import Awaited, Problem, View, sentences
from firmware_host.text.translator import Language
from games.equipment import Seat
from games.message import Message, msg

MARGIN, GAP = 2, 2
CLOSE = msg("OK: close")
GO_ON = msg("`ok`: continue")
READ_ON = msg("`up down`: other pages; `ok`: continue")
TURNS = "▲▼"
SENTENCE = re.compile(r"(?<=[.!?]) ")
CLAUSE = re.compile(r"(?<=[,;:]) ")
LEAST_SKETCH, SKETCH_SHARE = 21, 3
"""Pixels of a sketch beside rules at least, and the part of a larger display that it takes."""
TURN = msg("▲▼: {page}/{pages}")


class NoteKeys(Struct, frozen=True):
    """The keys that answer a note: as its last line names them, and as they guide people."""

    line: Message
    prompt: Message


YES_OR_NO: Final = NoteKeys(
    Message.of(msg("OK: yes, back: no")), Message.of(msg("`ok`: yes; `back`: no"))
)


class Page(NamedTuple):
    """The ``lines`` of a page below its ``title``."""

    title: str
    lines: Sequence[str]


class NoteView(View, frozen=True):
    """A ``text`` below a ``title``. A key closes it; without ``closes`` it stays.

    ``page`` may be any number: pages are counted around. ``keys`` say how it is answered, if
    closing it is not enough, ``problem`` is what the text explains, if something is wrong.
    """

    title: Message
    text: Message
    closes: bool = True
    page: int = 0
    keys: NoteKeys | None = None
    problem: Problem | None = None

    @property
    def awaited(self) -> Awaited:
        if not self.closes:
            return "nothing"
        return "key" if self.keys is None else "answer"

    @property
    def prompt(self) -> Message | None:
        if not self.closes:
            return None
        return Message.of(GO_ON) if self.keys is None else self.keys.prompt

    @property
    def question(self) -> tuple[Message, ...]:
        """What ``keys`` answer; empty if the note is only read."""
        return () if self.keys is None else (self.title, self.text)

    @property
    def spoken(self) -> tuple[Message, ...]:
        return sentences(self.title, self.text, self.prompt)

    def draw(self, canvas: Canvas, say: Language) -> None:
        """Draw the title, one page of the text, and how to go on."""
        title, words, answer = say.heading(self.title), say.heading(self.text), self._answer(say)
        font: Role = "heading" if canvas.is_big and not canvas.is_low else "body"
        for keys in _in_bar(canvas, title, answer, has_keys=self.keys is not None):
            room = _room(canvas, height(font) if keys is None else 0)
            text_font = _text_font(words, room, canvas.is_big)
            pages = self._paged(title, words, room, text_font)
            if keys != answer or self.keys is None or len(pages) == 1:
                break
        page = self.page % len(pages)
        title, lines = pages[page]
        canvas.lines(room, lines, text_font)
        self._draw_beside(canvas, room)
        turn = say(TURN, page=page + 1, pages=len(pages)) if len(pages) > 1 else ""
        if keys is None:
            _draw_bar_and_foot(canvas, title, turn, answer, font)
        else:
            _draw_low_bar(canvas, title, keys if self.keys or not turn else turn)
        if self.keys:
            canvas.keep(canvas.box)

    def _paged(self, title: str, words: str, room: Box, font: Role) -> Sequence[Page]:
        """Return the pages of ``words`` below ``title``."""
        return [Page(title, lines) for lines in _pages(words, room, font)]

    def _draw_beside(self, canvas: Canvas, room: Box) -> None:
        """Draw what stands in the ``room`` beside the words."""

    def _answer(self, say: Language) -> str:
        if not self.closes:
            return ""
        return say(CLOSE) if self.keys is None else say(self.keys.line)


def _in_bar(canvas: Canvas, title: str, answer: str, *, has_keys: bool) -> Iterator[str | None]:
    """Yield what may stand beside ``title`` in the bar of a low display, from the best; then None.

    An answer by keys of its own stands alone where one page holds the words; else with the sign
    that there are more.
    """
    for keys in (answer, f"{TURNS} {answer}") if has_keys else (answer,):
        wanted = f"{title} {keys}"
        if canvas.is_low and is_whole(wanted, canvas.box.width - 1, height("body"), "body"):
            yield keys
    yield None


def prompt_beside(view: View, words: str) -> Message | None:
    """Return what people should do where a display with these ``words`` shows ``view``.

    Only what is written there tells whether a text goes on: displays hold more or less of it.
    """
    goes_on = isinstance(view, NoteView) and TURNS in words
    return Message.of(READ_ON) if goes_on and view.awaited == "key" else view.prompt


class DrawOfferView(NoteView, frozen=True):
    """The person at ``seat`` is offered a draw."""

    seat: Seat | None = None

    @property
    def actor(self) -> Seat | None:
        return self.seat

    awaited = "draw"


class RulesView(NoteView, frozen=True):
    """Rules to read, a paragraph each; its first sentence is the head of its pages.

    No sentence goes on on another page if one page holds it; else it is parted at a comma, and
    where that is not enough an ellipsis says that it goes on. Words flow around a sketch of the
    ``board``, which is the same on each page.
    """

    board: tuple[str, ...] = ()

    def _paged(self, title: str, words: str, room: Box, font: Role) -> Sequence[Page]:
        return _ruled(words, Flow(room, font, self._sketch(room)))

    def _draw_beside(self, canvas: Canvas, room: Box) -> None:
        sketch = self._sketch(room)
        if sketch is not None:
            draw_sketch(canvas, sketch, self.board)

    def _sketch(self, room: Box) -> Box | None:
        """Return where in ``room`` the sketch is: as large as it costs few letters."""
        if not self.board:
            return None
        columns, rows = max(map(len, self.board)), len(self.board)
        most = max(LEAST_SKETCH, min(room.width, room.height) // SKETCH_SHARE)
        unit = max(1, min(most // columns, most // rows))
        width, height = unit * columns + 1, unit * rows + 1
        return Box(room.right - width, room.top, width, height)


@lru_cache(maxsize=8)
def _ruled(words: str, flow: "Flow") -> Sequence[Page]:
    """Return the pages of rules, as long as somebody reads them."""
    return [
        Page(head.rstrip("."), lines)
        for head, *sentences in map(SENTENCE.split, words.split("\n"))
        for text in _whole_sentences(sentences, flow)
        for lines in flow.pages(text)
    ]


class Flow(Struct, frozen=True):
    """Words in a ``room`` in letters of ``font``; where they stand ``beside`` a box, in less."""

    room: Box
    font: Role
    beside: Box | None = None

    def lines(self, text: str) -> Sequence[str]:
        """Return the lines of ``text``."""
        if self.beside is None:
            return wrap(text, self.room.width, self.font)
        lines, rows = wrap(text, self._narrow, self.font), -(-self.beside.height // self._row)
        rest = " ".join(lines[rows:])
        return (*lines[:rows], *(wrap(rest, self.room.width, self.font) if rest else ()))

    def is_whole(self, text: str) -> bool:
        """Return whether one page holds ``text``."""
        return len(self.lines(text)) <= self._rows

    def pages(self, text: str) -> Iterator[Sequence[str]]:
        """Yield the lines of each page of ``text``; an ellipsis says that it goes on."""
        while " " in text and not self.is_whole(text):
            words = text.split(" ")
            count = len(" ".join(self.lines(text)[: self._rows]).split(" "))
            while count > 1 and not self.is_whole(_going_on(words[:count])):
                count -= 1
            count = max(1, count - (count + 1 == len(words)))  # one word alone is no page
            yield self.lines(_going_on(words[:count]))
            text = " ".join(words[count:])
        yield self.lines(text)

    @property
    def _row(self) -> int:
        return height(self.font)

    @property
    def _rows(self) -> int:
        return max(1, self.room.height // self._row)

    @property
    def _narrow(self) -> int:
        return self.room.width if self.beside is None else self.beside.left - GAP - self.room.left


def _going_on(words: Sequence[str]) -> str:
    return f"{' '.join(words)}…"


def _whole_sentences(sentences: Sequence[str], flow: Flow) -> Iterator[str]:
    """Yield the texts of pages: as many ``sentences`` as one holds, or parts up to a comma."""
    text = ""
    for sentence in sentences:
        is_whole = flow.is_whole(sentence)
        if text and not is_whole:
            yield text
            text = ""
        for part in (sentence,) if is_whole else CLAUSE.split(sentence):
            longer = f"{text} {part}".strip()
            if text and not flow.is_whole(longer):
                yield text
                longer = part
            text = longer
    yield text


def _room(canvas: Canvas, foot: int) -> Box:
    """Return where the text goes, above ``foot`` rows."""
    top = height("body") if canvas.is_low else height("heading") + GAP
    return Box(MARGIN, top, canvas.box.width - 2 * MARGIN, canvas.box.height - top - foot)


def _text_font(words: str, room: Box, is_big: bool) -> Role:
    """Return the largest letters in which ``words`` fit one page, else the smallest there are."""
    fonts: tuple[Role, ...] = ("large", "heading") if is_big else ("heading", "body")
    whole = (font for font in fonts if is_whole(words, room.width, room.height, font))
    return next(whole, fonts[-1] if height(fonts[-1]) <= room.height else "body")


def _pages(words: str, room: Box, font: Role) -> Sequence[Sequence[str]]:
    lines, rows = wrap(words, room.width, font), max(1, room.height // height(font))
    pages = [lines[start : start + rows] for start in range(0, len(lines), rows)]
    if len(pages) > 1 and rows > 1 and _is_one_word(pages[-1]):
        *full, before, last = pages
        return [*full, before[:-1], before[-1:] + last]
    return pages


def _is_one_word(page: Sequence[str]) -> bool:
    return len(" ".join(page).split()) == 1


def _draw_low_bar(canvas: Canvas, title: str, keys: str) -> None:
    """Draw title and keys on one bar: a low display has no line to spare."""
    bar = canvas.box._replace(height=height("body"))
    canvas.text(1, 0, title)
    canvas.text(bar.right - width(keys, "body") - 1, 0, keys)
    canvas.invert(bar)
    canvas.keep(bar)


def _draw_bar_and_foot(canvas: Canvas, title: str, turn: str, answer: str, font: Role) -> None:
    """Draw the title, and below the text how to turn the page and how to answer.

    Where both do not fit, two arrows show that there are more pages.
    """
    canvas.bar(0, title, "body" if canvas.is_low else "heading")
    foot = Box(MARGIN, canvas.box.bottom - height(font), canvas.box.width - MARGIN, height(font))
    keys = APART.join(filter(None, (turn, answer)))
    fits = not turn or is_whole(keys, foot.width, height(font), font)
    canvas.fitted(foot, keys if fits else f"{TURNS} {answer}", (font, "body"))
    canvas.keep(foot)
