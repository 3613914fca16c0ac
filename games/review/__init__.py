"""Review of a played game: what it was expected to bring, and what luck and choices did to that.

A position is worth a part of the point to each side, from 0 (lost) to 1 (won); the parts of all
sides add up to 1. A seat's share is that of its side.

- ``valuation``: the share that each seat may expect in a position, and after each legal move
- ``accounts``: what each throw and each move of a game changed, and what that adds up to
- ``sizes``: what large and small changes are called
- ``turning``: the turns that changed most

The share before a throw is the mean of the shares after all throws, by their probabilities. So luck
is zero in the mean, however well or badly positions are valued. What a move gives away is the share
after the best move less the share after the one that was played. Both need the same look ahead.

The estimate also changes when neither luck nor a mistake was at work, because the program sees one
turn further whenever a turn has been played. That is called *foresight* here. It counts as skill,
and it is named beside it, so that the sums are exact: the share at the end is the share at the
start, plus luck, plus skill.
"""
