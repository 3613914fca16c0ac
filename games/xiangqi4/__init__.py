"""Strategic xiangqi for four: four armies round one board, each for itself or two against two.

The rule sheet says which clauses come from the source, and what was decided where it is silent.

- ``rules``: pieces, board, set-up, options and how a game ends
- ``terrain``, ``tables``: the ground of each mode, and where pieces can go on it
- ``armies``: the pieces on the board, and how the army of a mated seat is shared out
- ``battlefield``: who attacks whom, and which moves are legal
- ``battle``: a game as it is played
- ``moves``: moves and lots as people see them, worked out when somebody looks
- ``notation``: positions, moves and found pieces, read and refused
- ``evaluate``: how well a seat stands, what may be captured, and what people can see of a move
- ``search``: looking ahead on a battle that is changed in place, and what pieces are worth there
- ``game``: the game under chosen options, and its states
"""

from games.core import About, NewDefault
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
    {"spoils": NewDefault("equal", "mate")},
    brief=msg("4 players, no dice"),
    board=(
        "     ooooooooo     ",
        "     ....+....     ",
        "     .o.....o.     ",
        "     o.o.o.o.o     ",
        "     .........     ",
        "o..o...........o..o",
        "o.o.............o.o",
        "o..o...........o..o",
        "o.................o",
        "o+.o...........o.+o",
        "o.................o",
        "o..o...........o..o",
        "o.o.............o.o",
        "o..o...........o..o",
        "     .........     ",
        "     o.o.o.o.o     ",
        "     .o.....o.     ",
        "     ....+....     ",
        "     ooooooooo     ",
    ),
)
"""What people are told before they choose it: read without loading the game."""
