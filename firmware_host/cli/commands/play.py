"""``tableside play``: play at a real table, on a Raspberry Pi."""

import os
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_host.cli.parser import (
    DEFAULT_ADDRESS,
    WEB,
    add_readers,
    add_table,
    readers,
)

if TYPE_CHECKING:
    from firmware_host.app.request import Sharing

SUMMARY = "play at a real table, on a Raspberry Pi"
GROUP = "play"


def add_arguments(parser: ArgumentParser) -> None:
    """Add what describes the table."""
    add_table(parser)
    shared = parser.add_mutually_exclusive_group()
    shared.add_argument(
        "--web",
        nargs="?",
        const=DEFAULT_ADDRESS,
        metavar="HOST:PORT",
        help=f"show the table in the browser too (without HOST:PORT: {DEFAULT_ADDRESS})",
    )
    shared.add_argument(
        "--share",
        type=Path,
        metavar="SOCKET",
        help="socket at which a web server can show the table",
    )
    add_readers(parser)


def run(arguments: Namespace) -> int:
    """Import the rest of the program and play."""
    from firmware_host.app import run_on_pi
    from firmware_host.cli.arguments import read_request, with_readers
    from firmware_host.storage.state_folder import locate

    folder = locate(arguments.state_dir, os.environ)
    request = with_readers(read_request(arguments, folder), arguments)
    return run_on_pi.play(request, _sharing(arguments, folder))


def _sharing(arguments: Namespace, folder: Path) -> "Sharing | None":
    """Return where the table is to be shared; None if nowhere."""
    from firmware_host.app.request import SOCKET, Sharing
    from firmware_host.cli.arguments import read_address

    started = readers(arguments)
    if arguments.share is not None:
        return Sharing(arguments.share, wiring=arguments.wiring, started=started)
    if arguments.web is not None:
        read_address(arguments.web)
        WEB.check()
    elif not started:
        return None
    return Sharing(folder / SOCKET, arguments.web, arguments.wiring, started)
