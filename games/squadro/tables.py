"""The table of endgames: who wins when both seats have two pieces home or more.

It holds the value of every such position with seat A to move, whatever was played before, in two
bits each. Many ranks of A make a block that is compressed by itself. ``make squadro-table`` builds
the table beside this module; without it nothing is known.

A seat's pieces have a rank, and the ranks of both seats number a position: first come those with
three pieces away from home, then those with two; then the order is by which pieces these are (as a
mask of tracks), then by their progress as digits of base 12.
"""

import lzma
from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import accumulate
from pathlib import Path

from games.squadro.rules import HOME, HOME_TO_WIN, TRACKS

FILE = "endgame.table"
MAGIC = b"squadro endgames, A to move, 1\n\n"
VALUES = (0, 1, -1)
"""Drawn, won and lost, by the bits that say so."""

MOST_AWAY = 3
LEAST_AWAY = TRACKS - HOME_TO_WIN + 1
"""How many pieces are away while the game goes on; with more than three there is no table."""

MASKS = tuple(
    mask
    for away in range(MOST_AWAY, LEAST_AWAY - 1, -1)
    for mask in range(1 << TRACKS)
    if mask.bit_count() == away
)
"""Which tracks have a piece away, bit by bit, in the order of the ranks."""


def _firsts() -> dict[int, int]:
    firsts, rank = {}, 0
    for mask in MASKS:
        firsts[mask] = rank
        rank += HOME ** mask.bit_count()
    return firsts


FIRSTS = _firsts()
"""The first rank of every mask."""
RANKS = sum(HOME ** mask.bit_count() for mask in MASKS)

RANKS_A_BLOCK = 12
BLOCKS = RANKS // RANKS_A_BLOCK
BLOCK_BYTES = RANKS_A_BLOCK * RANKS // 4
PACKING: list[dict[str, int]] = [
    {"id": lzma.FILTER_LZMA2, "preset": 9, "dict_size": 1 << 16, "lc": 0, "pb": 0}
]
"""Neither the byte before nor the place in a word says what value comes next."""
KEPT = 16
"""How many unpacked blocks are kept: less than a megabyte."""


def rank(progress: Sequence[int]) -> int | None:
    """Return the rank of a seat's five pieces at ``progress``, None if it has none.

    >>> rank((12, 0, 0, 2, 12)), rank((12, 12, 12, 11, 11)), rank((12, 0, 0, 0, 0))
    (5186, 18719, None)
    """
    away = [track for track, each in enumerate(progress) if each != HOME]
    first = FIRSTS.get(sum(1 << track for track in away))
    if first is None:
        return None
    digits = 0
    for track in away:
        digits = digits * HOME + progress[track]
    return first + digits


class Endgame:
    """The table in the file ``place``: a path, or a resource of a package."""

    def __init__(self, place: Path | Traversable) -> None:
        """Read where its blocks are; ValueError if it is no such table."""
        self._place = place
        self._offsets = array("I")
        with place.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                raise ValueError(f"expected a table of endgames, not {place}: build it again")
            self._offsets.frombytes(file.read(self._offsets.itemsize * (BLOCKS + 1)))
        self._block = lru_cache(KEPT)(self._unpacked)

    def value(self, progress: Sequence[int]) -> int | None:
        """Return 1, 0 or -1: won, drawn or lost for A, who moves; None if it is not in the table.

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
    """Yield the file of the table that holds all ``blocks`` of values, part by part."""
    found = [lzma.compress(each, lzma.FORMAT_RAW, filters=PACKING) for each in blocks]
    offsets = array("I", accumulate(map(len, found), initial=0))
    start = len(MAGIC) + len(offsets) * offsets.itemsize
    yield MAGIC
    yield array("I", (start + each for each in offsets)).tobytes()
    yield from found


@cache
def shipped() -> Endgame | None:
    """Return the table that lies beside this module, None if nobody has built it."""
    place = resources.files(__package__).joinpath(FILE)
    return Endgame(place) if place.is_file() else None
