"""What people elsewhere may ask of a table, as plain values, and what it answers.

The table checks each of them against what it shows when the request arrives: what no longer fits is
refused, and leads to nothing. Seats are numbered in the order of play, from 0.

They wait until the loop takes them. What can only be read about a table, reports for the staff and
kept games, is answered beside the loop.
"""

import threading
from collections import deque
from collections.abc import Callable
from functools import cache
from typing import Annotated, Final, Literal, NamedTuple

from msgspec import Meta, Struct

from firmware_host.base.registry import Registry
from firmware_host.storage.records import JournalRecord
from games.message import Message, msg

LONGEST_TEXT: Final = 120
"""The most characters of a message to the panel: what the smallest display shows on one page."""


HIGHEST_TICKET: Final = 2**53
"""The highest number of a request: every program can write it."""

Ticket = Annotated[int, Meta(ge=0, le=HIGHEST_TICKET)]


class RemoteRequest(
    Struct,
    frozen=True,
    kw_only=True,
    tag_field="request",
    tag=True,
    forbid_unknown_fields=True,
    repr_omit_defaults=True,
):
    """Something that is asked from elsewhere.

    Its ``ticket`` is a number that tells it from all others; 0: nobody waits for an answer.
    """

    ticket: Ticket = 0


class RequestRefused(Struct, frozen=True):
    """What was asked does not happen: ``why``, for whoever has asked."""

    why: Message


NOT_KNOWN: Final = RequestRefused(Message.of(msg("The table does not know this request.")))
NO_SETTING: Final = RequestRefused(Message.of(msg("The table has no such setting or value.")))
NO_UPDATER: Final = RequestRefused(Message.of(msg("This table cannot update its program.")))
IS_ASKING: Final = RequestRefused(Message.of(msg("The table is asking something already.")))
IS_CLOSED: Final = RequestRefused(Message.of(msg("The table is closed now.")))
NO_GAME: Final = RequestRefused(Message.of(msg("No game is being played at the table.")))
GONE_ON: Final = RequestRefused(Message.of(msg("The game has gone on. Choose again.")))
NOT_NOW: Final = RequestRefused(
    Message.of(msg("The table cannot do that now. Try again in a moment."))
)
NO_THROW: Final = RequestRefused(Message.of(msg("No such throw is possible now.")))
NOT_INSTALLED: Final = RequestRefused(Message.of(msg("The table does not have this game.")))
REFUSALS: Final = (
    NOT_KNOWN,
    NO_SETTING,
    NO_UPDATER,
    IS_ASKING,
    IS_CLOSED,
    NO_GAME,
    GONE_ON,
    NOT_NOW,
    NO_THROW,
    NOT_INSTALLED,
)
"""What the table itself says; features say more."""


class Fulfilled(Struct, frozen=True):
    """What was asked is so now. Nothing ``has_changed`` if it was so before."""

    has_changed: bool = True


Outcome = Fulfilled | RequestRefused


class RequestAnswer(Struct, frozen=True, tag_field="line", tag=True):
    """What became of the request with this ``ticket``: ``why`` if it was refused.

    Its ``outcome`` is unknown if the table has not got it, or has begun anew since.
    """

    ticket: int
    outcome: Literal["fulfilled", "refused", "unknown"]
    why: Message | None = None

    @classmethod
    def to(cls, ticket: int, outcome: Outcome | None) -> "RequestAnswer":
        """Return the answer to the request with this ``ticket``; None: its outcome is unknown."""
        if isinstance(outcome, RequestRefused):
            return cls(ticket, "refused", outcome.why)
        return cls(ticket, "unknown" if outcome is None else "fulfilled")


class PressKey(RemoteRequest, frozen=True):
    """The staff presses the ``key`` with this name, or holds it."""

    key: str
    is_held: bool = False


class ChooseMove(RemoteRequest, frozen=True):
    """The person at ``seat`` chooses a ``move``, written as in a record.

    ``after`` is how many actions the game has had, so that a late request means nothing.
    """

    seat: int
    move: str
    after: int


class EnterThrow(RemoteRequest, frozen=True):
    """The seat at turn has thrown ``throw``, written as in a record; empty: the machine throws.

    ``after`` is how many actions the game has had, so that a late request means nothing.
    """

    throw: str
    after: int


class MakeMove(RemoteRequest, frozen=True):
    """Whoever chooses at the table chooses ``move``, written as in a record, ``after`` so many."""

    move: str
    after: int


class ShowText(RemoteRequest, frozen=True):
    """The staff shows ``text`` on the panel until somebody presses a key."""

    text: str


class EndTable(RemoteRequest, frozen=True):
    """The staff ends the program in the way of ``ending``: ``restart`` or ``end``."""

    ending: str


class LookForUpdate(RemoteRequest, frozen=True):
    """The staff lets the table look for an update on the stick; the table asks before it begins."""


class SetOpen(RemoteRequest, frozen=True):
    """The staff opens the table, or closes it unless somebody is there.

    People who press a key at a closed table read when it ``opens``, if that is known: as text.
    """

    is_open: bool
    opens: str


class AwaitGame(RemoteRequest, frozen=True):
    """The staff ends the game on the table; ``game`` is offered first, if it is a name."""

    game: str


class BeginPlay(RemoteRequest, frozen=True):
    """The staff begins ``game`` with people at all seats; one that is on the table is left."""

    game: str


class ChangeSetting(RemoteRequest, frozen=True):
    """The staff sets ``field`` to ``value`` (as plain text), so that it stays."""

    field: str
    value: str


class PlainQuestion(Struct, frozen=True, tag_field="request", tag=True, forbid_unknown_fields=True):
    """Something that is answered beside the table."""


class OutcomeQuestion(PlainQuestion, frozen=True):
    """What has become of the request with this ``ticket``?

    Whoever waited for its answer while the connection broke asks this.
    """

    ticket: Ticket


class HistoryQuestion(PlainQuestion, frozen=True):
    """What is kept of the games that were played? It is answered without the table.

    An empty ``key`` asks for all of them, each by its first and its last record; another one for
    all records of the game with that key.
    """

    key: str = ""


class ServerGone(RemoteRequest, frozen=True):
    """No web server is connected any longer; this does not come over the wire."""


KINDS: Final = (
    PressKey,
    ChooseMove,
    EnterThrow,
    MakeMove,
    ShowText,
    EndTable,
    LookForUpdate,
    SetOpen,
    AwaitGame,
    BeginPlay,
    ChangeSetting,
)
"""Every kind of request to the table itself that is not a feature's."""

REQUEST_KINDS = Registry[type[RemoteRequest]]("remote")
"""The kinds of request that features add."""


@cache
def request_kinds() -> tuple[type[RemoteRequest], ...]:
    """Return every kind of request to the table, those of features among them."""
    return (*KINDS, *REQUEST_KINDS)


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


MOST_WAITING = 20
"""More requests than this wait for nobody: a person cannot ask for so much at once."""


TOO_MANY = RequestRefused(Message.of(msg("The table is asked for too much at once. Try again.")))


def _wake_nobody() -> None:
    """Stand in for the loop as long as none runs."""


def _tell_nobody(outcome: Outcome) -> None:
    """Stand in for somebody who waits for an answer."""


class WaitingRequest(NamedTuple):
    """A ``request``; ``tell`` is called with what becomes of it, and must not wait."""

    request: RemoteRequest
    tell: Callable[[Outcome], None]


class RequestInbox:
    """Requests in the order in which they came; any thread may put them in.

    ``wake`` is called after each one. A loop that takes requests sets it. ``dropped`` counts the
    requests that came while :data:`MOST_WAITING` others waited.
    """

    def __init__(self) -> None:
        self.wake: Callable[[], None] = _wake_nobody
        self.dropped = 0
        self._waiting: deque[WaitingRequest] = deque()
        self._lock = threading.Lock()

    @property
    def is_waiting(self) -> bool:
        """Whether there are requests to take."""
        return bool(self._waiting)

    def put(self, request: RemoteRequest, tell: Callable[[Outcome], None] = _tell_nobody) -> bool:
        """Let ``request`` wait; return False if it is dropped because too many wait.

        ``tell`` is called with what becomes of it.
        """
        with self._lock:
            is_full = len(self._waiting) >= MOST_WAITING
            if is_full:
                self.dropped += 1
            else:
                self._waiting.append(WaitingRequest(request, tell))
        if is_full:
            tell(TOO_MANY)
        self.wake()
        return not is_full

    def put_last(self, request: RemoteRequest) -> None:
        """Let ``request`` wait for certain: if too many wait, in place of the last one of them."""
        with self._lock:
            if len(self._waiting) >= MOST_WAITING:
                self._waiting.pop().tell(TOO_MANY)
                self.dropped += 1
            self._waiting.append(WaitingRequest(request, _tell_nobody))
        self.wake()

    def take(self) -> tuple[WaitingRequest, ...]:
        """Return the requests that wait, the oldest first."""
        if not self._waiting:
            return ()
        with self._lock:
            waiting = tuple(self._waiting)
            self._waiting.clear()
        return waiting
