"""Who looks at a table from elsewhere: what they may ask of it, and in which language they read."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from starlette.requests import HTTPConnection
from starlette.responses import Response

from firmware_host.base.registry import Registry
from firmware_host.remote.requests import RemoteRequest
from firmware_host.text.languages import ENGLISH, LANGUAGES

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


COOKIE: Final = "language"
"""The cookie in which the pages keep the language that a visitor has chosen."""

KEPT_SECONDS: Final = 365 * 24 * 3600


def language_of(visit: HTTPConnection) -> str:
    """Return the language of ``visit``: the one in its address, else in its cookie.

    Who comes for the first time has the first language of their browser that there is.
    """
    wanted = (
        visit.query_params.get("language"),
        visit.cookies.get(COOKIE),
        *_accepted(visit.headers.get("accept-language", "")),
    )
    return next((code for code in wanted if code in LANGUAGES), ENGLISH)


def remember_language(visit: HTTPConnection, answer: Response) -> Response:
    """Return ``answer`` with the cookie for the language that the address of ``visit`` asks for."""
    if (code := visit.query_params.get("language")) in LANGUAGES:
        answer.set_cookie(COOKIE, code, max_age=KEPT_SECONDS, samesite="strict")
    return answer


def _accepted(header: str) -> Iterator[str]:
    """Yield the languages of an Accept-Language ``header`` without their regions, as they stand.

    Browsers write the dearest first (RFC 9110 12.5.4 would allow another order).

    >>> list(_accepted("de-CH, ru;q=0.8,*"))
    ['de', 'ru', '*']
    """
    for part in header.split(","):
        yield part.partition(";")[0].strip().partition("-")[0].lower()
