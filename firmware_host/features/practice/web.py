"""What the visitor at a practice table may ask of it: all that hands can do at a real table."""

from collections.abc import Mapping
from typing import Any, Final, Literal

from firmware_host.remote.requests import ChooseMove, PressKey, RemoteRequest
from firmware_host.session.seats import LEVELS
from firmware_host.web.visitor import PAGE_MESSAGES, PageVisitor
from games.options import OptionValue

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
    """Begin the ``game`` under ``options``.

    With ``is_alone`` the machine plays all seats but the first, at a ``level``.
    """

    game: str
    is_alone: bool = False
    level: str = LEVELS[0]
    options: Mapping[str, OptionValue] = {}


class PlayAgain(RemoteRequest, frozen=True):
    """Begin the game that is over once more; with ``swaps`` everybody plays the next colour."""

    swaps: bool = False


class ShowGames(RemoteRequest, frozen=True):
    """Show the list of games; the game on the table is kept, and can be resumed."""


class ChooseLine(RemoteRequest, frozen=True):
    """Do what the line with this ``number`` says, counted from 0, in the list that is shown.

    That is to change it where it can be changed, unless it ``begins`` a game.
    """

    number: int
    begins: bool = False


class SetUpGame(RemoteRequest, frozen=True):
    """Show who plays the ``game``, and everything else that can be chosen before it."""

    game: str


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
        case {"start": str()}:
            return wanted_game(message)
        case {"again": bool(swaps)}:
            return PlayAgain(swaps)
        case {"home": True}:
            return ShowGames()
        case {"begin": int(number)}:
            return ChooseLine(number, begins=True)
        case {"line": int(number)}:
            return ChooseLine(number)
        case {"setUp": str(game)}:
            return SetUpGame(game)
    return None


def wanted_game(message: Mapping[str, Any]) -> StartGame | None:
    """Return the game that ``message`` of a page wants to begin; None if it makes no sense."""
    match {"level": LEVELS[0], "options": {}, **message}:
        case {"start": str(game), "alone": bool(is_alone), "level": str(level), "options": options}:
            return StartGame(game, is_alone, level, options) if _are_options(options) else None
    return None


def _are_options(options: object) -> bool:
    """Return whether ``options`` may be those of a game; the game itself checks what they say."""
    return isinstance(options, dict) and all(
        isinstance(value, bool | int | str) for value in options.values()
    )


OFFERS: Final = (PAGE_MESSAGES.offer(_request),)
