"""What exercises add to the page of a practice table."""

from collections.abc import Mapping
from typing import Any, Final

from firmware_host.features.exercises.remote import StartExercises
from firmware_host.remote.requests import RemoteRequest
from firmware_host.web.page_frame import PAGE_WORDS
from firmware_host.web.visitor import PAGE_MESSAGES, PageVisitor
from games.message import msg


def _request(visitor: PageVisitor, message: Mapping[str, Any]) -> RemoteRequest | None:
    match message:
        case {"exercises": str(game)} if visitor.role == "practice":
            return StartExercises(game)
    return None


OFFERS: Final = (
    PAGE_MESSAGES.offer(_request),
    PAGE_WORDS.offer({"exercises": msg("Exercises")}),
)
