"""What a fleet adds to the command line: its command, and the broker of a table."""

import os
import socket
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from firmware_host.base.errors import UsageError
from firmware_host.cli.commands import COMMANDS, FeatureCommand
from firmware_host.cli.parser import (
    DOCTOR_ARGUMENTS,
    READER_ARGUMENTS,
    DoctorArguments,
    ReaderArguments,
    check_installed,
)
from firmware_host.setup.choices import SERVICES_BESIDE, ServiceBeside
from firmware_host.setup.paths import (
    FLEET_SERVICE,
    FLEET_SETTINGS,
    FLEET_STATE,
    FLEET_STATE_KEPT,
)
from firmware_host.web.partner import add_partners, named_partners

if TYPE_CHECKING:
    from firmware_host.app.request import Request, StartedReader
    from firmware_host.cli.doctor_dialogue import Examination
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
    check_installed("fleet")
    from firmware_host.app.request import StartedReader
    from firmware_host.features.fleet.feature import AGENT

    of_partners = _of_partners(arguments, settings_of(broker, path).table)
    words = (
        *(() if broker is None else ("--broker", broker)),
        *(() if path is None else ("--settings", os.fspath(path.absolute()))),
        *of_partners,
    )
    return StartedReader(AGENT, words, bool(of_partners))


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
    check_installed("fleet")
    from firmware_host.features.fleet.terminal import broker_check

    check = broker_check(settings_of(arguments.fleet, arguments.fleet_settings))
    return replace(examination, more=(*examination.more, check))


def _portable(path: Path) -> str:
    from firmware_host.features.fleet.settings import portable

    return portable(path)


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
    SERVICES_BESIDE.offer(SERVICE),
    COMMANDS.offer(FeatureCommand("fleet", "firmware_host.features.fleet.command")),
    READER_ARGUMENTS.offer(ReaderArguments(_add, _started, _apply)),
    DOCTOR_ARGUMENTS.offer(DoctorArguments(_add_to_doctor, _examined)),
)
