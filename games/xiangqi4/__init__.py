"""Strategic xiangqi for four: four armies round one board, each for itself or two against two.

Seed clauses and the gaps they leave are told apart in the game's rule sheet.
"""

from games.xiangqi4.game import Xiangqi4

__all__ = ["Xiangqi4"]
