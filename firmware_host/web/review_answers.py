"""What pages are told of the review of a game, a kept one or that on the table, until it is there.

Another page asks every second; the answer says how far the review is, or brings it as HTML.
"""

from collections.abc import Awaitable, Callable, Mapping
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from firmware_host.remote.history import KeptGame
from firmware_host.text.translator import Language
from firmware_host.web.kept_sessions import KeptSession
from firmware_host.web.mirror import TableMirror
from firmware_host.web.review_part import review_drawn
from firmware_host.web.visitor_language import language_of
from games.message import msg
from games.replay import Catalogue

if TYPE_CHECKING:
    from firmware_host.web.reviewing import GameReviews, ReviewState

LONGEST_NUMBER: Final = 6
"""Digits of the highest number of records."""

LUCK_AND_SKILL: Final = msg("Luck and skill")
REVIEW_HELP: Final = msg("What luck brought, and what the moves gave away.")
WORK_OUT: Final = msg("Work out luck and skill")
SO_FAR: Final = msg("Luck and skill so far")
STOP: Final = msg("Stop")
AHEAD: Final = msg("Other games come first: {count}.")
REFUSED: Final = msg("Too many games are waiting. Try again later.")
FAILED: Final = msg("It could not be worked out.")
BEGINNING: Final = msg("Getting ready…")
SECONDS: Final = msg("About {count} s left.")
MINUTES: Final = msg("About {count} min left.")
LONGEST_SECONDS: Final = 90
"""More seconds than this are told as minutes."""

SECTION: Final = """\
<section id="review" tabindex="-1" aria-label="{title}"><h2>{title}</h2>
<p id="reviewHelp">{help}</p>
<button type="button" id="workOut" aria-describedby="reviewHelp">{work_out}</button>
<div id="working" hidden><progress id="progress" aria-label="{title}"></progress>
<span id="left"></span> <button type="button" id="stop">{stop}</button></div>
<p id="reviewSays" role="status"></p>
<div id="reviewed"></div></section>"""


def review_section(say: Language) -> str:
    """Return the part of a page that ``static/review.js`` fills."""
    words = {"title": LUCK_AND_SKILL, "help": REVIEW_HELP, "work_out": WORK_OUT, "stop": STOP}
    return SECTION.format(**{name: escape(say(text)) for name, text in words.items()})


class ReviewAnswers:
    """Tells pages how far a review is; what is worked out is kept in ``folder``.

    Games are those of ``catalogue``: a game that is ``kept``, or that on the table that a request
    is about, as ``now`` knows it.
    """

    def __init__(
        self,
        folder: Path,
        catalogue: Catalogue,
        kept: Callable[[Request], Awaitable[KeptSession | None]],
        now: Callable[[Request], TableMirror | None],
    ) -> None:
        self._folder, self._catalogue = folder, catalogue
        self._kept, self._now = kept, now
        self._reviews: GameReviews | None = None

    @property
    def route(self) -> Route:
        """The route that pages ask."""
        return Route("/review", self._review)

    async def _review(self, request: Request) -> Response:
        game = await self._game(request)
        if game is None:
            return JSONResponse(None, 404)
        state = self._all_reviews().ask(game)
        told = _told(state, Language(language_of(request)))
        return JSONResponse({**told, "records": len(game.records)})

    async def _game(self, request: Request) -> KeptGame | None:
        """Return the game that ``request`` names by ``key``; without one, that on the table.

        That goes on: ``records`` says how much of it the page asked about first.
        """
        if "key" in request.query_params:
            found = await self._kept(request)
            return None if found is None else found.kept
        mirror = self._now(request)
        if mirror is None or mirror.session is None or mirror.session.setup.position:
            return None
        records = mirror.snapshot.records
        count = _number(request.query_params.get("records", ""), len(records))
        return None if count is None else KeptGame("", "", records[:count])

    def _all_reviews(self) -> "GameReviews":
        if self._reviews is None:
            # it is imported when somebody asks, as it needs what no other page does
            from firmware_host.web.reviewing import GameReviews

            self._reviews = GameReviews(self._folder, self._catalogue)
        return self._reviews


def _number(text: str, most: int) -> int | None:
    """Return the number from 1 to ``most`` that ``text`` is, ``most`` if it is empty."""
    if not text:
        return most or None
    number = int(text) if text.isdecimal() and len(text) <= LONGEST_NUMBER else 0
    return number if 1 <= number <= most else None


def _told(state: "ReviewState", say: Language) -> Mapping[str, Any]:
    """Return what the page shows of a review: ``reviewed`` is HTML, empty until it is there."""
    found = ""
    if state.review is not None:
        found = review_drawn(state.review, state.states, say, is_over=state.is_over)
    return {
        "done": state.done,
        "of": state.of,
        "left": _left(state, say),
        "says": _said(state, say),
        "isOver": bool(found) or state.is_failed or state.is_refused,
        "reviewed": found,
    }


def _said(state: "ReviewState", say: Language) -> str:
    if state.ahead:
        return say(AHEAD, count=state.ahead)
    return say(REFUSED) if state.is_refused else say(FAILED) if state.is_failed else ""


def _left(state: "ReviewState", say: Language) -> str:
    if state.left is None:
        return say(BEGINNING)
    if state.left > LONGEST_SECONDS:
        return say(MINUTES, count=round(state.left / 60))
    return say(SECONDS, count=max(1, round(state.left)))
