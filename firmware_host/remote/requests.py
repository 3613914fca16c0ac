"""What people elsewhere may ask of a table, as plain values.

The table checks each of them against what it shows when the request arrives: what no longer fits
leads to nothing, and the next snapshot shows why. Seats are numbered in the order of play, from 0.
"""

from dataclasses import dataclass
from typing import Final

LONGEST_TEXT: Final = 120
"""The most characters of a message to the panel: what the smallest display shows on one page."""


class RemoteRequest:
    """Something that is asked from elsewhere."""


@dataclass(frozen=True)
class PressKey(RemoteRequest):
    """The staff presses the ``key`` with this name, or holds it."""

    key: str
    is_held: bool = False


@dataclass(frozen=True)
class ChooseMove(RemoteRequest):
    """The person at ``seat`` chooses a ``move``, written as in a record.

    ``after`` is how many actions the game has had, so that a late request means nothing.
    """

    seat: int
    move: str
    after: int


@dataclass(frozen=True)
class TakeSeat(RemoteRequest):
    """A person elsewhere plays for ``seat`` from now on."""

    seat: int


@dataclass(frozen=True)
class ReturnSeat(RemoteRequest):
    """Somebody at the table plays for ``seat`` again."""

    seat: int


@dataclass(frozen=True)
class TakeBack(RemoteRequest):
    """The person at ``seat`` takes back the last action, as anybody at the table may."""

    seat: int


@dataclass(frozen=True)
class ProposeDraw(RemoteRequest):
    """The person at ``seat`` offers a draw; the others are asked."""

    seat: int


@dataclass(frozen=True)
class AnswerDraw(RemoteRequest):
    """The person at ``seat`` agrees to the draw that was offered, or declines it."""

    seat: int
    is_agreed: bool


@dataclass(frozen=True)
class ResignSeat(RemoteRequest):
    """The person at ``seat`` resigns."""

    seat: int


@dataclass(frozen=True)
class ShowText(RemoteRequest):
    """The staff shows ``text`` on the panel until somebody presses a key."""

    text: str


@dataclass(frozen=True)
class EndTable(RemoteRequest):
    """The staff ends the program in the way of ``ending``: ``restart`` or ``end``."""

    ending: str


@dataclass(frozen=True)
class LookForUpdate(RemoteRequest):
    """The staff lets the table look for an update on the stick; the table asks before it begins."""


@dataclass(frozen=True)
class SetOpen(RemoteRequest):
    """The staff opens the table, or closes it unless somebody is there.

    People who press a key at a closed table read when it ``opens``, if that is known: as text.
    """

    is_open: bool
    opens: str


@dataclass(frozen=True)
class AwaitGame(RemoteRequest):
    """The staff ends the game on the table; ``game`` is offered first, if it is a name."""

    game: str


@dataclass(frozen=True)
class ChangeSetting(RemoteRequest):
    """The staff sets ``field`` to ``value`` (as plain text), so that it stays."""

    field: str
    value: str


@dataclass(frozen=True)
class HistoryQuestion:
    """What is kept of the games that were played? It is answered without the table.

    An empty ``key`` asks for all of them, each by its first and its last record; another one for
    all records of the game with that key.
    """

    key: str = ""


@dataclass(frozen=True)
class ShowPairing(RemoteRequest):
    """The server has made a ``code`` for the pairing with this ``number``.

    Phones find the join page at ``address`` and, if the network knows names, at ``name``.
    ``modules`` is a QR code of the whole address: its rows in hexadecimal, between commas.
    """

    number: int
    code: str
    address: str
    name: str
    modules: str


@dataclass(frozen=True)
class ListPhones(RemoteRequest):
    """The server lets these ``phones`` in: as text, between spaces."""

    phones: str


@dataclass(frozen=True)
class TellOrders(RemoteRequest):
    """The agent of a fleet speaks to this ``broker``, and these ``orders`` count: as text.

    ``fault`` says why there is no connection, in one line; it is empty while there is one.
    """

    broker: str
    orders: str
    fault: str


@dataclass(frozen=True)
class FollowLink(RemoteRequest):
    """The agent says how this table and the other one ``stand``: a ``LinkHere``, field by field."""

    standing: str
    decisions: int
    ours: int
    theirs: int
    since: str
    asked: str
    has_refused: bool


@dataclass(frozen=True)
class FarAct(RemoteRequest):
    """The other table did ``act``, a record as JSON; ``after`` so many records of this table."""

    act: str
    after: int


@dataclass(frozen=True)
class JoinGame(RemoteRequest):
    """A game with the other table is to be played here: ``begin`` is its first record, as JSON.

    ``acts`` are those that were done, line by line; with ``replaces``, they replace the game here.
    """

    begin: str
    acts: str
    replaces: bool


@dataclass(frozen=True)
class VoiceFault(RemoteRequest):
    """The voice of the table has failed, or works again; this does not come over the wire."""

    is_over: bool


@dataclass(frozen=True)
class ServerGone(RemoteRequest):
    """No web server is connected any longer; this does not come over the wire."""


KINDS: Final = (
    PressKey,
    ChooseMove,
    TakeSeat,
    ReturnSeat,
    TakeBack,
    ProposeDraw,
    AnswerDraw,
    ResignSeat,
    ShowText,
    EndTable,
    LookForUpdate,
    SetOpen,
    AwaitGame,
    ChangeSetting,
    ShowPairing,
    ListPhones,
    TellOrders,
    FollowLink,
    FarAct,
    JoinGame,
)
"""Every kind of request to the table itself."""
