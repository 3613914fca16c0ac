"""Strategic xiangqi for four: four armies round one board, each for itself or two against two.

The rule sheet says which clauses come from the source, and what was decided where it is silent.

- ``rules``: pieces, board, set-up, options and how a game ends
- ``terrain``, ``tables``: the ground of each mode, and where pieces can go on it
- ``views``: what a piece can do from a point, remembered by which points are occupied
- ``armies``: the pieces on the board; ``battlefield``: who attacks whom, and which moves are legal
- ``battle``: a game as it is played
- ``spoils``: how the army of a mated seat is shared out
- ``game``: the game under chosen options; ``position``: a state, which never changes
- ``moves``: moves and lots as people see them, worked out when somebody looks
- ``text``: the position text; ``illegal``: why an action is not legal
- ``arranging``: pieces found on a real board; ``evaluate``: what pieces are worth
- ``weights``: what they are worth to a search by where they stand
- ``search``, ``playout``: looking ahead, and random play, on a battle that is changed in place
"""

from games.core import About
from games.message import msg

ABOUT = About(
    msg("Xiangqi for four"),
    msg("4, alone or in teams"),
    msg("no dice"),
    "Chinese chess on a cross of 19x19 points",
    msg(
        "Chinese chess for four on a board in the shape of a cross. Mate an enemy's general to"
        " win pieces of that army. The last player in play wins, or the last team."
    ),
    (60, 100),
)
"""What people are told before they choose it: read without loading the game."""
