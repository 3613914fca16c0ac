"""Pass the records of the table to the journal, and retry while they cannot be saved."""

import logging
from collections.abc import Sequence
from typing import Final

from firmware_host.storage.history import SavedGame
from firmware_host.storage.journal import Journal
from firmware_host.storage.records import JournalRecord
from games.message import msg

RETRY_SECONDS: Final = 10.0
"""Somebody who frees a full card, or puts one back, waits no longer than this."""

NOT_SAVED: Final = msg("Not saved! You can play on.")
LEFT_GONE: Final = msg("Too many games left: the oldest was deleted.")

log = logging.getLogger(__name__)


class JournalWriter:
    """Write the table's records to ``journal``, which is open, and log its notices.

    :attr:`deadline` is the time in seconds at which :meth:`write` has to be called even without
    records; None if everything is saved.
    """

    def __init__(self, journal: Journal) -> None:
        self.deadline: float | None = None
        self._journal = journal
        self._logged = self._left_gone = 0

    @property
    def fault(self) -> str | None:
        """One line while the newest records are not saved; None when all of them are."""
        return self._journal.trouble

    def write(self, records: Sequence[JournalRecord], now: float) -> str | None:
        """Write ``records``, or retry what is not saved if it is time at ``now`` (seconds).

        Return what the table has to say about it, a text to be translated; None if nothing.
        """
        is_due = self.deadline is None or now >= self.deadline
        for record in records:
            self._pass_on(record)
        if is_due and not records:
            self._journal.retry()
        self._log_notices()
        if self.fault is None:
            self.deadline = None
        elif records or is_due:
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
