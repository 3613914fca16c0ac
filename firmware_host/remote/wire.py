"""What is published and asked as lines of JSON, between a table and its web server.

Both ends are of one installation, so lines have no version. The server may have been attacked, so
the table checks every request: a line that makes no sense is a ValueError that says what was
expected.

>>> from firmware_host.remote.requests import ChooseMove
>>> request_line(ChooseMove(1, "c3-c5", after=12))
b'{"request":"ChooseMove","seat":1,"move":"c3-c5","after":12,"ticket":0}\\n'
>>> read_request(request_line(ChooseMove(1, "c3-c5", after=12)))
ChooseMove(seat=1, move='c3-c5', after=12)

They go over a socket, whose path the system limits.
"""

import os
from functools import cache
from pathlib import Path
from typing import Any, Final, Union

from msgspec import Struct
from msgspec.structs import replace

from firmware_host.base.errors import UsageError
from firmware_host.base.values import converted, from_json, to_json
from firmware_host.remote.published import Published, named, published_kinds
from firmware_host.remote.requests import (
    HistoryAnswer,
    HistoryQuestion,
    OutcomeQuestion,
    RemoteRequest,
    Report,
    ReportQuestion,
    RequestAnswer,
    request_kinds,
)

LONGEST_PATH: Final = 107
"""The most bytes of the path of a Unix socket (unix(7))."""


def check_length(path: Path) -> None:
    """Raise UsageError if ``path`` is too long for a socket.

    >>> check_length(Path("/run/tableside/table.socket"))
    """
    length = len(os.fsencode(path))
    if length > LONGEST_PATH:
        raise UsageError(
            f"the path of the socket: expected {LONGEST_PATH} bytes at most, got {length}: "
            f"{path}: give a shorter one"
        )


LONGEST_REQUEST: Final = 64 * 1024
"""The most bytes of a request as a line."""

BUSY: Final = b'{"busy":true}\n'
"""What a second web server reads; then its connection is closed."""

LONGEST_LINE: Final = 4 * 1024 * 1024
"""The most bytes of a line from the table: fifty times as many as the longest games have needed."""

Question = HistoryQuestion | ReportQuestion
Asked = RemoteRequest | Question | OutcomeQuestion
AnyAnswer = HistoryAnswer | Report | RequestAnswer


class PublishedLine(Struct, frozen=True, tag_field="line", tag=True):
    """What has changed since the line before: the reader has so many ``known`` records already.

    ``shown`` has the records after those, and the facts that have changed.
    """

    known: int
    shown: Published


AnyLine = PublishedLine | AnyAnswer


class PublishedEncoder:
    """Encodes what a table publishes for one reader; what that has of it is not repeated."""

    def __init__(self) -> None:
        self._sent = Published()

    def line(self, shown: Published) -> bytes:
        """Return ``shown`` as a line."""
        before, self._sent = self._sent, shown
        known = len(before.records) if shown.records[: len(before.records)] == before.records else 0
        gone = {name: type(fact)() for name, fact in before.facts.items()}
        changed = {
            name: fact
            for name, fact in {**gone, **shown.facts}.items()
            if fact != before.facts.get(name)
        }
        return answer_line(
            PublishedLine(known, replace(shown, records=shown.records[known:], facts=changed))
        )


class PublishedDecoder:
    """Reads what a :class:`PublishedEncoder` wrote, line after line."""

    def __init__(self) -> None:
        self._shown, self._kinds = Published(), published_kinds()

    def shown(self, line: PublishedLine) -> Published:
        """Return what is shown after the next ``line``."""
        before, new, kinds = self._shown, line.shown, self._kinds
        changed = {
            name: converted(fact, kinds[name]) for name, fact in new.facts.items() if name in kinds
        }
        self._shown = replace(
            new,
            records=(*before.records[: line.known], *new.records),
            facts=named(*{**before.facts, **changed}.values()),
        )
        return self._shown


def answer_line(answer: AnyLine) -> bytes:
    """Return ``answer`` as a line."""
    return to_json(answer) + b"\n"


def read_line(line: bytes) -> AnyLine:
    """Return what a table says in ``line``; ValueError if it makes no sense."""
    any_line: Any = AnyLine
    found: AnyLine = from_json(line, any_line, LONGEST_LINE)
    return found


def request_line(request: Asked) -> bytes:
    """Return ``request`` as a line."""
    return to_json(request) + b"\n"


def read_request(line: bytes) -> Asked:
    """Return the request of ``line``; ValueError says what is wrong with it."""
    found: Asked = from_json(line, _any_request(), LONGEST_REQUEST)
    return found


@cache
def _any_request() -> Any:
    """Return the type of all that may be asked."""
    return Union[(*request_kinds(), HistoryQuestion, ReportQuestion, OutcomeQuestion)]
