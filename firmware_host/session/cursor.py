"""Where an arrow takes a cursor that goes from one spot of a board to another.

The rule: left and right go along the row; at its end, to the nearest spot further that way in any
row. Up and down go to the nearest spot on that side, what lies straight ahead counting as nearer.
Where nothing lies that way the cursor goes around.

No spot is left out: from every row at least one spot leads to the very next row, above and below,
namely the one that is nearest to it if no other does.
"""

from collections.abc import Callable, Iterable, Sequence

from games.equipment import Board

ARROWS = ("up", "down", "left", "right")
AHEAD = {"up": -1, "down": 1, "left": -1, "right": 1}
ASIDE = 2
"""A unit to the side counts as so many units ahead."""
BESIDE = 2
"""What is beside the board lies in a row so many units below it, in the middle."""

Spot = tuple[float, float]
"""A row, downwards, and a column, to the right: as people read."""

Way = tuple[float, float]
"""How far something lies ahead, in the direction of an arrow, and how far aside."""


def spots_of(board: Board, places: Sequence[str | None]) -> tuple[Spot, ...]:
    """Where ``places`` lie: the points of ``board``, and in a row below it those that are none."""
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
    """Which of ``spots`` is nearest to all of them together.

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
    """Which of ``spots``, told in reading order, the ``arrow`` leads to from the one at ``here``.

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

    def way(there: int) -> Way:
        return ((spots[there][1] - column) * ahead, abs(spots[there][0] - row))

    nearest = _nearest(range(len(spots)), way)
    if nearest is not None:
        return nearest
    return mates[0 if ahead > 0 else -1] if len(mates) > 1 else _around(spots, way)


def _across_rows(spots: Sequence[Spot], here: int, ahead: int) -> int | None:
    rows = sorted({row for row, _ in spots}, key=lambda row: row * ahead)
    row = spots[here][0]
    if row == rows[-1]:
        return _around(spots, lambda there: _way(spots, here, there, ahead))
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


def _way(spots: Sequence[Spot], here: int, there: int, ahead: int) -> Way:
    """How far ``there`` lies ahead of ``here``, up or down, and how far aside."""
    (row, column), (other_row, other_column) = spots[here], spots[there]
    return ((other_row - row) * ahead, abs(other_column - column))


def _beyond(spots: Sequence[Spot], here: int, ahead: int) -> int | None:
    return _nearest(range(len(spots)), lambda there: _way(spots, here, there, ahead))


def _nearest(those: Iterable[int], way: Callable[[int], Way]) -> int | None:
    """The nearest of ``those`` that lie ahead by their ``way``: so far ahead, so far aside."""
    ways = ((way(there), there) for there in those)
    costs = ((ahead + ASIDE * aside, aside, there) for (ahead, aside), there in ways if ahead > 0)
    return min(costs, default=(0, 0, None))[2]


def _around(spots: Sequence[Spot], way: Callable[[int], Way]) -> int | None:
    """The furthest behind of those that lie least aside; None if none lies behind."""
    ways = ((way(there), there) for there in range(len(spots)))
    behind = ((aside, ahead, there) for (ahead, aside), there in ways if ahead < 0)
    return min(behind, default=(0, 0, None))[2]
