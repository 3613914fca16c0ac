"""Draw the board of any game as a small picture: borders or lines, marks on points, and pieces.

Reference: a box of 64 x 64 pixels on a 1.3 inch display that is read from 40 cm.
"""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Self

from msgspec import Struct

from firmware_host.screens.board_plan import NARROW, Highlights, Plan
from firmware_host.screens.canvas import LINES, Box, Canvas, Spot, blank, inverted
from firmware_host.screens.cells import HALO, Token, apart, cell, drawn_letters
from games.equipment import Board, Piece, Point, Seat, seat_of

if TYPE_CHECKING:
    from PIL import Image

Edge = tuple[Spot, Spot]

BRACKETED = 9
"""Pixels of the smallest square with a gap between its border and a frame."""


# it stays the same during a game, which has one board, or a few parts of a large one
@lru_cache(maxsize=16)
def empty_board(plan: Plan, size: tuple[int, int]) -> "Image.Image":
    """Return the board of ``plan`` without pieces, as a picture of ``size``: do not draw on it."""
    canvas = Canvas(size)
    _draw_empty_board(canvas, plan)
    return canvas.image


def _draw_empty_board(canvas: Canvas, plan: Plan) -> None:
    _draw_ground(canvas, plan)
    if plan.is_tiny:
        return
    for boundary in plan.board.boundaries:
        if edge := plan.edge(boundary):
            BOUNDARIES[boundary.sign](canvas, edge)
    for point in plan.board.points:
        for mark in point.marks:
            MARKS[mark.sign](canvas, plan.square(point.name))


def _draw_ground(canvas: Canvas, plan: Plan) -> None:
    """Draw the lines between crossings, only dots where there is little room, or borders."""
    if any(point.reach for point in plan.board.points):
        _draw_triangles(canvas, plan)
    elif plan.is_tiny or plan.is_crowded:
        canvas.points([plan.centre(point.name) for point in plan.board.points])
    elif plan.board.lines:
        for start, end in plan.board.lines:
            canvas.line(plan.centre(start), plan.centre(end))
    else:
        _draw_borders(canvas, plan)


def _draw_triangles(canvas: Canvas, plan: Plan) -> None:
    """Draw a triangle for each point with a row, every second one dotted, and narrow columns."""
    for number, point in enumerate(point for point in plan.board.points if point.reach):
        base = plan.square(point.name)
        length, upwards = abs(point.reach) * plan.row_pitch - 1, point.reach > 0
        rim = base.bottom - 2 if upwards else base.top + 1
        apex = base.middle[0], rim - length if upwards else rim + length
        for corner in (base.left + 1, base.right - 2):
            canvas.line((corner, rim), apex)
        if number % 2:
            canvas.points(list(_dotted(apex, (base.left + 1, base.right - 2), rim)))
    for box in (plan.frame, *plan.straits()):
        for side in box.sides:
            canvas.points(dashes(side, lit=1, dark=1))


def _dotted(apex: Spot, base: tuple[int, int], rim: int) -> Iterator[Spot]:
    """Yield every second pixel of the triangle from ``base``, at the row ``rim``, to ``apex``."""
    x, end = apex
    for y in range(min(rim, end), max(rim, end) + 1):
        part = abs(y - end) / abs(rim - end)
        first, last = x - (x - base[0]) * part, x + (base[1] - x) * part
        yield from ((each, y) for each in range(round(first), round(last) + 1) if (each + y) % 2)


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


MOST = 9
"""The largest count that is shown: a cell has room for one digit."""

WALL, WALL_REACH = 2, 3

Tokens = Mapping[str, tuple[Token, ...]]


def draw_board(
    canvas: Canvas,
    box: Box,
    board: Board,
    pieces: Iterable[Piece],
    seats: Sequence[Seat],
    highlights: Highlights,
) -> None:
    """Draw ``board`` with ``pieces`` as large as ``box`` allows, and nothing outside ``box``.

    Pieces and highlights on points that ``board`` does not have are left out, because it may be a
    part of a large board. Overflow if a point would be smaller than 3 x 3 pixels.
    """
    board, pieces = with_rows(board), in_rows(board, pieces)
    plan = Plan.fit(board, Box(0, 0, box.width, box.height))
    tokens, size = _tokens(board, pieces, seats), (box.width, box.height)
    picture = _drawn(plan, tokens, highlights, empty_board(plan, size))
    canvas.stamp(box.left, box.top, picture)

    def lines() -> "Image.Image":
        """Return what would stay lit if the board had no lines, dark: the lines alone."""
        return inverted(_drawn(plan, tokens, highlights, blank(size)))

    canvas.shade(box, LINES, lines)


@lru_cache(maxsize=16)
def with_rows(board: Board) -> Board:
    """Return ``board`` with a point for each place in the rows of its points.

    >>> from games.equipment import Point
    >>> [point.name for point in with_rows(Board((Point("1", 0, 0, reach=3),))).points]
    ['1', '1+1', '1+2']
    """
    if not any(point.reach for point in board.points):
        return board
    more = (
        Point(_in_row(point.name, far), point.x, point.y + (far if point.reach > 0 else -far))
        for point in board.points
        for far in range(1, abs(point.reach))
    )
    return replace(board, points=(*board.points, *more))


def in_rows(board: Board, pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Yield ``pieces`` on the places of the rows of ``board``; the last one counts if more stand.

    >>> from games.equipment import Point
    >>> rows = in_rows(Board((Point("1", 0, 0, reach=2),)), [Piece(0, "piece", "1", count=3)])
    >>> [(piece.place, piece.count) for piece in rows]
    [('1', 1), ('1+1', 3)]
    """
    for piece in pieces:
        most = abs(board[piece.place].reach) if piece.place in board else 0
        if not most:
            yield piece
            continue
        for far in range(min(piece.count, most)):
            is_last = far == most - 1 and piece.count > most
            place = _in_row(piece.place, far)
            yield replace(piece, place=place, count=piece.count if is_last else 1)


def _in_row(name: str, far: int) -> str:
    return f"{name}+{far}" if far else name


def _drawn(
    plan: Plan, tokens: "Tokens", highlights: Highlights, empty: "Image.Image"
) -> "Image.Image":
    """Return the picture of what stands on the board ``empty``, and of what it highlights."""
    picture = Canvas(empty.size)
    picture.stamp(0, 0, empty)
    _draw_move(picture, plan, highlights)
    _draw_pieces(picture, plan, tokens, highlights)
    _draw_outlines(picture, plan, tokens.keys(), highlights)
    for name in _on(plan.board, highlights.targets):
        if name not in highlights.prey:
            show = _corners if name in tokens else _spot
            show(picture, plan.inside(name))
    _draw_bars(picture, plan, highlights)
    for name in _on(plan.board, highlights.surplus):
        _cross_out(picture, plan.inside(name))
    return picture.image


class _Cell(Struct, frozen=True):
    """The pieces on a point: where they are drawn, their picture and its mask."""

    inside: Box
    picture: "Image.Image"
    mask: "Image.Image"

    @classmethod
    def of(cls, plan: Plan, name: str, tokens: tuple[Token, ...]) -> Self:
        inside = plan.inside(name)
        return cls(inside, *cell(inside.width, tokens))

    def clear(self, canvas: Canvas) -> None:
        """Make the ground under the pieces dark."""
        around = self.inside.grown(HALO)
        canvas.darken(around.left, around.top, self.mask)

    def draw_captured(self, canvas: Canvas) -> None:
        """Draw the pieces dark on light."""
        around = self.inside.grown(HALO)
        canvas.erase(self.inside)
        canvas.stamp(around.left, around.top, self.picture, self.picture)
        canvas.invert(self.inside)


class _Layer(Struct, frozen=True):
    """All pieces on a board: their picture and its mask."""

    picture: "Image.Image"
    mask: "Image.Image"


# it stays the same while people only move the cursor
@lru_cache(maxsize=4)
def _layer(
    plan: Plan,
    size: tuple[int, int],
    tokens: tuple[tuple[str, tuple[Token, ...]], ...],
    movable: tuple[str, ...],
) -> _Layer:
    picture, mask = Canvas(size), Canvas(size)
    for name, group in tokens:
        each = _Cell.of(plan, name, group)
        around = each.inside.grown(HALO)
        picture.stamp(around.left, around.top, each.picture, each.picture)
        mask.stamp(around.left, around.top, each.mask, each.mask)
    for name, group in tokens:
        if name in movable and not plan.is_tiny:
            picture.line(*_line_of_movable(plan, name, _Cell.of(plan, name, group)))
    return _Layer(picture.image, mask.image)


def _line_of_movable(plan: Plan, name: str, pieces: "_Cell") -> Edge:
    """Return the line that marks ``pieces`` that may move: below them, or above.

    It is above at the lower edge of a board of squares, where the border would hide it.
    """
    upper, lower = _bars(plan, name)
    if not plan.board.lines:
        return upper if _is_at_lower_edge(plan.board, name) else lower
    ink = pieces.picture.getbbox() or (0, 0, 0, 0)
    left, top, _, _ = pieces.inside.grown(HALO)
    y = min(top + ink[3] + 1, lower[0][1])
    return (left + ink[0], y), (left + ink[2] - 1, y)


@lru_cache(maxsize=256)
def _is_at_lower_edge(board: Board, name: str) -> bool:
    here = board[name]
    reach = (here.size + 1) // 2
    return not any(point.x == here.x and point.y == here.y - reach for point in board.points)


def _draw_pieces(canvas: Canvas, plan: Plan, tokens: Tokens, highlights: Highlights) -> None:
    """Draw the cursor, and the pieces over it."""
    layer = _layer(plan, canvas.image.size, tuple(tokens.items()), highlights.movable)
    canvas.darken(0, 0, layer.mask)
    for name in () if plan.is_close else _on(plan.board, (highlights.cursor,)):
        _draw_cursor(canvas, plan, name)
        if plan.walls_behind:
            # not only under its own piece: the wall it shares with the next point must not change
            for beside in tokens.keys() & _row(plan.board, name):
                _Cell.of(plan, beside, tokens[beside]).clear(canvas)
    canvas.stamp(0, 0, layer.picture, layer.picture)
    for name in tokens.keys() & highlights.captures:
        if not plan.is_crowded:
            _Cell.of(plan, name, tokens[name]).draw_captured(canvas)


def _tokens(board: Board, pieces: Iterable[Piece], seats: Sequence[Seat]) -> Tokens:
    """Return the tokens of every occupied point, one a seat."""
    pieces = tuple(pieces)
    letters = drawn_letters(pieces)
    return {
        place: tuple(_token(seat_of(group[0], seats), group, letters) for group in groups)
        for place, groups in apart(board, pieces).items()
    }


def _token(seat: Seat, group: Sequence[Piece], letters: Mapping[str, str]) -> Token:
    count = sum(piece.count for piece in group)
    return Token(
        seat.colour,
        seat.side,
        str(min(count, MOST)) if count > 1 else letters.get(group[0].kind, ""),
        group[0].facing,
        any(piece.badge for piece in group),
    )


def _on(board: Board, names: Iterable[str | None]) -> Iterator[str]:
    return (name for name in names if name is not None and name in board)


def _draw_move(canvas: Canvas, plan: Plan, highlights: Highlights) -> None:
    """Draw a dashed border around the origin, a line along the path, a border around the target.

    Without a path there is a line only where it runs along the lines of the board: the way that a
    piece takes is never made up.
    """
    ends = tuple(_on(plan.board, (highlights.origin, highlights.target)))
    is_known = highlights.path or _are_in_line(plan.board, ends)
    way = (highlights.origin, *highlights.path, highlights.target) if is_known else ()
    thickness = 3 if plan.board.lines and not (plan.is_tiny or plan.is_crowded) else 1
    for start, end in pairwise(_on(plan.board, way)):
        canvas.line(plan.centre(start), plan.centre(end), thickness)
    if plan.is_close:
        return
    for name in _on(plan.board, (highlights.origin,)):
        _draw_dashes(canvas, plan.border(name))
    for name in _on(plan.board, (highlights.target,)):
        canvas.rectangle(plan.border(name))


def _are_in_line(board: Board, names: Sequence[str]) -> bool:
    if not board.lines:
        return False
    points = [board[name] for name in names]
    return len({point.x for point in points}) == 1 or len({point.y for point in points}) == 1


def _draw_outlines(
    canvas: Canvas, plan: Plan, occupied: Container[str], highlights: Highlights
) -> None:
    """Mark points where pieces touch: with a dark gap, over the neighbours, to keep it legible.

    The marks are drawn over the pieces around, never over what stands in them. They are brackets
    where each row has pages of its own: an outline would reach into the pages above and below, and
    cost three times the bytes.
    """
    if not plan.is_close:
        return
    if plan.is_crowded:
        _draw_in_crowd(canvas, plan, occupied, highlights)
        return
    mark = _draw_brackets if plan.has_own_pages else _draw_outline
    for name in _on(plan.board, (highlights.origin, highlights.target, highlights.cursor)):
        mark(canvas, plan, name, name == highlights.origin and name != highlights.cursor)


def _draw_in_crowd(
    canvas: Canvas, plan: Plan, occupied: Container[str], highlights: Highlights
) -> None:
    """Mark the origin with bars at its sides, and draw cursor and target dark on light."""
    chosen = dict.fromkeys(_on(plan.board, (highlights.cursor, highlights.target)))
    for name in _on(plan.board, (highlights.origin,)):
        if name not in chosen:
            box = _around(plan, name)
            canvas.line((box.left, box.top), (box.left, box.bottom - 1))
            canvas.line((box.right - 1, box.top), (box.right - 1, box.bottom - 1))
    for name in chosen:
        box = _around(plan, name)
        if name not in occupied:
            canvas.erase(box)
        canvas.invert(box)


def _around(plan: Plan, name: str) -> Box:
    """Return the box of a crossing with the dark pixels that keep its pieces apart from others."""
    square = plan.square(name)
    return Box(square.left - 1, square.top, square.width + 1, square.height + 1)


def _draw_bars(canvas: Canvas, plan: Plan, highlights: Highlights) -> None:
    """Mark what may be captured; in a crowd what is captured too, as dark on light is chosen."""
    captured = highlights.captures if plan.is_crowded else ()
    for name in _on(plan.board, {*highlights.prey, *captured}):
        for line in _bars(plan, name):
            canvas.line(*line)


def _bars(plan: Plan, name: str) -> tuple[Edge, Edge]:
    """Return lines above and below a point, as long as its pieces."""
    box = _around(plan, name) if plan.board.lines else plan.square(name)
    left, right = box.left + 1, box.right - 2
    upper, lower = box.top, box.bottom - 1
    return ((left, upper), (right, upper)), ((left, lower), (right, lower))


def _draw_outline(canvas: Canvas, plan: Plan, name: str, is_dashed: bool) -> None:
    border = plan.border(name)
    for ring in (plan.square(name).grown(1), border):
        for (left, top), (right, bottom) in ring.sides:
            canvas.erase(Box(left, top, right - left + 1, bottom - top + 1))
    if is_dashed:
        _draw_dashes(canvas, border)
    else:
        canvas.rectangle(border)


def _draw_brackets(canvas: Canvas, plan: Plan, name: str, is_dashed: bool) -> None:
    square = plan.square(name)
    last = square.bottom - 1
    for outer, inner in ((square.left - 2, square.left - 1), (square.right + 1, square.right)):
        canvas.erase(Box(min(outer, inner), square.top, 2, square.height))
        if is_dashed:
            canvas.points(dashes(((outer, square.top), (outer, last)), lit=2, dark=1))
        else:
            canvas.line((outer, square.top), (outer, last))
            canvas.points([(inner, square.top), (inner, last)])


def _draw_dashes(canvas: Canvas, border: Box) -> None:
    for side in border.sides:
        canvas.points(dashes(side, lit=3, dark=2))


def _spot(canvas: Canvas, inside: Box) -> None:
    x, y = inside.middle
    canvas.erase(Box(x - 2, y - 2, 5, 5))
    canvas.rectangle(Box(x - 1, y - 1, 3, 3), filled=True)


def _cross_out(canvas: Canvas, inside: Box) -> None:
    """Draw a cross on a light ground, which looks like no mark of a board and no piece."""
    canvas.erase(inside)
    right, bottom = inside.right - 1, inside.bottom - 1
    canvas.line((inside.left, inside.top), (right, bottom))
    canvas.line((inside.left, bottom), (right, inside.top))
    if inside.width >= NARROW:
        canvas.invert(inside)


def _corners(canvas: Canvas, inside: Box) -> None:
    for x in (inside.left, inside.right - 2):
        for y in (inside.top, inside.bottom - 2):
            canvas.rectangle(Box(x, y, 2, 2), filled=True)


def _row(board: Board, name: str) -> set[str]:
    return {point.name for point in board.points if point.y == board[name].y}


def _draw_cursor(canvas: Canvas, plan: Plan, name: str) -> None:
    """Draw a wall on the left and on the right of the point.

    When the cursor goes to the next point, the wall between both points stays, and only a few bytes
    are sent to the display.
    """
    square = plan.square(name)
    reach = WALL_REACH if plan.walls_behind else 0
    for x in (square.left - 1, square.left - 1 + plan.board[name].size * plan.pitch):
        wall = Box(max(x, 0), square.top - reach, WALL, square.height + 2 * reach)
        canvas.rectangle(wall, filled=True)
