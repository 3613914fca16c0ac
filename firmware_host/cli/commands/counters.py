"""``tableside counters``: what a table did day by day, read from its state folder.

Nothing is written there: the table may be running.
"""

import os
import sys
from pathlib import Path
from typing import Final

from firmware_host.errors import HostError, reason
from firmware_host.install.paths import STATE
from firmware_host.storage.counter_file import Counters
from firmware_host.storage.counters import Day, csv_text, table_text

GOOD: Final = 0
STANDARD_OUTPUT: Final = "-"


class CountersError(HostError, OSError):
    """Counters that cannot be read or written: what is in the way, and what to do."""


def counters(folder: Path, target: str | None) -> int:
    """Print the counters in ``folder`` as a table, or write them as CSV; return the exit code.

    ``target`` is the path of the file for the CSV, ``-`` for the standard output, None for the
    table. CountersError if the folder cannot be read, or the file not be written.
    """
    days = _read(folder)
    if target is None:
        print(table_text(days), end="")
    elif target == STANDARD_OUTPUT:
        print(csv_text(days), end="")
    else:
        _write(Path(target), csv_text(days))
    return GOOD


def _read(folder: Path) -> tuple[Day, ...]:
    if not folder.is_dir() or not os.access(folder, os.R_OK | os.X_OK):
        raise CountersError(
            f"expected a folder with games that may be read, not {folder}: name it with "
            f"--state-dir; that of the service needs root: sudo tableside counters "
            f"--state-dir {STATE}"
        )
    kept = Counters(folder)
    days = kept.days()
    if kept.fault:
        print(f"tableside counters: {kept.fault}", file=sys.stderr)
    if not days:
        print(f"tableside counters: nothing is counted in {folder} yet", file=sys.stderr)
    return days


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="ascii")
    except OSError as error:
        raise CountersError(
            f"{path} cannot be written: {reason(error)}; name another file with --csv"
        ) from None
