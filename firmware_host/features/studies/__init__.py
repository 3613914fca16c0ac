"""Studies: many games between machine players, to learn what a game and its options are like.

==============  ==================================================================================
plan            what is studied, and how exactly; its cells and how they compare; read from a file
metrics         play games of a cell and measure them; what they tell, each with its interval
store           the games of a study in an SQLite file
running         play what a plan still lacks, on any Executor
report          the estimates of all cells and what each option changes: Markdown, and a page
study, match    the commands
runner          plays what they ask for, here or on a cluster, and writes what was found
==============  ==================================================================================

The results depend on the plan alone: not on the number of workers, the order of their answers, or
how often a study was interrupted. Every game has a random source of its own, made from the seed,
the cell and the number of the game, and a cell stops only at the end of a batch.
"""
