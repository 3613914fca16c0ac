"""``tableside web``: show a table in the browser."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from firmware_host.cli.parser import DEFAULT_ADDRESS
from firmware_host.errors import HostError

PACKAGES = ("starlette", "uvicorn", "websockets", "segno")
SUMMARY = "show a table in the browser"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the socket of the table, and where to serve it."""
    parser.add_argument(
        "--table",
        type=Path,
        required=True,
        metavar="SOCKET",
        help="socket of the table, as given to play --share",
    )
    parser.add_argument(
        "--listen",
        default=DEFAULT_ADDRESS,
        metavar="HOST:PORT",
        help=f"where to serve it (default: {DEFAULT_ADDRESS})",
    )


def run(arguments: Namespace) -> int:
    """Serve the table until Ctrl-C."""
    import games
    from firmware_host.cli.arguments import read_address

    try:
        from firmware_host.web import server
    except ModuleNotFoundError as error:
        if error.name not in PACKAGES:
            raise
        raise HostError("this needs the web server: pip install 'tableside[web]'") from None
    host, port = read_address(arguments.listen)
    server.serve(arguments.table, host, port, games)
    return 0
