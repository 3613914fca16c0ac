"""Write the positions that :mod:`games.squadro.evaluate` learns from as ``learn.c`` reads them.

``python -m games.squadro.building.samples < positions > samples``: first how many weights a
position has, how many there are, and how many parts of a logit are one; then where the weights of
each position are. All are numbers of two bytes.
"""

import sys
from array import array
from collections.abc import Iterable, Iterator

from games.squadro.evaluate import PAIRS, SIZE, UNIT, places


def samples(positions: Iterable[str]) -> Iterator["array[int]"]:
    """Yield the first numbers, then those of each position, which is a line of text."""
    yield array("H", (len(PAIRS) + 1, 2 * SIZE, UNIT))
    for line in positions:
        seat, _, pieces = line.partition(" ")
        mover = 1 - int(seat)
        progress = [int(each) for each in pieces.replace("/", ",").split(",")]
        yield array("H", [mover * SIZE + place for place in places(mover, progress)])


if __name__ == "__main__":
    for each in samples(sys.stdin):
        sys.stdout.buffer.write(each)
