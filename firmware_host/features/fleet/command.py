"""``tableside fleet``: see all tables of a broker, and give them orders."""

import os
from argparse import ArgumentParser, Namespace
from pathlib import Path

from firmware_host import __version__
from firmware_host.base.errors import UsageError
from firmware_host.cli.parser import (
    add_listening,
    add_state_dir,
    check_installed,
    number,
)
from firmware_host.features.fleet.cli import add_broker, settings_of
from firmware_host.setup.paths import CURRENT
from firmware_host.web.partner import add_partners, named_partners

SUMMARY = "see all tables of a broker, and give them orders"
GROUP = "watch"
MINUTES = 5
HERE = "127.0.0.1:8080"
"""Where the page of all tables is served: whoever is let in there gives orders."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what to do, the broker, and what an order needs."""
    parser.add_argument(
        "what",
        nargs="?",
        choices=["list", "counters", "order", "serve", "agent"],
        default="list",
        help="list the tables, write their counters as CSV, give an order, show all tables in the "
        "browser, or tell the broker about the table at a socket (default: list)",
    )
    parser.add_argument("order", nargs="?", metavar="ORDER", help="the order to give")
    parser.add_argument("value", nargs="?", default="", metavar="VALUE", help="its value, if any")
    add_broker(parser, "--broker", "--settings")
    given = parser.add_argument_group("orders")
    given.add_argument(
        "--tables", metavar="NAME,NAME", help="tables that the order is for, or 'all'"
    )
    given.add_argument("--key", type=Path, metavar="FILE", help="private key that signs orders")
    given.add_argument(
        "--minutes",
        type=number,
        default=MINUTES,
        metavar="N",
        help=f"how long the order counts (default: {MINUTES})",
    )
    add_listening(parser.add_argument_group("in the browser"), "the page", HERE)
    beside = parser.add_argument_group("the agent of a table")
    beside.add_argument(
        "--table",
        type=Path,
        metavar="SOCKET",
        help="socket of the table: that of play --share, with .fleet at its end",
    )
    add_partners(parser)
    add_state_dir(parser)


def run(arguments: Namespace) -> int:
    """Show the tables, give an order, or be the agent of a table."""
    check_installed("fleet")
    does = {
        "list": _list,
        "counters": _list,
        "order": _order,
        "serve": _serve,
        "agent": _agent,
    }
    return does[arguments.what](arguments)


def _list(arguments: Namespace) -> int:
    from firmware_host.features.fleet import terminal

    settings = settings_of(arguments.broker, arguments.settings)
    return terminal.show(settings, as_csv=arguments.what == "counters")


def _order(arguments: Namespace) -> int:
    from firmware_host.features.fleet import terminal

    settings = settings_of(arguments.broker, arguments.settings)
    return terminal.give(
        settings,
        terminal.read_order(arguments.order, arguments.value),
        terminal.read_tables(arguments.tables),
        terminal.check_key(arguments.key),
        terminal.check_minutes(arguments.minutes),
    )


def _serve(arguments: Namespace) -> int:
    """Show all tables in the browser until Ctrl-C."""
    import games
    from firmware_host.cli.arguments import read_address
    from firmware_host.features.fleet import terminal
    from firmware_host.text.languages import preferred
    from firmware_host.text.translator import Language

    settings = settings_of(arguments.broker, arguments.settings)
    key = None if arguments.key is None else terminal.check_key(arguments.key)
    host, port = read_address(arguments.listen)
    check_installed("web")
    from firmware_host.features.fleet.site import serve

    say = Language(preferred(os.environ))
    serve(settings, key, host, port, games, arguments.name, say)
    return 0


def _agent(arguments: Namespace) -> int:
    """Tell the broker about a table until Ctrl-C."""
    import games
    from firmware_host.features.fleet.agent import serve
    from firmware_host.remote.wire import check_length
    from firmware_host.storage.state_folder import locate
    from firmware_host.web.mirror import TableMirror
    from firmware_host.web.table_client import TableClient

    if arguments.table is None:
        raise UsageError("agent: expected --table SOCKET")
    check_length(arguments.table)
    settings = settings_of(arguments.broker, arguments.settings)
    client = TableClient(arguments.table, TableMirror(games))
    state = locate(arguments.state_dir, os.environ)
    kept = state / "fleet"
    named = named_partners(arguments)
    found = (each.open(client, settings.table, other, kept) for each, other in named)
    partner = next(found, None)
    begun = _program()
    serve(client, settings, kept, __version__, lambda: _program() != begun, partner)
    return 0


def _program() -> str:
    """Return what the link to the version that runs names; empty if there is none."""
    try:
        return os.readlink(CURRENT)  # noqa: PTH115 - a path would lose a final slash
    except OSError:
        return ""
