"""Thaayam: four lots, four palaces and a fortress on five by five squares.

The rule sheet says which clauses come from the source, and what was decided where it is silent.

- ``rules``: squares, seats, lots and options, with the clauses that they come from; the moves that
  there are, and what the hands do for each
- ``notation``: positions, moves and found pieces, read and refused
- ``evaluate``: how well a seat stands, what may be captured, and what people can see of a move
- ``search``: what the moves of a turn come to
- ``game``: the game under chosen options, and its states
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
    brief=msg("2–4 players, 4 sticks"),
    board=(
        "..+..",
        ".....",
        "+.+.+",
        ".....",
        "..+..",
    ),
)
"""What people are told before they choose it: read without loading the game."""
