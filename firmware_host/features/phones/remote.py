"""What a table and its web server say to each other about phones."""

from typing import Annotated, Final, Literal, Self

from msgspec import Meta, Struct

from firmware_host.base.registry import Fact
from firmware_host.remote.requests import REQUEST_KINDS, RemoteRequest, RequestRefused
from firmware_host.remote.wire import PUBLISHED
from games.message import Message, msg

MOST_PHONES: Final = 32
"""The phone that was paired first makes room for one more."""

QR_SIDES: Final = (21, 25, 29, 33)
"""Modules along one side of the QR codes that fit the largest displays (ISO/IEC 18004)."""

PhoneRole = Literal["observer", "seat", "staff"]
Address = Annotated[str, Meta(pattern=r"^[!-~]*\Z", max_length=80, description="an address")]
Code = Annotated[str, Meta(pattern=r"^[A-Z]{8}\Z", description="a code of eight letters")]


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
    are no longer let in. Since it began, people have ``moved`` to other seats so often, the last
    times in these ``orders``: for each seat, at which one whoever plays there then has played.
    """

    pairing: PairingWish | None = None
    revoked: tuple[str, ...] = ()
    moved: int = 0
    orders: tuple[tuple[int, ...], ...] = ()


MOST_ORDERS: Final = 8
"""A server that misses more changes of seats lets phones stay where they are."""


class PhonesMoved(Fact, frozen=True):
    """How many ``times`` people have changed seats, the last times in these ``orders``."""

    times: int = 0
    orders: tuple[tuple[int, ...], ...] = ()


class PairedPhone(Struct, frozen=True):
    """A phone that is let in: its ``id``, its ``role``, its ``seat`` if it plays, ``since`` when.

    ``since`` is a date (ISO 8601).
    """

    id: Annotated[str, Meta(pattern=r"^[0-9a-f]{1,16}\Z", description="the id of a phone")]
    role: PhoneRole
    seat: Annotated[int, Meta(ge=0, le=99)] | None
    since: Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\d\Z", description="a date")]


class PhonesHere(Fact, frozen=True):
    """What a table knows of its web server: whether one ``is_connected``, and the ``phones`` in it.

    Those with the ids ``revoked`` are to be let in no longer. Phones in the network find the pages
    ``at`` this address; it is empty if none do.
    """

    is_connected: bool = False
    phones: tuple[PairedPhone, ...] = ()
    revoked: tuple[str, ...] = ()
    at: str = ""

    def listed(self, phones: tuple[PairedPhone, ...], at: str) -> Self:
        """Return the same with these ``phones``, and pages that are found ``at`` an address."""
        known = {phone.id for phone in phones}
        revoked = tuple(name for name in self.revoked if name in known)
        return type(self)(True, phones, revoked, at)

    def without(self, name: str) -> Self:
        """Return the same with the phone with the id ``name`` revoked."""
        phones = tuple(phone for phone in self.phones if phone.id != name)
        return type(self)(self.is_connected, phones, (*self.revoked, name), self.at)


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
    """The person at ``seat`` wants the game that is over once more; if it ``swaps``, with colours.

    Then everybody plays the next colour.
    """

    seat: int
    swaps: bool = False


class ShowPairing(RemoteRequest, frozen=True):
    """The server has made a ``code`` for the pairing with this ``number``.

    Phones find the join page at ``address`` and, if the network knows names, at ``name``.
    ``modules`` are the rows of a QR code of the whole address, dark where True; none if there is no
    such code.
    """

    number: int
    code: Code
    address: Address
    name: Address
    modules: tuple[tuple[bool, ...], ...]

    def __post_init__(self) -> None:
        sides = {len(self.modules), *map(len, self.modules)}
        if self.modules and (len(sides) > 1 or not sides <= {*QR_SIDES}):
            raise ValueError(f"expected a QR code with a side of one of {QR_SIDES}")


class ListPhones(RemoteRequest, frozen=True):
    """The server lets these ``phones`` in, and is found ``at`` this address; empty: by nobody."""

    phones: Annotated[tuple[PairedPhone, ...], Meta(max_length=MOST_PHONES)]
    at: Address = ""


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

NO_PHONE: Final = RequestRefused(Message.of(msg("No phone plays this seat now.")))
NOT_ASKED: Final = RequestRefused(Message.of(msg("The table does not ask this seat for that now.")))

OFFERS: Final = (REQUEST_KINDS.offer(*REQUESTS), PUBLISHED.offer(PhoneWishes))
