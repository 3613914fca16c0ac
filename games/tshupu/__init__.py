"""T'shu-p'u: two teams, two four-sided dice and a cross with one big square in the middle.

The facts stand in :mod:`~games.tshupu.facts`; what may be moved and what it does, in plain
numbers, in :mod:`~games.tshupu.race`; how moves are written, picked and carried out by hand in
:mod:`~games.tshupu.moves`. Seed clauses and the gaps they leave are told apart in the rule sheet.
"""

from games.tshupu.game import Tshupu
from games.tshupu.position import Position

__all__ = ["Position", "Tshupu"]
