"""How long a start takes in a folder with very many files of games.

``python -m tests.bench.crowded [FILES]`` writes a short finished game into each of so many files,
then opens the journal again and again, as starts of the program do. Times are wall-clock times.
"""

import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from firmware_host.storage.journal import Journal
from firmware_host.storage.records import JournalRecord, encode
from tests.bench.page import table

FILES, STARTS = 100_000, 3
DAY = "2026-03-09"
PLAYED: JournalRecord = {"do": "3"}
GAME: Sequence[JournalRecord] = ({"begin": "any"}, *[PLAYED] * 5, {"over": "home"})


def rows(files: int = FILES, starts: int = STARTS) -> Iterator[Sequence[str]]:
    """Yield the head and a row for each of ``starts`` in a folder with so many ``files``."""
    yield ("start", "files before", "files after", "journal opened")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _fill(folder, files)
        for start in range(1, starts + 1):
            before = _count(folder)
            journal = Journal(folder, today=lambda: DAY)
            begun = time.perf_counter()
            journal.open()
            spent = time.perf_counter() - begun
            journal.close()
            yield (str(start), f"{before:,}", f"{_count(folder):,}", f"{spent:.1f} s")


def _fill(folder: Path, files: int) -> None:
    game = b"".join(map(encode, GAME))
    for number in range(1, files + 1):
        header = encode({"tableside": 1, "session": number, "date": DAY, "begun": DAY})
        (folder / f"{number:06}.journal").write_bytes(header + game)


def _count(folder: Path) -> int:
    return sum(1 for _ in folder.glob("*.journal"))


if __name__ == "__main__":
    print(*table(rows(*map(int, sys.argv[1:]))), sep="\n")
