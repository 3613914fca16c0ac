"""Squadro: five pieces each on tracks that cross, out to the far edge and home again.

The rule sheet says which clauses come from the source, and what was decided where it is silent.

- ``rules``: tracks, dots, places by progress, and options
- ``game``: the game under chosen options
- ``position``: a state; ``moves``: what one piece does in a move
- ``text``: the position text; ``illegal``: why a move is not legal
- ``arranging``: pieces found on a real board; ``reasons``: what may be jumped next, and what people
  can see of a move
- ``evaluate``: how well a seat stands; ``weights``: what pairs and triples of pieces are worth
- ``search``: which move is best; ``standings``: what it works out once for all positions
- ``tables``: tables of values; ``building``: how these and the weights to evaluate are made
- ``playout``: random play on one list of cells
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
)
"""What people are told before they choose it: read without loading the game."""
