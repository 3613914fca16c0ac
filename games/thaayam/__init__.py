"""Thaayam: four lots, four palaces and a fortress on five by five squares.

The rule sheet says which clauses come from the source, and what was decided where it is silent.

- ``rules``: squares, seats, lots and options, with the clauses that they come from
- ``game``: the game under chosen options
- ``position``: a state; ``moves``: which moves there are, and what the hands do for each
- ``text``: the position text; ``illegal``: why an action is not legal
- ``arranging``: pieces found on a real board; ``evaluate``: what pieces are worth
- ``reasons``: what may be captured next, and what people can see of a move
- ``playout``: random play on plain lists
"""

from games.core import About
from games.message import msg

ABOUT = About(
    msg("Thaayam"),
    msg("2 to 4"),
    msg("four throwing sticks or cubes"),
    "an old Indian race over 25 squares",
    msg(
        "An old Indian race over 25 squares. Only a 1 brings a piece in, and nobody is captured"
        " in a palace. The first player to take all four pieces off the board wins."
    ),
    (15, 55),
)
"""What people are told before they choose it: read without loading the game."""
