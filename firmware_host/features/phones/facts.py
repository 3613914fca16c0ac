"""What a table knows of its web server, and of the phones in it."""

from typing import Self

from firmware_host.base.registry import Fact
from firmware_host.features.phones.remote import PairedPhone


class PhonesHere(Fact, frozen=True):
    """What a table knows of its web server: whether one ``is_connected``, and the ``phones`` in it.

    Those with the ids ``revoked`` are to be let in no longer.
    """

    is_connected: bool = False
    phones: tuple[PairedPhone, ...] = ()
    revoked: tuple[str, ...] = ()

    def listed(self, phones: tuple[PairedPhone, ...]) -> Self:
        """Return the same with these ``phones``."""
        known = {phone.id for phone in phones}
        return type(self)(True, phones, tuple(name for name in self.revoked if name in known))

    def without(self, name: str) -> Self:
        """Return the same with the phone with the id ``name`` revoked."""
        phones = tuple(phone for phone in self.phones if phone.id != name)
        return type(self)(self.is_connected, phones, (*self.revoked, name))
