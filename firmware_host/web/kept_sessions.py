"""The games that a table has kept, as sessions that a page can show."""

import asyncio
from collections import OrderedDict
from typing import Final, NamedTuple, Protocol

from firmware_host.remote.reports import HistoryAnswer, KeptGame
from firmware_host.remote.requests import HistoryQuestion
from firmware_host.session.replay import outcome_text
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.storage.records import read_outcome
from games.message import Message
from games.replay import Catalogue

MOST_KEPT: Final = 3
"""Games that stay in memory for those who replay them."""

MOST_WAITING: Final = 8
"""More people than this would wait too long for a game: a slow card takes a second for each."""


class Historian(Protocol):
    """Who knows the games that a table has kept."""

    async def history(self, question: HistoryQuestion) -> HistoryAnswer | None:
        """Return the answer to ``question``; None if there is none now."""


class ListedGame(NamedTuple):
    """A line of the list of games: ``key`` and ``date``, its title and how it ended."""

    key: str
    date: str
    title: str
    result: Message


class KeptSession(NamedTuple):
    """A game that was ``kept``, ready to be looked at."""

    kept: KeptGame
    session: Session


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
            return KeptSession(game, Session.resume(game.records, self._catalogue))
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
        return ListedGame(game.key, game.date, rules.title, result)
