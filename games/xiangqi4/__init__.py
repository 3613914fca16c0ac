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

from games.xiangqi4.game import Xiangqi4

__all__ = ["Xiangqi4"]
