"""The pages of a class: of a practice table, with what hands can do, and the teacher's."""

import asyncio
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import segno
from starlette.websockets import WebSocket

from firmware_host.features.practice.table import CABLES, STICKING, Practice, PracticeTable
from firmware_host.features.practice.tables import PracticeTables, TableOfVisitor
from firmware_host.features.practice.throws import charts
from firmware_host.features.practice.web import StartGame
from firmware_host.session import names
from firmware_host.session.session import Session
from firmware_host.table.keys import table_keys
from firmware_host.text.aloud import ENDS
from firmware_host.text.languages import LANGUAGES
from firmware_host.text.translator import Language
from firmware_host.web import board_svg
from firmware_host.web.hints import Hints
from firmware_host.web.listening import Signpost
from firmware_host.web.motions import FollowedPieces, followed
from firmware_host.web.open_page import LivePage, OpenPage, PageParts
from firmware_host.web.page_state import PageState, PageStates, happening, pieces_state
from firmware_host.web.visitor import PageVisitor
from games.core import Game
from games.equipment import HAND, RESERVE, Die, Piece, has_kinds
from games.message import Message, msg
from games.replay import Catalogue

KEY_TITLES: Final[Mapping[str, str]] = {key.name: key.title for key in table_keys()}
CABLE_WORDS: Final[Mapping[str, str]] = {
    "display": msg("Cable of the display"),
    "dice": msg("Cable of the dice"),
}
ARROWS: Final[Mapping[str, str]] = {"up": "↑", "down": "↓", "left": "←", "right": "→", "ok": "OK"}
"""What stands on the keys of the page in place of their names."""

LOOSE: Final = (HAND, RESERVE)
"""The places beside the board from which a hand takes pieces."""

KEY_NAMES: Final = re.compile(r"`([^`]*)`")
"""The marks around the names of keys in a prompt."""

LOT = (0, 1)
LOT_SIGNS = "●○"
"""The dark and the light side of a lot."""

VISITOR: Final = PageVisitor("practice")


class PracticePage(LivePage):
    """The connection to an open page of ``table``, which plays the games of ``catalogue``.

    The other arguments are those of :class:`~firmware_host.web.open_page.LivePage`.
    """

    def __init__(
        self,
        socket: WebSocket,
        table: PracticeTable,
        states: PageStates,
        language: str,
        hints: Hints,
        catalogue: Catalogue,
    ) -> None:
        super().__init__(socket, VISITOR, PageParts(table, states, hints, language))
        self._practice_table, self._catalogue = table, catalogue
        self._practice_sent: PageState | None = None

    async def _send_more(self) -> None:
        say = Language(self._language)
        followed = self._states.followed
        found = practice_state(self._practice_table, self._catalogue, followed, say)
        if found != self._practice_sent:
            self._practice_sent = found
            await self._send({"practice": found})


def practice_state(
    table: PracticeTable, catalogue: Catalogue, numbers: FollowedPieces, say: Language
) -> PageState:
    """Return what only the page of a practice table shows, in the language of ``say``.

    Pieces have the ``numbers`` of those of the game.
    """
    practice, session = table.practice, table.mirror.session
    return {
        "prompt": " ".join(_asked(practice.question, table.mirror.snapshot.prompt, say)),
        "dice": _dice(practice),
        "isRolling": practice.is_rolling,
        "throws": [str(throw) for throw in practice.dice.throws] if practice.dice else [],
        "held": "" if practice.held is None else say.heading(practice.held),
        "differs": practice.differs,
        "byHand": practice.moves_by_hand,
        "board": None if session is None else _board(practice, session, numbers, say),
        "cables": [[name, say(CABLE_WORDS[name])] for name in CABLES],
        "unplugged": sorted(practice.unplugged),
        "keys": [[key.name, say(key.title)] for key in table_keys()],
        "sticking": STICKING,
        "stuck": sorted(practice.stuck),
        "games": [[name, say(catalogue.about(name).title)] for name in catalogue.names()],
    }


def _asked(question: Iterable[Message], prompt: Message | None, say: Language) -> Iterator[str]:
    """Yield the sentences of ``question``, and what people do now."""
    for message in question:
        words = say.heading(message)
        yield words if words[-1:] in ENDS else f"{words}."
    if prompt is not None:
        yield _prompt(prompt, say)


def _prompt(prompt: Message, say: Language) -> str:
    """Return what people do now, with the keys as they are called on the page."""
    return KEY_NAMES.sub(lambda found: _called(found[1], say), say.heading(prompt))


def _called(keys: str, say: Language) -> str:
    titles = (ARROWS.get(key) or say(KEY_TITLES.get(key, "")) or key for key in keys.split())
    return " ".join(titles)


def _dice(practice: Practice) -> list[str] | None:
    """Return the upper faces of the dice; None if there are none, or nothing reads them."""
    seen = practice.dice
    if seen is None or not seen.dice or seen.faces is None:
        return None
    return [_face(die, face) for die, face in zip(seen.dice, seen.faces, strict=True)]


def _face(die: Die, face: int) -> str:
    return LOT_SIGNS[face] if die.faces == LOT else str(face)


def _board(
    practice: Practice, session: Session, numbers: FollowedPieces, say: Language
) -> PageState | None:
    """Return what stands on the board, if the visitor moves the pieces."""
    pieces, game = practice.pieces, session.game
    if pieces is None:
        return None
    standing = followed(numbers.shown(session), (), pieces)
    return {
        **pieces_state(pieces, standing, game, say),
        "loose": _loose(pieces, game, say),
    }


def _loose(pieces: Sequence[Piece], game: Game, say: Language) -> Sequence[PageState]:
    """Return the pieces beside the board that a hand can take to put them on it."""
    named = has_kinds(game.start().pieces())
    return [
        {
            "seat": piece.seat,
            "words": say(
                msg("{piece}: {count} ({place})"),
                place=names.place(piece.place),
                count=piece.count,
                piece=names.piece(piece, game.seats, named),
            ),
        }
        for piece in pieces
        if piece.place in LOOSE and piece.seat is not None
    ]


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
                        [name, say(catalogue.about(name).title)] for name in catalogue.names()
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
        "charts": charts(tables.pool, say),
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
