"""What can be read about a table, answered beside its loop: reports for the staff, kept games."""

from typing import Final

from msgspec import Struct

from firmware_host.remote.requests import PlainQuestion
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


REPORTS: Final = ("version", "counters", "games", "findings", "records", "log")
"""The version and its update, days, statistics of the games, what the doctor found, all kept games,
and the latest log."""

LONGEST_REPORT: Final = 1024 * 1024
"""The most characters of a report: the games that a table keeps need a tenth of it."""


class ReportQuestion(PlainQuestion, frozen=True):
    """What does the ``report`` with this name say?

    What the doctor found is known from the last time, unless it is to look ``again``.
    """

    report: str
    again: bool = False


class Report(Struct, frozen=True, tag_field="line", tag=True):
    """The ``text`` of a report, and ``at`` what time it was made; ``problem`` if there is none."""

    report: str
    text: str = ""
    at: str = ""
    problem: str = ""
