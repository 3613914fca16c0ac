"""Draw the board of any game in characters."""

from collections.abc import Iterable, Mapping, Sequence

from textual.content import Content

from firmware_host.simulator.terminal.board_plan import BoardPlan, CellBox
from firmware_host.simulator.terminal.ink import BRIGHT, DIM, CharacterGrid, Ink
from firmware_host.simulator.terminal.pieces import MORE, PieceToken, tokens
from games.equipment import Piece, Point, Seat

MARKS: Mapping[str, str] = {"cross": "╳", "frame": "▣", "dot": "·"}
MARK_INK, MARKED = Ink("#c0a070", "#4d4030"), Ink(ground="#4d4030")
SQUARES = (Ink(ground="#2b3138"), Ink(ground="#3a424b"))
NAME_INK, MORE_INK = Ink(DIM), Ink(BRIGHT)
FAINTEST, BRIGHTEST = 50, 210
"""The range of a colour's parts where a light is on."""

ROOMY = 5
"""Squares with at least this many columns have a gap between their pieces."""

Colour = tuple[int, int, int]
"""Red, green and blue of a light, from 0 to 255."""

NOT_LIT: Mapping[str, Colour] = {}

Spot = tuple[int, int]
"""Column and row of a character."""

LINE_INK = Ink(DIM)
ARMS: Mapping[Spot, int] = {(0, -1): 1, (1, 0): 2, (0, 1): 4, (-1, 0): 8}
JOINTS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""The character whose arms, up 1, right 2, down 4 and left 8, add up to its place."""

RISING, FALLING = "╱", "╲"


def draw_board(
    plan: BoardPlan,
    pieces: Iterable[Piece],
    seats: Sequence[Seat],
    lit: Mapping[str, Colour] = NOT_LIT,
) -> Content:
    """Draw the board of ``plan``, with ``pieces`` in the colours of ``seats``.

    ``lit`` are the points whose lights are on.
    """
    sheet = CharacterGrid(plan.columns, plan.rows)
    _write_names(sheet, plan)
    if plan.board.lines:
        draw_lines(sheet, plan)
    standing = tokens(plan.board, pieces, seats)
    for point in plan.board.points:
        _draw_ground(sheet, plan, point, occupied=point.name in standing)
    for name, colour in lit.items():
        _shine(sheet, plan.cell(plan.board[name]), colour)
    for name, group in standing.items():
        _write_pieces(sheet, plan.cell(plan.board[name]), group)
    return sheet.content()


def _write_names(sheet: CharacterGrid, plan: BoardPlan) -> None:
    for x, name in plan.files.items():
        sheet.write(*plan.file_place(x), name, NAME_INK)
    for y, name in plan.ranks.items():
        sheet.write(*plan.rank_place(y), name, NAME_INK)


def _draw_ground(sheet: CharacterGrid, plan: BoardPlan, point: Point, occupied: bool) -> None:
    cell = plan.cell(point)
    column, row = cell.middle
    if not plan.board.lines:
        ground = MARKED if point.marks else SQUARES[(point.x + point.y) % 2]
        for line in range(cell.rows):
            sheet.write(cell.column, cell.row + line, " " * cell.columns, ground)
        if occupied:
            column, row = cell.column + cell.columns - 1, cell.row + cell.rows - 1
    for mark in point.marks:
        sheet.write(column, row, MARKS[mark.sign], MARK_INK)


def _shine(sheet: CharacterGrid, cell: CellBox, colour: Colour) -> None:
    """Light ``cell``: a dim light is seen too, and pieces can still be read on a bright one."""
    red, green, blue = (FAINTEST + part * (BRIGHTEST - FAINTEST) // 255 for part in colour)
    for row in range(cell.row, cell.row + cell.rows):
        for column in range(cell.column, cell.column + cell.columns):
            sheet.shade(column, row, f"#{red:02x}{green:02x}{blue:02x}")


def _write_pieces(sheet: CharacterGrid, cell: CellBox, group: tuple[PieceToken, ...]) -> None:
    """Write the tokens into ``cell``: in full if there is room, else one character each."""
    gap = int(cell.columns >= ROOMY)
    in_a_row = (cell.columns + gap) // (2 + gap)
    if len(group) <= in_a_row * cell.rows:
        texts = [(token.full, token.ink) for token in group]
    else:
        gap, in_a_row = 0, cell.columns
        texts = [(token.short, token.ink) for token in group]
    if len(texts) > in_a_row * cell.rows:
        texts = [(MORE, MORE_INK)]
    rows = [texts[i : i + in_a_row] for i in range(0, len(texts), in_a_row)]
    top = cell.row + (cell.rows - len(rows)) // 2
    for row, line in enumerate(rows, start=top):
        width = sum(len(text) + gap for text, _ in line) - gap
        column = cell.column + (cell.columns - width) // 2
        for text, ink in line:
            sheet.write(column, row, text, ink)
            column += len(text) + gap


def draw_lines(sheet: CharacterGrid, plan: BoardPlan) -> None:
    """Draw the lines of the board of ``plan``."""
    arms: dict[Spot, int] = {}
    diagonals = []
    for names in plan.board.lines:
        start, end = (plan.cell(plan.board[name]).middle for name in names)
        if start[0] == end[0] or start[1] == end[1]:
            _add_arms(arms, start, end)
        else:
            diagonals.append((start, end))
    for (column, row), joint in arms.items():
        sheet.write(column, row, JOINTS[joint], LINE_INK)
    for start, end in diagonals:
        _draw_diagonal(sheet, start, end)


def _add_arms(arms: dict[Spot, int], start: Spot, end: Spot) -> None:
    """Add the arms of a straight line to the characters that it passes through."""
    dx, dy = _sign(end[0] - start[0]), _sign(end[1] - start[1])
    here = start
    while here != end:
        there = here[0] + dx, here[1] + dy
        arms[here] = arms.get(here, 0) | ARMS[dx, dy]
        arms[there] = arms.get(there, 0) | ARMS[-dx, -dy]
        here = there


def _draw_diagonal(sheet: CharacterGrid, start: Spot, end: Spot) -> None:
    """Draw a diagonal line where nothing else is drawn."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    sign = FALLING if dx * dy > 0 else RISING
    for step in range(1, abs(dx)):
        column, row = start[0] + step * _sign(dx), start[1] + round(step * dy / abs(dx))
        if sheet.sign(column, row) == " ":
            sheet.write(column, row, sign, LINE_INK)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
