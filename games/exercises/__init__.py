"""Positions in which exactly one move is clearly best, for people who want to learn.

- ``exercise``: a position, what each of its moves gives away, and how an answer is judged
- ``exercise_file``: a set of exercises as text, which is checked when it is read
- ``finding``: which positions of a game are exercises, and how sure that is
- ``making``: a whole set, from games of machine players or from records
"""
