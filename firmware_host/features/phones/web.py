"""What phones add to the pages: who is let in by a code, and what they may ask."""

from collections.abc import Mapping
from typing import Any, Final

from firmware_host.features.phones.remote import (
    AnotherGame,
    AnswerDraw,
    ProposeDraw,
    ResignSeat,
    TakeBack,
)
from firmware_host.remote.requests import (
    ChangeSetting,
    ChooseMove,
    EndTable,
    LookForUpdate,
    PressKey,
    RemoteRequest,
    ShowText,
)
from firmware_host.web.doorway import ADMISSIONS, Admission, ServedTable
from firmware_host.web.page_frame import PAGE_WORDS
from firmware_host.web.visitor import PAGE_MESSAGES, PageVisitor
from games.message import msg


def _request(visitor: PageVisitor, message: Mapping[str, Any]) -> RemoteRequest | None:
    if visitor.role == "seat" and visitor.seat is not None:
        return _seat_request(visitor.seat, message)
    return _staff_request(message) if visitor.role == "staff" else None


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
        case {"again": False}:
            return AnotherGame(seat)
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


def _admission(served: ServedTable) -> Admission:
    from firmware_host.features.phones.entrance import PhoneAdmission

    return PhoneAdmission.of(served)


OFFERS: Final = (
    ADMISSIONS.offer(_admission),
    PAGE_MESSAGES.offer(_request),
    PAGE_WORDS.offer({"join": msg("Enter a code"), "leave": msg("Disconnect this phone")}),
)
