"""What positions add to the pages: a board whose pieces are dragged, and "play on from here"."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, Final

from firmware_host.features.positions.remote import (
    ChangePosition,
    OpenMoment,
    OpenPosition,
    PositionHere,
    chosen_options,
)
from firmware_host.remote.requests import RemoteRequest
from firmware_host.session import names
from firmware_host.session.board_check import BESIDE, MadePosition, spot
from firmware_host.session.seats import LEVELS
from firmware_host.session.setup import PERSON
from firmware_host.text.translator import Language
from firmware_host.web import board_svg
from firmware_host.web.mirror import TableMirror
from firmware_host.web.page_frame import (
    GAME_ROUTES,
    PAGE_SECTIONS,
    PAGE_WORDS,
    PageSection,
)
from firmware_host.web.page_parts import GAME_DOORS, PAGE_PARTS, GameDoor, PagePart
from firmware_host.web.visitor import PAGE_MESSAGES, PageVisitor
from games.equipment import PLACES_BESIDE, Piece, has_kinds
from games.message import Message, msg

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

    from firmware_host.web.history_pages import GamesAsked

TITLE: Final = msg("Any position")
TAB: Final = msg("Position")
FROM_HERE: Final = msg("Play on from here")
ALLOWED: Final = msg("The game allows this position.")
HOW: Final = msg(
    "Drag the pieces, or touch a piece and then where it goes. Touch it twice to turn it."
    " With the keyboard: arrows and Enter."
)
TO_MOVE, THROWN, NOT_YET = msg("To move"), msg("Thrown"), msg("not yet")
TEXT: Final = msg("As text")
OTHERS: Final = msg("Other seats")
PLAY, SOLVE = msg("Play on"), msg("Solve")
ASIDE: Final = msg("Beside the board")
ACTS: Final = {
    "clear": msg("Clear the board"),
    "start": msg("Start position"),
    "keep": msg("Keep"),
    "leave": msg("Close"),
}
MAY_ASK: Final = ("practice", "staff", "seat")
MOST_THROWS: Final = 4
BODY: Final = """\
<p><button id="playOn" type="button" hidden>{from_here}</button></p>
<div id="arranging"></div>
"""
MADE: Final = """\
<p role="status">{says}</p>
<div class="made">{board}</div>
<ul class="aside">{aside}</ul>
<p><small>{how}</small></p>
<div class="controls"><label>{to_move} <select data-act="seat">{seats}</select></label> {throws}
<label>{others} <select name="others">{players}</select></label>
<button type="button" data-act="play"{rest}>{play}</button>
<button type="button" data-act="play" data-value="{best}"{rest}>{solve}</button>
{acts}</div>
<p><label>{text} <input data-act="text" value="{written}" autocomplete="off"></label></p>
"""
THROW: Final = '<label>{thrown} <select data-act="throw">{choices}</select></label>'
PIECE: Final = '<li><button type="button" data-at="{at}">{words}</button></li>'
BUTTON: Final = '<button type="button" data-act="{act}"{rest}>{words}</button>'


def _made(table: TableMirror, say: Language) -> str:
    """Return the position that people make, as HTML; empty if they make none."""
    here = table.snapshot.fact(PositionHere)
    if not here.game:
        return ""
    made = here.arrangement(table.catalogue)
    game, rest = made.base.game, "" if here.text else " disabled"
    acts = (
        BUTTON.format(act=act, words=escape(say(words)), rest=rest if act == "keep" else "")
        for act, words in ACTS.items()
    )
    return MADE.format(
        says=escape(say.heading(here.problem or Message.of(ALLOWED))),
        board=board_svg.arranged(game, made.pieces, say(TITLE), lambda at: _label(at, made, say)),
        aside="".join(_aside(made, say)),
        how=escape(say(HOW)),
        to_move=escape(say(TO_MOVE)),
        seats=_options([(f"{s.index}", say(names.seat(s))) for s in game.seats], f"{here.seat}"),
        throws=" ".join(_throws(made, say)),
        others=escape(say(OTHERS)),
        players=_options([(who, say(names.player(who))) for who in (*LEVELS, PERSON)], LEVELS[2]),
        best=LEVELS[-1],
        rest=rest,
        play=escape(say(PLAY)),
        solve=escape(say(SOLVE)),
        acts=" ".join(acts),
        text=escape(say(TEXT)),
        written=escape(here.text),
    )


def _options(choices: Sequence[tuple[str, str]], chosen: str) -> str:
    return "".join(
        f'<option value="{escape(value)}"{" selected" if value == chosen else ""}>{escape(words)}'
        "</option>"
        for value, words in choices
    )


def _throws(made: MadePosition, say: Language) -> Iterator[str]:
    """Yield what chooses each throw that is still to be played, and another one."""
    for number in range(min(MOST_THROWS, len(made.throws) + 1)):
        possible = made.possible_throws(number)
        present = made.throws[number] if number < len(made.throws) else ""
        if possible:
            choices = [("", say(NOT_YET)), *((throw, throw) for throw in possible)]
            thrown = escape(say(THROWN))
            yield THROW.format(thrown=thrown, choices=_options(choices, present))


def _aside(made: MadePosition, say: Language) -> Iterator[str]:
    """Yield a button for each kind of pieces beside the board, and one to put pieces there."""
    for piece in made.pieces:
        if piece.place in PLACES_BESIDE:
            words = f"{say.heading(_counted(piece, made))} ({say(names.place(piece.place))})"
            yield PIECE.format(at=escape(spot(piece)), words=escape(words))
    yield PIECE.format(at=BESIDE, words=escape(say(ASIDE)))


def _label(at: str, made: MadePosition, say: Language) -> str:
    here = [_counted(piece, made) for piece in made.check.at(at)]
    what = names.join(here) if here else Message.of(msg("empty"))
    return say(Message.of(names.AT, place=names.place(at), what=what))


def _counted(piece: Piece, made: MadePosition) -> Message:
    is_named = has_kinds(made.pieces)
    return names.counted(names.piece(piece, made.base.game.seats, is_named), piece.count)


def _body(say: Language) -> str:
    return BODY.format(from_here=escape(say(FROM_HERE)))


def _request(visitor: PageVisitor, message: Mapping[str, Any]) -> RemoteRequest | None:
    if visitor.role not in MAY_ASK:
        return None
    is_own = visitor.role == "practice"
    match message:
        case {"position": str(game), "text": str(text), "options": dict(options)}:
            return OpenPosition(game, text, options, leaves_game=is_own)
        case {"position": str(game)}:
            return OpenPosition(game, leaves_game=is_own)
        case {"moment": int(after)}:
            return OpenMoment(after, leaves_game=is_own)
        case {
            "arrange": "put" | "clear" | "start" | "seat" | "throw" | "text" as act,
            "value": str(value),
        } | {"arrange": "play" | "keep" | "leave" as act, "value": str(value)}:
            return ChangePosition(act, value)
    return None


def _routes(games: "GamesAsked") -> "Route":
    from starlette.routing import Route

    from firmware_host.web.history_pages import moment_asked

    async def from_here(request: "Request") -> "Response":
        """Return the position of a kept game ``at`` a number of actions, to play on from it."""
        from starlette.responses import JSONResponse

        found = await games.kept(request)
        number = moment_asked(found, request)
        if found is None or number is None:
            return JSONResponse(None, 404)
        state = found.session.states[number]
        options = chosen_options(state.game)
        text = "" if state.is_terminal else str(state)
        return JSONResponse({"position": state.game.name, "options": options, "text": text})

    return Route("/from-here", from_here)


OFFERS: Final = (
    PAGE_PARTS.offer(PagePart("positions", _made)),
    PAGE_WORDS.offer({"positions": TAB}),
    PAGE_SECTIONS.offer(PageSection("positions", TAB, _body, "positions.js", "positions.css")),
    PAGE_MESSAGES.offer(_request),
    GAME_ROUTES.offer(_routes),
    GAME_DOORS.offer(GameDoor("position", TITLE, TITLE, lambda game: True)),
)
