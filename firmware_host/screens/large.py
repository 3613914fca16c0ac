"""Large letters: one thought a screen, for eyes that need it.

The letters are 12 pixels high at least, 20 where the words are few. Only a text that would be cut
off is written smaller.
"""

from collections.abc import Iterator, Sequence

from firmware_host.screens.canvas import Box, Canvas
from firmware_host.screens.sheet import Line, Sheet
from firmware_host.screens.text_layout import Role, height
from firmware_host.screens.words import are_whole, draw_head, foot_box, joined, write_lines

FONTS: Sequence[tuple[Role, ...]] = (
    ("big", "large", "heading", "body"),
    ("large", "heading", "heading", "body"),
)
"""The letters of what matters and of what is said besides, from the largest to the smallest."""

SMALLEST = 3


def draw_large_words(canvas: Canvas, box: Box, sheet: Sheet, has_board: bool) -> None:
    """Write what ``sheet`` says into ``box``; what is said besides only if it fits."""
    head = box._replace(height=height("heading"))
    draw_head(canvas, head, sheet)
    words = joined(sheet.foot, box.width, "heading")
    foot = foot_box(box, words, "heading")
    room = Box(box.left, head.bottom + 1, box.width, foot.top - head.bottom - 1)
    options = list(_options(sheet, has_board))
    whole = (option for option in options if are_whole(*option, room, 0))
    write_lines(canvas, room, *next(whole, options[-1]), 0)
    canvas.fitted(foot, words)


def _options(sheet: Sheet, has_board: bool) -> Iterator[tuple[Sequence[Line], int]]:
    """Lines and the size of their letters: as much as fits, then as large as it does."""
    said = [line.enlarged(*FONTS) for line in sheet.lines if line.words]
    main = [line for line in said if line.fonts == FONTS[0]] or said[:1]
    besides = [line.enlarged(*FONTS) for line in sheet.besides if line.words]
    unseen = [] if has_board else [line.enlarged(*FONTS) for line in sheet.unseen if line.words]
    for lines in ([*said, *besides, *unseen], [*said, *unseen], said, main):
        for size in range(SMALLEST):
            yield lines, size
    yield said, SMALLEST
    yield main, SMALLEST
