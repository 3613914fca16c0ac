"""``tableside doctor``: check a real installation and find faults."""

import os
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from firmware_host.cli.extras import check_installed
from firmware_host.cli.parser import add_broker, add_state_dir, add_wiring
from hardware.output.speaker import USUAL_DEVICE

if TYPE_CHECKING:
    from hardware.doctor import Check

SUMMARY = "check a real installation and find faults"
GROUP = "setup"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the wiring, the state folder, the broker, what to check, and the form of the output."""
    add_wiring(parser)
    add_state_dir(parser)
    parser.add_argument(
        "--speech", action="store_true", help="check what a table needs to speak, too"
    )
    parser.add_argument(
        "--sound-device",
        default=USUAL_DEVICE,
        metavar="NAME",
        help="ALSA device that is to speak (default: default)",
    )
    add_broker(parser, "--fleet", "--fleet-settings")
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
    from firmware_host.cli.doctor_dialogue import examine_beside_table, examine_installation
    from firmware_host.storage.state_folder import locate
    from hardware.wiring import wiring

    folder = locate(arguments.state_dir, os.environ)
    work = examine_beside_table if arguments.running else examine_installation
    device = arguments.sound_device if arguments.speech else None
    more = _broker_checks(arguments)
    return work(wiring.load(arguments.wiring), folder, arguments.json, device, more)


def _broker_checks(arguments: Namespace) -> "tuple[Check, ...]":
    """Return the check of the broker that ``arguments`` name; none if they name none."""
    if arguments.fleet is None and arguments.fleet_settings is None:
        return ()
    check_installed("fleet")
    from firmware_host.cli.commands.fleet import settings_of
    from firmware_host.cli.fleet_desk import broker_check

    return (broker_check(settings_of(arguments.fleet, arguments.fleet_settings)),)
