"""What a new table says at its first start, before anybody has typed anything.

As long as no game was begun on it, nobody knows whether its keys work: the doctor looks at what it
can look at while the table runs, and the panel says what is missing.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from games.message import Message, msg
from hardware.wiring.wiring import Wiring

TITLE: Final = msg("First start")
ALL_FOUND: Final = msg(
    "Everything was found. Press any key. If nothing happens, check the wires of the keys."
)
MISSING: Final = msg(
    "Something is wrong with: {what}. For what to do, type: sudo tableside doctor. "
    "Any key closes this page."
)


def missing(wiring: Wiring, folder: Path) -> Sequence[str]:
    """Return the names of the doctor's checks that fail on this machine.

    The table is wired as in ``wiring``, and keeps its games in ``folder``.
    """
    # the doctor takes a megabyte, and is asked once in the life of a table
    from hardware.doctor import Installation, ThisSystem, checks_beside_table, examine

    installation = Installation(ThisSystem(), wiring, folder)
    found = examine(checks_beside_table(wiring), installation)
    return [check.name for check, finding in found if finding.state == "failed"]


def text(names: Sequence[str]) -> Message:
    """Return what the panel says if the checks called ``names`` fail."""
    if not names:
        return Message.of(ALL_FOUND)
    return Message.of(MISSING, what=", ".join(names))
