"""``tableside web``: show a table in the browser.

uvicorn imports OpenSSL and a command line of its own (Click, multiprocessing). The server speaks no
TLS, which is left to a reverse proxy, and has another command line: without both it needs 7 MiB
less, a fifth of all. hashlib and asyncio are made to do without OpenSSL where there is none.
What else is imported for parts that are never used would cost practice tables 1 MiB more.
"""

import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from firmware_host.cli.parser import WEB, add_listening
from hardware import placeholder

PHONES = "web"
"""The folder of the server in the state folder."""

LEFT_OUT: Final = (
    "ssl",
    "uvicorn.main",
    "logging.config",  # uvicorn: a log configured by a file
    "configparser",  # uvicorn: the same
    "urllib.request",  # segno, by xml.sax: documents from the web
    "colorzero",  # gpiozero: lights of many colours
    "PIL.ExifTags",  # Pillow: what cameras write into pictures
)
OPENSSL: Final = ("ssl", "_hashlib")

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


def leave_out() -> None:
    """Let later imports of what is :data:`LEFT_OUT` find placeholders, unless it is there already.

    Call it before the first import of asyncio.
    """
    if not {"asyncio", *OPENSSL} & sys.modules.keys():
        sys.modules |= dict.fromkeys(OPENSSL)  # type: ignore[arg-type]
        import asyncio  # noqa: F401

        del sys.modules["ssl"]
    placeholder.leave_out(LEFT_OUT)
    import uvicorn
    from uvicorn.server import Server

    # what uvicorn took for it came from its command line
    vars(uvicorn)["Server"] = Server
