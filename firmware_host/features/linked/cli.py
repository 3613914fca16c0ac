"""What linked tables add to the command line: with which table games can be played."""

from argparse import Namespace
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from firmware_host.cli.parser import PARTNERS, PartnerOption

if TYPE_CHECKING:
    from firmware_host.app.request import Request

HELP: Final = "name of another table of the same broker: its people can take seats of your games"


def _apply(request: "Request", arguments: Namespace) -> "Request":
    """Return ``request`` for a table that is linked with another one.

    In a game that is asked for, half of the seats are at the other table, unless ``arguments`` name
    players.
    """
    from firmware_host.session.setup import shared_setup
    from firmware_host.table.device import FarSeats

    setup = request.setup
    if setup is not None and not arguments.seat:
        setup = shared_setup(setup, request.catalogue)
    facts = request.facts.with_fact(FarSeats(are_offered=True))
    return replace(request, setup=setup, facts=facts)


OFFERS: Final = (
    PARTNERS.offer(
        PartnerOption("--link-with", HELP, _apply, "firmware_host.features.linked.linking")
    ),
)
