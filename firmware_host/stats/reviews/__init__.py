"""Reviews of played games: worked out in pieces by any executor, kept, and shown.

==============  ==================================================================================
running         work a review out in tasks, in any number of processes
kept            keep what is worked out, so that the next call goes on
report          the review as lines for a terminal
plot            the expected score as a picture, drawn by Matplotlib
==============  ==================================================================================

What is worked out is in :mod:`games.review`.
"""
