"""Any game's board in characters, drawn from the grammar alone."""

from collections.abc import Iterable, Mapping, Sequence

from textual.content import Content

from firmware_host.simulator.terminal.colours import BRIGHT, DIM
from firmware_host.simulator.terminal.lines import draw_lines
from firmware_host.simulator.terminal.pieces import MORE, Token, tokens
from firmware_host.simulator.terminal.plan import Box, Plan
from firmware_host.simulator.terminal.sheet import Ink, Sheet
from games.equipment import Piece, Point, Seat

MARKS: Mapping[str, str] = {"cross": "╳", "frame": "▣", "dot": "•"}
MARK_INK, MARKED = Ink("#c0a070", "#4d4030"), Ink(ground="#4d4030")
SQUARES = (Ink(ground="#2b3138"), Ink(ground="#3a424b"))
NAME_INK, MORE_INK = Ink(DIM), Ink(BRIGHT)
ROOMY = 5
"""Columns of a square from which on there is a gap between the pieces on it."""


def draw_board(plan: Plan, pieces: Iterable[Piece], seats: Sequence[Seat]) -> Content:
    """Draw the board that ``plan`` lays out, with ``pieces`` in the colours of ``seats``."""
    sheet = Sheet(plan.columns, plan.rows)
    _name(sheet, plan)
    if plan.board.lines:
        draw_lines(sheet, plan)
    standing = tokens(plan.board, pieces, seats)
    for point in plan.board.points:
        _draw_ground(sheet, plan, point, occupied=point.name in standing)
    for name, group in standing.items():
        _stand(sheet, plan.cell(plan.board[name]), group)
    return sheet.content()


def _name(sheet: Sheet, plan: Plan) -> None:
    for x, name in plan.files.items():
        sheet.write(*plan.file_place(x), name, NAME_INK)
    for y, name in plan.ranks.items():
        sheet.write(*plan.rank_place(y), name, NAME_INK)


def _draw_ground(sheet: Sheet, plan: Plan, point: Point, occupied: bool) -> None:
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


def _stand(sheet: Sheet, cell: Box, group: tuple[Token, ...]) -> None:
    """Write the tokens into ``cell``: whole if there is room, else a character each."""
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
