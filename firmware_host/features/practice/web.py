"""What the visitor at a practice table may ask of it: all that hands can do at a real table."""

from collections.abc import Mapping
from typing import Any, Final, Literal

from firmware_host.remote.requests import ChooseMove, PressKey, RemoteRequest
from firmware_host.web.visitor import PAGE_MESSAGES, PageVisitor

Fault = Literal["unplug", "stick", "knock"]


class ThrowDice(RemoteRequest, frozen=True):
    """Throw the dice so that they show ``throw``; by chance if it is None."""

    throw: str | None = None


class TouchBoard(RemoteRequest, frozen=True):
    """Lift the piece at ``place``, or put down there the one that is held.

    A ``place`` that is a number is that of a seat: its pieces beside the board.
    """

    place: str | int


class ArrangeBoard(RemoteRequest, frozen=True):
    """Arrange the board as the display shows it."""


class MoveByHand(RemoteRequest, frozen=True):
    """From now on the visitor moves the pieces (``is_on``), or the program's hands do."""

    is_on: bool


class CauseFault(RemoteRequest, frozen=True):
    """Cause a ``fault`` of the cable or key called ``target``, or mend it (not ``is_on``)."""

    fault: Fault
    target: str
    is_on: bool


class StartGame(RemoteRequest, frozen=True):
    """Begin the ``game``; with ``is_alone`` the machine plays all seats but the first."""

    game: str
    is_alone: bool = False


def _request(visitor: PageVisitor, message: Mapping[str, Any]) -> RemoteRequest | None:
    if visitor.role != "practice":
        return None
    return _key_request(message) or _hand_request(message) or _other_request(message)


def _key_request(message: Mapping[str, Any]) -> RemoteRequest | None:
    match message:
        case {"press": str(key)}:
            return PressKey(key)
        case {"hold": str(key)}:
            return PressKey(key, is_held=True)
        case {"undo": True}:
            return PressKey("left", is_held=True)  # as at a table
        case {"choose": str(move), "after": int(after)}:
            return ChooseMove(0, move, after)
    return None


def _hand_request(message: Mapping[str, Any]) -> RemoteRequest | None:
    match message:
        case {"throw": str() | None as throw}:
            return ThrowDice(throw)
        case {"touch": str() | int() as place}:
            return TouchBoard(place)
        case {"arrange": True}:
            return ArrangeBoard()
        case {"byHand": bool(is_on)}:
            return MoveByHand(is_on)
    return None


def _other_request(message: Mapping[str, Any]) -> RemoteRequest | None:
    match message:
        case {"fault": "unplug" | "stick" | "knock" as fault, "target": str(target), "on": on}:
            return CauseFault(fault, target, on is True)
        case {"start": str(game), "alone": bool(is_alone)}:
            return StartGame(game, is_alone)
    return None


OFFERS: Final = (PAGE_MESSAGES.offer(_request),)
