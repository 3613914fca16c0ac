"""What practice tables add to the command line: ``tableside serve``.

It serves practice tables in the browser, one for each visitor or a linked one.
"""

from argparse import ArgumentParser, Namespace
from importlib import import_module
from typing import TYPE_CHECKING, Final

from firmware_host.base.errors import UsageError
from firmware_host.cli.commands import COMMANDS, FeatureCommand
from firmware_host.cli.parser import PARTNERS, WEB, add_listening, add_readers, readers

if TYPE_CHECKING:
    from firmware_host.app.request import StartedReader

SUMMARY = "let everybody play in the browser, in a class or at home"
GROUP = "play"


def add_arguments(parser: ArgumentParser) -> None:
    """Add where to serve the tables, and which table a single one is linked with."""
    add_listening(parser, "the tables")
    parser.add_argument("--game", metavar="FILE", help="let people play the game in this file too")
    if tuple(PARTNERS):  # nobody looks after practice tables through a broker
        add_readers(parser)


def run(arguments: Namespace) -> int:
    """Serve practice tables until Ctrl-C: one, if it is linked."""
    import games
    from firmware_host.cli.arguments import game_named, read_address

    host, port = read_address(arguments.listen)
    WEB.check()
    from firmware_host.cli.commands.web import leave_out

    leave_out()
    game_named(arguments.game)
    started = _readers(arguments)
    site = import_module("firmware_host.features.practice.site")
    site.serve(host, port, games, arguments.name, started)
    return 0


def _readers(arguments: Namespace) -> "tuple[StartedReader, ...]":
    """Return what links a table with another one; nothing for the tables of a class."""
    started = readers(arguments) if tuple(PARTNERS) else ()
    if not all(each.is_linked for each in started):
        options = " or ".join(each.option for each in PARTNERS)
        raise UsageError(f"--fleet and --fleet-settings go with {options}")
    return started


OFFERS: Final = (COMMANDS.offer(FeatureCommand("serve", "firmware_host.features.practice.cli")),)
