"""What the staff can read about a table, answered without the table itself."""

from typing import Final

from msgspec import Struct

from firmware_host.remote.requests import PlainQuestion

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
