"""What a fleet adds to the command line: its command, and the broker of a table.

``tableside fleet`` shows all tables of a broker, and gives them orders.
"""

import os
import socket
from argparse import ArgumentParser, Namespace, _ArgumentGroup
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from firmware_host import __version__
from firmware_host.base.errors import HostError, UsageError, reason
from firmware_host.cli.commands import COMMANDS, FeatureCommand
from firmware_host.cli.parser import (
    DOCTOR_ARGUMENTS,
    EXTRAS,
    READER_ARGUMENTS,
    WEB,
    DoctorArguments,
    Extra,
    ReaderArguments,
    add_listening,
    add_partners,
    add_state_dir,
    named_partners,
    number,
)
from firmware_host.setup.choices import SERVICES_BESIDE, ServiceBeside
from firmware_host.setup.paths import (
    CURRENT,
    FLEET_SERVICE,
    FLEET_SETTINGS,
    FLEET_STATE,
    FLEET_STATE_KEPT,
)

if TYPE_CHECKING:
    from firmware_host.app.request import Request, StartedReader
    from firmware_host.cli.doctor_dialogue import Examination
    from firmware_host.features.fleet.enrolment import NewTables
    from firmware_host.features.fleet.settings import FleetSettings


def add_broker(parser: ArgumentParser, broker: str, settings: str) -> None:
    """Add the options, called ``broker`` and ``settings``, that say which broker there is."""
    parser.add_argument(
        broker, metavar="URL", help="broker of the fleet: mqtts://HOST[:PORT] or mqtt://HOST[:PORT]"
    )
    parser.add_argument(
        settings,
        type=Path,
        metavar="FILE",
        help="TOML file with broker, user, password and allowed orders; only you may read it",
    )


def settings_of(broker: str | None, path: Path | None) -> "FleetSettings":
    """Return the settings in the file at ``path``, with the address of ``broker``."""
    from firmware_host.features.fleet.settings import read_settings

    if broker is None and path is None:
        raise UsageError("expected --broker URL, or --settings FILE with a broker in it")
    return read_settings(path, broker, socket.gethostname())


def _add_to_doctor(parser: ArgumentParser) -> None:
    add_broker(parser, "--fleet", "--fleet-settings")


def _add(parser: ArgumentParser) -> None:
    add_broker(parser, "--fleet", "--fleet-settings")
    add_partners(parser)


def _started(arguments: Namespace) -> "StartedReader | None":
    """Return the agent beside the table of ``arguments``; None if they name no broker."""
    broker, path = arguments.fleet, arguments.fleet_settings
    if broker is None and path is None:
        _of_partners(arguments, None)  # there is none without a broker
        return None
    EXTRA.check()
    from firmware_host.app.request import READERS, StartedReader

    of_partners = _of_partners(arguments, settings_of(broker, path).table)
    words = (
        *(() if broker is None else ("--broker", broker)),
        *(() if path is None else ("--settings", os.fspath(path.absolute()))),
        *of_partners,
    )
    agent = next(each for each in READERS if each.suffix == NAME)
    return StartedReader(agent, words, bool(of_partners))


def _of_partners(arguments: Namespace, table: str | None) -> tuple[str, ...]:
    words: tuple[str, ...] = ()
    for each, other in named_partners(arguments):
        from firmware_host.web.table_states import is_name

        if table is None:
            raise UsageError(f"{each.option} needs --fleet or --fleet-settings")
        if not is_name(other) or other == table:
            raise UsageError(f"{each.option}: expected the name of another table than {table}")
        words += (each.option, other)
    return words


def _apply(request: "Request", arguments: Namespace) -> "Request":
    for partner, _ in named_partners(arguments):
        request = partner.apply(request, arguments)
    return request


def _examined(examination: "Examination", arguments: Namespace) -> "Examination":
    """Return ``examination`` with a check of the broker, if ``arguments`` name one."""
    if arguments.fleet is None and arguments.fleet_settings is None:
        return examination
    EXTRA.check()
    check = _terminal().broker_check(settings_of(arguments.fleet, arguments.fleet_settings))
    return replace(examination, more=(*examination.more, check))


def _portable(path: Path) -> str:
    from firmware_host.features.fleet.settings import portable

    return portable(path)


NAME: Final = "fleet"
EXTRA: Final = Extra(NAME, ("aiomqtt",), "a fleet")
SUMMARY = "see all tables of a broker, and give them orders"
GROUP = "watch"
MINUTES = 5
HERE = "127.0.0.1:8080"
"""Where the page of all tables is served: whoever is let in there gives orders."""


ALLOWED: Final = "message,hours,new-game,restart"
"""The orders that new tables obey: those with which nobody can bring a program to a table."""

ENROLMENT: Final = (
    ("--called", "NAME", "what they are called, such as hall-{}: {} stands for the number"),
    ("--replace", "NAME,NAME", "give these tables new passwords and cards; old ones are refused"),
    ("--revoke", "NAME,NAME", "refuse these tables from now on"),
    ("--wiring", "PROFILE", "how the tables are wired (default: generic)"),
    ("--language", "CODE", "language of their screens (default: en)"),
    ("--play", "WORDS", "a game and options as with play, such as --play=--kiosk"),
    ("--web", "HOST:PORT", "where each table serves its page (default: nowhere)"),
    ("--title", "TEXT", "what people call them, such as 'Table {}'"),
    ("--area", "TEXT", "the room in which Home Assistant puts them"),
    ("--timezone", "ZONE", "their time zone, such as Europe/Berlin (default: as the system has)"),
    ("--time-server", "HOST", "what they ask for the time (default: as the system does)"),
)
"""What an enrolment may say: the option, what stands for its value, and the help."""

ENROLMENT_FILES: Final = (
    ("--into", "FOLDER", "folder with everything that is made (default: fleet)"),
    ("--authority", "FILE", "certificates to trust in place of those of the system"),
    ("--login", "FILE", "public key for ssh of whoever may log in (default: nobody may)"),
    ("--package", "FILE", "package to copy to each card"),
)


def add_arguments(parser: ArgumentParser) -> None:
    """Add what to do, the broker, and what an order needs."""
    parser.add_argument(
        "what",
        nargs="?",
        choices=["list", "counters", "order", "serve", "enrol", "forget", "agent"],
        default="list",
        help="list the tables, write their counters as CSV, give an order, show all tables in the "
        "browser, make the cards of new tables, let the broker forget tables that are gone, or "
        "tell the broker about the table at a socket (default: list)",
    )
    parser.add_argument("order", nargs="?", metavar="ORDER", help="the order to give")
    parser.add_argument("value", nargs="?", default="", metavar="VALUE", help="its value, if any")
    add_broker(parser, "--broker", "--settings")
    given = parser.add_argument_group("orders")
    given.add_argument(
        "--tables",
        metavar="NAME,NAME",
        help="tables that the order is for, or 'all'; with forget: those that are gone",
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
    _add_enrolment(parser.add_argument_group("new tables (enrol)"))
    beside = parser.add_argument_group("the agent of a table")
    beside.add_argument(
        "--table",
        type=Path,
        metavar="SOCKET",
        help="socket of the table: that of play --share, with .fleet at its end",
    )
    add_partners(parser)
    add_state_dir(parser)


def _add_enrolment(group: _ArgumentGroup) -> None:
    """Add what the cards of new tables have."""
    for option, metavar, help_ in ENROLMENT:
        group.add_argument(option, metavar=metavar, help=help_)
    group.add_argument(
        "--allow",
        default=ALLOWED,
        metavar="ORDER,ORDER",
        help=f"signed orders that they obey (default: {ALLOWED})",
    )
    group.add_argument("--count", type=number, default=1, metavar="N", help="number of tables")
    group.add_argument(
        "--make-certificate",
        action="store_true",
        help="make the certificate of the broker, which the tables then trust",
    )
    for option, metavar, help_ in ENROLMENT_FILES:
        group.add_argument(option, type=Path, metavar=metavar, help=help_)


def run(arguments: Namespace) -> int:
    """Show the tables, give an order, enrol tables, or be the agent of a table."""
    EXTRA.check()
    does = {
        "list": _list,
        "counters": _list,
        "order": _order,
        "serve": _serve,
        "enrol": _enrol,
        "forget": _forget,
        "agent": _agent,
    }
    return does[arguments.what](arguments)


_terminal: Final = partial(import_module, "firmware_host.features.fleet.terminal")
"""Returns what a terminal shows of a fleet, which is loaded with the client of brokers."""


def _list(arguments: Namespace) -> int:
    settings = settings_of(arguments.broker, arguments.settings)
    code: int = _terminal().show(settings, as_csv=arguments.what == "counters")
    return code


def _order(arguments: Namespace) -> int:
    terminal, settings = _terminal(), settings_of(arguments.broker, arguments.settings)
    code: int = terminal.give(
        settings,
        terminal.read_order(arguments.order, arguments.value),
        terminal.read_tables(arguments.tables),
        terminal.check_key(arguments.key),
        terminal.check_minutes(arguments.minutes),
    )
    return code


def _enrol(arguments: Namespace) -> int:
    """Make the cards of new tables, or replace or revoke old ones."""
    folder = arguments.into or Path("fleet")
    try:
        return _enrolled(arguments, folder)
    except OSError as error:
        raise HostError(f"enrol: {folder} cannot be written: {reason(error)}") from None


def _enrolled(arguments: Namespace, folder: Path) -> int:
    made = import_module("firmware_host.features.fleet.enrolment")
    enrolment = made.Enrolment(folder)
    for option in ("revoke", "replace"):
        if given := getattr(arguments, option):
            named = _terminal().read_names(given, f"--{option}")
            enrolment.check_known(named)
            getattr(enrolment, option)(named)
            print(made.said(enrolment, named, option))
            return 0
    wanted = made.table_names(arguments.called or "", arguments.count)
    missing = {name: wanted[name] for name in wanted if not enrolment.is_whole(name)}
    tables = _new_tables(arguments)
    makes = arguments.make_certificate
    enrolment.begin(arguments.broker, arguments.authority, makes_certificate=makes)
    enrolment.add(missing, tables)
    print(made.said(enrolment, tuple(missing), "add"))
    return 0


def _new_tables(arguments: Namespace) -> "NewTables":
    """Return what the cards of new tables have; UsageError says what is wrong with it."""
    from firmware_host.features.fleet.enrolment import NewTables, read_login
    from firmware_host.setup.card import CardRecipe

    given = {key: getattr(arguments, key) for key in ("wiring", "language", "play", "web")}
    return NewTables(
        CardRecipe(**{key: value for key, value in given.items() if value is not None}),
        arguments.title or "",
        arguments.area or "",
        tuple(each.strip() for each in arguments.allow.split(",")),
        read_login(arguments.login),
        arguments.timezone or "",
        arguments.time_server or "",
        arguments.package,
    ).checked()


def _forget(arguments: Namespace) -> int:
    """Let the broker forget what it keeps of tables that are gone."""
    terminal, settings = _terminal(), settings_of(arguments.broker, arguments.settings)
    code: int = terminal.forget(settings, terminal.read_names(arguments.tables, "--tables"))
    return code


def _serve(arguments: Namespace) -> int:
    """Show all tables in the browser until Ctrl-C."""
    import games
    from firmware_host.cli.arguments import read_address
    from firmware_host.text import preferred
    from firmware_host.text.translator import Language

    settings = settings_of(arguments.broker, arguments.settings)
    key = None if arguments.key is None else _terminal().check_key(arguments.key)
    host, port = read_address(arguments.listen)
    WEB.check()
    site = import_module("firmware_host.features.fleet.site")
    say = Language(preferred(os.environ))
    site.serve(settings, key, host, port, games, arguments.name, say)
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


SERVICE: Final = ServiceBeside(
    "fleet",
    FLEET_SERVICE,
    FLEET_SETTINGS,
    (FLEET_STATE, FLEET_STATE_KEPT),
    "tell a broker about the table, by a service of its own with the settings in FILE "
    "(default: as installed before, else not)",
    _portable,
)

OFFERS: Final = (
    EXTRAS.offer(EXTRA),
    SERVICES_BESIDE.offer(SERVICE),
    COMMANDS.offer(FeatureCommand(NAME, "firmware_host.features.fleet.cli")),
    READER_ARGUMENTS.offer(ReaderArguments(_add, _started, _apply)),
    DOCTOR_ARGUMENTS.offer(DoctorArguments(_add_to_doctor, _examined)),
)
