"""``tableside install``: install the service that starts the table with the Raspberry Pi."""

import os
import time
from argparse import SUPPRESS, ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_host.base.errors import InstallError, UsageError
from firmware_host.cli import commands
from firmware_host.cli.parser import DEFAULT_ADDRESS, Parser, add_dry_run, add_language

if TYPE_CHECKING:
    from firmware_host.setup.machine import Machine
    from firmware_host.setup.services import ServiceRequest

TEMPORARY = ("/tmp", "/var/tmp")
"""The folders of which the unit has its own (PrivateTmp in systemd.exec(5))."""

FIRST_FREE_PORT = 1024
"""Only root may listen on the ports below (ip_unprivileged_port_start in ip(7))."""

RESTART = "restart now: sudo reboot"

SUMMARY = "install the service that starts the table with the Raspberry Pi"
GROUP = "setup"


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the service is to play, and what stands beside it."""
    add_dry_run(parser)
    parser.add_argument(
        "--wiring",
        metavar="PROFILE|FILE",
        help="wiring, as with play (default: as installed before, else generic)",
    )
    add_language(parser, "language of the screens until another is chosen on the device")
    # how 0.1.0 and 0.2.0 were told where the sources are
    parser.add_argument("--from", dest="source", type=Path, metavar="FOLDER", help=SUPPRESS)
    _add_services(parser)
    parser.add_argument(
        "--card",
        type=Path,
        metavar="FILE.deb",
        help="do what the file table.txt beside this package says, at the first starts of a "
        "prepared card",
    )
    parser.add_argument(
        "more", nargs="*", metavar="WORD", help="after --: a game and options, as with play"
    )


def _add_services(parser: ArgumentParser) -> None:
    """Add which services of their own stand beside the table."""
    page = parser.add_mutually_exclusive_group()
    page.add_argument(
        "--web",
        nargs="?",
        const=DEFAULT_ADDRESS,
        metavar="HOST:PORT",
        help="show the table in the browser too, by a service of its own "
        f"(default: as installed before, else not; without HOST:PORT: {DEFAULT_ADDRESS})",
    )
    page.add_argument(
        "--no-web", dest="web", action="store_const", const="", help="remove that service again"
    )
    from firmware_host.setup.choices import SERVICES_BESIDE

    for service in SERVICES_BESIDE:
        either = parser.add_mutually_exclusive_group()
        either.add_argument(f"--{service.name}", type=Path, metavar="FILE", help=service.help)
        either.add_argument(
            f"--no-{service.name}", action="store_true", help="remove that service again"
        )


def run(arguments: Namespace) -> int:
    """Set the table up, or show how."""
    from firmware_host.setup.machine import DryMachine, Machine
    from firmware_host.setup.services import ServiceRequest

    if arguments.card is not None:
        return install_card(arguments.card, Machine())
    _check_arguments(arguments)
    request = ServiceRequest(
        arguments.wiring,
        arguments.language,
        tuple(arguments.more) or None,
        arguments.web,
        dict(_settings(arguments)),
    )
    return install(request, DryMachine() if arguments.dry_run else Machine())


def install(request: "ServiceRequest", machine: "Machine") -> int:
    """Set up on ``machine`` what ``request`` asks for; return the exit code.

    Errors are those of :func:`~firmware_host.setup.services.set_up`, and InstallError if something
    is lacking that the table can do without.
    """
    from firmware_host.setup.services import explain_interrupt, set_up

    ended = explain_interrupt(lambda: set_up(request, machine))
    state = "to see its state: systemctl status tableside"
    machine.conclude(
        f"installed; {f'config.txt was changed; {RESTART}' if ended.must_restart else state}"
    )
    if ended.lacking:
        raise InstallError(f"the table works, but without this: {ended.lacking}")
    return 0


def install_card(package: Path, machine: "Machine") -> int:
    """Make ``machine`` a table from ``package`` and what lies beside it; return the exit code.

    InstallError says what is missing; the panel has said it too.
    """
    from firmware_host.app.build import first_start_panel
    from firmware_host.setup.card import make_table, recipe_beside, switch_bus_on
    from firmware_host.setup.machine import check
    from hardware.wiring.wiring import load

    check(machine)
    path = str(package.absolute())
    recipe = recipe_beside(machine, path)
    wiring = load(recipe.wiring)
    switch_bus_on(machine, wiring)
    make_table(machine, path, recipe, first_start_panel(wiring, recipe.language, print), time.sleep)
    return 0


def _settings(arguments: Namespace) -> Iterator[tuple[str, str]]:
    """Yield the names of services of features, and the settings of each; empty: it is to go."""
    from firmware_host.setup.choices import SERVICES_BESIDE

    for service in SERVICES_BESIDE:
        given = vars(arguments)
        path, is_removed = given[service.name], given[f"no_{service.name}"]
        if is_removed or path is not None:
            yield service.name, "" if is_removed else service.read(path)


def _check_arguments(arguments: Namespace) -> None:
    if arguments.source is not None:
        from firmware_host.setup.services import FROM_PACKAGE

        raise UsageError(f"--from is not taken any more: {FROM_PACKAGE}")
    if arguments.more:
        _check_play_arguments(arguments.more)
    if arguments.web:
        _check_address(arguments.web)


def _check_address(text: str) -> None:
    from firmware_host.cli.arguments import read_address

    _, port = read_address(text)
    if port < FIRST_FREE_PORT:
        raise UsageError(
            f"--web {text}: expected a port of {FIRST_FREE_PORT} or more, because the service has "
            "no rights of root; for port 80 or 443 put a reverse proxy in front"
        )


def _check_play_arguments(words: list[str]) -> None:
    parser = Parser(prog="tableside play")
    commands.load("play").add_arguments(parser)
    wanted = parser.parse_args(words)
    if wanted.web is not None or wanted.share is not None:
        raise UsageError(
            "after --, --web and --share cannot work, because the service has no network: "
            "put --web before the --"
        )
    folder = wanted.state_dir
    if folder is not None and not _is_kept(folder):
        raise UsageError(
            f"--state-dir {folder}: expected the absolute path of a folder that the service keeps. "
            f"{' and '.join(TEMPORARY)} are its own and are emptied when it ends: name another "
            "folder, or leave the option out"
        )


def _is_kept(folder: str) -> bool:
    """Return whether the service finds its games in ``folder`` again after a restart."""
    path = os.path.normpath(folder)
    is_temporary = any(f"{path}/".startswith(f"{place}/") for place in TEMPORARY)
    return Path(path).is_absolute() and not is_temporary
