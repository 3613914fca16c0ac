"""What a teacher sees of the practice tables of a class, and does with all of them."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Final

import segno
from starlette.websockets import WebSocket

from firmware_host.text.languages import LANGUAGES
from firmware_host.text.translator import Language
from firmware_host.web import board_svg, throw_chart
from firmware_host.web.happening import happening
from firmware_host.web.listening import Signpost
from firmware_host.web.open_page import OpenPage
from firmware_host.web.practice_requests import StartGame
from firmware_host.web.practice_tables import PracticeTables, TableOfVisitor
from games.message import msg

NEWS_SECONDS: Final = 1.0
"""Seconds between two states of the teacher's page at least."""

TABLE: Final = msg("Table {number}")
WORDS: Final[Mapping[str, str]] = {
    "language": msg("Language"),
    "classroom": msg("Classroom"),
    "lost": msg("Connection lost. Trying again…"),
    "join": msg("How to join"),
    "joinHelp": msg("Scan this, or type the address into a browser:"),
    "start": msg("Start a game at every table"),
    "game": msg("Game"),
    "alone": msg("The machine plays the other seats"),
    "startAll": msg("Start at every table"),
    "reallyStart": msg("Games that are being played at the tables end. Start anyway?"),
    "throws": msg("Throws of the class"),
    "noThrows": msg("Nobody has thrown dice yet."),
    "export": msg("Download the throws (CSV)"),
    "tables": msg("Tables"),
    "noTables": msg("Nobody has opened a table yet."),
    "away": msg("nobody is looking"),
    "close": msg("Close this table"),
    "reallyClose": msg("Its game ends. Close the table anyway?"),
}


class TeacherPage(OpenPage):
    """The connection to an open page of the teacher of ``tables``, in a ``language``.

    ``find`` returns where the class finds the tables now.
    """

    def __init__(
        self,
        socket: WebSocket,
        tables: PracticeTables,
        find: Callable[[], Signpost],
        language: str,
    ) -> None:
        super().__init__(socket, language)
        self._tables, self._find = tables, find
        self._place: object = None
        self._shown: object = None

    async def _greet(self) -> None:
        say = Language(self._language)
        catalogue = self._tables.catalogue
        await self._send(
            {
                "greeting": {
                    "language": self._language,
                    "languages": [[code, Language(code).name] for code in LANGUAGES],
                    "words": {name: say(text) for name, text in WORDS.items()},
                    "games": [
                        [name, say(catalogue.kind(name).title)] for name in catalogue.names()
                    ],
                }
            }
        )

    async def _send_states(self) -> None:
        while True:
            await self._send_place()
            shown = (self._language, self._tables.pool.version, _versions(self._tables))
            if shown != self._shown:
                self._shown = shown
                await self._send({"state": class_state(self._tables, Language(self._language))})
            await asyncio.sleep(NEWS_SECONDS)

    async def _send_place(self) -> None:
        """Send where the class finds the tables, whenever that has changed."""
        post, say = self._find(), Language(self._language)
        place = (post, self._language)
        if place != self._place:
            self._place = place
            picture = segno.make(post.url, error="m").svg_inline(border=4, omitsize=True)
            remarks = " ".join(map(say, post.remarks))
            await self._send({"place": {"address": post.url, "qr": picture, "remarks": remarks}})

    async def _take(self, message: Mapping[str, Any]) -> None:
        match message:
            case {"start": str(game), "alone": bool(is_alone)} if (
                game in self._tables.catalogue.names()
            ):
                self._tables.start_for_all(StartGame(game, is_alone))
            case {"close": int(number)}:
                for each in self._tables.all:
                    if each.number == number:
                        self._tables.take_away(each)


def class_state(tables: PracticeTables, say: Language) -> dict[str, Any]:
    """Return what the teacher sees, in the language of ``say``."""
    return {
        "tables": [_tile(each, say) for each in tables.all],
        "charts": throw_chart.charts(tables.pool, say),
    }


def board_picture(at: TableOfVisitor, say: Language) -> str:
    """Return the board of a table as an SVG picture; empty between games."""
    session = at.table.mirror.session
    return "" if session is None else board_svg.drawing(session.state, say(session.game.title))


def _versions(tables: PracticeTables) -> object:
    return tuple((each.number, each.table.mirror.version, each.pages) for each in tables.all)


def _tile(at: TableOfVisitor, say: Language) -> dict[str, Any]:
    mirror = at.table.mirror
    session = mirror.session
    return {
        "number": at.number,
        "name": say(TABLE, number=at.number),
        "game": None if session is None else say(session.game.title),
        "words": say.heading(happening(mirror.snapshot, session)),
        "moment": 0 if session is None else len(session.actions),
        "session": 0 if session is None else id(session),
        "isLooked": at.pages > 0,
    }
