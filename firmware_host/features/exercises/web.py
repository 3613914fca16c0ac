"""What exercises add to the pages of practice tables."""

from collections.abc import Mapping
from typing import Any, Final

from firmware_host.features.exercises.remote import StartExercises
from firmware_host.features.exercises.store import has_shipped
from firmware_host.remote.requests import RemoteRequest
from firmware_host.web.page_parts import GAME_DOORS, GameDoor
from firmware_host.web.visitor import PAGE_MESSAGES, PageVisitor
from games.message import msg


def _request(visitor: PageVisitor, message: Mapping[str, Any]) -> RemoteRequest | None:
    match message:
        case {"exercises": str(game)} if visitor.role == "practice":
            return StartExercises(game)
    return None


OFFERS: Final = (
    PAGE_MESSAGES.offer(_request),
    GAME_DOORS.offer(GameDoor("exercises", msg("Exercises"), msg("Give exercises"), has_shipped)),
)
