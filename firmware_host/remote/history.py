"""The games that a table has kept, for those who look at it from elsewhere."""

from msgspec import Struct

from firmware_host.storage.records import JournalRecord


class KeptGame(Struct, frozen=True):
    """A game by its ``key``, with the ``date`` on which it was last resumed (ISO 8601 or empty).

    ``records`` are all of them, or in a list of games only the first and the last.
    """

    key: str
    date: str
    records: tuple[JournalRecord, ...]


class HistoryAnswer(Struct, frozen=True, tag_field="line", tag=True):
    """The ``games`` that were asked for by ``key``, the newest first; none if there is no such."""

    key: str
    games: tuple[KeptGame, ...]
