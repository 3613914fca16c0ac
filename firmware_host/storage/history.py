"""The games of this table that were finished or left, as its journal keeps them."""

from collections.abc import Iterable
from dataclasses import dataclass

from firmware_host.session.seats import read_outcome
from firmware_host.storage.endings import iso_day
from firmware_host.storage.records import Record
from games.core import Outcome


@dataclass(frozen=True)
class Kept:
    """A game that was begun: the ``date`` on which it was last taken up, and its ``records``.

    The date is as ISO 8601 writes it, and empty if it is not known.
    """

    date: str
    records: tuple[Record, ...]

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None if it was left."""
        return read_outcome(self.records[-1])


def kept(sessions: Iterable[tuple[Record, ...]]) -> tuple[Kept, ...]:
    """The games among ``sessions``, each a header and its records, the newest first.

    Those of which a newer one is the continuation are left out, and those in which nothing
    happened.

    >>> begun, thrown = {"begin": "a"}, {"do": "3"}
    >>> older = ({"date": "2026-03-09"}, begun, thrown)
    >>> newer = ({"date": "2026-03-10"}, begun, thrown, thrown)
    >>> [game.date for game in kept([newer, older, ({}, begun)])]
    ['2026-03-10']
    """
    found: list[Kept] = []
    for header, *records in sessions:
        game = Kept(iso_day(header.get("date")) or "", tuple(records))
        if _has_begun(game) and not any(_continues(newer, game) for newer in found):
            found.append(game)
    return tuple(found)


def _has_begun(game: Kept) -> bool:
    return any("do" in record for record in game.records)


def _continues(newer: Kept, older: Kept) -> bool:
    return newer.records[: len(older.records)] == older.records
