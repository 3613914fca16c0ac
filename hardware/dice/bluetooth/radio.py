"""The radio as the dice of a table use it: what it is told to do, and the news that it posts."""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, Protocol

from hardware.dice.bluetooth.makes import Advertisement
from hardware.dice.bluetooth.news import DieChannel


class RadioNews(NamedTuple):
    """What the radio says at a ``time`` in seconds, of the die at ``address``.

    Of ``kind`` "heard" has ``heard``, "data" has ``data``, and "fault" has a line of ``text``,
    empty once the radio works again.
    """

    time: float
    kind: Literal["heard", "connected", "failed", "lost", "data", "fault"]
    address: str = ""
    heard: Advertisement | None = None
    data: bytes = b""
    text: str = ""


Post = Callable[[RadioNews], None]


class Radio(Protocol):
    """A radio as the keeper of the dice uses it. Every method returns at once."""

    def scan(self, is_on: bool) -> None:
        """Begin to look for dice that advertise, or end it."""

    def connect(self, address: str, channels: Sequence[DieChannel]) -> None:
        """Connect to the die at ``address``, which talks on one of ``channels``."""

    def send(self, address: str, data: bytes) -> None:
        """Send ``data`` to a die that is connected."""

    def leave(self, address: str) -> None:
        """End the connection to a die, or the attempt to connect."""

    def close(self) -> None:
        """End everything."""
