"""T'shu-p'u: two teams, two four-sided dice and a cross with one big square in the middle.

The rule sheet says which clauses come from the source, and what was decided where it is silent.
"""

from games.tshupu.game import Tshupu

__all__ = ["Tshupu"]
