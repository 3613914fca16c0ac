"""The pages of games that were played: the list, a game to replay, and its record to keep."""

import asyncio
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple, Protocol, Self

from msgspec.structs import replace
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from firmware_host.remote.requests import HistoryAnswer, HistoryQuestion, KeptGame
from firmware_host.session.replay import outcome_text, record
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.session.shared_record import journal_of, packed, record_in, with_names
from firmware_host.storage.history import SavedGame
from firmware_host.storage.records import read_outcome
from firmware_host.text.translator import Language
from firmware_host.thinking.inline import Answer, Question
from firmware_host.web.mirror import TableMirror
from firmware_host.web.motions import FollowedPieces
from firmware_host.web.page_frame import (
    GAME_ROUTES,
    SHARED_PARTS,
    STEP_WORDS,
    WORDS,
    choice_of_letters,
    framed,
    section_files,
    sections,
    unfilled,
)
from firmware_host.web.page_state import (
    Turns,
    ground_state,
    names_of_pieces,
    position_state,
    seat_name,
)
from firmware_host.web.table_client import SILENT
from firmware_host.web.visitor import language_of, remember_language
from games.core import Catalogue
from games.message import Message, msg
from games.record import Record, RecordError, write
from games.text import digest

if TYPE_CHECKING:
    from concurrent.futures import Future

    from firmware_host.web.doorway import Reception

MOST_KEPT: Final = 3
"""Games that stay in memory for those who replay them."""

MOST_SHARED: Final = 32
"""Games that others may look at who are not at the table; the oldest make room."""

KEY_DIGITS: Final = 16
"""Hexadecimal digits of the key of a game that is shared."""

MOST_WAITING: Final = 8
"""More people than this would wait too long for a game: a slow card takes a second for each."""


class Historian(Protocol):
    """Who knows the games that a table has kept."""

    async def history(self, question: HistoryQuestion) -> HistoryAnswer | None:
        """Return the answer to ``question``; None if there is none now."""


class ListedGame(NamedTuple):
    """A line of the list of games: ``key`` and ``date``, its name and title, and how it ended."""

    key: str
    date: str
    name: str
    title: str
    result: Message


class KeptSession(NamedTuple):
    """A game that was ``kept``, ready to be looked at, with the numbers of its pieces."""

    kept: KeptGame
    session: Session
    followed: FollowedPieces


class KeptSessions:
    """The games that ``historian`` knows; their rules come from ``catalogue``."""

    def __init__(self, historian: Historian, catalogue: Catalogue) -> None:
        self._historian, self._catalogue = historian, catalogue
        self._known: OrderedDict[str, KeptSession] = OrderedDict()
        self._working, self._waiting = asyncio.Lock(), 0

    async def listed(self) -> list[ListedGame] | None:
        """Return the games, the newest first; None if the table does not answer."""
        answer = await self._historian.history(HistoryQuestion())
        if answer is None:
            return None
        found = (self._line(game) for game in answer.games)
        return [line for line in found if line is not None]

    async def session(self, key: str) -> KeptSession | None:
        """Return the game with ``key``; None if the table does not have it."""
        if key not in self._known and self._waiting >= MOST_WAITING:
            return None
        self._waiting += 1
        try:
            return await self._found(key)
        finally:
            self._waiting -= 1

    async def _found(self, key: str) -> KeptSession | None:
        async with self._working:
            if key not in self._known:
                answer = await self._historian.history(HistoryQuestion(key)) if key else None
                if answer is None or not answer.games:
                    return None
                # a long game takes a slow computer a second
                played = await asyncio.to_thread(self._played, answer.games[0])
                if played is None:
                    return None
                self._remember(key, played)
            self._known.move_to_end(key)
            return self._known[key]

    def _played(self, game: KeptGame) -> KeptSession | None:
        try:
            session = Session.resume(game.records, self._catalogue)
            return KeptSession(game, session, FollowedPieces())
        except (KeyError, TypeError, ValueError):
            return None

    def _remember(self, key: str, played: KeptSession) -> None:
        self._known[key] = played
        if len(self._known) > MOST_KEPT:
            self._known.popitem(last=False)

    def _line(self, game: KeptGame) -> ListedGame | None:
        try:
            setup = Setup.read(game.records[0])
            rules = self._catalogue.load(setup.game, **setup.options)
        except (KeyError, TypeError, ValueError):
            return None
        result = outcome_text(read_outcome(game.records[-1]), rules)
        return ListedGame(game.key, game.date, rules.name, rules.title, result)


TITLE: Final = msg("Games played")
PATH: Final = re.compile(r"/([\w.~-]+/){0,8}", re.ASCII)
"""The path of a site."""

LONGEST_NUMBER: Final = 6
"""Digits of the highest number of actions."""

NONE_YET: Final = msg("No game has been kept yet.")
GONE: Final = msg("This game is not kept any more.")
LINE: Final = """\
<li><img src="picture?game={game}" alt="" width="96" height="96" loading="lazy">
<p><a href="replay?key={key}">{title}</a> <span>{result}</span> <small>{date}</small></p>
<a class="button" href="record?key={key}" download aria-label="{download}: {words}">{download}</a>
</li>
"""
REPLAY: Final = """\
<div class="table kept">
<h1>{title}</h1>
<section id="play" aria-label="{board}">
<div id="board" role="grid" aria-label="{board}" data-empty="{empty}"
data-game="{key}"></div></section>
<div id="now"><output id="momentText" for="moment"></output>
<p id="thrown"></p>
<p id="problem" role="alert"></p></div>
<div id="deck">
<label><span class="unseen">{moment}</span>
<input id="moment" type="range" min="0" max="0" value="0"></label></div>
<aside id="drawer" aria-label="{about}"><div id="tabs" role="tablist" aria-label="{about}"></div>
<section id="past"><h2>{turns}</h2><ol id="turns" aria-label="{game}" tabindex="0"></ol></section>
{sections}
<section id="about"><h2>{more}</h2><ul id="beside"></ul>
{letters}
<p><a href="record?key={key}" download>{download}</a></p></section>
</aside></div>"""


REPLAY_WORDS: Final = ("thrown", "moment", *STEP_WORDS)
"""The words of the page of a game that is replayed."""

OPEN: Final = msg("A game that was shared")
OPEN_ANOTHER: Final = msg("Open a game that was shared")
TRY_LATER: Final = msg("Too many games are being opened. Try again in a moment.")
MISSING_CODES: Final = msg("{here} of {of} codes are here. Still missing: {missing}")
OPEN_WORDS: Final = {
    "title": OPEN,
    "help": msg(
        "Point the camera of your phone at each code in turn: they open this page, which joins"
        " them. Or enter the link or the numbers of the codes here, or choose a file with a record."
    ),
    "text": msg("Link or codes"),
    "file": msg("File"),
    "open": msg("Open"),
    "missing": MISSING_CODES,
}
OPENING: Final = """\
<h1>{title}</h1>
<p id="says" role="status" data-missing="{missing}"></p>
<form id="reading"><p>{help}</p>
<p><label>{text}<br><textarea name="text" rows="4" maxlength="65536"></textarea></label></p>
<p><label>{file} <input name="file" type="file" accept=".txt,text/plain"></label></p>
<button>{open}</button></form>"""

FindKept = Callable[[Request], KeptSessions | None]
"""Returns the games of the table that a request is about; None if it is about no table."""


class SharedGame(NamedTuple):
    """A game that is shared: its ``record``, and how it was ``played``.

    Behind ``base``, the address of a page up to its ``#``, the record is a link.
    """

    base: str
    record: Record
    played: KeptSession


class GamesAsked(NamedTuple):
    """The games of ``catalogue`` that requests are about.

    ``kept`` returns the game that a request names by its key, ``now`` the table that it is about;
    None if there is none. What is worked out is kept in ``folder``. ``think`` asks where machines
    think; without it features start processes of their own. One table that is served has a
    ``reception``.
    """

    folder: Path
    catalogue: Catalogue
    kept: Callable[[Request], Awaitable[KeptSession | None]]
    now: Callable[[HTTPConnection], TableMirror | None]
    think: Callable[[Question], "Future[Answer]"] | None = None
    reception: "Reception | None" = None


def moment_asked(found: KeptSession | None, request: Request) -> int | None:
    """Return ``at`` how many actions of the game that was ``found`` the ``request`` asks for it.

    None if there is no game, or no such moment in it.
    """
    at = request.query_params.get("at", "")
    number = int(at) if at.isdecimal() and len(at) <= LONGEST_NUMBER else -1
    return None if found is None or number not in range(len(found.session.states)) else number


class HistoryPages:
    """The pages of the games that a table has kept, as ``find`` knows them, and of shared ones.

    Their rules come from ``catalogue``; the table that a request is about is ``now`` so.
    """

    gone: ClassVar = GONE
    """What is said of a game that is not there."""

    page: ClassVar = "shared"
    """The page that shows the game behind the ``#`` of its address."""

    def __init__(
        self,
        find: FindKept,
        catalogue: Catalogue,
        now: Callable[[HTTPConnection], TableMirror | None] = lambda _: None,
    ) -> None:
        self._find, self._catalogue, self._now = find, catalogue, now
        self._shared = OrderedDict[str, KeptSession]()
        self._reading = 0

    @classmethod
    def of(
        cls, historian: Historian, catalogue: Catalogue, mirror: TableMirror | None = None
    ) -> Self:
        """Return the pages of one table, which ``mirror`` shows; ``historian`` knows its games."""
        kept = KeptSessions(historian, catalogue)
        return cls(lambda _: kept, catalogue, lambda _: mirror)

    def more_routes(
        self,
        folder: Path,
        think: Callable[[Question], "Future[Answer]"] | None = None,
        reception: "Reception | None" = None,
    ) -> Iterator[BaseRoute]:
        """Yield what features answer about these games, and that on the table now.

        What they work out is kept in ``folder``. ``think`` and ``reception`` are those of
        :class:`GamesAsked`.
        """
        games = GamesAsked(folder, self._catalogue, self.asked_for, self._now, think, reception)
        return (route(games) for route in GAME_ROUTES)

    def routes(self) -> Sequence[Route]:
        """Return the routes of these pages."""
        return [
            Route("/games", self._games),
            Route("/replay", self._replay),
            Route("/course", self._course),
            Route("/position", self._position),
            Route("/record", self._record),
            Route("/share", self._share, methods=["POST"]),
            Route("/shared", self._open),
            Route("/shared", self._read, methods=["POST"]),
        ]

    async def _games(self, request: Request) -> Response:
        say = Language(language_of(request))
        kept = self._find(request)
        listed = None if kept is None else await kept.listed()
        page = framed(say(TITLE), _list(listed, say), say, "games?", files=("games.css",))
        return remember_language(request, HTMLResponse(page))

    async def _replay(self, request: Request) -> Response:
        say, found = Language(language_of(request)), await self.asked_for(request)
        if found is None:
            body = f"<h1>{escape(say(TITLE))}</h1>\n<p>{escape(say(self.gone))}</p>"
            return HTMLResponse(framed(say(TITLE), body, say, "games?"), 404)
        title, key = _title(found, say), found.kept.key
        body, here = _replay_body(title, key, say), f"replay?key={key}&"
        files = ("board.css", "table.css", "figures.css", *section_files(), "replay.js")
        page = framed(title, body, say, here, files=files)
        return remember_language(request, HTMLResponse(page))

    async def _course(self, request: Request) -> Response:
        found = await self.asked_for(request)
        if found is None:
            return JSONResponse(None, 404)
        session, say = found.session, Language(language_of(request))
        return JSONResponse(
            {
                "ground": ground_state(session.game, say),
                "names": names_of_pieces(session.game, say),
                "words": {name: say(WORDS[name]) for name in REPLAY_WORDS},
                "turns": Turns(say).of(session),
                "actions": len(session.actions),
            }
        )

    async def _position(self, request: Request) -> Response:
        found = await self.asked_for(request)
        number = moment_asked(found, request)
        if found is None or number is None:
            return JSONResponse(None, 404)
        say = Language(language_of(request))
        return JSONResponse(position_state(found.session, number, say, found.followed))

    async def _record(self, request: Request) -> Response:
        found = await self.asked_for(request)
        if found is None:
            return PlainTextResponse("this game is not kept any more\n", 404)
        game = found.kept
        words = write(record(SavedGame(game.date, game.records), self._catalogue))
        name = f"{game.date or 'undated'}-{found.session.game.name}.txt"
        kept_as = {"Content-Disposition": f'attachment; filename="{name}"'}
        return PlainTextResponse(words, headers=kept_as)

    async def _share(self, request: Request) -> Response:
        """Show the newest game of the table to whoever has its key, from now on.

        ``at`` is the path of the site, as its visitors see it. With ``names`` the game has those
        of the people at its seats.
        """
        kept, at = self._find(request), request.query_params.get("at", "")
        if not PATH.fullmatch(at):
            return PlainTextResponse("expected the path of the site\n", 400)
        newest = next(iter(await kept.listed() or ()), None) if kept is not None else None
        found = None if newest is None or kept is None else await kept.session(newest.key)
        if found is None:
            return JSONResponse(None, 404)
        persons = self._persons(request, found)
        site = f"{request.headers['origin']}{at}"
        names = persons if "names" in request.query_params else {}
        shared = await asyncio.to_thread(self._shared_as, f"{site}{self.page}#", found, names)
        address, say = f"{site}{self.path_of(shared)}", Language(language_of(request))
        return JSONResponse(
            {
                "address": address,
                "picture": picture_for_cameras(address),
                "record": f"record?key={shared.played.kept.key}",
                "title": _title(shared.played, say),
                "hasNames": bool(persons),
                "more": "".join(part(shared, say) for part in SHARED_PARTS),
            }
        )

    def _persons(self, request: Request, found: KeptSession) -> Mapping[str, str]:
        """Return the names of people in the game ``found`` by colour, if it is on the table."""
        mirror = self._now(request)
        if mirror is None or mirror.session is None:
            return {}
        if mirror.session.setup != found.session.setup:
            return {}
        named = {seat.colour: seat_name(mirror, seat.index) for seat in found.session.game.seats}
        return {colour: name for colour, name in named.items() if name}

    def _shared_as(self, base: str, found: KeptSession, names: Mapping[str, str]) -> SharedGame:
        """Return the game ``found`` to be shared with ``names``, with a key of its own."""
        game = found.kept
        words = with_names(record(SavedGame(game.date, game.records), self._catalogue), names)
        with suppress(RecordError):
            return SharedGame(base, words, self._played(words))
        # the board was put right in a way that only its own journal tells
        key = digest(packed(words), KEY_DIGITS)
        return SharedGame(base, words, found._replace(kept=replace(game, key=key)))

    def _played(self, words: Record, key: str = "") -> KeptSession:
        """Return the game of the record ``words``, played again; RecordError if it cannot be.

        Without a ``key`` it gets one of its own.
        """
        records = tuple(journal_of(words, self._catalogue))
        kept = KeptGame(key or digest(packed(words), KEY_DIGITS), words.date, records)
        return KeptSession(kept, Session.resume(records, self._catalogue), FollowedPieces())

    def _remember(self, key: str, played: KeptSession) -> None:
        self._shared[key] = played
        if len(self._shared) > MOST_SHARED:
            self._shared.popitem(last=False)

    def path_of(self, shared: SharedGame) -> str:
        """Return the path of the page that shows the game of ``shared``, from now on."""
        key = shared.played.kept.key
        self._remember(key, shared.played)
        return f"replay?key={key}"

    async def _open(self, request: Request) -> Response:
        """Show the game behind the ``#`` of the address, or ask for one."""
        say = Language(language_of(request))
        words = {name: escape(unfilled(text, say)) for name, text in OPEN_WORDS.items()}
        page = framed(
            say(OPEN), OPENING.format_map(words), say, "shared?", files=("games.css", "shared.js")
        )
        return remember_language(request, HTMLResponse(page))

    async def _read(self, request: Request) -> Response:
        """Tell the path of the page of the game that is sent, or what is wrong with it."""
        if self._reading >= MOST_WAITING:
            return JSONResponse({"says": Language(language_of(request))(TRY_LATER)}, 503)
        self._reading += 1
        try:
            text = (await request.body()).decode()
            words = await asyncio.to_thread(record_in, text)
            played = await asyncio.to_thread(self._played, words)
        except ValueError as error:
            return JSONResponse({"says": f"{error}".partition("\n")[0]}, 400)
        finally:
            self._reading -= 1
        return JSONResponse({"path": self.path_of(SharedGame("", words, played))})

    async def asked_for(self, request: Request) -> KeptSession | None:
        """Return the game that ``request`` names by its ``key``; None if it is not kept."""
        kept, key = self._find(request), request.query_params.get("key", "")
        found = None if kept is None else await kept.session(key)
        return found or self._shared.get(key)


def picture_for_cameras(address: str) -> str:
    """Return ``address`` as a picture for cameras; empty if it is too long for that."""
    import segno

    try:
        return segno.make(address, error="m").svg_inline(border=4, omitsize=True)
    except segno.DataOverflowError:
        return ""


def _title(found: KeptSession, say: Language) -> str:
    """Return what game was ``found``, when it was played, and by whom if that was shared."""
    session, persons = found.session, ", ".join(filter(None, found.session.setup.persons))
    return " ".join(filter(None, (say(session.game.title), found.kept.date, persons)))


def _list(games: Sequence[ListedGame] | None, say: Language) -> str:
    opening = f'<p><a href="shared">{escape(say(OPEN_ANOTHER))}</a></p>\n'
    head = f"<h1>{escape(say(TITLE))}</h1>\n{opening}"
    if not games:
        return f"{head}<p>{escape(say(SILENT if games is None else NONE_YET))}</p>"
    return f'{head}<ul class="games">{"".join(_line(game, say) for game in games)}</ul>'


def _line(game: ListedGame, say: Language) -> str:
    title, date = say(game.title), game.date
    found = {"game": game.name, "key": game.key, "title": title, "date": date}
    found |= {"result": say.heading(game.result), "words": f"{title} {date}".strip()}
    found |= {"download": say(msg("Download"))}
    return LINE.format_map({name: escape(text) for name, text in found.items()})


def _replay_body(title: str, key: str, say: Language) -> str:
    return REPLAY.format(
        title=escape(title),
        key=key,
        board=escape(say(msg("Board"))),
        empty=escape(say(msg("empty"))),
        moment=escape(say(msg("Look back"))),
        turns=escape(say(msg("Turns"))),
        game=escape(say(msg("The game so far"))),
        about=escape(say(msg("About the game"))),
        more=escape(say(msg("More"))),
        letters=choice_of_letters(say),
        download=escape(say(msg("Download as text"))),
        sections=sections(say),
    )
