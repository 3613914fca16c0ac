"""One game in play: its records, its seats, the hand steps and how a move is chosen."""
