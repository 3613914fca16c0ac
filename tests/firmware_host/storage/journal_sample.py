"""A sample session as records, lines and a file, and a journal for it on a simulated disk."""

from collections.abc import Mapping, Sequence

from firmware_host.storage.filesystem import CardSync
from firmware_host.storage.journal import Journal
from firmware_host.storage.records import JournalRecord, encode
from firmware_host.storage.retention import DEFAULT_RETENTION, Retention
from firmware_host.storage.segments import FORMAT
from tests.firmware_host.storage.disk import FOLDER, Disk

FIRST, SECOND = "000001.journal", "000002.journal"
MOVES: Sequence[JournalRecord] = [
    {"ply": ply, "move": f"e{ply}-e{ply + 1}"} for ply in range(1, 12)
]
SESSION: Sequence[JournalRecord] = ({"game": "any", "seats": 2}, *MOVES)
HEADER: JournalRecord = {"tableside": FORMAT, "program": "0.1.0", "file": FIRST, "session": 1}
LINES = [encode(HEADER), *map(encode, SESSION)]


def journal_on(
    disk: Disk,
    *,
    retention: Retention = DEFAULT_RETENTION,
    reserve: int = 0,
    date: str = "",
    sync: CardSync | None = None,
) -> Journal:
    """Return a journal on ``disk``; with a ``date`` it times and counts its games."""
    clock = time if date else None
    return Journal(
        FOLDER,
        disk,
        program="0.1.0",
        today=lambda: date,
        clock=clock,
        retention=retention,
        reserve=reserve,
        sync=sync,
    )


def time() -> float:
    """Return the seconds of a clock that stands still."""
    return 1000.0


def reopened(image: Mapping[str, bytes]) -> tuple[JournalRecord, ...]:
    return journal_on(Disk(image)).open()


def lines(count: int = len(LINES)) -> bytes:
    """Return the first ``count`` lines of the session's file (the header and records), or all."""
    return b"".join(LINES[:count])
