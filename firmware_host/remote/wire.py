"""What a table publishes, and what is asked of it, as lines of JSON between it and its web server.

The whole table is one value, which other processes get as it is. That includes what the staff can
set and press at it, in the words that the table itself has for it.

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
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar, Union

from msgspec import Struct
from msgspec.structs import replace

from firmware_host.base.errors import UsageError
from firmware_host.base.registry import Fact, Registry
from firmware_host.base.values import converted, from_json, to_json
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
from firmware_host.storage.records import JournalRecord
from games.message import Message

F = TypeVar("F", bound=Fact)

PUBLISHED = Registry[type[Fact]]("remote")
"""The kinds of facts that features publish."""


def published_kinds() -> Mapping[str, type[Fact]]:
    """Return every kind of fact that is published, by its name in :class:`Published`."""
    kinds = (TableControls, *PUBLISHED)
    return {kind.__name__: kind for kind in kinds}


def named(*facts: Fact) -> Mapping[str, Fact]:
    """Return ``facts`` by the names of their types; what is true at first need not be said."""
    return {type(fact).__name__: fact for fact in facts if fact != type(fact)()}


class PanelPicture(Struct, frozen=True):
    """The picture on the display: ``width`` x ``height`` pixels, and its ``rows``.

    A row is whole bytes, a pixel one bit, the leftmost first; a 1 is lit.
    """

    width: int
    height: int
    rows: bytes


class Published(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a table shows at one moment, complete in itself.

    ``number`` grows with everything that is sent. ``awaited``, ``actor`` (a seat by its index),
    ``prompt``, ``marked`` and ``problem`` are those of the view that the table shows: ``prompt`` is
    what people should do now, keys in backquotes, None if there is nothing to do; where they play
    with switches, it is what a stroke does. ``notice`` lies over the last line. ``words`` are what
    a person reads on the ``panel``, in the language of the device. ``records`` are those of the
    game on the table, empty between games. ``is_public`` means that everybody may look from
    elsewhere, ``is_overlay`` that the view lies over a game that
    continues beneath it, ``is_unattended`` that nobody is at the table and it plays by itself,
    ``is_last`` that the program ends. ``facts`` are what features publish: see :meth:`fact`.
    """

    number: int = 0
    awaited: str = "nothing"
    actor: int | None = None
    prompt: Message | None = None
    marked: tuple[Message, ...] = ()
    problem: str | None = None
    notice: Message | None = None
    words: str = ""
    panel: PanelPicture | None = None
    records: tuple[JournalRecord, ...] = ()
    facts: Mapping[str, Any] = {}
    is_public: bool = False
    is_overlay: bool = False
    is_unattended: bool = False
    is_last: bool = False

    def fact(self, kind: type[F]) -> F:
        """Return the fact of this ``kind``; its defaults if nothing else is published."""
        found = self.facts.get(kind.__name__)
        return found if isinstance(found, kind) else kind()


class SharedSetting(Struct, frozen=True):
    """A setting of the table: its ``field``, its ``label``, and a sentence of ``help``.

    ``value`` is what stays set, ``choices`` are all that can be chosen now: each as plain text, and
    as people read it.
    """

    field: str
    label: Message
    help: Message
    value: str
    choices: tuple[tuple[str, Message], ...]


class TableControls(Fact, frozen=True):
    """The ``settings`` of a table, and its ``keys``: the name of each, and its title.

    ``are_saved`` is false while the settings are in force but not on the card. Texts
    ``out_of_reach`` say who cannot see the table now, and why.
    """

    settings: tuple[SharedSetting, ...] = ()
    keys: tuple[tuple[str, Message], ...] = ()
    are_saved: bool = True
    out_of_reach: tuple[Message, ...] = ()


NO_CONTROLS: Final = TableControls()


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
