"""``tableside doctor``: check a real installation and find faults."""

import os
from argparse import ArgumentParser, Namespace

from firmware_host.cli.parser import add_state_dir, add_wiring

SUMMARY = "check a real installation and find faults"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the wiring, the state folder and the form of the output."""
    add_wiring(parser)
    add_state_dir(parser)
    parser.add_argument(
        "--json", action="store_true", help="run only the automatic checks and print JSON"
    )


def run(arguments: Namespace) -> int:
    """Check the installation; return 1 if a check failed."""
    from firmware_host.cli.doctor_dialogue import examine_installation
    from firmware_host.storage.state_folder import find
    from hardware.wiring import wiring

    folder = find(arguments.state_dir, os.environ)
    return examine_installation(wiring.load(arguments.wiring), folder, arguments.json)
