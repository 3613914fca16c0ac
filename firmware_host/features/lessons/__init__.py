"""Lessons: a game is learned at its board, rule by rule, in small positions."""
