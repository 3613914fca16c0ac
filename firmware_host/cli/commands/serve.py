"""``tableside serve``: practice tables in the browser, one for each visitor."""

from argparse import ArgumentParser, Namespace

from firmware_host.cli.extras import check_installed
from firmware_host.cli.parser import add_listening

SUMMARY = "let everybody play in the browser, in a class or at home"
GROUP = "play"


def add_arguments(parser: ArgumentParser) -> None:
    """Add where to serve the tables, and how many there may be."""
    add_listening(parser, "them")


def run(arguments: Namespace) -> int:
    """Serve practice tables until Ctrl-C."""
    import games
    from firmware_host.cli.arguments import read_address

    host, port = read_address(arguments.listen)
    check_installed("web")
    from firmware_host.web.lean import leave_out

    leave_out()
    from firmware_host.web import practice_server

    practice_server.serve(host, port, games, arguments.name)
    return 0
