"""Move a cursor with the arrow keys from one spot of a board to another.

- Left and right move along the row. At the end of the row they move to the nearest spot in that
  direction in any row.
- Up and down move to the nearest spot in that direction; a distance to the side counts double.
- Where nothing lies in that direction, the cursor wraps around to the other end.

Every spot can be reached: from each row at least one spot leads to the next row above, and at
least one to the next row below. If the rules give none, it is the spot nearest to that row.
"""

from collections.abc import Callable, Iterable, Sequence

from games.equipment import Board

ARROWS = ("up", "down", "left", "right")
AHEAD = {"up": -1, "down": 1, "left": -1, "right": 1}
ASIDE = 2
"""How many units ahead one unit to the side counts."""
BESIDE = 2
"""What lies beside the board is in a row this many units below it, in the middle."""

Spot = tuple[float, float]
"""A row, counted downwards, and a column, counted to the right."""

Offset = tuple[float, float]
"""How far a spot lies ahead in the direction of an arrow, and how far to the side."""


def spots_of(board: Board, places: Sequence[str | None]) -> tuple[Spot, ...]:
    """Return where ``places`` lie; those that are no points of ``board`` are in a row below it."""
    columns = [point.x for point in board.points] or [0]
    below = BESIDE - min((point.y for point in board.points), default=0)
    beside = sum(place not in board for place in places)
    column = (min(columns) + max(columns) - beside + 1) / 2
    found: list[Spot] = []
    for place in places:
        if place is not None and place in board:
            found.append((-board[place].y, board[place].x))
        else:
            found.append((below, column))
            column += 1
    return tuple(found)


def middle_spot(spots: Sequence[Spot]) -> int:
    """Return the index of the spot that is nearest to all of ``spots`` together.

    >>> middle_spot([(0, 0), (0, 1), (0, 5)])
    1
    """
    return min(
        range(len(spots)),
        key=lambda here: sum(
            abs(spots[here][0] - row) + abs(spots[here][1] - column) for row, column in spots
        ),
    )


def next_spot(spots: Sequence[Spot], here: int, arrow: str) -> int:
    """Return the index that ``arrow`` leads to from the index ``here``.

    ``spots`` are in reading order.

    >>> row_above_two = [(0, 1), (1, 0), (1, 2)]
    >>> [next_spot(row_above_two, 1, arrow) for arrow in ("up", "right", "left")]
    [0, 2, 2]
    """
    along = _along_row if arrow in ("left", "right") else _across_rows
    following = along(spots, here, AHEAD[arrow])
    return (here + AHEAD[arrow]) % len(spots) if following is None else following


def _along_row(spots: Sequence[Spot], here: int, ahead: int) -> int | None:
    row, column = spots[here]
    mates = [i for i, spot in enumerate(spots) if spot[0] == row]
    following = mates.index(here) + ahead
    if 0 <= following < len(mates):
        return mates[following]

    def offset(there: int) -> Offset:
        return ((spots[there][1] - column) * ahead, abs(spots[there][0] - row))

    nearest = _nearest(range(len(spots)), offset)
    if nearest is not None:
        return nearest
    return mates[0 if ahead > 0 else -1] if len(mates) > 1 else _around(spots, offset)


def _across_rows(spots: Sequence[Spot], here: int, ahead: int) -> int | None:
    rows = sorted({row for row, _ in spots}, key=lambda row: row * ahead)
    row = spots[here][0]
    if row == rows[-1]:
        return _around(spots, lambda there: _offset(spots, here, there, ahead))
    nearest = _beyond(spots, here, ahead)
    mates = [i for i, spot in enumerate(spots) if spot[0] == row]
    next_row = [i for i, spot in enumerate(spots) if spot[0] == rows[rows.index(row) + 1]]
    if any(_beyond(spots, mate, ahead) in next_row for mate in (here, *mates)):
        return nearest
    leading, entry = min(
        ((mate, there) for mate in mates for there in next_row),
        key=lambda pair: abs(spots[pair[0]][1] - spots[pair[1]][1]),
    )
    return entry if here == leading else nearest


def _offset(spots: Sequence[Spot], here: int, there: int, ahead: int) -> Offset:
    """Return how far ``there`` lies ahead of ``here``, up or down, and how far to the side."""
    (row, column), (other_row, other_column) = spots[here], spots[there]
    return ((other_row - row) * ahead, abs(other_column - column))


def _beyond(spots: Sequence[Spot], here: int, ahead: int) -> int | None:
    return _nearest(range(len(spots)), lambda there: _offset(spots, here, there, ahead))


def _nearest(indices: Iterable[int], offset: Callable[[int], Offset]) -> int | None:
    """Return the nearest of ``indices`` that lie ahead; None if none does."""
    offsets = ((offset(there), there) for there in indices)
    costs = (
        (ahead + ASIDE * aside, aside, there) for (ahead, aside), there in offsets if ahead > 0
    )
    return min(costs, default=(0, 0, None))[2]


def _around(spots: Sequence[Spot], offset: Callable[[int], Offset]) -> int | None:
    """Return, of the spots behind that are least to the side, the furthest; None if none is."""
    offsets = ((offset(there), there) for there in range(len(spots)))
    behind = ((aside, ahead, there) for (ahead, aside), there in offsets if ahead < 0)
    return min(behind, default=(0, 0, None))[2]
