"""What an army is worth, as a share of a whole one."""

from games.xiangqi4.board import SET_UP_COUNTS
from games.xiangqi4.match import Match
from games.xiangqi4.pieces import (
    ADVISOR,
    CANNON,
    ELEPHANT,
    GENERAL,
    HORSE,
    KIND_OF,
    ROOK,
    SOLDIER,
    VETERAN,
)

VALUES = {
    ROOK: 9.0,
    HORSE: 5.0,
    CANNON: 4.5,
    ELEPHANT: 2.0,
    ADVISOR: 2.0,
    GENERAL: 4.0,
    SOLDIER: 1.0,
    VETERAN: 2.5,
}
"""In soldiers; a horse counts more than on the small board, for it leaps."""
IN_RESERVE = 0.5
WHOLE_ARMY = sum(VALUES[kind] * count for kind, count in enumerate(SET_UP_COUNTS))


def worth(match: Match, seat: int) -> float:
    """The pieces of ``seat`` on the board and half of those in reserve; a whole army is 1."""
    on_board = sum(VALUES[KIND_OF[match.board[point]]] for point in match.armies[seat])
    held = sum(
        VALUES[kind] * count
        for (holder, kind, _), count in match.reserves.items()
        if holder == seat
    )
    return (on_board + IN_RESERVE * held) / WHOLE_ARMY
