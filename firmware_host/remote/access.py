"""Who is let in: what a table wants of its web server, and which phones the server knows."""

from typing import Final, Self

from msgspec import Struct

from firmware_host.base.facts import Fact


class PairingWish(Struct, frozen=True):
    """A table wants to show a code for a ``role``, and for a ``seat`` by its index.

    ``number`` tells it from other wishes.
    """

    number: int
    role: str
    seat: int | None = None


class AccessWish(Struct, frozen=True):
    """What a table wants of its web server.

    If it ``is_public``, everybody may look. ``pairing`` is set while it shows a code, or waits for
    one. The phones with the ids ``revoked`` are no longer let in.
    """

    is_public: bool = False
    pairing: PairingWish | None = None
    revoked: tuple[str, ...] = ()


NO_WISH: Final = AccessWish()


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


class PhonesHere(Fact, frozen=True):
    """What a table knows of its web server: whether one ``is_connected``, and the ``phones`` in it.

    Those with the ids ``revoked`` are to be let in no longer.
    """

    is_connected: bool = False
    phones: tuple[PairedPhone, ...] = ()
    revoked: tuple[str, ...] = ()

    def listed(self, text: str) -> Self:
        """Return the same with the phones of ``text``; none of them if it makes no sense."""
        try:
            phones = tuple(PairedPhone.read(word) for word in text.split())
        except ValueError:
            phones = ()
        known = {phone.id for phone in phones}
        return type(self)(True, phones, tuple(name for name in self.revoked if name in known))

    def without(self, name: str) -> Self:
        """Return the same with the phone with the id ``name`` revoked."""
        phones = tuple(phone for phone in self.phones if phone.id != name)
        return type(self)(self.is_connected, phones, (*self.revoked, name))


NO_PHONES: Final = PhonesHere()


class FleetHere(Fact, frozen=True):
    """What a table knows of its fleet: the ``broker``, and which ``orders`` from there count.

    ``fault`` says why the agent has no connection to the broker; it is empty while it has one.
    """

    broker: str = ""
    orders: str = ""
    fault: str = ""


NO_FLEET: Final = FleetHere()
