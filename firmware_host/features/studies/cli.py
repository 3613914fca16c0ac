"""What studies add to the command line.

``tableside study`` studies a game with many games between machine players, ``tableside match`` lets
two of them play.
"""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from firmware_host.cli.commands import COMMANDS, FeatureCommand
from firmware_host.cli.parser import add_workers
from firmware_host.cli.tables import FORMS

SUMMARY = "compare the options of a game in many games of machine players"
GROUP = "study"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the plan, where the results go, and who plays."""
    parser.add_argument("plan", metavar="PLAN.toml", type=Path, help="what to study")
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="folder of the results (default: that of the plan)"
    )
    parser.add_argument(
        "--table", choices=FORMS, help="write a table with a row for each game too, in this form"
    )
    add_workers(parser)
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="play on the workers of the Dask scheduler there, such as tcp://127.0.0.1:8786",
    )


def run(arguments: Namespace) -> int:
    """Play what is still to be played, then write results and reports."""
    from firmware_host.features.studies.runner import run_study

    folder = arguments.out or arguments.plan.parent
    players = (arguments.workers, arguments.scheduler)
    return run_study(arguments.plan, folder, *players, table=arguments.table)


OFFERS: Final = (
    COMMANDS.offer(
        FeatureCommand("match", "firmware_host.features.studies.match"),
        FeatureCommand("study", "firmware_host.features.studies.cli"),
    ),
)
