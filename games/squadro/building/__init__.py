"""How the tables are made: ``solve.c`` solves the game, ``learn.c`` learns to evaluate it.

- ``runs``: what every piece does in a move, for ``solve.c``
- ``packing``: a table of values, from what ``solve.c`` writes
- ``positions``: positions to learn from; ``samples``: the same for ``learn.c``
"""
