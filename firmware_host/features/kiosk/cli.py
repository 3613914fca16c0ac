"""What a table in public adds to the command line."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from firmware_host.cli.parser import TABLE_ARGUMENTS, TableArguments

if TYPE_CHECKING:
    from firmware_host.app.request import Request


def _add(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--kiosk", action="store_true", help="run a public table, where visitors come and go"
    )


def _apply(request: "Request", arguments: Namespace) -> "Request":
    from firmware_host.table.device import Visitors

    visitors = Visitors(come_and_go=arguments.kiosk)
    return replace(request, facts=request.facts.with_fact(visitors))


OFFERS: Final = (TABLE_ARGUMENTS.offer(TableArguments(_add, _apply)),)
