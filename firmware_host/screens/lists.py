"""Lists with a cursor: games, settings, menus. In large letters, one row is shown at a time."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct

from firmware_host.screens.canvas import Box, Canvas
from firmware_host.screens.sheet import BLANK, foot_box, joined, write_foot
from firmware_host.screens.text_layout import Role, breaks_a_word, height, is_whole, width, wrap
from firmware_host.screens.view import View, sentences
from firmware_host.text.translator import Language
from games.message import Message, msg

MARGIN, GAP = 2, 1
COMMA: Final = ", "
CHOOSE = msg("OK: choose")
LINE = msg("{label}: {value}")
UseOfRow = Literal[
    "open", "change", "start", "change or start", "exercises", "game", "details", "replay", "turn"
]
"""What the keys do with a row: ``turn`` opens it, or turns to another list."""

FEET: Final[Mapping[UseOfRow, str]] = {
    "change": msg("◀▶: change"),
    "start": msg("OK: start"),
    "change or start": msg("OK: start"),
    "exercises": msg("OK: start"),
    "game": msg("OK: choose\nHint: about"),
    "details": msg("OK: details"),
    "replay": msg("OK: replay"),
}
"""What the foot says where it is not "OK: choose"."""

PROMPTS: Final[Mapping[UseOfRow, str]] = {
    "open": msg("`up down`: choose a line; `ok`: open it"),
    "change": msg("`up down`: choose a line; `left right`: change it"),
    "start": msg("`up down`: choose a line; `ok`: start the game"),
    "change or start": msg(
        "`up down`: choose a line; `left right`: change it; `ok`: start the game"
    ),
    "exercises": msg("`up down`: choose a line; `ok`: begin"),
    "game": msg("`up down`: choose a game; `ok`: open it"),
    "details": msg("`up down`: choose a line; `ok`: details"),
    "replay": msg("`up down`: choose a game; `ok`: replay it"),
    "turn": msg("`up down`: choose a line; `left right`: other lines; `ok`: open it"),
}
SKETCH_SHARE = 3
"""The sketch of a board takes at most this part of the width of a list."""
LEAST_SKETCH = 24
"""Pixels of the narrowest sketch beside the rows; where they leave less, it is below them."""
LEAST_ROWS = 2
"""Rows of a list of games that are shown beside a sketch, at least."""
BRIEF_ROW = height("body") + 1
LEAST_SQUARE = 4
"""Pixels of the smallest square of a sketch that has a border."""
LARGE: tuple[Role, ...] = ("big", "large", "heading", "body")


class Row(Struct, frozen=True):
    """A line of a list and its ``value``, if it has one; left and right change it if ``turns``.

    ``begins`` if OK begins a game there.
    """

    label: Message
    value: Message | None = None
    turns: bool = True
    begins: bool = False


class ListView(View, frozen=True):
    """A list of ``rows`` below a ``title``, with a ``cursor``.

    ``use`` says what can be done with the row under the cursor. ``back`` says where the back key
    leads, None if it leads nowhere. ``note`` is a sentence below the rows, where usual letters
    leave room for it.
    """

    title: Message
    rows: tuple[Row, ...]
    cursor: int
    use: UseOfRow = "open"
    back: Message | None = None
    note: Message | None = None

    @property
    def prompt(self) -> Message:
        return Message.of(PROMPTS[self.use])

    @property
    def marked(self) -> tuple[Message, ...]:
        label, value = self.row.label, self.row.value
        row = label if value is None else Message.of(LINE, label=label, value=value)
        return (self.title, row)

    @property
    def spoken(self) -> tuple[Message, ...]:
        _, row = self.marked
        place = Message.of(
            msg("{row}, line {number} of {total}"),
            row=row,
            number=self.cursor + 1,
            total=len(self.rows),
        )
        return sentences(self.title, place, self.note, self.prompt, self.back)

    @property
    def row(self) -> Row:
        """The row under the cursor."""
        return self.rows[self.cursor]

    def draw(self, canvas: Canvas, say: Language) -> None:
        """Draw the title, the rows and the keys."""
        font = _title_font(canvas)
        top = canvas.bar(0, say.heading(self.title), font) + (0 if canvas.is_low else GAP)
        foot_font: Role = font if canvas.is_big else "body"
        inner = canvas.box._replace(left=MARGIN, width=canvas.box.width - MARGIN)
        keys = self._foot(say)
        words = joined(keys, inner.width, foot_font)
        if canvas.is_big and self._has_facts and "\n" in words:
            foot_font = "body"
            words = joined(keys, inner.width, foot_font)
        if canvas.is_low and "\n" in words:
            words = keys[0]  # the row under the cursor matters more than what back does
        foot = foot_box(inner, words, foot_font)
        if canvas.is_big:
            self._draw_large_row(canvas, top, foot.top, say)
        else:
            self._draw_rows(canvas, top, self._draw_note(canvas, foot.top, say), say)
        write_foot(canvas, inner, words, (foot_font,))

    @property
    def _has_facts(self) -> bool:
        """Whether the row under the cursor has facts that matter more than a large foot."""
        return False

    def _foot(self, say: Language) -> tuple[str, ...]:
        keys = say.heading(FEET.get(self.use, CHOOSE)).split("\n")
        return (*keys, say.heading(self.back)) if self.back else tuple(keys)

    def _draw_note(self, canvas: Canvas, foot: int, say: Language) -> int:
        """Draw the note just above ``foot``, unless the display is too low; return where it is."""
        if self.note is None or canvas.is_low:
            return foot
        words, columns = say(self.note), canvas.box.width - 2 * MARGIN
        top = foot - len(wrap(words, columns)) * height("body")
        canvas.paragraph(Box(MARGIN, top, columns, foot - top), words)
        return top

    def _draw_rows(self, canvas: Canvas, top: int, foot: int, say: Language) -> None:
        """Draw as many rows as fit between ``top`` and ``foot``, the chosen one inverted."""
        shown = (foot - top) // height("heading")
        first = max(0, min(self.cursor - shown // 2, len(self.rows) - shown))
        for number, row in enumerate(self.rows[first : first + shown], start=first):
            box = Box(0, top, canvas.box.width, height("heading"))
            _draw_row(canvas, box, row, say)
            if number == self.cursor:
                canvas.invert(box)
                canvas.keep(box)
            top = box.bottom
        _draw_more(canvas, first > 0, first + shown < len(self.rows))

    def _draw_large_row(self, canvas: Canvas, top: int, foot: int, say: Language) -> None:
        """Draw the row under the cursor alone, with its value."""
        value = "" if self.row.value is None else f": {_value(self.row.value, say)}"
        room = Box(MARGIN, top, canvas.box.width - 2 * MARGIN, foot - top)
        canvas.fitted(room, say.heading(self.row.label) + value, LARGE)
        canvas.keep(room)
        _draw_more(canvas, self.cursor > 0, self.cursor + 1 < len(self.rows))


class GameListView(ListView, frozen=True):
    """A list with a game under the cursor: a sketch of its ``board``, and ``brief`` facts.

    ``board`` has a character for each point, as :class:`games.core.About` says.
    """

    board: tuple[str, ...] = ()
    brief: Message | None = None

    @property
    def _has_facts(self) -> bool:
        return self.brief is not None

    @property
    def spoken(self) -> tuple[Message, ...]:
        title, place, *rest = super().spoken
        return sentences(title, place, self.brief, *rest)

    def _draw_rows(self, canvas: Canvas, top: int, foot: int, say: Language) -> None:
        """Draw the rows and the facts beside the sketch, which is below rows that are too wide."""
        if canvas.is_low or not self.board:
            super()._draw_rows(canvas, top, foot, say)
            return
        room = Box(0, top, canvas.box.width, foot - top)
        labels = [say.heading(row.label) for row in self.rows]
        beside = room.width - max(width(label, "body") for label in labels) - 3 * MARGIN
        is_narrow = beside < LEAST_SKETCH
        above = LEAST_ROWS * BRIEF_ROW if is_narrow else 0
        place = room.rows(top + above, room.height - above)
        side = min(place.height, room.width // SKETCH_SHARE, room.width if is_narrow else beside)
        draw_sketch(canvas, place._replace(left=room.right - side, width=side), self.board)
        left = Box(MARGIN, top, room.width - side - 2 * MARGIN, room.height)
        brief = self._facts(left.width, "body", say)
        facts = left._replace(height=height("body") * len(wrap(brief, left.width)))
        rows = left._replace(height=above or room.height - facts.height)
        rows = rows._replace(width=room.width - MARGIN) if is_narrow else rows
        self._draw_labels(canvas, rows, labels)
        canvas.fitted(facts._replace(top=foot - facts.height), brief, ("body",))

    def _facts(self, pixels: int, font: Role, say: Language) -> str:
        """Return the facts, none of them broken over two lines if that takes no more lines."""
        facts = "" if self.brief is None else say(self.brief)
        whole = COMMA.join(each.replace(" ", BLANK) for each in facts.split(COMMA))
        takes_more = len(wrap(whole, pixels, font)) > len(wrap(facts, pixels, font))
        return facts if takes_more or breaks_a_word(whole, pixels, font) else whole

    def _draw_labels(self, canvas: Canvas, room: Box, labels: Sequence[str]) -> None:
        """Draw as many ``labels`` as there is room for, larger if all of them have it."""
        tall = height("heading")
        is_roomy = len(labels) * tall <= room.height and all(
            is_whole(each, room.width, tall, "heading") for each in labels
        )
        font: Role = "heading" if is_roomy else "body"
        pitch = height(font) if is_roomy else BRIEF_ROW
        shown = max(LEAST_ROWS, room.height // pitch)
        first = max(0, min(self.cursor - shown // 2, len(labels) - shown))
        for number, label in enumerate(labels[first : first + shown]):
            row = room.rows(room.top + number * pitch, pitch)
            canvas.fitted(row, label, (font,))
            if first + number == self.cursor:
                bar = row._replace(left=0, width=room.right)
                canvas.invert(bar)
                canvas.keep(bar)
        _draw_more(canvas, first > 0, first + shown < len(labels))

    def _draw_large_row(self, canvas: Canvas, top: int, foot: int, say: Language) -> None:
        """Draw the name of the game, and the facts below it where there is room for both."""
        name = say.heading(self.row.label)
        room = Box(MARGIN, top, canvas.box.width - 2 * MARGIN, foot - top)
        brief = self._facts(room.width, "heading", say)
        below = height("heading") * len(wrap(brief, room.width, "heading"))
        above = room._replace(height=room.height - below)
        if canvas.is_low or not is_whole(name, above.width, above.height, "heading"):
            super()._draw_large_row(canvas, top, foot, say)
            return
        canvas.fitted(above, name, LARGE)
        canvas.fitted(room.rows(above.bottom, below), brief, ("heading",))
        canvas.keep(room)
        _draw_more(canvas, self.cursor > 0, self.cursor + 1 < len(self.rows))


def draw_sketch(canvas: Canvas, box: Box, board: tuple[str, ...]) -> None:
    """Draw the sketch ``board`` in the middle of ``box``, as large as there is room."""
    columns, rows = max(map(len, board)), len(board)
    unit = min((box.width - 1) // columns, (box.height - 1) // rows)
    left = box.left + (box.width - unit * columns) // 2
    top = box.top + (box.height - unit * rows) // 2
    for y, line in enumerate(board):
        for x, sign in enumerate(line):
            if sign != " ":
                _draw_point(canvas, Box(left + x * unit, top + y * unit, unit, unit), sign)


def _draw_point(canvas: Canvas, box: Box, sign: str) -> None:
    """Draw a point of a sketch: a block with a piece, else a square, crossed where it is marked.

    Where there is no room for squares, points are dots; where dots would touch, every other one is.
    """
    if box.width < LEAST_SQUARE:
        apart = box.width + 1 == LEAST_SQUARE
        side = box.width - apart if sign == "o" else 1
        if sign == "o" or box.width > 1 or (box.left + box.top) % 2:
            canvas.rectangle(box._replace(width=side, height=side), filled=True)
        return
    square = box._replace(width=box.width + 1, height=box.height + 1)
    canvas.rectangle(square)
    if sign == "o":
        canvas.rectangle(square.grown(-2 if box.width > LEAST_SQUARE else -1), filled=True)
    elif sign == "+":
        canvas.line((box.left + 1, box.top + 1), (box.right - 1, box.bottom - 1))
        canvas.line((box.left + 1, box.bottom - 1), (box.right - 1, box.top + 1))


def _title_font(canvas: Canvas) -> Role:
    return "body" if canvas.is_low else "heading"


def _draw_row(canvas: Canvas, box: Box, row: Row, say: Language) -> None:
    """Draw label and value, both in small letters if they are too long together."""
    words = say.heading(row.label)
    value = "" if row.value is None else _value(row.value, say)
    value = f"<{value}>" if value and row.turns else value
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
    """Show by arrows in the title bar that the list goes on."""
    arrows = ("↑" if above else "") + ("↓" if below else "")
    if arrows:
        left = canvas.box.right - width(arrows, "body") - 1
        top = (height(_title_font(canvas)) - height("body")) // 2
        canvas.text(left, top, arrows, invert=True)
