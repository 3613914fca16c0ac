"""The table of endgames: who wins when both seats have two pieces home or more.

It holds the value of every such position with seat A to move, history left aside: 2 bits each, so
many ranks of A in a block that is packed by itself. ``make squadro-table`` builds it beside this
module; without it nothing is known. How positions are numbered, :mod:`games.squadro.ranks` tells.
"""

import lzma
from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import accumulate
from pathlib import Path

from games.squadro.ranks import RANKS, rank
from games.squadro.tracks import TRACKS

FILE = "endgame.table"
MAGIC = b"squadro endgames, A to move, 1\n\n"
VALUES = (0, 1, -1)
"""Drawn, won and lost, by the bits that say so."""

RANKS_A_BLOCK = 12
BLOCKS = RANKS // RANKS_A_BLOCK
BLOCK_BYTES = RANKS_A_BLOCK * RANKS // 4
PACKING: list[dict[str, int]] = [
    {"id": lzma.FILTER_LZMA2, "preset": 9, "dict_size": 1 << 16, "lc": 0, "pb": 0}
]
"""Values are no text: neither the byte before nor the place in a word tells what comes next."""
KEPT = 16
"""How many unpacked blocks are kept: less than a megabyte."""


class Endgame:
    """The table that lies at ``place``: a path, or a resource of a package."""

    def __init__(self, place: Path | Traversable) -> None:
        """Read where its blocks are; ValueError if it is no such table."""
        self._place = place
        self._offsets = array("I")
        with place.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                raise ValueError(f"expected a table of endgames, not {place}: build it anew")
            self._offsets.frombytes(file.read(self._offsets.itemsize * (BLOCKS + 1)))
        self._block = lru_cache(KEPT)(self._unpacked)

    def value(self, progress: Sequence[int]) -> int | None:
        """1, 0 or -1: won, drawn or lost for A, who moves; None if the table does not hold it.

        ``progress`` is that of A1 to A5 and B1 to B5, no two of which stand on one point.
        """
        a, b = rank(progress[:TRACKS]), rank(progress[TRACKS:])
        if a is None or b is None:
            return None
        block, row = divmod(a, RANKS_A_BLOCK)
        byte, place = divmod(row * RANKS + b, 4)
        return VALUES[self._block(block)[byte] >> 2 * place & 3]

    def _unpacked(self, block: int) -> bytes:
        begin, end = self._offsets[block : block + 2]
        with self._place.open("rb") as file:
            file.seek(begin)
            return lzma.decompress(file.read(end - begin), lzma.FORMAT_RAW, filters=PACKING)


def packed(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """The table that holds ``blocks`` of values, all that there are, in pieces to be written."""
    found = [lzma.compress(each, lzma.FORMAT_RAW, filters=PACKING) for each in blocks]
    offsets = array("I", accumulate(map(len, found), initial=0))
    start = len(MAGIC) + len(offsets) * offsets.itemsize
    yield MAGIC
    yield array("I", (start + each for each in offsets)).tobytes()
    yield from found


@cache
def shipped() -> Endgame | None:
    """The table that lies beside this module, None if nobody has built it."""
    place = resources.files(__package__).joinpath(FILE)
    return Endgame(place) if place.is_file() else None
