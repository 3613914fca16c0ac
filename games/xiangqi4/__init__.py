"""Strategic xiangqi for four: four armies round one board, each for itself or two against two.

The rule sheet says which clauses come from the source, and what was decided where it is silent.
"""

from games.xiangqi4.game import Xiangqi4

__all__ = ["Xiangqi4"]
