"""``tableside review``: say what luck and choices did in a played game."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Final

from firmware_host.cli.commands import COMMANDS, FeatureCommand, run_in
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


run = run_in("firmware_host.features.review.runner")

OFFERS: Final = (COMMANDS.offer(FeatureCommand("review", __name__)),)
