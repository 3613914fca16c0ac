"""``tableside uninstall``: remove the service."""

from argparse import ArgumentParser, Namespace

from firmware_host.cli.parser import add_dry_run

SUMMARY = "remove the service that starts the table"
GROUP = "setup"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the switch that only shows what would be done."""
    add_dry_run(parser)


def run(arguments: Namespace) -> int:
    """Remove the service; the games stay."""
    from firmware_host.cli.service import uninstall
    from firmware_host.setup.machine import DryMachine, Machine

    return uninstall(DryMachine() if arguments.dry_run else Machine())
