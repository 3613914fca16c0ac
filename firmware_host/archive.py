"""The games of this table that were finished or left, as its journal keeps them."""

from collections.abc import Iterable
from dataclasses import dataclass

from firmware_host.company import read_outcome
from firmware_host.records import Record
from games.core import Outcome


@dataclass(frozen=True)
class Kept:
    """A game that was begun: the ``date`` on which it was last taken up, and its ``records``."""

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
    >>> older, newer = ({"date": "1"}, begun, thrown), ({"date": "2"}, begun, thrown, thrown)
    >>> [game.date for game in kept([newer, older, ({"date": "0"}, begun)])]
    ['2']
    """
    found: list[Kept] = []
    for header, *records in sessions:
        game = Kept(str(header.get("date", "")), tuple(records))
        if _has_begun(game) and not any(_continues(newer, game) for newer in found):
            found.append(game)
    return tuple(found)


def _has_begun(game: Kept) -> bool:
    return any("do" in record for record in game.records)


def _continues(newer: Kept, older: Kept) -> bool:
    return newer.records[: len(older.records)] == older.records
