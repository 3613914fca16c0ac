"""Who looks at a table from elsewhere, and what they may ask of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from firmware_host.base.registry import Registry
from firmware_host.remote.requests import RemoteRequest

Role = Literal["observer", "seat", "staff", "practice"]


@dataclass(frozen=True)
class PageVisitor:
    """Somebody at a page: an observer, the person at a ``seat`` (by its index), or the staff.

    ``phone`` is the id of the phone that a code has let in; empty for others.
    """

    role: Role = "observer"
    seat: int | None = None
    phone: str = field(default="", compare=False)

    @property
    def is_paired(self) -> bool:
        """Whether a code has let their phone in, so that they can disconnect it."""
        return bool(self.phone)

    def request(self, message: Mapping[str, Any]) -> RemoteRequest | None:
        """Return what ``message`` from the page asks of the table; None if this visitor may not."""
        asked = (read(self, message) for read in PAGE_MESSAGES)
        return next((request for request in asked if request is not None), None)


PAGE_MESSAGES = Registry[Callable[[PageVisitor, Mapping[str, Any]], RemoteRequest | None]]("web")
"""What features let a visitor ask: None for what is not theirs, or not for this visitor."""
