"""``tableside export``: write the games of a table as records."""

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final

from firmware_host.base.errors import UsageError, reason
from firmware_host.cli.parser import add_state_dir

if TYPE_CHECKING:
    from games.record import Record

SUMMARY = "write the games of a table as records"
GROUP = "watch"
STANDARD_OUTPUT: Final = Path("-")


def add_arguments(parser: ArgumentParser) -> None:
    """Add the folder to write to, and the state folder."""
    parser.add_argument(
        "folder",
        metavar="FOLDER",
        type=Path,
        help='folder to write to, one text file per game; "-" prints JSON lines',
    )
    add_state_dir(parser)


def run(arguments: Namespace) -> int:
    """Write one text file per game, or print JSON lines.

    ExportError if there is no game; UsageError if a file exists already or cannot be written.
    """
    from firmware_host.cli.worker_pool import kept_records
    from firmware_host.storage.state_folder import find
    from firmware_host.text.terminal import print_json
    from games.record import to_json

    kept = kept_records(find(arguments.state_dir, os.environ))
    kept = chain([next(kept)], kept)  # nothing is written where there is nothing
    if arguments.folder != STANDARD_OUTPUT:
        _write(kept, arguments.folder)
        return 0
    for record in kept:
        print_json(to_json(record))
    return 0


def _write(kept: "Iterable[Record]", folder: Path) -> None:
    """Write each record into a file of ``folder``, and print the name of the file."""
    from games.record import write

    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number, record in enumerate(kept, 1):
            path = folder / f"{record.date or 'undated'}-{record.game}-{number}.txt"
            with path.open("x", encoding="utf-8") as file:
                file.write(write(record))
            print(path)
    except OSError as error:
        # a full card does not say which file it has no room for
        raise UsageError(
            f"{error.filename or folder}: cannot be written: {reason(error)}"
        ) from None
