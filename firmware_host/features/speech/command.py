"""``tableside speech``: list what a table says, to be read aloud and recorded."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from firmware_host.cli.parser import add_game, add_language, number

SUMMARY = "list the sentences that a table says and nobody has recorded yet"
GROUP = "setup"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the game that is played, the language, and where the recordings are."""
    add_game(parser)
    add_language(parser, "language of the sentences (default: en)")
    parser.add_argument(
        "--games", type=number, metavar="N", default=1, help="random games to play (default: 1)"
    )
    parser.add_argument(
        "--recordings", type=Path, metavar="FOLDER", help="leave out what is recorded there"
    )


def run(arguments: Namespace) -> int:
    """Play, and print each sentence behind the name of its file."""
    import games
    from firmware_host.cli.arguments import read_setup
    from firmware_host.features.speech.recordings import file_name
    from firmware_host.features.speech.rehearsal import sentences

    setup = read_setup(games, arguments.game, [], None, [])
    assert setup is not None
    language = arguments.language or "en"
    for sentence in sentences(games, setup, language, arguments.games):
        name = Path(language, file_name(sentence))
        if arguments.recordings is None or not (arguments.recordings / name).exists():
            print(f"{name}\t{sentence}")
    return 0
