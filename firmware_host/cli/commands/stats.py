"""``tableside stats``: show statistics over many games."""

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

from firmware_host.base.errors import UsageError, reason
from firmware_host.cli.parser import add_overwrite, add_state_dir

SUMMARY = "show statistics over many games"
GROUP = "study"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the records, the form of the output, and the picture of the throws."""
    parser.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        type=Path,
        help="records of games (default: the games that the table has kept)",
    )
    parser.add_argument(
        "--plot", type=Path, metavar="FILE", help="draw the throws into a new PNG file"
    )
    add_overwrite(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print the figures as JSON")
    form.add_argument(
        "--table",
        type=Path,
        metavar="FILE",
        help="write a row for each game into a new file FILE.csv or FILE.parquet, in place of the "
        "figures",
    )
    add_state_dir(parser)


def run(arguments: Namespace) -> int:
    """Print the statistics, and draw the throws if a picture was asked for; or write a table.

    ReplayError and UsageError if a record cannot be read; PlotError and UsageError if the picture
    cannot be drawn, UsageError if the table cannot be written.
    """
    if arguments.table is not None:
        return _write_table(arguments)
    from firmware_host.cli.dice_fairness import figures_of_tray, report_of_tray
    from firmware_host.cli.worker_pool import kept_tallies, tallies_of_files
    from firmware_host.stats import plot, report, to_json
    from firmware_host.storage.filesystem import NewFile
    from firmware_host.storage.state_folder import find
    from firmware_host.text.terminal import print_json

    picture = None if arguments.plot is None else NewFile(arguments.plot, arguments.overwrite)
    if picture is not None:
        picture.check()
    thrown: Sequence[str] = ()
    if arguments.files:
        counted = tallies_of_files(arguments.files)
    else:
        counted, thrown = kept_tallies(find(arguments.state_dir, os.environ))
    if arguments.json:
        print_json(to_json(counted, figures_of_tray(thrown)))
    else:
        print("\n".join((*report(counted), *report_of_tray(thrown))).rstrip())
    if picture is not None:
        plot(counted, picture)
        if not arguments.json:
            print(f"\n{arguments.plot}: written")
    return 0


def _write_table(arguments: Namespace) -> int:
    from firmware_host.cli.tables import FORMS, form_of
    from firmware_host.cli.worker_pool import facts_of_files, kept_facts
    from firmware_host.storage.filesystem import NewFile
    from firmware_host.storage.state_folder import find

    if arguments.plot is not None:
        raise UsageError("--table: no picture is drawn with it: give --plot in another command")
    form, file = form_of(arguments.table), NewFile(arguments.table, arguments.overwrite)
    file.check()
    if arguments.files:
        rows = facts_of_files(arguments.files)
    else:
        rows = kept_facts(find(arguments.state_dir, os.environ))
    try:
        file.write(FORMS[form](rows))
    except OSError as error:
        raise UsageError(f"{file.path}: cannot be written: {reason(error)}") from None
    print(f"{file.path}: {len(rows)} games written")
    return 0
