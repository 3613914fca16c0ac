"""What an evening adds to the pages: names and points at the seats, and the score sheet."""

from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING, Any, Final

from firmware_host.features.evening.remote import (
    LONGEST_NAME,
    NO_SCORE,
    EveningHere,
    GoOn,
    NameSeat,
    sound_name,
)
from firmware_host.remote.requests import RemoteRequest
from firmware_host.text.translator import Language
from firmware_host.web.history_pages import GamesAsked
from firmware_host.web.mirror import TableMirror
from firmware_host.web.page_frame import GAME_ROUTES, PAGE_SECTIONS, PAGE_WORDS, PageSection, framed
from firmware_host.web.page_parts import PAGE_PARTS, PagePart
from firmware_host.web.page_state import NEXT_GAME, SEAT_NAMES, SEAT_PERSONS
from firmware_host.web.visitor import (
    PAGE_MESSAGES,
    PageVisitor,
    language_of,
    remember_language,
)
from games.message import msg

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

TITLE: Final = msg("Score")
NAME: Final = msg("Your name, from the next game on")
TAKE: Final = msg("Use this name")
TO_PRINT: Final = msg("Score sheet to print")
BODY: Final = """\
<ul id="scores"></ul>
<p><a href="score">{sheet}</a></p>
<form id="naming" class="entry" hidden><p><label>{name}
<input name="name" maxlength="{most}" autocomplete="off"></label>
<button>{take}</button></p></form>
"""


def _person(table: TableMirror, seat: int) -> str:
    """Return the name of the person at ``seat``, and the points in the match."""
    here = table.snapshot.fact(EveningHere)
    found = (dict(enumerate(each)).get(seat, "") for each in (here.persons, here.points))
    return ": ".join(filter(None, found))


def _name(table: TableMirror, seat: int) -> str:
    persons = table.snapshot.fact(EveningHere).persons
    return dict(enumerate(persons)).get(seat, "")


def _sheet(table: TableMirror, say: Language) -> str:
    lines = (say(line).removeprefix("- ") for line in table.snapshot.fact(EveningHere).sheet)
    return "".join(f"<li>{escape(line)}</li>" for line in lines)


def _body(say: Language) -> str:
    words = {"name": NAME, "take": TAKE, "sheet": TO_PRINT}
    told = {name: escape(say(text)) for name, text in words.items()}
    return BODY.format(most=LONGEST_NAME, **told)


def _route(games: GamesAsked) -> "Route":
    """Return the route of the score sheet of the table, as a page to print."""
    from starlette.responses import HTMLResponse
    from starlette.routing import Route

    async def score(request: "Request") -> "Response":
        say, table = Language(language_of(request)), games.now(request)
        sheet = "" if table is None else _sheet(table, say)
        told = f"<ul>{sheet}</ul>" if sheet else f"<p>{escape(say(NO_SCORE))}</p>"
        body = f"<h1>{escape(say(TITLE))}</h1>\n{told}"
        page = framed(say(TITLE), body, say, "score?", files=("games.css",))
        return remember_language(request, HTMLResponse(page))

    return Route("/score", score)


def _request(visitor: PageVisitor, message: Mapping[str, Any]) -> RemoteRequest | None:
    match message:
        case {"name": str(name)} if visitor.role == "seat" and visitor.seat is not None:
            return NameSeat(visitor.seat, sound_name(name))
        case {"next": True} if visitor.role in ("seat", "practice"):
            return GoOn(visitor.seat)
    return None


OFFERS: Final = (
    NEXT_GAME.offer(lambda table: table.snapshot.fact(EveningHere).next),
    SEAT_NAMES.offer(_name),
    SEAT_PERSONS.offer(_person),
    PAGE_PARTS.offer(PagePart("evening", _sheet)),
    PAGE_WORDS.offer({"evening": TITLE}),
    PAGE_SECTIONS.offer(PageSection("evening", TITLE, _body, "evening.js")),
    GAME_ROUTES.offer(_route),
    PAGE_MESSAGES.offer(_request),
)
