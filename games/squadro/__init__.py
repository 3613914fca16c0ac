"""Squadro: five pieces each on tracks that cross, out to the far edge and home again.

The rule sheet says which clauses come from the source, and what was decided where it is silent.

- ``rules``: tracks, dots, places by progress, and options
- ``tables``: tables of values; ``building``: how these and the weights to evaluate are made
- ``moves``: what one piece does in a move
- ``notation``: positions, moves and found pieces, read and refused
- ``evaluate``: how well a seat stands, and what people can see of a move
- ``search``: which move is best
- ``game``: the game under chosen options, and its states
"""

from games.core import About
from games.message import msg

ABOUT = About(
    msg("Squadro"),
    msg("2"),
    msg("no dice"),
    "five tracks against five, with jumps",
    msg(
        "A race for two in which every track crosses five tracks of the enemy. Your pieces jump"
        " over enemies in their way and send them back. The first player to bring four of five"
        " pieces there and back wins."
    ),
    (20, 25),
    brief=msg("2 players, no dice"),
    board=(
        " +++++ ",
        "o.....+",
        "o.....+",
        "o.....+",
        "o.....+",
        "o.....+",
        " ooooo ",
    ),
)
"""What people are told before they choose it: read without loading the game."""
