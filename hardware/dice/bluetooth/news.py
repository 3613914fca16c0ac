"""What a die with a radio says, whoever made it."""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, Protocol

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
