"""Backgammon: two dice, fifteen pieces a side, and twenty-four points round the board.

The rule sheet says which rules come from the sources, and what was decided where they are silent.

- ``rules``: points, seats, dice and options; the moves that there are, and what hands do for each
- ``notation``: positions, moves and found pieces, read and refused
- ``evaluate``: how well a seat stands, what the moves of a turn come to, what may be hit, and what
  people can see of a move
- ``cube``: the doubling cube: who may offer it, and what machines think of an offer
- ``game``: the game under chosen options, and its states
"""

from games.core import About
from games.message import msg

ABOUT = About(
    msg("Backgammon"),
    msg("2"),
    msg("two dice"),
    "a race over 24 points, in which blots are hit",
    msg(
        "A race over 24 points with two dice. A piece that stands alone can be hit and has to begin"
        " again from the bar. The first player to bear off all fifteen pieces wins."
    ),
    (10, 20),
    brief=msg("2 players, 2 dice"),
    board=(
        "o...o. o....o",
        "             ",
        "             ",
        "             ",
        "             ",
        "      .      ",
        "             ",
        "             ",
        "             ",
        "             ",
        "o...o. o....o",
    ),
)
"""What people are told before they choose it: read without loading the game."""
