"""What dice with a radio say, whoever made them, and how those of a table are.

Every table knows these words, also one that has no such dice: nothing here reads dice.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple, Protocol

from msgspec import Struct

from hardware.dice.codes import Faces

Counts = Mapping[int, int | None]
"""What each face counts for; None: the die is thrown again."""

Does = Literal["rolling", "handled", "settled", "moved", "cocked"]
Make = Literal["godice", "pixels"]

MAKES: dict[Make, str] = {"godice": "GoDice", "pixels": "Pixels"}
"""The makes of dice that are understood, and their names on the box."""


class Motion(Struct, frozen=True):
    """What a die does.

    It has ``settled`` after a roll, or was only ``moved``: both have the ``face`` that is up. A die
    that is ``cocked`` leans on something; no face of it is up.
    """

    does: Does
    face: int | None = None


class Charge(Struct, frozen=True):
    """The battery has so many ``percent``; ``is_charging`` is None if the die does not say."""

    percent: int
    is_charging: bool | None = None


News = Motion | Charge


class DieChannel(NamedTuple):
    """The characteristics on which a die talks: it ``notifies`` on one, and listens on another."""

    notifies: str
    listens: str


class DieReader(Protocol):
    """Understands what one die says.

    ``greeting`` is written to the die when it is connected, and again until the reader
    ``is_ready``; ``battery`` asks how full it is, and ``blink`` lets its lights blink.
    """

    @property
    def greeting(self) -> Sequence[bytes]: ...
    @property
    def battery(self) -> bytes: ...
    @property
    def blink(self) -> bytes: ...
    @property
    def is_ready(self) -> bool:
        """Whether enough is known about the die to read its faces."""

    def read(self, data: bytes) -> News | None:
        """Return what ``data`` says; None if that is nothing about faces or the battery."""


class KnownDie(Struct, frozen=True):
    """A die of the table: where it is found, what it calls itself, who made it, and its sides."""

    address: str
    name: str
    make: Make
    sides: int

    @property
    def faces(self) -> Faces:
        """The numbers on it."""
        return tuple(range(1, self.sides + 1))


GODICE: Final = "GoDice_"
"""How the name of every GoDice die begins."""

COLOURS: Final[Mapping[str, str]] = {
    "K": "black",
    "R": "red",
    "G": "green",
    "B": "blue",
    "Y": "yellow",
    "O": "orange",
}
"""The colours of GoDice by the letter in their names."""


def colour(name: str) -> str | None:
    """Return the colour of the GoDice die called ``name``; None if its name does not say.

    >>> colour("GoDice_D2A1_R_v04"), colour("Lucky")
    ('red', None)
    """
    parts = name.split("_")
    return COLOURS.get(parts[2]) if name.startswith(GODICE) and len(parts) > 2 else None


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
