"""How the tables are made: ``solve.c`` solves the game, ``learn.c`` learns to evaluate it.

- ``exchange``: what the programs in C read, the rules as tables, and what becomes of the values
  that they write
- ``play.c``: games to learn from
"""
