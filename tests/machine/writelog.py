"""The log of every write to a disk, as the kernel's dm-log-writes keeps it, and what cuts leave.

A completed write may be lost until the next flush. The log has the writes in the order in which
flushes made them last, so that each of its beginnings is a state in which a power cut may leave the
disk; so is a beginning up to a flush, with any of the writes that the next flush would have kept.
"""

import random
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

SECTOR = 512
SUPER, ENTRY = struct.Struct("<QQQI"), struct.Struct("<QQQQ")
MAGIC = 0x6A736677736872
FLUSH, FUA, DISCARD, MARK = 1, 2, 4, 8


class Write(NamedTuple):
    """What was done to the disk: ``data`` written at ``sector``, or only what ``flags`` say.

    ``mark`` is a text that was put into the log by hand.
    """

    sector: int
    flags: int
    data: bytes
    mark: str


class State(NamedTuple):
    """A disk as a power cut leaves it, and the last ``mark`` before the cut."""

    disk: bytes
    mark: str


def writes(log: Path) -> list[Write]:
    """Return what the ``log`` has; ValueError if it is none."""
    with log.open("rb") as file:
        magic, _, count, size = SUPER.unpack(file.read(SUPER.size))
        if magic != MAGIC:
            raise ValueError(f"{log} is no log of writes")
        file.seek(size)
        return [_write(file, size) for _ in range(count)]


def states(disk: bytes, log: list[Write], rng: random.Random) -> Iterator[State]:
    """Yield what cuts leave of ``disk`` as it was first: after each write, and with some at random.

    ``rng`` chooses, for each flush, which of the writes before it are there.
    """
    now, flushed, mark = bytearray(disk), bytearray(disk), ""
    pending: list[Write] = []
    for write in log:
        mark = write.mark or mark
        if write.flags & FLUSH:
            for some in (each for each in pending if rng.random() < 0.5):
                _apply(flushed, some)
            yield State(bytes(flushed), mark)
            flushed, pending = bytearray(now), []
        if write.data:
            _apply(now, write)
            yield State(bytes(now), mark)
            if write.flags & FUA:
                _apply(flushed, write)
            else:
                pending.append(write)


def _write(file: BinaryIO, size: int) -> Write:
    """Read the next entry of the log, whose sectors have ``size`` bytes."""
    head = file.read(size)
    sector, count, flags, length = ENTRY.unpack_from(head)
    mark = head[ENTRY.size : ENTRY.size + length].decode("ascii") if flags & MARK else ""
    data = b"" if flags & DISCARD else file.read(count * size)
    return Write(sector * size // SECTOR, flags, data, mark)


def _apply(disk: bytearray, write: Write) -> None:
    start = write.sector * SECTOR
    disk[start : start + len(write.data)] = write.data
