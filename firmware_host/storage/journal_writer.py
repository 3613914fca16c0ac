"""Write records to the journal, and say what people should know of it: what is not saved."""

import logging
from collections.abc import Sequence
from typing import Final

from firmware_host.storage.history import (
    SavedGame,
)
from firmware_host.storage.journal import Journal
from firmware_host.storage.records import JournalRecord
from games.message import msg

RETRY_SECONDS: Final = 10.0
"""Somebody who frees a full card, or puts one back, waits no longer than this."""

NOT_SAVED: Final = msg("Not saved! You can play on.")
NOT_DELETED: Final = msg("The game could not be deleted")
LEFT_GONE: Final = msg("Too many games left: the oldest was deleted.")

log = logging.getLogger(__name__)


class JournalWriter:
    """Write the table's records to ``journal``, which is open, and log its notices.

    :attr:`deadline` is the time in seconds at which :meth:`write` has to be called even without
    records; None if everything is saved. What was written is saved when :meth:`join` returns.
    """

    def __init__(self, journal: Journal) -> None:
        self.deadline: float | None = None
        self._journal, self._has_tried = journal, False
        self._logged = self._left_gone = 0

    @property
    def fault(self) -> str | None:
        """One line while the newest records are not saved; None when all of them are."""
        return self._journal.trouble

    def write(self, records: Sequence[JournalRecord], now: float) -> None:
        """Write ``records``, or retry what is not saved if it is time at ``now`` (seconds)."""
        is_due = self.deadline is None or now >= self.deadline
        for record in records:
            self._pass_on(record)
        if is_due and not records:
            self._journal.retry()
        self._has_tried |= is_due or bool(records)

    def join(self, now: float) -> str | None:
        """Return at ``now`` (seconds), when all is saved or failed, what the table has to say.

        That is a text to be translated; None if there is nothing to say.
        """
        self._journal.join()
        self._log_notices()
        has_tried, self._has_tried = self._has_tried, False
        if self.fault is None:
            self.deadline = None
        elif has_tried:
            self.deadline = now + RETRY_SECONDS
            return NOT_SAVED
        return self._news_of_left()

    def _news_of_left(self) -> str | None:
        told, self._left_gone = self._left_gone, self._journal.left_gone
        return LEFT_GONE if self._left_gone > told else None

    def _pass_on(self, record: JournalRecord) -> None:
        if "begin" in record:
            self._journal.begin(record)
        else:
            self._journal.append(record)

    def forget(self, games: Sequence[SavedGame]) -> str | None:
        """Remove ``games`` from the card; return a text to be translated where that failed."""
        is_gone = [self._journal.forget(game) for game in games]
        self._log_notices()
        return None if all(is_gone) else NOT_DELETED

    def go_on(self, game: SavedGame) -> None:
        """Let the journal go on with an earlier ``game``; the next :meth:`write` says if it fails.

        All records that come from now on belong to it.
        """
        self._journal.go_on(game)

    def present(self, records: Sequence[JournalRecord]) -> SavedGame | None:
        """Return the last game on the table, with ``records``, as :meth:`Journal.present` does."""
        return self._journal.present(records)

    def close(self) -> None:
        """End the session here, after a last try to save it."""
        self._journal.close()
        self._log_notices()

    def _log_notices(self) -> None:
        for notice in self._journal.notices[self._logged :]:
            log.warning(notice)
        self._logged = len(self._journal.notices)
