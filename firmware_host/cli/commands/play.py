"""``tableside play``: play at a real table, on a Raspberry Pi."""

import os
from argparse import ArgumentParser, Namespace

from firmware_host.cli.parser import add_table

SUMMARY = "play at a real table, on a Raspberry Pi"


def add_arguments(parser: ArgumentParser) -> None:
    """Add what describes the table."""
    add_table(parser)


def run(arguments: Namespace) -> int:
    """Show the first picture, then import the rest of the program and play."""
    from firmware_host.app.splash import show_splash
    from hardware.wiring import wiring

    show_splash(wiring.load(arguments.wiring), os.environ)

    from firmware_host.app import run_on_pi
    from firmware_host.cli.arguments import read_request
    from firmware_host.storage.state_folder import find

    return run_on_pi.play(read_request(arguments, find(arguments.state_dir, os.environ)))
