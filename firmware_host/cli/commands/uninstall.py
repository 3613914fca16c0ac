"""``tableside uninstall``: remove the service."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from firmware_host.cli.parser import add_dry_run

if TYPE_CHECKING:
    from firmware_host.setup.machine import Machine

NOTHING_THERE = "the service is not installed: nothing to remove"
RESTORED = "config.txt was restored; restart now: sudo reboot"

SUMMARY = "remove the service that starts the table"
GROUP = "setup"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the switch that only shows what would be done."""
    add_dry_run(parser)


def run(arguments: Namespace) -> int:
    """Remove the service; the games stay."""
    from firmware_host.setup.machine import DryMachine, Machine

    return uninstall(DryMachine() if arguments.dry_run else Machine())


def uninstall(machine: "Machine") -> int:
    """Take back what was set up on ``machine``; return the exit code.

    The games stay. InstallError says what has failed.
    """
    from firmware_host.setup.machine import check_root
    from firmware_host.setup.paths import STATE
    from firmware_host.setup.services import explain_interrupt, is_set_up, take_back

    check_root(machine)
    if not is_set_up(machine):
        print(NOTHING_THERE)
        return 0
    ended = explain_interrupt(lambda: take_back(machine))
    machine.conclude("removed")
    if ended.must_restart:
        machine.conclude(RESTORED)
    if machine.exists(STATE):
        print(f"the games are still there; to delete them too: sudo rm -r {STATE}")
    return 0
