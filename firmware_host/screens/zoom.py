"""The part of a large board that matters now, so that it can be shown larger."""

from functools import lru_cache

from firmware_host.screens.board_picture import Highlights
from firmware_host.screens.board_plan import Plan
from firmware_host.screens.canvas import Box
from games.equipment import Board


def part(board: Board, box: Box, lit: Highlights) -> Board:
    """The region of what is ``lit``, if all of ``board`` in ``box`` has tiny points.

    The cursor decides, else the region that is asked for, else the target or the origin of a move,
    else the first of what stands wrong or of the targets. A board that is readable, or has nothing
    lit, is returned as it is.

    >>> from games.equipment import Point
    >>> halves = ["low"] * 9 + ["high"] * 10
    >>> points = (Point(f"p{x}", x, 0, region=half) for x, half in enumerate(halves))
    >>> wide = Board(tuple(points))
    >>> len(part(wide, Box(0, 0, 64, 64), Highlights(cursor="p12")).points)
    10
    >>> part(wide, Box(0, 0, 64, 64), Highlights()) == wide
    True
    """
    wanted = (lit.cursor, lit.region, lit.target, lit.origin, *lit.surplus, *lit.targets)
    at = next((name for name in wanted if name is not None and name in board), None)
    if at is None or not board[at].region or not Plan.fit(board, box).is_tiny:
        return board
    return _region(board, board[at].region)


@lru_cache(maxsize=8)
def _region(board: Board, region: str) -> Board:
    names = {point.name for point in board.points if point.region == region}
    return Board(
        tuple(point for point in board.points if point.name in names),
        tuple(line for line in board.lines if names.issuperset(line)),
    )
