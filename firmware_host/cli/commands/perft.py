"""``tableside perft``: count the sequences of throws and moves, to test the rules."""

import os
import sys
import time
from argparse import ArgumentParser, Namespace

from firmware_host.base.errors import UsageError
from firmware_host.cli.parser import add_first, add_game, add_option, number

SUMMARY = "count the possible sequences of throws and moves"
GROUP = "study"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the game, the depth and the position to start from."""
    add_game(parser)
    parser.add_argument(
        "depth", metavar="DEPTH", type=number, help="number of throws and moves to look ahead"
    )
    parser.add_argument(
        "--state", metavar="TEXT", help="position to start from (default: the start of the game)"
    )
    add_option(parser)
    add_first(parser)


def run(arguments: Namespace) -> int:
    """Print the number on the standard output, and the time it took on the standard error.

    The standard error also says who has won if the game is over in the position.
    """
    import games
    from firmware_host.cli.arguments import game_named, read_options, read_seat
    from firmware_host.cli.reading import over
    from firmware_host.text import preferred
    from firmware_host.text.translator import Language

    name = game_named(arguments.game) or ""
    game = games.load(name, **read_options(games, name, arguments.option))
    first = 0 if arguments.first is None else read_seat(game, arguments.first)
    try:
        state = game.start(first) if arguments.state is None else game.state(arguments.state)
    except ValueError as error:
        raise UsageError(f"--state: {error}") from None
    if ended := over(state, Language(preferred(os.environ))):
        print(ended, file=sys.stderr)
    begun = time.perf_counter()
    try:
        count = games.perft(state, arguments.depth)
    except RecursionError:
        raise UsageError(f"DEPTH: expected some hundreds at most, got {arguments.depth}") from None
    print(f"{time.perf_counter() - begun:.2f} s", file=sys.stderr)
    print(count)
    return 0
