"""How the tables are made: ``solve.c`` solves the game, ``learn.c`` learns to evaluate it.

- ``runs``: what every piece does in a move, and how many moves it needs, for the programs in C
- ``play.c``: games to learn from
- ``packing``: a table of values, from what ``solve.c`` writes
"""
