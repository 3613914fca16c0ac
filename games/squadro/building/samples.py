"""Write the positions that :mod:`games.squadro.evaluate` learns from as ``learn.c`` reads them.

``python -m games.squadro.building.samples < positions > samples``: first how many weights a
position has, how many weights and parts of the game there are for each mover, and how many parts of
a logit are one; then of each position the mover, the part of the game, and where its weights are.
All are numbers of two bytes.
"""

import sys
from array import array
from collections.abc import Iterable, Iterator

from games.squadro.evaluate import PAIRS, PARTS, SIZE, UNIT, part_of, places


def samples(positions: Iterable[str]) -> Iterator["array[int]"]:
    """Yield the first numbers, then those of each position, which is a line of text."""
    yield array("H", (len(PAIRS) + 1, SIZE, PARTS, UNIT))
    for line in positions:
        seat, _, pieces = line.partition(" ")
        mover = 1 - int(seat)
        progress = [int(each) for each in pieces.replace("/", ",").split(",")]
        yield array("H", (mover, part_of(progress), *places(mover, progress)))


if __name__ == "__main__":
    for each in samples(sys.stdin):
        sys.stdout.buffer.write(each)
