"""``tableside link``: show the devices on the serial link, live."""

from argparse import ArgumentParser, Namespace

from firmware_host.cli.parser import add_wiring

SUMMARY = "show the devices on the serial link, live"
GROUP = "setup"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the wiring, which says which devices to look for."""
    add_wiring(parser)


def run(arguments: Namespace) -> int:
    """Show the devices until Ctrl-C; return 0 if there was one, else 1."""
    from firmware_host.cli.link_view import watch_link

    return watch_link(arguments.wiring)
