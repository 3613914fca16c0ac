"""The table of endgames: who wins when both seats have two pieces home or more.

It holds the value of every such position, whoever is to move and whatever was played before, in two
bits each. ``make squadro-table`` builds the table beside this module; without it nothing is known.

A piece is on its way out, on its way back or home. The phases of a seat's pieces are its class, and
the progress of those that are away since the last edge numbers the positions of a class. Two
classes with a seat to move make a block, which is compressed by itself.
"""

import zlib
from array import array
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import accumulate, product
from math import prod
from pathlib import Path

from games.squadro.rules import FAR_EDGE, HOME, HOME_TO_WIN, TRACKS

FILE = "endgames.table"
MAGIC = b"squadro endgames, either to move\n"
VALUES = (0, 1, -1)
"""Drawn, won and lost for the seat to move, by the bits that say so."""
LEAST_HOME = 2
"""How many pieces both seats have home in the positions of the table."""

PHASES = HOME // FAR_EDGE + 1
CLASSES = tuple(
    phases
    for phases in product(range(PHASES), repeat=TRACKS)
    if LEAST_HOME <= phases.count(PHASES - 1) < HOME_TO_WIN
)
"""The phase of each piece: 0 on its way out, 1 on its way back, 2 home."""
NUMBERS: Mapping[tuple[int, ...], int] = {phases: n for n, phases in enumerate(CLASSES)}
SIZES = tuple(prod(FAR_EDGE for phase in phases if phase < PHASES - 1) for phases in CLASSES)
"""How many positions the pieces of a seat have in each class."""
BLOCKS = 2 * len(CLASSES) ** 2
KEPT = 256
"""How many unpacked blocks are kept: 3 megabytes at most."""

Rank = tuple[int, int]
"""The class of a seat's pieces, and the number of their position in it."""


def rank(progress: Sequence[int]) -> Rank | None:
    """Return the rank of a seat's five pieces at ``progress``, None if it has none.

    >>> rank((12, 0, 7, 2, 12)), rank((12, 12, 12, 11, 11)), rank((12, 0, 0, 0, 0))
    ((69, 8), (119, 35), None)
    """
    number = NUMBERS.get(tuple([each // FAR_EDGE for each in progress]))
    if number is None:
        return None
    place = 0
    for each in progress:
        if each != HOME:
            place = place * FAR_EDGE + each % FAR_EDGE
    return number, place


def block_number(a: int, b: int, seat: int) -> int:
    """Return the number of the block of classes ``a`` and ``b`` with ``seat`` to move."""
    return 2 * (a * len(CLASSES) + b) + seat


def block_bytes(a: int, b: int) -> int:
    """Return how long an unpacked block of classes ``a`` and ``b`` is."""
    return SIZES[a] * SIZES[b] // 4


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

    def value(self, seat: int, a: Rank, b: Rank) -> int | None:
        """Return 1, 0 or -1: won, drawn or lost for ``seat``, which moves; None if it is not known.

        ``a`` and ``b`` are the ranks of both seats, no two pieces of which stand on one point.
        """
        block = self._block(block_number(a[0], b[0], seat))
        if not block:
            return None
        byte, place = divmod(a[1] * SIZES[b[0]] + b[1], 4)
        return VALUES[block[byte] >> 2 * place & 3]

    def _unpacked(self, block: int) -> bytes:
        begin, end = self._offsets[block : block + 2]
        with self._place.open("rb") as file:
            file.seek(begin)
            return zlib.decompress(file.read(end - begin)) if begin < end else b""


def packed(blocks: Mapping[int, bytes]) -> Iterator[bytes]:
    """Yield the file of the table that holds ``blocks`` of values by their numbers."""
    found = [zlib.compress(blocks[each], 9) if each in blocks else b"" for each in range(BLOCKS)]
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
