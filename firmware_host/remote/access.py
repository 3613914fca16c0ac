"""What a table knows of its fleet."""

from typing import Final

from firmware_host.base.facts import Fact


class FleetHere(Fact, frozen=True):
    """What a table knows of its fleet: the ``broker``, and which ``orders`` from there count.

    ``fault`` says why the agent has no connection to the broker; it is empty while it has one.
    """

    broker: str = ""
    orders: str = ""
    fault: str = ""


NO_FLEET: Final = FleetHere()
