"""``tableside review``: say what luck and choices did in a played game."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from firmware_host.cli.commands import COMMANDS, FeatureCommand
from firmware_host.cli.parser import add_language, add_overwrite, add_state_dir, add_workers

SUMMARY = "say what luck and choices did in a played game"
GROUP = "learn"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the record, the picture, and who works."""
    parser.add_argument("file", metavar="RECORD", type=Path, help="file with the record")
    parser.add_argument(
        "--plot",
        type=Path,
        metavar="FILE",
        help="draw the expected score into a new PNG, SVG or PDF file",
    )
    add_overwrite(parser)
    add_workers(parser)
    add_state_dir(parser)
    add_language(parser, "language of the review (default: the language of your system)")


def run(arguments: Namespace) -> int:
    """Work the review out, or go on with it, and print it."""
    import os

    from firmware_host.features.review.runner import run_review
    from firmware_host.storage.filesystem import NewFile
    from firmware_host.storage.state_folder import find
    from firmware_host.text.languages import preferred
    from firmware_host.text.translator import Language

    say = Language(arguments.language or preferred(os.environ))
    folder = find(arguments.state_dir, os.environ)
    path = arguments.plot
    picture = None if path is None else NewFile(path, arguments.overwrite)
    return run_review(arguments.file, folder, arguments.workers, picture, say)


OFFERS: Final = (COMMANDS.offer(FeatureCommand("review", __name__)),)
