"""``tableside fleet``: see all tables of a broker, and give them orders."""

import os
import socket
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_host import __version__
from firmware_host.base.errors import UsageError
from firmware_host.cli.extras import check_installed
from firmware_host.cli.parser import (
    add_broker,
    add_listening,
    add_state_dir,
    number,
)
from firmware_host.web.partner import add_partners, named_partners

if TYPE_CHECKING:
    from firmware_host.web.fleet.settings import FleetSettings

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


def settings_of(broker: str | None, path: Path | None) -> "FleetSettings":
    """Return the settings in the file at ``path``, with the address of ``broker``."""
    from firmware_host.web.fleet.settings import read_settings

    if broker is None and path is None:
        raise UsageError("expected --broker URL, or --settings FILE with a broker in it")
    return read_settings(path, broker, socket.gethostname())


def agent_arguments(arguments: Namespace) -> tuple[str, ...]:
    """Return the arguments of the agent beside the table of ``arguments``; none without one.

    UsageError if they do not fit together.
    """
    broker, path = arguments.fleet, arguments.fleet_settings
    if broker is None and path is None:
        return _partner_words(arguments, None)
    check_installed("fleet")
    settings = settings_of(broker, path)
    return (
        *(() if broker is None else ("--broker", broker)),
        *(() if path is None else ("--settings", os.fspath(path.absolute()))),
        *_partner_words(arguments, settings.table),
    )


def _partner_words(arguments: Namespace, table: str | None) -> tuple[str, ...]:
    from firmware_host.web.table_states import is_name

    words: tuple[str, ...] = ()
    for each, other in named_partners(arguments):
        if table is None:
            raise UsageError(f"{each.option} needs --fleet or --fleet-settings")
        if not is_name(other) or other == table:
            raise UsageError(f"{each.option}: expected the name of another table than {table}")
        words += (each.option, other)
    return words


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
    from firmware_host.cli import fleet_desk

    settings = settings_of(arguments.broker, arguments.settings)
    return fleet_desk.show(settings, as_csv=arguments.what == "counters")


def _order(arguments: Namespace) -> int:
    from firmware_host.cli import fleet_desk

    settings = settings_of(arguments.broker, arguments.settings)
    return fleet_desk.give(
        settings,
        fleet_desk.read_order(arguments.order, arguments.value),
        fleet_desk.read_tables(arguments.tables),
        fleet_desk.check_key(arguments.key),
        fleet_desk.check_minutes(arguments.minutes),
    )


def _serve(arguments: Namespace) -> int:
    """Show all tables in the browser until Ctrl-C."""
    import games
    from firmware_host.cli import fleet_desk
    from firmware_host.cli.arguments import read_address
    from firmware_host.text.languages import preferred
    from firmware_host.text.translator import Language

    settings = settings_of(arguments.broker, arguments.settings)
    key = None if arguments.key is None else fleet_desk.check_key(arguments.key)
    host, port = read_address(arguments.listen)
    check_installed("web")
    from firmware_host.web.fleet.desk.serving import serve

    say = Language(preferred(os.environ))
    serve(settings, key, host, port, games, arguments.name, say)
    return 0


def _agent(arguments: Namespace) -> int:
    """Tell the broker about a table until Ctrl-C."""
    import games
    from firmware_host.remote.socket_path import check_length
    from firmware_host.setup.update.disk import OsUpdateDisk
    from firmware_host.setup.update.releases import Releases
    from firmware_host.storage.state_folder import locate
    from firmware_host.web.fleet.agent import serve
    from firmware_host.web.fleet.fetching import fetched_updates
    from firmware_host.web.mirror import TableMirror
    from firmware_host.web.table_client import TableClient

    if arguments.table is None:
        raise UsageError("agent: expected --table SOCKET")
    check_length(arguments.table)
    settings = settings_of(arguments.broker, arguments.settings)
    client = TableClient(arguments.table, TableMirror(games))
    state = locate(arguments.state_dir, os.environ)
    updates = fetched_updates(state)
    releases = Releases(OsUpdateDisk())
    begun = releases.current
    kept = state / "fleet"
    named = named_partners(arguments)
    found = (each.open(client, settings.table, other, kept) for each, other in named)
    partner = next(found, None)
    is_outdated = lambda: releases.current != begun  # noqa: E731
    serve(client, settings, kept, __version__, updates, is_outdated, partner)
    return 0
