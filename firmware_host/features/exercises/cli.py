"""``tableside exercises``: list, make, check and play positions with one best move."""

import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from firmware_host.base.errors import UsageError
from firmware_host.cli.commands import COMMANDS, FeatureCommand
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
    made.add_argument(
        "--margin",
        type=number,
        default=MARGIN,
        metavar="PERCENT",
        help=f"how much of the point every other move gives away at least (default: {MARGIN})",
    )
    made.add_argument(
        "--nodes",
        type=number,
        metavar="N",
        help="positions that the search may look at; ten times as many confirm what it finds "
        "(default: as many as the game allows)",
    )
    made.add_argument(
        "--output",
        type=Path,
        metavar="FILE",
        help="file to write (default: standard output)",
    )
    add_overwrite(made)
    add_workers(made)


def run(arguments: Namespace) -> int:
    """List, make, check or play exercises."""
    does = {"list": _list, "make": _make, "check": _check, "play": _play}[arguments.what]
    return does(arguments)


def _list(arguments: Namespace) -> int:
    """Print a line for each set."""
    import games
    from firmware_host.features.exercises.store import described, sets_of
    from firmware_host.storage.state_folder import find

    for line in described(sets_of(arguments.of, games, find(arguments.state_dir, os.environ))):
        print(line)
    return 0


def _make(arguments: Namespace) -> int:
    """Make a set, and write or print it."""
    import games
    from firmware_host.cli.arguments import read_options
    from firmware_host.features.exercises.runner import make

    if arguments.of is None:
        raise UsageError("make: expected the name of a GAME")
    options = read_options(games, arguments.of, arguments.option)
    return make(games.load(arguments.of, **options), games, arguments)


def _check(arguments: Namespace) -> int:
    """Verify that every best move is best for a search that looks at ten times as much."""
    import games
    from firmware_host.features.exercises.runner import check
    from firmware_host.features.exercises.store import sets_of

    return check(sets_of(arguments.of, games), arguments.workers)


def _play(arguments: Namespace) -> int:
    """Ask the exercises of a set in the terminal."""
    import games
    from firmware_host.features.exercises.runner import play
    from firmware_host.features.exercises.store import sets_of
    from firmware_host.text.languages import preferred

    if arguments.of is None:
        raise UsageError("play: expected the name of a GAME or a FILE")
    if not sys.stdin.isatty():
        raise UsageError("play: expected a terminal to answer in")
    sets = sets_of(arguments.of, games)
    return play(sets, arguments.language or preferred(os.environ), print, input)


OFFERS: Final = (COMMANDS.offer(FeatureCommand("exercises", __name__)),)
