"""Who looks at a table from elsewhere, and what they may ask of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from firmware_host.base.registry import Registry
from firmware_host.remote.requests import (
    AnswerDraw,
    ChangeSetting,
    ChooseMove,
    EndTable,
    LookForUpdate,
    PressKey,
    ProposeDraw,
    RemoteRequest,
    ResignSeat,
    ShowText,
    TakeBack,
)

PRACTICE_MESSAGES = Registry[Callable[[Mapping[str, Any]], RemoteRequest | None]]("web")
"""What features let the visitor at a practice table ask: None for messages that are not theirs."""

Role = Literal["observer", "seat", "staff", "practice"]
ROLES: Final[tuple[Role, ...]] = ("observer", "seat", "staff")
"""The roles for which phones are paired."""


@dataclass(frozen=True)
class PageVisitor:
    """Somebody at a page: an observer, the person at a ``seat`` (by its index), or the staff.

    ``phone`` is the id of the phone that a code has let in; empty for others.
    """

    role: Role = "observer"
    seat: int | None = None
    phone: str = field(default="", compare=False)

    @property
    def is_paired(self) -> bool:
        """Whether a code has let their phone in, so that they can disconnect it."""
        return bool(self.phone)

    def request(self, message: Mapping[str, Any]) -> RemoteRequest | None:
        """Return what ``message`` from the page asks of the table; None if this visitor may not."""
        if self.role == "seat" and self.seat is not None:
            return _seat_request(self.seat, message)
        return _staff_request(message) if self.role == "staff" else None


def visitor_as(role: str, seat: int | None, phone: str = "") -> PageVisitor | None:
    """Return a visitor in ``role``, at ``seat`` if the role needs one; None if there is none.

    ``phone`` is the id of theirs, if it has been let in.
    """
    known = next((each for each in ROLES if each == role), None)
    if known is None or (known == "seat") != (seat is not None):
        return None
    return PageVisitor(known, seat, phone)


def _seat_request(seat: int, message: Mapping[str, Any]) -> RemoteRequest | None:
    match message:
        case {"choose": str(move), "after": int(after)}:
            return ChooseMove(seat, move, after)
        case {"undo": True}:
            return TakeBack(seat)
        case {"draw": True}:
            return ProposeDraw(seat)
        case {"agree": bool(is_agreed)}:
            return AnswerDraw(seat, is_agreed)
        case {"resign": True}:
            return ResignSeat(seat)
    return None


def _staff_request(message: Mapping[str, Any]) -> RemoteRequest | None:
    match message:
        case {"press": str(key)}:
            return PressKey(key)
        case {"hold": str(key)}:
            return PressKey(key, is_held=True)
        case {"text": str(text)}:
            return ShowText(text)
        case {"end": str(ending)}:
            return EndTable(ending)
        case {"look": True}:
            return LookForUpdate()
        case {"set": str(field), "to": str(value)}:
            return ChangeSetting(field, value)
    return None
