"""Tables of values: who wins, whatever was played before.

A table holds the value of each position with A to move in which both seats have so many pieces home
or more. ``make squadro-table`` builds one of endgames, ``make squadro-perfect`` one of the whole
game. :func:`best_table` finds the one that knows more.

A piece is on its way out, on its way back or home. The phases of a seat's pieces are its class, and
the progress of those that are away since the last edge numbers the positions of a class. The
positions of two classes are a block. A large block is cut into portions by the first pieces of A; a
portion is compressed by itself.

The file begins with ``MAGIC`` and ``HEAD``; then come an ``ENTRY`` for each portion, and the
portions. A portion has a bit for each position, six in a byte: 1 if A wins. The numbers of those
that are drawn follow.
"""

import logging
import lzma
import struct
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import accumulate, product
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from games.squadro.rules import FAR_EDGE, HOME, HOME_TO_WIN, TRACKS

log = logging.getLogger(__name__)

PLACES = (
    Path(__file__).with_name("perfect.table"),
    Path("/usr/local/share/tableside/perfect.table"),
    Path(__file__).with_name("endgames.table"),
)
"""Where a table may be; the first one counts."""

FORMAT = 3
MAGIC = b"values of Squadro, format %d\n" % FORMAT
HEAD = struct.Struct("<IQI")
"""The checksum of what follows and of all entries, the bytes of the file, the least pieces home."""
ENTRY = struct.Struct("<QII")
"""Where a portion begins, how long it is, which is 0 if it is missing, and its checksum."""
ENTRIES_AT = len(MAGIC) + HEAD.size
CHECKED_AT = len(MAGIC) + 4
"""Where that begins of which the head has the checksum."""
NUMBER = struct.Struct("<I")
FILTER = {"id": lzma.FILTER_LZMA2, "dict_size": 1 << 19, "lc": 0, "lp": 0, "pb": 0}
"""How portions are compressed."""
BITS = 6
LARGEST = 6**7
"""The bytes of the largest portion, without draws."""
KEPT_BYTES = 1 << 23
"""How many bytes of unpacked portions are kept, without draws."""

PHASES = HOME // FAR_EDGE + 1


class Rank(NamedTuple):
    """The number of the class of a seat's pieces, and of their position in it."""

    number: int
    place: int


Portion = tuple[bytes, frozenset[int]]
"""The bits of who wins, and the numbers of the positions that are drawn."""


class Block(NamedTuple):
    """The positions of two classes: the number of its first portion, and how many it has.

    A portion has so many rows, positions of A, and so many columns, positions of B.
    """

    first: int
    portions: int
    rows: int
    columns: int


class Numbering:
    """How the positions with ``least_home`` pieces home or more on each side are numbered."""

    def __init__(self, least_home: int) -> None:
        self.classes = tuple(
            phases
            for phases in product(range(PHASES), repeat=TRACKS)
            if least_home <= phases.count(PHASES - 1) < HOME_TO_WIN
        )
        """The phase of each piece: 0 on its way out, 1 on its way back, 2 home."""
        self._numbers = {phases: number for number, phases in enumerate(self.classes)}
        self._sizes = [FAR_EDGE ** (TRACKS - each.count(PHASES - 1)) for each in self.classes]
        cuts = [_cuts(rows * columns) for rows in self._sizes for columns in self._sizes]
        *self._first, self.portions = accumulate(cuts, initial=0)

    def rank(self, progress: Sequence[int]) -> Rank | None:
        """Return the rank of a seat's five pieces at ``progress``, None if it has none.

        >>> Numbering(2).rank((12, 0, 7, 2, 12)), Numbering(2).rank((12, 0, 0, 0, 0))
        (Rank(number=69, place=8), None)
        """
        number = self._numbers.get(tuple([each // FAR_EDGE for each in progress]))
        if number is None:
            return None
        place = 0
        for each in progress:
            if each != HOME:
                place = place * FAR_EDGE + each % FAR_EDGE
        return Rank(number, place)

    def block(self, a: int, b: int) -> Block:
        """Return the block of the classes with the numbers ``a`` and ``b``."""
        rows, columns = self._sizes[a], self._sizes[b]
        cuts = _cuts(rows * columns)
        return Block(self._first[a * len(self._sizes) + b], cuts, rows // cuts, columns)


def _cuts(positions: int) -> int:
    """Return into how many portions a block of so many positions is cut."""
    return max(1, positions // (BITS * LARGEST))


class ValueTable:
    """The table in the file ``path``."""

    def __init__(self, path: Path) -> None:
        """Check its head and what it holds; ValueError says what is wrong."""
        self._path = path
        with path.open("rb") as file:
            head = file.read(ENTRIES_AT)
            if len(head) < ENTRIES_AT or not head.startswith(MAGIC):
                raise ValueError(f"{path} is no table of format {FORMAT}: build it again")
            self._bytes = mmap(file.fileno(), 0, access=ACCESS_READ)
        least_home: int
        checksum, size, least_home = HEAD.unpack_from(head, len(MAGIC))
        self.numbering, self._least_home = Numbering(least_home), least_home
        portions_at = ENTRIES_AT + ENTRY.size * self.numbering.portions
        checked = self._bytes[CHECKED_AT:portions_at]
        if size != len(self._bytes) or checksum != crc32(checked):
            raise ValueError(f"{path} is cut off or damaged: build it again")
        kept = KEPT_BYTES // self._largest()
        self._portion: Callable[[int, int], Portion | None] = lru_cache(kept)(self._unpacked)

    @property
    def is_perfect(self) -> bool:
        """Whether it knows every position of the game."""
        return not self._least_home

    def value(self, a: Rank, b: Rank) -> int | None:
        """Return 1, 0 or -1: won, drawn or lost for A, which moves; None if it is not known.

        ``a`` and ``b`` are the ranks of both seats, no two pieces of which stand on one point.
        Once it comes to damage, which is logged, nothing more is known.
        """
        block = self.numbering.block(a.number, b.number)
        cut, row = divmod(a.place, block.rows)
        try:
            found = self._portion(block.first + cut, block.rows * block.columns // BITS)
        except ValueError as error:
            log.warning("%s", error)
            self._portion = _nothing
            return None
        if found is None:
            return None
        won, drawn = found
        position = row * block.columns + b.place
        byte, bit = divmod(position, BITS)
        return 0 if position in drawn else 1 if won[byte] >> bit & 1 else -1

    def _unpacked(self, number: int, size: int) -> Portion | None:
        """Return the ``size`` bytes of a portion, and which of its positions are drawn."""
        begin, length, checksum = ENTRY.unpack_from(self._bytes, ENTRIES_AT + ENTRY.size * number)
        packed = self._bytes[begin : begin + length]
        if not packed:
            return None
        if crc32(packed) != checksum:
            raise ValueError(f"{self._path} is damaged: build it again")
        found = lzma.decompress(packed, lzma.FORMAT_RAW, filters=[FILTER])
        drawn = frozenset(each for (each,) in NUMBER.iter_unpack(found[size:]))
        return found[:size], drawn

    def _largest(self) -> int:
        """Return the bytes of its largest portion, without draws."""
        rows: int = FAR_EDGE ** (TRACKS - self._least_home)
        return min(LARGEST, rows * rows // BITS)


def _nothing(number: int, size: int) -> None:
    """Stand in for the portions of a damaged table."""


@cache
def best_table() -> ValueTable | None:
    """Return the first table in PLACES that is whole, None without any; log what is wrong."""
    for path in PLACES:
        try:
            return ValueTable(path)
        except FileNotFoundError:
            continue
        except (OSError, ValueError) as error:
            log.warning("%s", error)
    return None


def opened_table() -> ValueTable | None:
    """Return what :func:`best_table` has found, None as long as nobody has asked it."""
    return best_table() if best_table.cache_info().currsize else None
