"""``tableside token``: let programs in to a table, and out again."""

import os
from argparse import ArgumentParser, Namespace
from typing import Final

from firmware_host.base.errors import UsageError
from firmware_host.cli.commands import COMMANDS, FeatureCommand
from firmware_host.cli.parser import add_state_dir

SUMMARY = "let programs act at a table that is served to browsers"
GROUP = "watch"
MADE: Final = "This is shown once. The program sends it as: Authorization: Bearer TOKEN"


def add_arguments(parser: ArgumentParser) -> None:
    """Add what to do, and with whose token."""
    parser.add_argument(
        "what",
        choices=["list", "add", "remove"],
        help="show which programs have a token, make one, or let a program in no longer",
    )
    parser.add_argument("name", nargs="?", metavar="NAME", help="name of the program")
    parser.add_argument(
        "--look", action="store_true", help="the program may look at a table, and change nothing"
    )
    add_state_dir(parser)


def run(arguments: Namespace) -> int:
    """Do what is asked; UsageError says why not."""
    from firmware_host.cli.commands.web import PHONES
    from firmware_host.features.interface.store import ProgramTokens
    from firmware_host.storage.state_folder import locate

    tokens = ProgramTokens(locate(arguments.state_dir, os.environ) / PHONES)
    what, name = arguments.what, arguments.name
    if (name is None) != (what == "list"):
        raise UsageError("expected list, add NAME or remove NAME")
    if what == "list":
        for each in tokens.all:
            print(each.name, each.since, "acts" if each.may_act else "looks")
    elif what == "add":
        print(tokens.add(name, may_act=not arguments.look), MADE, sep="\n")
    else:
        tokens.remove(name)
    return 0


OFFERS: Final = (COMMANDS.offer(FeatureCommand("token", "firmware_host.features.interface.cli")),)
