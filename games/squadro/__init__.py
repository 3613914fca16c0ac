"""Squadro: five pieces each on tracks that cross, out to the far edge and home again.

Seed clauses and the few gaps they leave are told apart in the game's rule sheet. ``tracks`` holds
the board and its pieces, ``runs`` what a piece does in a move, ``position`` the states. ``choice``
is what a machine plays: by the table of endgames (``endgame``, ``ranks``; built by ``building``)
and by looking ahead (``ahead``).
"""

from games.squadro.game import Squadro

__all__ = ["Squadro"]
