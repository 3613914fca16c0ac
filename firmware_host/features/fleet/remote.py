"""What the agent of a fleet tells a table."""

from typing import Final

from firmware_host.base.registry import Fact
from firmware_host.remote.requests import REQUEST_KINDS, RemoteRequest


class TellOrders(RemoteRequest, frozen=True):
    """The agent of a fleet speaks to this ``broker``, and these ``orders`` count: as text.

    ``fault`` says why there is no connection, in one line; it is empty while there is one.
    """

    broker: str
    orders: str
    fault: str


class FleetHere(Fact, frozen=True):
    """What a table knows of its fleet: the ``broker``, and which ``orders`` from there count.

    ``fault`` says why the agent has no connection to the broker; it is empty while it has one.
    """

    broker: str = ""
    orders: str = ""
    fault: str = ""


OFFERS: Final = (REQUEST_KINDS.offer(TellOrders),)
