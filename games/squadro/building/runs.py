"""Write the rules as tables in C: ``python -m games.squadro.building.runs FOLDER``.

``runs.h`` has what every piece does in a move. A run is looked up by piece, progress, and a mask of
the enemies that stand on the track; which way they face matters only for those that are jumped.
``turns.h`` has how many moves every piece needs to get home, and a seat to win.
"""

import sys
from pathlib import Path

from games.squadro.moves import shifts
from games.squadro.rules import HOME, NAMES, TRACKS, TURNS_LEFT

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


def write(folder: Path) -> None:
    """Write both files to ``folder``."""
    (folder / "runs.h").write_text(runs_in_c())
    (folder / "turns.h").write_text(turns_in_c())


if __name__ == "__main__":
    write(Path(sys.argv[1]))
