"""The empty board: its borders or lines, and the marks on its points."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from PIL import Image

from firmware_host.screens.board_plan import Plan
from firmware_host.screens.canvas import Box, Canvas, Spot

Edge = tuple[Spot, Spot]

BRACKETED = 9
"""Pixels of the smallest square with a gap between its border and a frame."""


# it stays the same during a game, which has one board, or a few parts of a large one
@lru_cache(maxsize=16)
def empty_board(plan: Plan, size: tuple[int, int]) -> Image.Image:
    """Return the board of ``plan`` without pieces, as a picture of ``size``: do not draw on it."""
    canvas = Canvas(size)
    _draw_empty_board(canvas, plan)
    return canvas.image


def _draw_empty_board(canvas: Canvas, plan: Plan) -> None:
    if plan.is_tiny:
        canvas.points([plan.centre(point.name) for point in plan.board.points])
        return
    if plan.board.lines:
        for start, end in plan.board.lines:
            canvas.line(plan.centre(start), plan.centre(end))
    else:
        _draw_borders(canvas, plan)
    for boundary in plan.board.boundaries:
        if edge := plan.edge(boundary):
            BOUNDARIES[boundary.sign](canvas, edge)
    for point in plan.board.points:
        for mark in point.marks:
            MARKS[mark.sign](canvas, plan.square(point.name))


def _draw_borders(canvas: Canvas, plan: Plan) -> None:
    """Draw dotted borders between squares, and a continuous one around the board."""
    edges = Counter(edge for point in plan.board.points for edge in _edges(plan, point.name))
    for edge, squares in edges.items():
        if squares == 1:
            canvas.line(*edge)
        elif plan.is_roomy:
            canvas.points(dashes(edge, lit=1, dark=1))
        else:
            canvas.points(edge)


def _edges(plan: Plan, name: str) -> Iterator[Edge]:
    """Yield the border of a square in pieces of one unit."""
    square = plan.square(name)
    right, bottom = square.right - 1, square.bottom - 1
    for x in range(square.left, right, plan.pitch):
        yield (x, square.top), (x + plan.pitch, square.top)
        yield (x, bottom), (x + plan.pitch, bottom)
    for y in range(square.top, bottom, plan.row_pitch):
        yield (square.left, y), (square.left, y + plan.row_pitch)
        yield (right, y), (right, y + plan.row_pitch)


def dashes(edge: Edge, lit: int, dark: int) -> list[Spot]:
    """Return the pixels of a dashed line: ``lit`` on, then ``dark`` off, counted from both ends.

    The line is horizontal or vertical.
    """
    (x, y), (end_x, end_y) = edge
    length = end_x - x + end_y - y
    steps = [step for step in range(length + 1) if min(step, length - step) % (lit + dark) < lit]
    return [(x + step, y) if end_y == y else (x, y + step) for step in steps]


def _cross(canvas: Canvas, square: Box) -> None:
    inner = square.grown(-2)
    canvas.line((inner.left, inner.top), (inner.right - 1, inner.bottom - 1))
    canvas.line((inner.left, inner.bottom - 1), (inner.right - 1, inner.top))


def _frame(canvas: Canvas, square: Box) -> None:
    """Draw the corners of a second border: a whole one would look like a piece, a ring."""
    inner = square.grown(-2 if square.width >= BRACKETED else -1)
    arm = max(inner.width // 4, 2) - 1
    for (left, top), (right, bottom) in inner.sides:
        across, down = (arm, 0) if top == bottom else (0, arm)
        canvas.line((left, top), (left + across, top + down))
        canvas.line((right - across, bottom - down), (right, bottom))


def _dot(canvas: Canvas, square: Box) -> None:
    canvas.rectangle(Box(*square.middle, 2, 2), filled=True)


MARKS: Mapping[str, Callable[[Canvas, Box], None]] = {"cross": _cross, "frame": _frame, "dot": _dot}


def _line(canvas: Canvas, edge: Edge) -> None:
    canvas.line(*edge)


def _river(canvas: Canvas, edge: Edge) -> None:
    canvas.points(dashes(edge, lit=1, dark=2))


BOUNDARIES: Mapping[str, Callable[[Canvas, Edge], None]] = {"line": _line, "river": _river}
