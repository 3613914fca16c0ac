"""Squadro: five pieces each on tracks that cross, out to the far edge and home again.

Seed clauses and the few gaps they leave are told apart in the game's rule sheet. ``tracks`` holds
the board and its pieces, ``runs`` what a piece does in a move, ``position`` the states.
"""

from games.squadro.game import Squadro

__all__ = ["Squadro"]
