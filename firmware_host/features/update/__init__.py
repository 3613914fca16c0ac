"""Put another version of the program in the place of this one, and take it back if it fails."""

from typing import TYPE_CHECKING

from firmware_host.base.registry import Fact

if TYPE_CHECKING:
    from firmware_host.setup.update.at_table import TableUpdates


class UpdatesHere(Fact, frozen=True):
    """What finds other versions of the program; None if none can be installed."""

    updates: "TableUpdates | None" = None
