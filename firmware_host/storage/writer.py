"""Writing down what happens at the table, and trying again while it is not saved."""

import logging
from collections.abc import Sequence
from typing import Final

from firmware_host.storage.journal import Journal
from firmware_host.storage.records import Record

RETRY_SECONDS: Final = 10.0
"""A card that was full or pulled out is back within some seconds of being seen to."""

log = logging.getLogger(__name__)


class Keeper:
    """Gives the table's records to ``journal``, which was opened; what it has to say is logged.

    :attr:`deadline` tells when :meth:`write` has something to do without any records, in seconds;
    None if all is saved.
    """

    def __init__(self, journal: Journal) -> None:
        self.deadline: float | None = None
        self._journal = journal
        self._told = 0

    @property
    def fault(self) -> str | None:
        """One line while the newest records are not saved; None when all of them are."""
        return self._journal.trouble

    def write(self, records: Sequence[Record], now: float) -> bool:
        """Write down ``records``, or what is not saved yet if it is time at ``now`` (seconds).

        Returns whether people have to be told that it is not saved.
        """
        is_due = self.deadline is None or now >= self.deadline
        for record in records:
            (self._journal.begin if "begin" in record else self._journal.append)(record)
        if is_due and not records:
            self._journal.retry()
        self._log_notices()
        if self.fault is None:
            self.deadline = None
        elif records or is_due:
            self.deadline = now + RETRY_SECONDS
            return True
        return False

    def close(self) -> None:
        """End the session here, after a last try to save it."""
        self._journal.close()
        self._log_notices()

    def _log_notices(self) -> None:
        for notice in self._journal.notices[self._told :]:
            log.warning(notice)
        self._told = len(self._journal.notices)
