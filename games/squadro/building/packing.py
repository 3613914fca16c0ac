"""Pack the values that ``endgame.c`` writes into the table that the game reads."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from games.squadro.tables import BLOCK_BYTES, BLOCKS, packed


def blocks_of(values: BinaryIO) -> Iterator[bytes]:
    """Yield every block of ``values``; ValueError if they are too few."""
    for number in range(BLOCKS):
        block = values.read(BLOCK_BYTES)
        if len(block) != BLOCK_BYTES:
            raise ValueError(f"expected {BLOCKS} blocks of values, not {number}: solve again")
        yield block


def pack(values: BinaryIO, target: Path) -> None:
    """Write the table of all ``values`` to ``target``, which is there only when it is complete."""
    unfinished = target.with_suffix(".unfinished")
    with unfinished.open("wb") as file:
        file.writelines(packed(blocks_of(values)))
    unfinished.replace(target)


if __name__ == "__main__":
    pack(sys.stdin.buffer, Path(sys.argv[1]))
