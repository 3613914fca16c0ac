"""Thaayam: four lots, four palaces and a fortress on five by five squares.

The rule sheet says which clauses come from the source, and what was decided where it is silent.
"""

from games.thaayam.game import Thaayam

__all__ = ["Thaayam"]
