"""The teacher's page: every table of a class, what is to be done at them, and the results."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import segno
from starlette.websockets import WebSocket

from firmware_host.features.practice.class_logs import charts
from firmware_host.features.practice.pages import PEOPLE, VISITOR, game_options, levels
from firmware_host.features.practice.table_of_visitor import TableOfVisitor, Trouble
from firmware_host.features.practice.tables import PUPIL, PracticeTables
from firmware_host.features.practice.web import wanted_game
from firmware_host.text import LANGUAGES
from firmware_host.text.translator import Language
from firmware_host.web.listening import Signpost
from firmware_host.web.motions import actions_settled, drawn, round_before
from firmware_host.web.open_page import OpenPage
from firmware_host.web.page_parts import GAME_DOORS, cards
from firmware_host.web.page_state import PageState, board_key, ground_state, happening
from games.core import Game
from games.message import msg

NEWS_SECONDS: Final = 0.5
"""Seconds between two states of the teacher's page at least."""

WORDS: Final[Mapping[str, str]] = {
    "language": msg("Language"),
    "classroom": msg("Classroom"),
    "lost": msg("Connection lost. Trying again…"),
    "join": msg("How to join"),
    "list": msg("Class list"),
    "names": msg("Names, one in each line"),
    "namesHelp": msg(
        "Names stay in this browser and are sent nowhere. Each gets a code: whoever scans it, or "
        "types its address, has a table that this page calls by the name."
    ),
    "keepNames": msg("Keep the names here"),
    "printCodes": msg("Print the codes"),
    "deleteNames": msg("Delete the list"),
    "reallyDelete": msg("The codes that were printed lead nowhere then. Delete the list anyway?"),
    "joinHelp": msg("Scan this, or type the address into a browser:"),
    "start": msg("What the class does"),
    "people": PEOPLE,
    "who": msg("For"),
    "everybody": msg("every table"),
    "game": msg("Game"),
    "options": msg("Rules of the game"),
    "level": msg("Against"),
    "startAll": msg("Start the game"),
    "pause": msg("Pause"),
    "goOn": msg("End the pause"),
    "message": msg("Message"),
    "send": msg("Show the message"),
    "clear": msg("Remove the message"),
    "reallyStart": msg("Games that are being played there end. Start anyway?"),
    "throws": msg("Throws of the class"),
    "noThrows": msg("Nobody has thrown dice yet."),
    "export": msg("Download the throws (CSV)"),
    "results": msg("Exercises"),
    "noResults": msg("Nobody has answered an exercise yet."),
    "exportResults": msg("Download the answers (CSV)"),
    "table": msg("Table"),
    "tried": msg("Tried"),
    "solved": msg("Solved"),
    "at once": msg("At the first try"),
    "wrong": msg("Wrong answers"),
    "tables": msg("Tables"),
    "noTables": msg("Nobody has opened a table yet."),
    "large": msg("Show this table large"),
    "projector": msg("For the projector"),
    "previous": msg("The table before"),
    "next": msg("The next table"),
    "smaller": msg("Back to all tables"),
    "only": msg("Choose"),
    "paused": msg("paused"),
    "close": msg("Close"),
    "reallyClose": msg("Its game ends. Close the table anyway?"),
}

TROUBLES: Final[Mapping[Trouble, str]] = {
    "wrong": msg("{count} wrong answers in a row"),
    "stuck": msg("nothing done for {minutes} min"),
    "idle": msg("idle for {minutes} min"),
    "away": msg("nobody is looking"),
}
"""Why a teacher should look at a table, the most urgent reason first."""


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
        self._sent: dict[str, object] = {}
        self._drawn: object = None
        self._boards: Mapping[int, object] = {}
        self._grounds: set[str] = set()

    async def _greet(self) -> None:
        say = Language(self._language)
        catalogue = self._tables.catalogue
        self._sent, self._boards, self._grounds = {}, {}, set()
        await self._send(
            {
                "greeting": {
                    "language": self._language,
                    "languages": [[code, Language(code).name] for code in LANGUAGES],
                    "words": {name: say(text) for name, text in WORDS.items()},
                    "options": game_options(catalogue, say),
                    "cards": cards(catalogue, say),
                    "levels": levels(say),
                }
            }
        )

    async def _send_states(self) -> None:
        while True:
            say = Language(self._language)
            for name, found in class_state(self._tables, self._find(), say).items():
                await self._send_news(name, found)
            await self._send_boards(say)
            await self._send_charts(say)
            await asyncio.sleep(NEWS_SECONDS)

    async def _send_boards(self, say: Language) -> None:
        """Send the boards on which something has changed, and what the page does not know of them.

        A board is laid once for all tables that play on one like it.
        """
        boards = {at.number: board_state(at) for at in self._tables.all}
        new = {number: each for number, each in boards.items() if each != self._boards.get(number)}
        self._boards = boards
        playing = {board_key(game): game for game in _games(self._tables)}
        unknown = playing.keys() - self._grounds
        self._grounds |= unknown
        if unknown:
            await self._send({"grounds": [ground_state(playing[key], say) for key in unknown]})
        if new:
            await self._send({"boards": new})

    async def _send_charts(self, say: Language) -> None:
        """Send the charts if somebody has thrown: it takes long to draw them."""
        drawn = say.code, self._tables.pool.version
        if drawn != self._drawn:
            self._drawn = drawn
            await self._send({"charts": charts(self._tables.pool, say)})

    async def _send_news(self, name: str, found: object) -> None:
        """Send what is called ``name``, if the page does not have it yet."""
        if name not in self._sent or self._sent[name] != found:
            self._sent[name] = found
            await self._send({name: found})

    async def _take(self, message: Mapping[str, Any]) -> None:
        """Do what ``message`` asks for the table with the number ``for``, None: for all."""
        tables, number = self._tables, message.get("for")
        if number is not None and type(number) is not int:
            return
        match message:
            case {"pause": bool(is_paused)}:
                tables.pause(is_paused=is_paused, number=number)
            case {"message": str(text)}:
                tables.tell(text, number)
            case {"codes": list(codes), "isPrinted": bool(is_printed)}:
                tables.codes.learn(codes)
                if is_printed:
                    await self._send({"slips": slips(tables.codes.all, self._find())})
            case {"close": int(closed)}:
                for each in tables.numbered(closed):
                    tables.take_away(each)
            case _:
                self._start(message, number)

    def _start(self, message: Mapping[str, Any], number: int | None) -> None:
        """Begin the game that ``message`` wants at a table, or at all, or open a door to it."""
        acts = ("start", *(door.message for door in GAME_DOORS))
        name = next((message[act] for act in acts if act in message), None)
        if isinstance(name, str) and name in self._tables.catalogue.names():
            wanted = wanted_game(message) or VISITOR.request(message)
            if wanted is not None:
                self._tables.start(wanted, number)


def class_state(tables: PracticeTables, post: Signpost, say: Language) -> Mapping[str, Any]:
    """Return what the teacher sees, in parts; the class finds the tables at ``post``."""
    return {
        "place": _place(post, say),
        "tables": [_tile(each, tables, say) for each in _urgent_first(tables)],
        "isPaused": tables.is_paused,
        "message": tables.message,
        "results": [*_results(tables, say)],
    }


def slips(codes: Iterable[str], post: Signpost) -> Mapping[str, Sequence[str]]:
    """Return the address of each code, and a drawing that leads a phone there."""
    found = {code: f"{post.url}{PUPIL}{code}" for code in codes}
    return {code: (address, _drawn_code(address)) for code, address in found.items()}


def _drawn_code(address: str) -> str:
    return segno.make(address, error="m").svg_inline(border=4, omitsize=True)


def _place(post: Signpost, say: Language) -> Mapping[str, str]:
    return {
        "address": post.url,
        "qr": _drawn_code(post.url),
        "remarks": " ".join(map(say, post.remarks)),
    }


def board_state(at: TableOfVisitor) -> PageState | None:
    """Return what stands on the board of a table, and how it came there; None between games."""
    session = at.table.mirror.session
    if session is None:
        return None
    number = len(session.actions)
    return {
        "ground": board_key(session.game),
        "pieces": drawn(at.states.followed.shown(session)),
        "motions": round_before(session, number),
        "number": number,
        "settled": actions_settled(session),
    }


def _games(tables: PracticeTables) -> Iterator[Game]:
    """Yield the game on each table that has one."""
    sessions = (at.table.mirror.session for at in tables.all)
    return (session.game for session in sessions if session is not None)


def _urgent_first(tables: PracticeTables) -> list[TableOfVisitor]:
    """Return the tables: first those that a teacher should look after, else by their numbers."""
    urgency = [*TROUBLES, ""]
    return sorted(tables.all, key=lambda at: (urgency.index(tables.trouble(at)), at.number))


def _tile(at: TableOfVisitor, tables: PracticeTables, say: Language) -> Mapping[str, Any]:
    mirror, practice = at.table.mirror, at.table.practice
    session = mirror.session
    return {
        "number": at.number,
        "name": say(at.name),
        "code": at.table.answers.code,
        "game": None if session is None else say(session.game.title),
        "words": say.heading(happening(mirror.snapshot, session)),
        "trouble": tables.trouble(at),
        "why": _why(at, tables, say),
        "isPaused": practice.is_paused,
    }


def _why(at: TableOfVisitor, tables: PracticeTables, say: Language) -> str:
    trouble = tables.trouble(at)
    if not trouble:
        return ""
    minutes, wrong = int(tables.silence(at) // 60), at.table.answers.wrong_in_a_row
    return say(TROUBLES[trouble], minutes=minutes, count=wrong)


def _results(tables: PracticeTables, say: Language) -> Iterator[list[object]]:
    """Yield the results of each table in each game: its number and code, game and figures."""
    for number, code, (game, *figures) in tables.answers.by_table():
        yield [number, code, say(tables.catalogue.about(game).title), *figures]
