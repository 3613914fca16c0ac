"""The words of a display too low for a board: 128 x 32 pixels are four lines."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from firmware_host.screens.canvas import Box, Canvas
from firmware_host.screens.large import FONTS
from firmware_host.screens.sheet import Line, Sheet
from firmware_host.screens.text_layout import height, width
from firmware_host.screens.words import are_whole, draw_head, joined, sign_room, write_lines

ROW = height("body")
SIZES = 4
"""So many fonts a line has at most."""

BLANK = "\N{NO-BREAK SPACE}"


class _Plan(NamedTuple):
    """What is written, how large, and what to press: beside the head, or below the lines."""

    lines: Sequence[Line]
    size: int
    beside: str
    below: str


def draw_low_words(canvas: Canvas, box: Box, sheet: Sheet, is_big: bool = False) -> None:
    """Write what ``sheet`` says into ``box``, and what a board would show besides."""
    plans = list(_plans(sheet, box.width, is_big))
    plan = next((plan for plan in plans if _fits(plan, box)), plans[-1])
    head = sheet.head
    if plan.beside:
        blanks = (_space(sheet, box.width) - width(plan.beside, "body")) // width(BLANK, "body")
        head += BLANK * blanks + plan.beside
    draw_head(canvas, box._replace(height=ROW), replace(sheet, head=head))
    write_lines(canvas, _room(plan, box), plan.lines, plan.size, 0)
    canvas.fitted(box._replace(top=box.bottom - ROW, height=ROW), plan.below, ("body",))


def _plans(sheet: Sheet, pixels: int, is_big: bool) -> Iterator[_Plan]:
    """From the best to the last: first all lines, in large letters, with all that can be pressed.

    What to press stands below the lines only where there is no room beside the head.
    """
    said = [line.enlarged(*FONTS) if is_big else line for line in sheet.lines if line.words]
    besides = [line for line in sheet.besides if line.words]
    unseen = [line for line in sheet.unseen if line.words]
    main = [line for line in said if len(line.fonts) > 1] or said[:1]
    ways = list(_feet(sheet, pixels))
    for lines in ([*said, *besides, *unseen], [*said, *unseen], said, main):
        for beside, below in ways:
            for size in range(SIZES):
                yield _Plan(lines, size, beside, below)


def _feet(sheet: Sheet, pixels: int) -> Iterator[tuple[str, str]]:
    """Where to say what to press, beside the head or below: all of it, or the first of it."""
    foot, first = joined(sheet.foot, pixels, "body"), sheet.foot.split("\n")[0]
    space = _space(sheet, pixels) - width(BLANK, "body")
    if width(foot, "body") <= space:
        yield foot, ""
        return
    yield "", foot
    if width(first, "body") <= space:
        yield first, ""


def _space(sheet: Sheet, pixels: int) -> int:
    """The pixels that the head leaves beside itself."""
    return pixels - sign_room("body", sheet.whose) - width(sheet.head, "body") - 1


def _fits(plan: _Plan, box: Box) -> bool:
    return are_whole(plan.lines, plan.size, _room(plan, box), 0)


def _room(plan: _Plan, box: Box) -> Box:
    below = ROW if plan.below else 0
    return Box(box.left, box.top + ROW, box.width, box.height - ROW - below)
