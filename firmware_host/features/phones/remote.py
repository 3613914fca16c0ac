"""What a table and its web server say to each other about phones."""

from typing import Final, Self

from msgspec import Struct

from firmware_host.base.registry import Fact
from firmware_host.remote.published import PUBLISHED
from firmware_host.remote.requests import REQUEST_KINDS, RemoteRequest, RequestRefused
from games.message import Message, msg


class PairingWish(Struct, frozen=True):
    """A table wants to show a code for a ``role``, and for a ``seat`` by its index.

    ``number`` tells it from other wishes.
    """

    number: int
    role: str
    seat: int | None = None


class PhoneWishes(Fact, frozen=True):
    """What a table wants of its web server.

    ``pairing`` is set while it shows a code, or waits for one. The phones with the ids ``revoked``
    are no longer let in.
    """

    pairing: PairingWish | None = None
    revoked: tuple[str, ...] = ()


class PairedPhone(Struct, frozen=True):
    """A phone that is let in: its ``id``, its ``role``, its ``seat`` if it plays, ``since`` when.

    >>> PairedPhone.read(PairedPhone("1f2e3d4c", "seat", 1, "2026-11-22").text)
    PairedPhone(id='1f2e3d4c', role='seat', seat=1, since='2026-11-22')
    """

    id: str
    role: str
    seat: int | None
    since: str

    @property
    def text(self) -> str:
        """This phone as one word."""
        seat = "" if self.seat is None else str(self.seat)
        return "/".join((self.id, self.role, seat, self.since))

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the phone of ``text``; ValueError if there is none."""
        name, role, seat, since = text.split("/")
        return cls(name, role, int(seat) if seat else None, since)


class TakeSeat(RemoteRequest, frozen=True):
    """A person elsewhere plays for ``seat`` from now on."""

    seat: int


class ReturnSeat(RemoteRequest, frozen=True):
    """Somebody at the table plays for ``seat`` again."""

    seat: int


class TakeBack(RemoteRequest, frozen=True):
    """The person at ``seat`` takes back the last action, as anybody at the table may."""

    seat: int


class ProposeDraw(RemoteRequest, frozen=True):
    """The person at ``seat`` offers a draw; the others are asked."""

    seat: int


class AnswerDraw(RemoteRequest, frozen=True):
    """The person at ``seat`` agrees to the draw that was offered, or declines it."""

    seat: int
    is_agreed: bool


class ResignSeat(RemoteRequest, frozen=True):
    """The person at ``seat`` resigns."""

    seat: int


class AnotherGame(RemoteRequest, frozen=True):
    """The person at ``seat`` wants the game that is over once more."""

    seat: int


class ShowPairing(RemoteRequest, frozen=True):
    """The server has made a ``code`` for the pairing with this ``number``.

    Phones find the join page at ``address`` and, if the network knows names, at ``name``.
    ``modules`` is a QR code of the whole address: its rows in hexadecimal, between commas.
    """

    number: int
    code: str
    address: str
    name: str
    modules: str


class ListPhones(RemoteRequest, frozen=True):
    """The server lets these ``phones`` in: as text, between spaces."""

    phones: str


REQUESTS: Final = (
    TakeSeat,
    ReturnSeat,
    TakeBack,
    ProposeDraw,
    AnswerDraw,
    ResignSeat,
    AnotherGame,
    ShowPairing,
    ListPhones,
)

NO_GAME: Final = RequestRefused(Message.of(msg("No game is being played at the table.")))
NO_PHONE: Final = RequestRefused(Message.of(msg("No phone plays this seat now.")))
NOT_ASKED: Final = RequestRefused(Message.of(msg("The table does not ask this seat for that now.")))
NOT_NOW: Final = RequestRefused(
    Message.of(msg("The table cannot do that now. Try again in a moment."))
)
GONE_ON: Final = RequestRefused(Message.of(msg("The game has gone on. Choose again.")))

OFFERS: Final = (REQUEST_KINDS.offer(*REQUESTS), PUBLISHED.offer(PhoneWishes))
