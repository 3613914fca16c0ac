"""Thaayam: four lots, four palaces and a fortress on five by five squares.

Seed clauses and the few gaps they leave are told apart in the game's rule sheet.
"""

from games.thaayam.game import Thaayam

__all__ = ["Thaayam"]
