"""Races that a file describes: one engine for all of them, over the grammar of the games.

- ``words``: the words of such a file, each with its meaning and an example
- ``reading``: a file read, and what is wrong with it in one line
- ``layout``: board, seats, tracks and throws, made from what a file says
- ``rules``: the rules under chosen options: where a throw leads, and what stops it
- ``description``: whether the words fit together, the options, and what people are told of it
- ``moves``: which moves there are, and what hands do for each
- ``notation``: positions, moves and found pieces, read and refused
- ``game``: the states, and the class that a file makes
- ``findings``: a rule sheet that follows from a file, and what never happens in its game

>>> from games.race.game import kind_of
>>> SUN = '''
... title = "Sun Race"
... track = "a1..c1 c2..a2"
... [board]
... rows = ["...", "..."]
... [[seats]]
... colour = "white"
... side = "south"
... [[seats]]
... colour = "black"
... side = "north"
... track = "c2..a2 a1..c1"
... [pieces]
... count = 2
... [dice]
... count = 1
... faces = [1, 2, 3]
... '''
>>> state = kind_of(SUN, "sun")().start()
>>> str(state.apply(state.parse("2")).legal_moves()[0])
'2:hand-b1'
"""
