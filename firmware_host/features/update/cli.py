"""``tableside update``: install another version of the program, and go back if it fails."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Final

from firmware_host.cli.commands import COMMANDS, FeatureCommand, run_in
from firmware_host.setup.choices import UNITS_OF_FEATURES
from firmware_host.setup.paths import UPDATE_SERVICE, UPDATE_WISH

SUMMARY = "install another version of the program, and go back if it fails"
GROUP = "setup"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the package, and what may be done with it."""
    wanted = parser.add_mutually_exclusive_group(required=True)
    wanted.add_argument(
        "file",
        nargs="?",
        type=Path,
        metavar="FILE.deb",
        help="Debian package of tableside, with the file SHA256SUMS of the same release beside it",
    )
    wanted.add_argument(
        "--state",
        action="store_true",
        help="show which version runs, and how the last update ended",
    )
    wanted.add_argument(
        "--service", action="store_true", help="be the updater that systemd starts as a service"
    )
    parser.add_argument("--json", action="store_true", help="with --state: as JSON")
    parser.add_argument(
        "--older", action="store_true", help="take the package even if its version is older"
    )
    parser.add_argument(
        "--check", action="store_true", help="check the package and this machine, change nothing"
    )


run = run_in("firmware_host.features.update.updating")


OFFERS: Final = (
    COMMANDS.offer(FeatureCommand("update", __name__)),
    UNITS_OF_FEATURES.offer(UPDATE_SERVICE, UPDATE_WISH),
)
