"""What large and small changes of a share are called.

The limits for errors are those of lichess.org (inaccuracy, mistake, blunder: 5, 10 and 15 % of the
point), those for luck are those of GNU Backgammon (a third and two thirds of half a point).

>>> error_size(-0.12), error_size(-0.01), luck_size(-0.2)
('mistake', '', 'unlucky')
"""

from typing import Final

from games.message import msg

ERRORS: Final = ((0.15, msg("blunder")), (0.10, msg("mistake")), (0.05, msg("inaccuracy")))
LUCKY: Final = ((0.30, msg("very lucky")), (0.15, msg("lucky")))
UNLUCKY: Final = ((0.30, msg("very unlucky")), (0.15, msg("unlucky")))


def error_size(change: float) -> str:
    """Return what a move is called that changed the mover's share by ``change``, at most 0."""
    return next((name for limit, name in ERRORS if -change >= limit), "")


def luck_size(change: float) -> str:
    """Return what a throw is called that changed the thrower's share by ``change``."""
    names = LUCKY if change > 0 else UNLUCKY
    return next((name for limit, name in names if abs(change) >= limit), "")
