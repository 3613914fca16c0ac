"""Pack the blocks that ``solve.c`` writes into a table that the game reads.

``python -m games.squadro.building.packing TABLE LEAST_HOME [PRESET] < blocks``: a higher preset
packs better, and takes longer.
"""

import lzma
import sys
from array import array
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from os import cpu_count
from pathlib import Path
from typing import BinaryIO
from zlib import crc32

from games.squadro.rules import TRACKS
from games.squadro.tables import (
    BITS,
    CHECKED_AT,
    ENTRIES_AT,
    ENTRY,
    FILTER,
    HEAD,
    MAGIC,
    NUMBER,
    PHASES,
    Numbering,
)

PRESET = 6
END = PHASES**TRACKS
"""What ``solve.c`` writes instead of a class when all is written."""
AHEAD = 16
"""So many portions may wait to be compressed for each processor."""

CUT_SHORT = "expected whole blocks of values: solve again"

Numbered = tuple[int, bytes]
"""The number of a portion, and what it holds."""


def portions(solved: BinaryIO, numbering: Numbering) -> Iterator[Numbered]:
    """Yield all portions, not compressed; ValueError if ``solved`` is cut short."""
    numbers = {_number_in_c(phases): n for n, phases in enumerate(numbering.classes)}
    while (a := _read(solved, 1)[0]) != END:
        block = numbering.block(numbers[a], numbers[_read(solved, 1)[0]])
        (many,) = NUMBER.unpack(_read(solved, NUMBER.size))
        drawn = array("I", _read(solved, NUMBER.size * many))
        positions = block.rows * block.columns
        for cut in range(block.portions):
            values = _read(solved, positions // BITS)
            own = [each % positions for each in drawn if each // positions == cut]
            yield block.first + cut, values + array("I", own).tobytes()


def _number_in_c(phases: Iterable[int]) -> int:
    """Return the number that ``solve.c`` gives a class."""
    return sum(phase * PHASES**track for track, phase in enumerate(phases))


def _read(solved: BinaryIO, size: int) -> bytes:
    found = solved.read(size)
    if len(found) < size:
        raise ValueError(CUT_SHORT)
    return found


def compressed(found: Iterable[Numbered], preset: int) -> Iterator[Numbered]:
    """Yield the portions in the same order, compressed on all processors at once."""
    filters = [FILTER | {"preset": preset}]
    processors = cpu_count() or 1
    waiting: deque[tuple[int, Future[bytes]]] = deque()
    with ThreadPoolExecutor(processors) as pool:
        for number, content in found:
            packing = pool.submit(
                lzma.compress, content, lzma.FORMAT_RAW, preset=None, filters=filters
            )
            waiting.append((number, packing))
            if len(waiting) > AHEAD * processors:
                first, packed = waiting.popleft()
                yield first, packed.result()
        for number, packing in waiting:
            yield number, packing.result()


def write(found: Iterable[Numbered], least_home: int, file: BinaryIO) -> None:
    """Write the table of compressed portions to ``file``."""
    entries = bytearray(ENTRY.size * Numbering(least_home).portions)
    begin = ENTRIES_AT + len(entries)
    file.seek(begin)
    for number, packed in found:
        ENTRY.pack_into(entries, ENTRY.size * number, begin, len(packed), crc32(packed))
        begin += file.write(packed)
    head = bytearray(MAGIC + bytes(HEAD.size))
    HEAD.pack_into(head, len(MAGIC), 0, begin, least_home)
    checksum = crc32(entries, crc32(head[CHECKED_AT:]))
    HEAD.pack_into(head, len(MAGIC), checksum, begin, least_home)
    file.seek(0)
    file.write(head + entries)


def pack(solved: BinaryIO, target: Path, least_home: int, preset: int = PRESET) -> None:
    """Write the table of all blocks to ``target``, which is there only when it is complete."""
    unfinished = target.with_suffix(".unfinished")
    found = portions(solved, Numbering(least_home))
    with unfinished.open("wb") as file:
        write(compressed(found, preset), least_home, file)
    unfinished.replace(target)


if __name__ == "__main__":
    pack(sys.stdin.buffer, Path(sys.argv[1]), *map(int, sys.argv[2:]))
