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

from games.thaayam.game import Thaayam

__all__ = ["Thaayam"]
