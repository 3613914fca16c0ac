"""What the visitor at a practice table may ask of it, and the hands there.

The visitor may do all that hands can do at a real table; these do what the display asks.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from firmware_host.remote.requests import ChooseMove, PressKey, RemoteRequest
from firmware_host.screens.hand_steps import HandStepView, SetUpView
from firmware_host.screens.throw import ThrowView
from firmware_host.screens.view import View
from firmware_host.simulator.desk import Desk
from firmware_host.simulator.key_presser import Press
from firmware_host.web.visitor import PRACTICE_MESSAGES, PageVisitor

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


@dataclass(frozen=True)
class PracticeVisitor(PageVisitor):
    """The visitor whose table it is."""

    def request(self, message: Mapping[str, Any]) -> RemoteRequest | None:
        return (
            _key_request(message)
            or _hand_request(message)
            or _other_request(message)
            or next(filter(None, (read(message) for read in PRACTICE_MESSAGES)), None)
        )


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


PAUSE: Final = 0.7
"""Seconds in which the visitor can read what the hands do next."""


class PracticeHands:
    """Hands at ``desk`` that use its keys, dice and pieces, and nothing else.

    While the people at the desk do not move pieces by hand, these do every hand step by themselves.
    They throw for machine seats.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._view: View | None = None
        self._due_at: float | None = None
        self._throw: tuple[str | None] | None = None

    @property
    def deadline(self) -> float | None:
        """When :meth:`act` has something to do, in seconds; None if nothing."""
        return self._due_at if self._throw is None else self._desk.dice.free_at

    def throw(self, text: str | None) -> None:
        """Throw the dice, as ``text`` or by chance, as soon as the last throw is finished."""
        self._throw = (text,)

    def act(self) -> None:
        """Do what is due."""
        now, view = self._desk.pi.clock(), self._desk.people.view
        if view != self._view:
            self._view = view
            self._due_at = now + PAUSE if self._does_itself(view) else None
        if self._throw is not None and now >= self._desk.dice.free_at:
            (text,), self._throw = self._throw, None
            if text is None or not self._desk.dice.throw_as(text):
                self._desk.dice.throw()
        if self._due_at is not None and now >= self._due_at and self._desk.key_presser.is_idle:
            self._due_at = None
            key = self._carry_out(view)
            if key is not None:
                self._desk.key_presser.request(Press(key))

    def _does_itself(self, view: View | None) -> bool:
        if isinstance(view, ThrowView):
            is_machines = view.seat.index in view.layout.machines
            return is_machines and view.by_tray and view.dice == "waiting"
        return isinstance(view, HandStepView | SetUpView) and not self._desk.people.moves_by_hand

    def _carry_out(self, view: View | None) -> str | None:
        """Do what ``view`` asks; return the key to press for it, None if there is none."""
        if not self._does_itself(view):
            return None
        if isinstance(view, ThrowView):
            self._desk.dice.throw()
            return None
        return "right" if isinstance(view, SetUpView) else "ok"
