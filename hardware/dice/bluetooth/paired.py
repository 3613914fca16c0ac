"""How the Bluetooth dice of a table are, and what people can do with them.

Every table knows these words, also one that has no such dice: nothing here reads dice.
"""

from typing import Protocol

from msgspec import Struct

from hardware.dice.bluetooth.news import KnownDie, Make

MOST = 4
"""So many dice at once: more connections on one adapter are not reliable."""

LOW = 20
"""People are warned of a battery with less than so many percent."""


class DieStatus(Struct, frozen=True):
    """A ``die`` of the table: whether it is connected, and how full its battery is (percent).

    ``percent`` and ``is_charging`` are None while that is not known.
    """

    die: KnownDie
    is_here: bool = False
    percent: int | None = None
    is_charging: bool | None = None


class RolledDie(Struct, frozen=True):
    """A die that rolled while new ones were looked for.

    ``sides`` is None if it does not know them; ``place`` is its place among the dice of the table
    (from 0), None if it is not one of them.
    """

    address: str
    name: str
    make: Make
    sides: int | None
    place: int | None = None


class DicePairing(Protocol):
    """What people at a table can do with its Bluetooth dice."""

    def search(self, is_on: bool) -> None:
        """Begin to look for new dice, or end it."""

    def adopt(self, sides: int) -> None:
        """Take the die that rolled as the next of the table."""

    def refuse(self) -> None:
        """Leave the die that rolled to whom it belongs."""

    def forget(self, place: int) -> None:
        """Let the die at ``place`` (from 0) be none of the table's any more."""


class PairedDice(Struct, frozen=True):
    """How the ``dice`` of the table are, in their order.

    While new ones are looked for (``is_searching``), ``in_reach`` of them can be rolled, and
    ``offer`` is the one that has rolled. ``fault`` is what is wrong with the radio, in one line.
    """

    dice: tuple[DieStatus, ...] = ()
    is_searching: bool = False
    in_reach: int = 0
    offer: RolledDie | None = None
    fault: str = ""

    @property
    def is_full(self) -> bool:
        """Whether the table has as many dice as it can have."""
        return len(self.dice) >= MOST

    @property
    def away(self) -> tuple[int, ...]:
        """The places of the dice that are out of reach."""
        return tuple(place for place, each in enumerate(self.dice) if not each.is_here)

    @property
    def low(self) -> tuple[int, ...]:
        """The places of the dice whose battery is low."""
        return tuple(
            place
            for place, each in enumerate(self.dice)
            if each.percent is not None and each.percent < LOW and not each.is_charging
        )
