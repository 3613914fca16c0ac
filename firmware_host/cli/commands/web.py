"""``tableside web``: serve a table to browsers."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

SUMMARY = "show a table in the browser"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the socket of the table, and where to serve it."""
    parser.add_argument(
        "--table",
        type=Path,
        required=True,
        metavar="SOCKET",
        help="the socket of the table: play --share SOCKET",
    )
    parser.add_argument(
        "--listen",
        default="127.0.0.1:8080",
        metavar="HOST:PORT",
        help="where to serve it (default: 127.0.0.1:8080)",
    )


def run(arguments: Namespace) -> int:
    """Serve the table until Ctrl-C."""
    import games
    from firmware_host.web import server

    host, _, port = arguments.listen.rpartition(":")
    server.serve(arguments.table, host, int(port), games)
    return 0
