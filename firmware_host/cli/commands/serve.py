"""``tableside serve``: practice tables in the browser, one for each visitor."""

from argparse import ArgumentParser, Namespace

from firmware_host.cli.parser import DEFAULT_ADDRESS
from firmware_host.errors import HostError

PACKAGES = ("starlette", "uvicorn", "websockets", "segno")
SUMMARY = "give everybody a practice table in the browser, for a class or at home"


def add_arguments(parser: ArgumentParser) -> None:
    """Add where to serve the tables, and how many there may be."""
    parser.add_argument(
        "--listen",
        default=DEFAULT_ADDRESS,
        metavar="HOST:PORT",
        help=f"where to serve them (default: {DEFAULT_ADDRESS})",
    )


def run(arguments: Namespace) -> int:
    """Serve practice tables until Ctrl-C."""
    import games
    from firmware_host.cli.arguments import read_address

    try:
        from firmware_host.web import practice_server
    except ModuleNotFoundError as error:
        if error.name not in PACKAGES:
            raise
        raise HostError("this needs the web server: pip install 'tableside[web]'") from None
    host, port = read_address(arguments.listen)
    practice_server.serve(host, port, games)
    return 0
