"""T'shu-p'u: two teams, two four-sided dice and a cross with one big square in the middle.

The rule sheet says which clauses come from the source, and what was decided where it is silent.

- ``rules``: board, course, seats, dice and options as data
- ``tables``: what may be moved and what it does, in progress numbers alone
- ``moves``: how moves are written, picked and carried out
- ``notation``: positions, moves and found pieces, read and refused
- ``evaluate``: how well a team stands now and some turns ahead, what may be captured, and what
  people can see of a move; ``building/learn.c`` learns the weights of the search
- ``game``: the game under chosen options, and its states
"""

from games.core import About
from games.message import msg

ABOUT = About(
    msg("T'shu-p'u"),
    msg("4, in two teams"),
    msg("two long dice (1, 3, 4, 6)"),
    "an old Chinese race around a cross",
    msg(
        "An old Chinese race for two teams. Two dice bring your pieces around a cross and up to"
        " its centre, and enemies send each other back. The first team to take all"
        " eight pieces off the board wins."
    ),
    (25, 35),
    brief=msg("4 players, 2 dice"),
    board=(
        "   .o.   ",
        "   +.+   ",
        "   ...   ",
        ".+.   .+.",
        "o.. . ..o",
        ".+.   .+.",
        "   ...   ",
        "   +.+   ",
        "   .o.   ",
    ),
)
"""What people are told before they choose it: read without loading the game."""
