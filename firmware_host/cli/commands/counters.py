"""``tableside counters``: show what a table did, day by day, from its state folder.

Nothing is written there: the table may be running.
"""

import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from firmware_host.base.errors import HostError, reason
from firmware_host.cli.parser import add_overwrite, add_state_dir

if TYPE_CHECKING:
    from firmware_host.storage.filesystem import NewFile

SUMMARY = "show what a table did, day by day"
GROUP = "watch"
STANDARD_OUTPUT: Final = "-"


class CountersError(HostError, OSError):
    """Counters that cannot be read or written: the reason, and what to do."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add the state folder and the form of the output."""
    add_state_dir(parser)
    parser.add_argument(
        "--csv",
        metavar="FILE",
        help='write comma-separated values to a file; "-" writes to the standard output',
    )
    add_overwrite(parser)


def run(arguments: Namespace) -> int:
    """Print the counters as a table, or write them as CSV."""
    from firmware_host.base.timing import local_day
    from firmware_host.cli.worker_pool import on_all_cores
    from firmware_host.storage.counters import Counters, csv_text, newest_last, table_text
    from firmware_host.storage.filesystem import NewFile
    from firmware_host.storage.state_folder import find

    folder = find(arguments.state_dir, os.environ)
    _check_readable(folder)
    kept = Counters(folder, spread=on_all_cores)
    days = newest_last(kept.days(), local_day())
    if kept.fault:
        print(f"tableside counters: {kept.fault}", file=sys.stderr)
    if not days:
        print(f"tableside counters: {folder} has no counts yet", file=sys.stderr)
    if arguments.csv is None:
        print(table_text(days), end="")
    elif arguments.csv == STANDARD_OUTPUT:
        print(csv_text(days), end="")
    else:
        target = NewFile(Path(arguments.csv), arguments.overwrite, csv_text(()).encode())
        _write(target, csv_text(days))
    return 0


def _check_readable(folder: Path) -> None:
    from firmware_host.setup.paths import STATE

    if not folder.is_dir() or not os.access(folder, os.R_OK | os.X_OK):
        raise CountersError(
            f"expected a readable folder with games, not {folder}: name it with --state-dir; the "
            f"folder of the service needs root: sudo tableside counters --state-dir {STATE}"
        )


def _write(target: "NewFile", text: str) -> None:
    try:
        target.write(text.encode("ascii"))
    except OSError as error:
        raise CountersError(
            f"{target.path} cannot be written: {reason(error)}; name another file with --csv"
        ) from None
