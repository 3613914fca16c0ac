"""What sharing adds to pages: codes that hold a whole game, and pictures to keep of any moment."""

from html import escape
from typing import TYPE_CHECKING, Final

from firmware_host.session.shared_record import code_texts, link_text
from firmware_host.text.translator import Language
from firmware_host.web import board_svg
from firmware_host.web.page_frame import (
    GAME_ROUTES,
    PAGE_SECTIONS,
    PAGE_WORDS,
    SHARED_PARTS,
    PageSection,
)
from firmware_host.web.visitor import language_of
from games.message import msg

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

    from firmware_host.session.session import Session
    from firmware_host.web.history_pages import GamesAsked, SharedGame

ROOM: Final = 1600
"""Digits of a code: cameras of phones still read it well from a screen."""

WHOLE: Final = msg("The whole game, in codes")
WHOLE_HELP: Final = msg(
    "A phone that reads the codes has the game itself, not only where it lies. Another table"
    " reads it under “Games played”, also where this one is out of reach."
)
LINK: Final = msg("The same as a link")
NUMBER: Final = msg("{number} of {of}")
TITLE: Final = msg("Picture")
STILL: Final = msg("Picture of this moment")
MOVING: Final = msg("Moving picture up to it")
END: Final = msg("Picture of the end")
LED_TO_END: Final = msg("Moving picture of the end")
FRAMES: Final = 8
"""A moving picture begins so many positions before its end."""


def codes(shared: "SharedGame", say: Language) -> str:
    """Return what holds the whole game that is ``shared``, and pictures of its end, as HTML."""
    return _whole(shared, say) + _pictures(shared, say)


def _whole(shared: "SharedGame", say: Language) -> str:
    texts = code_texts(shared.record, ROOM)
    figures = "".join(
        f'<figure class="code">{_code(shared.base, text)}'
        f"<figcaption>{escape(say(NUMBER, number=number, of=len(texts)))}</figcaption></figure>"
        for number, text in enumerate(texts, 1)
    )
    link = f'<a href="{escape(shared.base)}{link_text(shared.record)}">{escape(say(LINK))}</a>'
    return (
        f"<details><summary>{escape(say(WHOLE))}</summary><p>{escape(say(WHOLE_HELP))}</p>"
        f"{figures}<p>{link}</p></details>"
    )


def _code(base: str, text: str) -> str:
    """Return a code for cameras of the address that ``base`` begins, and digits, as SVG."""
    import segno

    # its stubs do not know that there may be several segments
    made = segno.make([base, text], error="l", boost_error=False)  # type: ignore[arg-type]
    return str(made.svg_inline(border=4, omitsize=True))


def _pictures(shared: "SharedGame", say: Language) -> str:
    session, key = shared.played.session, shared.played.kept.key
    links = (
        f'<a class="button" href="moment?key={key}&amp;at={len(session.actions)}{more}" download>'
        f"{escape(say(words))}</a>"
        for words, more in ((END, ""), (LED_TO_END, "&amp;moving="))
    )
    return f'<p class="acts">{" ".join(links)}</p>'


def moments(games: "GamesAsked") -> "Route":
    """Return the route of pictures of moments of ``games``."""
    from starlette.responses import PlainTextResponse, Response
    from starlette.routing import Route

    from firmware_host.web.history_pages import moment_asked

    async def moment(request: "Request") -> "Response":
        found = await games.kept(request)
        number = moment_asked(found, request)
        if found is None or number is None:
            return PlainTextResponse("this moment is not kept\n", 404)
        say, is_moving = Language(language_of(request)), "moving" in request.query_params
        drawn = picture_of(found.session, number, say, is_moving=is_moving)
        name = f"{found.kept.date or 'undated'}-{found.session.game.name}-{number}.svg"
        kept_as = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(drawn, headers=kept_as, media_type="image/svg+xml")

    return Route("/moment", moment)


def picture_of(session: "Session", number: int, say: Language, *, is_moving: bool = False) -> str:
    """Return the board after so many actions of ``session``; what led there too if it moves."""
    title = say(session.game.title)
    if not is_moving:
        return board_svg.drawing(session.states[number], title)
    states = [session.states[number]]
    for state in reversed(session.states[:number]):
        if state.pieces() != states[0].pieces():
            states.insert(0, state)
        if len(states) == FRAMES:
            break
    return board_svg.moving(states, title)


def _section(say: Language) -> str:
    return "".join(
        f'<p><a class="button" download data-moment="{more}">{escape(say(words))}</a></p>'
        for words, more in ((STILL, ""), (MOVING, "&moving="))
    )


OFFERS: Final = (
    SHARED_PARTS.offer(codes),
    GAME_ROUTES.offer(moments),
    PAGE_WORDS.offer({"pictures": TITLE}),
    PAGE_SECTIONS.offer(PageSection("pictures", TITLE, _section, "pictures.js")),
)
