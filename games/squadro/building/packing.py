"""Pack the blocks that ``solve.c`` writes into the table that the game reads."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from games.squadro.rules import TRACKS
from games.squadro.tables import NUMBERS, PHASES, block_bytes, block_number, packed


def blocks_of(solved: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield the number and the values of every block; ValueError if the last one is cut short."""
    while classes := solved.read(2):
        a, b = (NUMBERS[_phases(each)] for each in classes)
        for seat in (0, 1):
            block = solved.read(block_bytes(a, b))
            if len(block) != block_bytes(a, b):
                raise ValueError("expected whole blocks of values: solve again")
            yield block_number(a, b, seat), block


def _phases(number: int) -> tuple[int, ...]:
    """Return the phases of a class, by the number that ``solve.c`` gives it."""
    return tuple(number // PHASES**track % PHASES for track in range(TRACKS))


def pack(solved: BinaryIO, target: Path) -> None:
    """Write the table of all blocks to ``target``, which is there only when it is complete."""
    blocks = dict(blocks_of(solved))
    unfinished = target.with_suffix(".unfinished")
    with unfinished.open("wb") as file:
        file.writelines(packed(blocks))
    unfinished.replace(target)


if __name__ == "__main__":
    pack(sys.stdin.buffer, Path(sys.argv[1]))
