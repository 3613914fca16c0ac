"""What linked tables add to the command line: with which table games can be played."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from firmware_host.base.errors import UsageError
from firmware_host.web.partner import PARTNERS, Partner, PartnerOption

if TYPE_CHECKING:
    from firmware_host.web.table_client import TableClient


def _add(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--link-with",
        metavar="TABLE",
        help="name of another table of the same broker: its people can take seats of your games",
    )


def _words(arguments: Namespace, table: str | None) -> tuple[str, ...]:
    from firmware_host.web.table_states import is_name

    other = arguments.link_with
    if other is None:
        return ()
    if table is None:
        raise UsageError("--link-with needs --fleet or --fleet-settings")
    if not is_name(other) or other == table:
        raise UsageError(f"--link-with: expected the name of another table than {table}")
    return ("--link-with", other)


def _open(arguments: Namespace, client: "TableClient", table: str, folder: Path) -> Partner | None:
    if arguments.link_with is None:
        return None
    from firmware_host.features.linked.linking import linked_table

    return linked_table(client, table, arguments.link_with, folder)


OFFERS: Final = (PARTNERS.offer(PartnerOption(_add, _words, _open)),)
