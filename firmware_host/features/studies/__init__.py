"""Studies: many games between machine players, to learn what a game and its options are like.

==============  ==================================================================================
plan            what is studied, and how exactly; its cells and how they compare; read from a file
measuring       play games of a cell and measure them
metrics         what the games of a cell tell, each with its interval
store           the games of a study in an SQLite file
running         play what a plan still lacks, on any Executor
report          the estimates of all cells, what each option changes, and tables in Markdown
html_report     the same as a page of its own, with plots
study           the command ``study``; ``study_runner`` plays, here or on a cluster, and writes
match           the command ``match``; ``match_runner`` plays a match in several processes
==============  ==================================================================================

The results depend on the plan alone: not on the number of workers, the order of their answers, or
how often a study was interrupted. Every game has a random source of its own, made from the seed,
the cell and the number of the game, and a cell stops only at the end of a batch.
"""
