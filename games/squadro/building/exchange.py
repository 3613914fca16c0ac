"""What the programs in C read and write: the rules as tables, and the values that they find.

``python -m games.squadro.building.exchange rules FOLDER`` writes the rules. ``runs.h`` has what
every piece does in a move. A run is looked up by piece, progress, and a mask of the enemies that
stand on the track; which way they face matters only for those that are jumped. ``turns.h`` has how
many moves every piece needs to get home, and a seat to win.

``python -m games.squadro.building.exchange pack TABLE LEAST_HOME [PRESET] < blocks`` packs the
blocks that ``solve.c`` writes into a table that the game reads: a higher preset packs better, and
takes longer.
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

from games.squadro.moves import shifts
from games.squadro.rules import HOME, NAMES, TRACKS, TURNS_LEFT
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

DECLARATION = """typedef struct {{
    unsigned char end, jumped;
}} Run;

static const Run RUNS[{pieces}][{progress}][{masks}] = {{
{rows}
}};
"""

TURNS_TO_WIN = """
/* How many moves a seat needs to win if nobody is in its way: one piece may stay behind. */
static int turns_to_win(const unsigned char *progress, int seat)
{{
    int sum = 0, most = 0;
    for (int piece = seat * {tracks}; piece < (seat + 1) * {tracks}; piece++) {{
        int turns = TURNS[piece][progress[piece]];
        sum += turns;
        most = turns > most ? turns : most;
    }}
    return sum - most;
}}
"""


def runs_in_c() -> str:
    """Return the declaration of ``RUNS``: where each run ends, and which enemies it jumps."""
    rows = ",\n".join(
        "    {" + ",\n     ".join(_row(piece, progress) for progress in range(HOME)) + "}"
        for piece in range(len(NAMES))
    )
    return DECLARATION.format(pieces=len(NAMES), progress=HOME, masks=1 << TRACKS, rows=rows)


def _row(piece: int, progress: int) -> str:
    return "{" + ", ".join(_entry(piece, progress, mask) for mask in range(1 << TRACKS)) + "}"


def _entry(piece: int, progress: int, mask: int) -> str:
    pattern = sum(3**enemy for enemy in range(TRACKS) if mask >> enemy & 1)
    (_, _, end), *jumped = shifts(piece, progress, pattern)
    return f"{{{end}, {sum(1 << enemy % TRACKS for enemy, _, _ in jumped)}}}"


def turns_in_c() -> str:
    """Return ``TURNS``, how many moves every piece needs at every progress, and their sum."""
    rows = ",\n".join("    {" + ", ".join(map(str, turns)) + "}" for turns in TURNS_LEFT)
    declared = f"static const unsigned char TURNS[{len(NAMES)}][{HOME + 1}] = {{\n{rows}\n}};\n"
    return declared + TURNS_TO_WIN.format(tracks=TRACKS)


def write_rules(folder: Path) -> None:
    """Write the rules to ``folder``, in two files."""
    (folder / "runs.h").write_text(runs_in_c())
    (folder / "turns.h").write_text(turns_in_c())


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
    what, place, *numbers = sys.argv[1:]
    if what == "rules":
        write_rules(Path(place))
    else:
        pack(sys.stdin.buffer, Path(place), *map(int, numbers))
