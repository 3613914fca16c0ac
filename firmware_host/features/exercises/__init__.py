"""Exercises: positions of a game in which one move is clearly better than all others."""
