"""``tableside web``: show a table in the browser."""

import os
from argparse import ArgumentParser, Namespace
from pathlib import Path

from firmware_host.cli.parser import WEB, add_listening

PHONES = "web"
"""The folder of the server in the state folder."""

SUMMARY = "show a table in the browser"
GROUP = "watch"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the socket of the table, and where to serve it."""
    parser.add_argument(
        "--table",
        type=Path,
        required=True,
        metavar="SOCKET",
        help="socket of the table, as given to play --share",
    )
    add_listening(parser, "the page")
    parser.add_argument(
        "--state-dir",
        metavar="FOLDER",
        help="folder that keeps which phones were let in, and reviews",
    )
    parser.add_argument(
        "--embed",
        action="append",
        default=[],
        metavar="SITE",
        help="let pages of this site, such as https://museum.example, show the game at /embed, and "
        "ask /api/v1",
    )
    parser.add_argument(
        "--metrics",
        action="store_true",
        help="answer with figures for Prometheus at /metrics, to everybody who reaches the page",
    )


def run(arguments: Namespace) -> int:
    """Serve the table until Ctrl-C."""
    import games
    from firmware_host.cli.arguments import game_named, read_address
    from firmware_host.remote.wire import check_length
    from firmware_host.storage.state_folder import locate

    host, port = read_address(arguments.listen)
    check_length(arguments.table)
    WEB.check()
    from firmware_host.web.skipped_imports import leave_out

    leave_out()
    from firmware_host.web import server

    state = locate(arguments.state_dir, os.environ)
    game_named(None, state)
    server.serve(
        arguments.table,
        host,
        port,
        games,
        state / PHONES,
        arguments.name,
        sites=arguments.embed,
        has_metrics=arguments.metrics,
    )
    return 0
