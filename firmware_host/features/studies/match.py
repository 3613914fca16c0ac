"""``tableside match``: let machine players play against each other."""

from argparse import ArgumentParser, Namespace

from firmware_host.cli.parser import add_game, add_option, add_seed, add_workers, number

SUMMARY = "let machine players play against each other"
GROUP = "study"
MAX_TURNS = 300

# asking the games who can play would make the help slower; a test compares
PLAYERS = (
    "random, progress, greedy, expectimax, uct, searcher, first, beginner, friend, expert,"
    " champion, adaptive"
)


def add_arguments(parser: ArgumentParser) -> None:
    """Add the game, the players, and how many games they play."""
    add_game(parser)
    parser.add_argument(
        "--seats",
        required=True,
        metavar="A,B",
        help=f"player for each side, the last for all other sides: {PLAYERS}",
    )
    parser.add_argument(
        "--games", type=number, default=100, metavar="N", help="number of games (default: 100)"
    )
    add_seed(parser)
    parser.add_argument(
        "--turns",
        type=number,
        default=MAX_TURNS,
        metavar="N",
        help=f"after this many turns the leader wins (default: {MAX_TURNS})",
    )
    add_workers(parser)
    add_option(parser)


def run(arguments: Namespace) -> int:
    """Play the games, and print the score of the first player with its uncertainty."""
    import games
    from firmware_host.cli.arguments import read_options
    from firmware_host.features.studies.runner import prepare, run_match

    game = games.load(arguments.game, **read_options(games, arguments.game, arguments.option))
    match = prepare(game, arguments.seats, arguments.seed, arguments.turns)
    return run_match(match, arguments.games, arguments.workers)
