"""What clocks add to the pages: the time at each seat, and a button that stops and starts them."""

from collections.abc import Mapping
from html import escape
from typing import Any, Final

from firmware_host.features.clocks.remote import ClocksHere, PauseClocks
from firmware_host.remote.requests import RemoteRequest
from firmware_host.text.translator import Language
from firmware_host.web.mirror import TableMirror
from firmware_host.web.page_frame import PAGE_SECTIONS, PAGE_WORDS, PageSection
from firmware_host.web.page_parts import PAGE_PARTS, PagePart
from firmware_host.web.page_state import SEAT_NOTES
from firmware_host.web.visitor import PAGE_MESSAGES, PageVisitor
from games.message import msg

TITLE: Final = msg("Time")
STAND: Final = msg("The clocks are stopped.")
RUN: Final = msg("The clock of whoever has to think is running.")
PAUSE: Final = msg("Pause")
GO_ON: Final = msg("Continue")
BUTTON: Final = '<p>{says}</p>\n<button type="button" data-clocks="{ask}">{label}</button>'
MAY_ASK: Final = ("seat", "staff", "practice")


def _face(table: TableMirror, seat: int) -> str:
    """Return what the clock of ``seat`` shows; empty if it has none."""
    return dict(enumerate(table.snapshot.fact(ClocksHere).faces)).get(seat, "")


def _button(table: TableMirror, say: Language) -> str:
    here = table.snapshot.fact(ClocksHere)
    if not here.are_on:
        return ""
    says, ask, label = (STAND, "go on", GO_ON) if here.are_paused else (RUN, "pause", PAUSE)
    return BUTTON.format(says=escape(say(says)), ask=ask, label=escape(say(label)))


def _request(visitor: PageVisitor, message: Mapping[str, Any]) -> RemoteRequest | None:
    match message:
        case {"clocks": "pause" | "go on" as wanted} if visitor.role in MAY_ASK:
            return PauseClocks(wanted == "pause")
    return None


OFFERS: Final = (
    SEAT_NOTES.offer(_face),
    PAGE_PARTS.offer(PagePart("clocks", _button)),
    PAGE_WORDS.offer({"clocks": TITLE}),
    PAGE_SECTIONS.offer(
        PageSection("clocks", TITLE, lambda say: '<div id="pause"></div>\n', "clocks.js")
    ),
    PAGE_MESSAGES.offer(_request),
)
