"""Squadro: five pieces each on tracks that cross, out to the far edge and home again.

The rule sheet says which clauses come from the source, and what was decided where it is silent.
``tables`` reads the table of endgames, which ``building`` makes.
"""

from games.squadro.game import Squadro

__all__ = ["Squadro"]
