"""The fault matrix: what is shown and what is kept for each part and each way in which it fails.

``python -m tests.faults.matrix`` prints it as docs/developers/reliability.md has it.
"""

# ruff: noqa: E501 - a table is read best with a line for each row

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from tests.faults.rig import DARK, OLD

PARTS: Final = ("display", "key", "dice line", "cup line", "serial peer", "card", "clock")
FAULTS: Final = ("absent", "lost", "flickering", "stuck", "noisy", "full", "jumping")

POSITIONS: Final[Mapping[str, str]] = {
    "nothing yet": "0 throw 0,0,0,0/0,0,0,0 - - -",
    "the throw": "0 throw 0,0,0,0/0,0,0,0 - 8 -",
    "the move": "1 throw 3,0,0,0/0,0,0,0 - - -",
}
"""What may be kept of a game of Thaayam for two, as position text."""


@dataclass(frozen=True)
class Row:
    """A cell of the matrix, or one of several of a cell.

    After ``script`` the display shows ``shown``; after ``then``, when the fault has been seen to or
    is lived with, the position and what is on the card are ``kept``. ``table`` is that of the rig.
    In the scripts {key}, {line} and {faces} stand for each that there is.
    """

    part: str
    fault: str
    script: str
    shown: str
    then: str
    kept: str = "the throw"
    table: str = "pins"


WAITS = "Throw the dice"
LINK = "Serial link interrupted"
UNSAVED = "Not saved! You can play on."
BY_HAND = "unplug dice; throw 8; wait 3"
MOVING = "throw 1; throw 2; wait 20"
SEEN = "lift c1; put e1; wait 3"
AT_START = "throw 8; wait 3"
SET_ASIDE = "The last game could not be read and was set aside."
REPLUGGED = f"play 1:hand-c1; plug serial; wait 6; {SEEN}"

ROWS: Final = (
    Row("display", "absent", "unplug display; restart; press ok; throw 8", DARK, "plug display; wait 3"),
    Row("display", "lost", "unplug display; throw 8", DARK, "plug display; wait 3"),
    Row("display", "flickering", "flicker display 9; throw 8; flicker display 9; wait 3", WAITS, ""),
    Row("display", "stuck", "wires deaf; throw 8", OLD, "wires well; wait 3"),
    Row("display", "noisy", "wires noisy; throw 8", OLD, "wires well; wait 3"),
    Row("key", "absent", "cut {key}; throw 8; wait 2; press {key}; wait 1", WAITS, "mend {key}"),
    Row("key", "lost", "throw 8; wait 2; cut {key}; press {key}; wait 1", WAITS, ""),
    Row("key", "flickering", "throw 8; wait 2; noise {key} 40; wait 20; quiet {key}; wait 65", "White", ""),
    Row("key", "stuck", "throw 8; wait 2; stuck {key}; wait 20.1", "Key stuck:", "unstick {key}"),
    Row("left key", "stuck", "throw 8; wait 2; stuck left; wait 1", "Taken back: 8", "unstick left; throw 8"),
    Row("key", "noisy", "throw 8; wait 2; noise {key} 3000; wait 1; quiet {key}", WAITS, ""),
    Row("dice line", "absent", "cut {line}; restart; press ok; roll {faces}", "so far: 1", f"undo; {BY_HAND}"),
    Row("dice line", "lost", "begin-roll {faces}; cut {line}; wait 3", "so far: 1", f"undo; {BY_HAND}"),
    Row("dice line", "flickering", "noise {line} 40; roll 0000; wait 10", "Not readable.", "quiet {line}; wait 8; throw 8; wait 3"),
    Row("dice line", "stuck", "short {line}; roll 0000", "so far: 1", f"undo; {BY_HAND}"),
    Row("dice line", "noisy", "noise {line} 1000; roll 0000; wait 6", "Not readable.", "quiet {line}; wait 8; throw 8; wait 3"),
    Row("dice line", "jumping", "knock; wait 1; knock; wait 1", "Only a bump.", "throw 8; wait 3"),
    Row("cup line", "absent", "cut cup; wait 10", "The cup is lifted", BY_HAND),
    Row("cup line", "lost", "begin-roll 0000; cut cup; wait 30", "The cup is lifted", BY_HAND),
    Row("cup line", "flickering", "noise cup 40; roll 0000; wait 10", "Rolling…", "quiet cup; wait 8; throw 8; wait 3"),
    Row("cup line", "stuck", "short cup; roll 0000", "Only a bump.", BY_HAND),
    Row("cup line", "noisy", "noise cup 1000; roll 0000; wait 6", "Not readable.", "quiet cup; wait 8; throw 8; wait 3"),
    Row("serial peer", "absent", f"{MOVING}; unplug serial; restart", LINK, f"press ok; {REPLUGGED}", "the move", "board"),
    Row("serial peer", "absent", "wait 20; unplug serial; restart", LINK, "plug serial; wait 6; press ok; throw 8", table="link"),
    Row("serial peer", "lost", f"{MOVING}; unplug serial", LINK, REPLUGGED, "the move", "board"),
    Row("serial peer", "lost", "wait 20; unplug serial", LINK, "plug serial; wait 6; throw 8", table="link"),
    Row("serial peer", "flickering", f"{MOVING}; flicker serial 9; wait 6", "hand → c1", f"play 1:hand-c1; {SEEN}", "the move", "board"),
    Row("serial peer", "flickering", "wait 20; flicker serial 9; wait 1", "Serial link restored", "wait 6; throw 8", table="link"),
    Row("serial peer", "stuck", f"{MOVING}; peer hangs; wait 4", LINK, f"peer goes; wait 6; play 1:hand-c1; {SEEN}", "the move", "board"),
    Row("serial peer", "stuck", "wait 20; peer hangs; wait 4", LINK, "peer goes; wait 6; throw 8", table="link"),
    Row("serial peer", "noisy", f"{MOVING}; garbage serial 3000; wait 1", "hand → c1", f"play 1:hand-c1; garbage serial 500; {SEEN}", "the move", "board"),
    Row("serial peer", "noisy", "wait 20; garbage serial 3000; wait 1", WAITS, "throw 8", table="link"),
    Row("serial peer", "full", f"{MOVING}; garbage serial 1000000; wait 1", "hand → c1", f"wait 6; play 1:hand-c1; {SEEN}", "the move", "board"),
    Row("serial peer", "full", "wait 20; garbage serial 1000000; wait 1", WAITS, "wait 6; throw 8", table="link"),
    Row("card", "absent", "card readonly; restart; press ok; throw 8", UNSAVED, "card well; wait 11"),
    Row("card", "lost", "card gone; throw 8", UNSAVED, "card well; wait 11"),
    Row("card", "lost", "card gone; throw 8; wait 3; restart", UNSAVED, "card well; wait 11", "nothing yet"),
    Row("card", "flickering", "card flickering; throw 8; wait 12", WAITS, "card well; wait 11"),
    Row("card", "flickering", f"{AT_START}; card blinking; restart", "Resume? Thaayam", "card well; press ok"),
    Row("card", "flickering", f"{AT_START}; card unreadable; restart; press ok", SET_ASIDE, "card well; recover; press ok"),
    Row("card", "stuck", "card slow; throw 8; press up", WAITS, "card well"),
    Row("card", "noisy", "throw 8; wait 3; spoil", "Resume? Thaayam", "press ok", "nothing yet"),
    Row("card", "full", "card full; throw 8", UNSAVED, "card well; wait 11"),
    Row("clock", "absent", "date 1970-01-01; restart; press ok; throw 8; wait 3", WAITS, "date 2026-03-09; restart; press ok"),
    Row("clock", "flickering", "throw 8; date 1970-01-01; restart; date 2026-03-09; restart", "Resume? Thaayam", "press ok"),
    Row("clock", "stuck", "throw 8; restart; restart", "Resume? Thaayam", "press ok"),
    Row("clock", "jumping", "throw 8; date 2099-12-31; restart; date 1970-01-01; restart", "Resume? Thaayam", "press ok"),
)  # fmt: skip

SENSELESS: Final[Mapping[tuple[str, str], str]] = {
    ("display", "full"): "it holds one picture, and every picture fits",
    ("display", "jumping"): "it has no time of its own",
    ("key", "full"): "a contact holds nothing",
    ("key", "jumping"): "every press of the simulated keys bounces, and `test_bounce.py` has a million edges",
    ("dice line", "full"): "a contact holds nothing",
    ("cup line", "full"): "a contact holds nothing",
    ("cup line", "jumping"): "a knock moves the cup too: see the dice lines",
    ("serial peer", "jumping"): "its frames are numbered, not timed; one that begins anew is lost and found",
    ("card", "jumping"): "files are numbered, not timed",
    ("clock", "lost"): "a clock without its battery begins in 1970: jumping",
    ("clock", "noisy"): "a date is read as a whole: flickering",
    ("clock", "full"): "a clock holds nothing",
}  # fmt: skip
"""The cells that make no sense, with the reason."""

KEYS: Final = ("up", "down", "left", "right", "ok", "back", "hint")
LINES: Final[Mapping[str, str]] = {"D0": "1100", "D1": "1100", "D2": "0011", "D3": "0011"}
"""The dice lines, each with a throw of which it is a part."""

SAMPLE: Final = ("back", "D0")
"""What stands for all keys and lines where there is no time for all."""


def filled(row: Row) -> Iterator[tuple[str, Row]]:
    """``row`` for each key or line that it speaks of, with its name; itself if it speaks of none."""
    if row.part == "key":
        # a left key that sticks is a cell of its own: it takes something back
        keys = [key for key in KEYS if (key, row.fault) != ("left", "stuck")]
        for key in keys:
            yield key, _with(row, key=key)
    elif row.part == "dice line" and row.fault != "jumping":
        for line, faces in LINES.items():
            yield line, _with(row, line=line, faces=faces)
    else:
        yield row.part, row


def cell(row: Row) -> tuple[str, str]:
    """Where ``row`` is in the matrix."""
    return row.part.removeprefix("left "), row.fault


def table() -> str:
    """The matrix in Markdown."""
    head = ("part", "fault", "what happens", "shown", "then", "kept")
    rows = [
        (row.part, row.fault, _code(row.script), row.shown, _code(row.then), row.kept)
        for row in ROWS
    ]
    senseless = [(*place, "", "", "", f"none: {reason}") for place, reason in SENSELESS.items()]
    lines = [head, ("---",) * len(head), *sorted([*rows, *senseless], key=_order)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _with(row: Row, **names: str) -> Row:
    return replace(row, script=row.script.format(**names), then=row.then.format(**names))


def _order(line: tuple[str, ...]) -> tuple[int, int]:
    return PARTS.index(line[0].removeprefix("left ")), FAULTS.index(line[1])


def _code(script: str) -> str:
    return f"`{script}`" if script else ""


if __name__ == "__main__":
    print(table())
