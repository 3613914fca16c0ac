"""``tableside exercises``: list, make, check and play positions with one best move."""

from argparse import ArgumentParser, _ActionsContainer
from pathlib import Path
from typing import Final

from firmware_host.cli.commands import COMMANDS, FeatureCommand, run_in
from firmware_host.cli.parser import (
    add_language,
    add_option,
    add_overwrite,
    add_seed,
    add_state_dir,
    add_workers,
    number,
)

SUMMARY = "list, make, check or play exercises: positions with one best move"
GROUP = "learn"
COUNT = 30
MARGIN = 8
CHOICES = 4


def add_arguments(parser: ArgumentParser) -> None:
    """Add what to do, with which game or set, and how a set is made."""
    parser.add_argument(
        "what",
        nargs="?",
        choices=["list", "make", "check", "play"],
        default="list",
        help="list the sets, make one, check that its best moves are best, or play it here "
        "(default: list)",
    )
    parser.add_argument(
        "of",
        nargs="?",
        metavar="GAME|FILE",
        help="name of a game, or a file with a set (default of list and check: all games)",
    )
    _add_making(parser)
    add_option(parser)
    add_state_dir(parser)
    add_language(parser, "language of what is played (default: the language of your system)")


def _add_making(parser: ArgumentParser) -> None:
    """Add how a set is made."""
    made = parser.add_argument_group("how a set is made")
    add_seed(made)
    made.add_argument(
        "--count",
        type=number,
        default=COUNT,
        metavar="N",
        help=f"number of exercises (default: {COUNT})",
    )
    made.add_argument(
        "--from",
        dest="source",
        type=Path,
        metavar="FILE|FOLDER",
        help="take positions of these records instead of games between machines; "
        "tableside export writes those of a table",
    )
    _add_search(made)
    made.add_argument(
        "--output",
        type=Path,
        metavar="FILE",
        help="file to write (default: standard output)",
    )
    add_overwrite(made)
    add_workers(made)


def _add_search(made: _ActionsContainer) -> None:
    """Add what a position has to be like, and how far is searched."""
    made.add_argument(
        "--margin",
        type=number,
        default=MARGIN,
        metavar="PERCENT",
        help=f"how much of the point every other move gives away at least (default: {MARGIN})",
    )
    made.add_argument(
        "--choices",
        type=number,
        default=CHOICES,
        metavar="N",
        help=f"positions that one can choose from at least (default: {CHOICES})",
    )
    made.add_argument(
        "--found-by",
        type=number,
        metavar="PERCENT",
        help="take positions of which weak machine players get so many right at most "
        "(default: those in which plain counting on the board does not find the best move)",
    )
    made.add_argument(
        "--nodes",
        type=number,
        metavar="N",
        help="positions that the search may look at; ten times as many confirm what it finds "
        "(default: as many as the game allows)",
    )


run = run_in("firmware_host.features.exercises.runner")

OFFERS: Final = (COMMANDS.offer(FeatureCommand("exercises", __name__)),)
