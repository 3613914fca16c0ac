"""The games as people see them before they play, on screens that need no hand."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from typing import Final

import segno
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from firmware_host.base.errors import UsageError
from firmware_host.text.translator import Language
from firmware_host.web import board_svg
from firmware_host.web.listening import Signpost
from firmware_host.web.page_parts import cards
from firmware_host.web.running import HEADERS
from firmware_host.web.static_pages import live_page
from firmware_host.web.visitor import language_of
from games.core import Catalogue
from games.message import msg
from hardware.untrusted_input import written

WORDS: Final[Mapping[str, str]] = {
    "throw": msg("{seat} throws"),
    **dict.fromkeys(
        ("choice", "machine", "phone", "other table", "hand step"), msg("{seat} moves")
    ),
    "hand": msg("in hand:"),
    "home": msg("home:"),
    "lost": msg("lost:"),
}
"""What a screen says large, by what the table waits for; and what lies beside the board.

The page puts the name of the seat in.
"""

FOLLOW: Final = msg("Follow the game on your phone: scan this, or type")
MOST_SITES: Final = 16
LONGEST_SITE: Final = 200
SITE: Final = re.compile(r"https?://(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(:[0-9]{1,5})?")
NO_FRAMES: Final = "frame-ancestors 'none'"
"""What every other page says about sites that would show it."""


def read_sites(given: Collection[str]) -> tuple[str, ...]:
    """Return the sites that are ``given``, as browsers name them; UsageError if one is none.

    >>> read_sites(["https://Museum.example", "http://192.168.1.5:8000"])
    ('https://museum.example', 'http://192.168.1.5:8000')
    >>> read_sites(["museum.example"])
    Traceback (most recent call last):
    firmware_host.base.errors.UsageError: --embed takes a site such as https://museum.example, ...
    """
    sites = tuple(site.lower().rstrip("/") for site in given)
    for site in sites:
        if len(site) > LONGEST_SITE or SITE.fullmatch(site) is None:
            example = "https://museum.example"
            raise UsageError(f"--embed takes a site such as {example}, not {written(site)}")
    if len(sites) > MOST_SITES:
        raise UsageError(f"--embed takes {MOST_SITES} sites at most, not {len(sites)}")
    return sites


class Showcase:
    """Shows the games of ``catalogue`` where nobody touches anything.

    ``find`` returns where phones find the server now, and ``invitation`` says what for. Pages of
    ``sites``, and no others, may show the screen inside of theirs.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        find: Callable[[], Signpost],
        sites: Sequence[str] = (),
        invitation: str = FOLLOW,
    ) -> None:
        self._catalogue, self._find, self._invitation = catalogue, find, invitation
        ancestors = f"frame-ancestors {' '.join(sites)}" if sites else NO_FRAMES
        policy = HEADERS["content-security-policy"].replace(NO_FRAMES, ancestors)
        self._framing = {"content-security-policy": policy}

    @property
    def routes(self) -> Sequence[BaseRoute]:
        """The routes of screens."""
        return (
            Route("/showcase", self._games),
            Route("/embed", self._embedded),
            picture_route(self._catalogue),
        )

    async def _games(self, request: Request) -> Response:
        say, post = Language(language_of(request)), self._find()
        place = {"invitation": say(self._invitation), "address": post.url, "qr": _code(post.url)}
        words = {name: say(text, seat="{seat}") for name, text in WORDS.items()}
        return JSONResponse({"cards": cards(self._catalogue, say), "place": place, "words": words})

    async def _embedded(self, request: Request) -> Response:
        answer = screen_page(request)
        answer.headers.update(self._framing)
        return answer


@lru_cache(maxsize=2)
def _code(address: str) -> str:
    return segno.make(address, error="m").svg_inline(border=2, omitsize=True)


def screen_page(request: Request) -> Response:
    """Return the page of a screen beside the table, in the language of its address or browser."""
    return live_page(request, "screen", "board.css")


PICTURES_KEPT: Final = 16


def picture_route(catalogue: Catalogue) -> Route:
    """Return the route of pictures of the games of ``catalogue``, as they begin."""

    @lru_cache(maxsize=PICTURES_KEPT)
    def picture_of(game: str, language: str) -> str:
        start = catalogue.load(game).start()
        return board_svg.drawing(start, Language(language)(catalogue.about(game).title))

    async def picture(request: Request) -> Response:
        game = request.query_params.get("game", "")
        if game not in catalogue.names():
            return PlainTextResponse("there is no such game\n", 404)
        return Response(picture_of(game, language_of(request)), media_type="image/svg+xml")

    return Route("/picture", picture)
