"""What pages have: the state of a table in each language, what of it is new, cards of games."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from firmware_host.base.registry import Registry
from firmware_host.session.session import Session
from firmware_host.storage.records import JournalRecord
from firmware_host.text.translator import Language
from firmware_host.web.mirror import TableMirror
from firmware_host.web.motions import (
    FollowedPieces,
    round_before,
)
from firmware_host.web.page_state import (
    PageState,
    Turns,
    game_state,
    moves_state,
    names_of_pieces,
    pieces_state,
    table_state,
)
from games.core import Catalogue
from games.message import msg


class PagePart(NamedTuple):
    """A part of the page by its ``name``: ``show`` returns what is in it now, as HTML."""

    name: str
    show: Callable[[TableMirror, Language], str]


PAGE_PARTS = Registry[PagePart]("web")
"""What features show on the page of a table; it is sent when it has changed."""


def patch(old: PageState, new: PageState) -> PageState:
    """Return what turns ``old`` into ``new``, as a JSON Merge Patch has it (RFC 7396).

    What is None is as good as not there.

    >>> patch({"a": 1, "b": {"c": 1, "d": 2}, "e": 5}, {"a": 1, "b": {"c": 3, "d": 2}, "f": None})
    {'b': {'c': 3}, 'e': None}
    """
    found: dict[Any, Any] = {}
    for key, value in new.items():
        before = old.get(key)
        if isinstance(value, Mapping):
            is_new = not isinstance(before, Mapping)
            changed = value if is_new else patch(before or {}, value)
            if changed or is_new:
                found[key] = changed
        elif value != before:
            found[key] = value
    gone = (key for key, value in old.items() if value is not None and key not in new)
    return {**found, **dict.fromkeys(gone)}


NOTHING: Final[PageState] = {}
"""What a page knows that was told nothing yet."""


class PageStates:
    """The states of one table for all pages: each is worked out and written once for a language.

    The state of the game is kept until the game goes on: cursor and display change more often.
    """

    def __init__(self, table: TableMirror) -> None:
        self._table = table
        self._version = -1
        self._known: dict[tuple[str, bool], PageState] = {}
        self._news: dict[tuple[int, int], tuple[PageState, PageState, str]] = {}
        self._parts: dict[str, Mapping[str, str]] = {}
        self._session: Session | None = None
        self._records: tuple[JournalRecord, ...] = ()
        self._games: dict[str, PageState] = {}
        self._turns: dict[str, Turns] = {}
        self.followed = FollowedPieces()

    def of(self, language: str, *, with_moves: bool = False) -> PageState:
        """Return what a page in ``language`` shows now; ``with_moves``: also what may be chosen."""
        self._forget_what_is_old()
        if (language, with_moves) not in self._known:
            self._known[language, with_moves] = self._state(Language(language), with_moves)
        return self._known[language, with_moves]

    def news(self, old: PageState, new: PageState) -> str:
        """Return what a page has to be told that knows ``old``; empty if that is nothing.

        All that have seen the same are told the same, which is written once.
        """
        self._forget_what_is_old()
        known = self._news.get((id(old), id(new)))
        if known is None:
            changed = patch(old, new)
            known = old, new, written(changed) if changed else ""
            self._news[id(old), id(new)] = known  # with what it is of: so no other one has their id
        return known[-1]

    def parts(self, language: str) -> Mapping[str, str]:
        """Return what features show on every page in ``language`` now, by its name."""
        self._forget_what_is_old()
        if language not in self._parts:
            say = Language(language)
            self._parts[language] = {each.name: each.show(self._table, say) for each in PAGE_PARTS}
        return self._parts[language]

    def _forget_what_is_old(self) -> None:
        if self._version != self._table.version:
            self._version, self._known, self._news = self._table.version, {}, {}
            self._parts = {}

    def _state(self, say: Language, with_moves: bool) -> PageState:
        session = self._table.session
        state: dict[str, Any] = {"table": table_state(self._table, say), **self._game(say)}
        if with_moves and session is not None and not session.is_over:
            state["moves"] = moves_state(session.state, say)
        return state

    def _game(self, say: Language) -> PageState:
        session, records = self._table.session, self._table.snapshot.records
        if session is not self._session or records != self._records:
            self._session, self._records, self._games = session, records, {}
        if session is None:
            return NOTHING
        if say.code not in self._games:
            turns = self._turns.setdefault(say.code, Turns(say)).of(session)
            self._games[say.code] = {
                **self._on_the_board(session, say),
                "game": game_state(session, say),
                "names": names_of_pieces(session.game, say),
                "turns": dict(enumerate(turns)),
            }
        return self._games[say.code]

    def _on_the_board(self, session: Session, say: Language) -> PageState:
        pieces, numbers = session.pieces_to_show(), self.followed.shown(session)
        return {
            **pieces_state(pieces, numbers, session.game, say),
            "motions": round_before(session, len(session.actions)),
        }


def written(message: PageState) -> str:
    """Return ``message`` as it goes to a page."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


class GameDoor(NamedTuple):
    """A way into a game on its card, besides playing it: its ``title``, and where it leads.

    A click sends the name of the game as ``message``; ``is_open`` says for which games. A teacher
    opens it for a class under the title ``given``.
    """

    message: str
    title: str
    given: str
    is_open: Callable[[str], bool]


GAME_DOORS = Registry[GameDoor]("web")
"""What features let visitors do with a game."""

SENTENCE: Final = re.compile(r"(?<=[.!?])\s")
MINUTES: Final = msg("{least} to {most} minutes")


Picture = Callable[[str], str]
"""Returns the address of the picture of a game by its name."""

PICTURE: Final[Picture] = "picture?game={}".format
"""That where a server draws it."""


def cards(
    catalogue: Catalogue, say: Language, picture: Picture = PICTURE
) -> Sequence[Mapping[str, Any]]:
    """Return what people read of each game of ``catalogue`` before they choose one."""
    return [_card(name, catalogue, say, picture) for name in catalogue.names()]


def _card(name: str, catalogue: Catalogue, say: Language, picture: Picture) -> Mapping[str, Any]:
    about = catalogue.about(name)
    least, most = about.minutes or (0, 0)
    return {
        "name": name,
        "title": say(about.title),
        "picture": picture(name),
        "about": SENTENCE.split(say(about.description))[0],
        "players": say(about.players),
        "dice": say(about.dice),
        "minutes": say(MINUTES, least=least, most=most) if most else "",
        "doors": [
            [each.message, say(each.title), say(each.given)]
            for each in GAME_DOORS
            if each.is_open(name)
        ],
    }
