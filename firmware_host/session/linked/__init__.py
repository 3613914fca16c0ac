"""One game at two tables: what each table may do, and whose record counts.

Each seat belongs to one table. What is done there is told to the other, whose people carry it out
on their own board. Both keep the shared acts of the game, in one order.

``acts``       what two tables share of a game
``reading``    who may do the next act after them, and where the game stands
``agreement``  what a table has heard of the other, and which record counts
``catching_up`` how a journal takes over acts of the other table

Nothing here knows a network or a clock: messages may be lost, repeated or late.
"""
