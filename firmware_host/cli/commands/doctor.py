"""``tableside doctor``: check a real installation and find faults."""

import os
from argparse import ArgumentParser, Namespace

from firmware_host.cli.parser import DOCTOR_ARGUMENTS, add_state_dir, add_wiring

SUMMARY = "check a real installation and find faults"
GROUP = "setup"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the wiring, the state folder, what to check, and the form of the output."""
    add_wiring(parser)
    add_state_dir(parser)
    for each in DOCTOR_ARGUMENTS:
        each.add(parser)
    parser.add_argument(
        "--json", action="store_true", help="run only the automatic checks and print JSON"
    )
    parser.add_argument(
        "--running",
        action="store_true",
        help="run only the automatic checks, and leave alone what a running table uses",
    )


def run(arguments: Namespace) -> int:
    """Check the installation; return 1 if a check failed."""
    from firmware_host.cli.doctor_dialogue import Examination
    from firmware_host.storage.state_folder import locate
    from hardware.wiring import wiring

    folder = locate(arguments.state_dir, os.environ)
    examination = Examination(wiring.load(arguments.wiring), folder)
    for each in DOCTOR_ARGUMENTS:
        examination = each.apply(examination, arguments)
    if arguments.running:
        return examination.beside_table(as_json=arguments.json)
    return examination.in_full(as_json=arguments.json)
