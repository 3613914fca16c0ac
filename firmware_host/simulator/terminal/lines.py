"""The lines of a board in characters: straight ones, joined where they meet, and slanting ones."""

from collections.abc import Mapping

from firmware_host.simulator.terminal.colours import DIM
from firmware_host.simulator.terminal.plan import Plan
from firmware_host.simulator.terminal.sheet import Ink, Sheet

INK = Ink(DIM)
Spot = tuple[int, int]

ARMS: Mapping[Spot, int] = {(0, -1): 1, (1, 0): 2, (0, 1): 4, (-1, 0): 8}
JOINTS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""The character whose arms, up 1, right 2, down 4 and left 8, add up to its place."""

RISING, FALLING = "╱", "╲"


def draw_lines(sheet: Sheet, plan: Plan) -> None:
    """Draw the lines of the board that ``plan`` lays out."""
    arms: dict[Spot, int] = {}
    slanting = []
    for names in plan.board.lines:
        start, end = (plan.cell(plan.board[name]).middle for name in names)
        if start[0] == end[0] or start[1] == end[1]:
            _lay(arms, start, end)
        else:
            slanting.append((start, end))
    for (column, row), joint in arms.items():
        sheet.write(column, row, JOINTS[joint], INK)
    for start, end in slanting:
        _slant(sheet, start, end)


def _lay(arms: dict[Spot, int], start: Spot, end: Spot) -> None:
    """Add the arms of a straight line to the characters that it passes."""
    dx, dy = _sign(end[0] - start[0]), _sign(end[1] - start[1])
    here = start
    while here != end:
        there = here[0] + dx, here[1] + dy
        arms[here] = arms.get(here, 0) | ARMS[dx, dy]
        arms[there] = arms.get(there, 0) | ARMS[-dx, -dy]
        here = there


def _slant(sheet: Sheet, start: Spot, end: Spot) -> None:
    """Draw a slanting line wherever nothing is in its way."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    sign = FALLING if dx * dy > 0 else RISING
    for step in range(1, abs(dx)):
        column, row = start[0] + step * _sign(dx), start[1] + round(step * dy / abs(dx))
        if sheet.sign(column, row) == " ":
            sheet.write(column, row, sign, INK)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
