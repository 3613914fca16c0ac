"""Read the games that a table has kept, for those who look at it from elsewhere."""

import logging
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from firmware_host.base.errors import reason
from firmware_host.remote.history import HistoryAnswer, KeptGame
from firmware_host.remote.requests import HistoryQuestion
from firmware_host.storage.history import SavedGame, saved_games
from firmware_host.storage.journal import Journal
from firmware_host.storage.records import JournalRecord, encode
from firmware_host.storage.retention import DEFAULT_RETENTION
from games.digest import digest

PAUSE_SECONDS: Final = 0.02
"""The rest between two files, so that the table has the processor whenever it wants it."""

KEY_DIGITS: Final = 16

log = logging.getLogger(__name__)


class KeptGames:
    """The games in the journal of ``folder``, which is only read; ``sleep`` waits for seconds."""

    def __init__(self, folder: Path, sleep: Callable[[float], object] = time.sleep) -> None:
        self._folder, self._sleep = folder, sleep

    def answer(self, question: HistoryQuestion) -> HistoryAnswer:
        """Return what ``question`` asks for."""
        games = [(_key(game), game) for game in self.games()]
        if question.key:
            found = [
                KeptGame(key, game.date, game.records) for key, game in games if key == question.key
            ]
        else:
            found = [
                KeptGame(key, game.date, (game.records[0], game.records[-1])) for key, game in games
            ]
        return HistoryAnswer(question.key, tuple(found))

    def games(self) -> tuple[SavedGame, ...]:
        """Return the games, the newest first; none, and a line in the log, if they are not read."""
        try:
            return saved_games(self._sessions(), DEFAULT_RETENTION.sessions)
        except OSError as error:
            log.warning("the games in %s cannot be read: %s", self._folder, reason(error))
            return ()

    def _sessions(self) -> Iterator[tuple[JournalRecord, ...]]:
        for session in Journal(self._folder).sessions():
            yield session
            self._sleep(PAUSE_SECONDS)


def _key(game: SavedGame) -> str:
    """Return a key that stays the same as long as the game is not continued."""
    lines = b"".join(map(encode, game.records))
    return digest(lines, KEY_DIGITS)
