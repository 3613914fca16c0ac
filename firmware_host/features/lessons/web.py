"""What lessons add to the page of a practice table."""

from collections.abc import Mapping
from typing import Any, Final

from firmware_host.features.lessons.remote import StartLesson
from firmware_host.remote.requests import RemoteRequest
from firmware_host.web.page_frame import PAGE_WORDS
from firmware_host.web.visitor import PAGE_MESSAGES, PageVisitor
from games.message import msg


def _request(visitor: PageVisitor, message: Mapping[str, Any]) -> RemoteRequest | None:
    match message:
        case {"learn": str(game)} if visitor.role == "practice":
            return StartLesson(game)
    return None


OFFERS: Final = (
    PAGE_MESSAGES.offer(_request),
    PAGE_WORDS.offer({"learn": msg("Learn")}),
)
