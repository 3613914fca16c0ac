"""What other processes know of the clocks, and what people there may ask."""

from typing import ClassVar, Final

from firmware_host.base.registry import Fact, Lasting
from firmware_host.remote.requests import REQUEST_KINDS, RemoteRequest
from firmware_host.remote.wire import PUBLISHED


class ClocksHere(Fact, frozen=True):
    """What the clocks of the game show: the ``faces`` by seat, empty where a seat has none.

    ``seat`` thinks now, -1: none. ``are_on`` means that time is counted in this game, ``is_up``
    that the time of the seat is, and ``are_paused`` that people have stopped the clocks.
    """

    lasting: ClassVar[Lasting] = "game"
    faces: tuple[str, ...] = ()
    seat: int = -1
    are_on: bool = False
    is_up: bool = False
    are_paused: bool = False


class PauseClocks(RemoteRequest, frozen=True):
    """Stop the clocks of the game, or let them go on."""

    is_paused: bool


OFFERS: Final = (PUBLISHED.offer(ClocksHere), REQUEST_KINDS.offer(PauseClocks))
