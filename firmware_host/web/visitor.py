"""Who looks at a table from elsewhere: what they may ask of it, and in which language they read.

A site knows a browser again by its cookie, which it may sign. Cookies know no port: those of one
program reach every other one on the same computer, and a name that both use is overwritten. So the
port that the browser calls stands in the name.
"""

import hmac
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from starlette.requests import HTTPConnection
from starlette.responses import Response

from firmware_host.base.registry import Registry
from firmware_host.remote.requests import RemoteRequest
from firmware_host.remote.wire import Published
from firmware_host.text import ENGLISH, LANGUAGES
from firmware_host.web.hosts import port_of

DAY_SECONDS: Final = 12 * 3600
"""A day at work or at school: after that, a browser is asked again."""

TOKEN_BYTES: Final = 32


class SiteCookie:
    """The cookie ``name`` of a site; a browser keeps it for so many ``seconds``."""

    def __init__(self, name: str, seconds: int = DAY_SECONDS) -> None:
        self.name, self._seconds = name, seconds

    def name_for(self, visit: HTTPConnection) -> str:
        """Return its name at the port that the browser of ``visit`` calls."""
        port = port_of(visit.headers.get("host", ""))
        return f"{self.name}_{port}" if port else self.name

    def read(self, visit: HTTPConnection) -> str:
        """Return its value in the browser of ``visit``; empty if there is none.

        Release 0.2.0 gave it without a port.
        """
        return visit.cookies.get(self.name_for(visit)) or visit.cookies.get(self.name, "")

    def give(self, visit: HTTPConnection, answer: Response, value: str) -> None:
        """Let the browser of ``visit``, which gets ``answer``, keep ``value``; no script reads it.

        A browser that came by https sends it by https alone.
        """
        is_encrypted = visit.headers.get("origin", "").startswith("https:")
        answer.set_cookie(
            self.name_for(visit),
            value,
            self._seconds,
            httponly=True,
            samesite="strict",
            secure=is_encrypted,
        )

    def take_away(self, visit: HTTPConnection, answer: Response) -> None:
        """Let the browser of ``visit``, which gets ``answer``, forget what :meth:`read` returns."""
        own = self.name_for(visit)
        name = own if own in visit.cookies else self.name
        answer.delete_cookie(name, httponly=True, samesite="strict")


class SignedTokens:
    """Tokens that only this program can have made: random bits, and their signature.

    >>> tokens = SignedTokens()
    >>> token = tokens.make()
    >>> tokens.are_ours(token), tokens.are_ours(SignedTokens().make()), tokens.are_ours("é")
    (True, False, False)
    """

    def __init__(self) -> None:
        self._key = secrets.token_bytes(TOKEN_BYTES)

    def make(self) -> str:
        """Return a new token."""
        bits = secrets.token_urlsafe(TOKEN_BYTES)
        return f"{bits}.{self._signature(bits)}"

    def are_ours(self, token: str) -> bool:
        """Return whether :meth:`make` has made ``token``."""
        bits, _, signature = token.partition(".")
        return hmac.compare_digest(signature.encode(), self._signature(bits).encode())

    def _signature(self, bits: str) -> str:
        return hmac.digest(self._key, bits.encode(), "sha256").hex()


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

    def chooses(self, shown: Published) -> bool:
        """Return whether they choose a move now, by what the table has ``shown``."""
        if self.role == "practice":
            return shown.awaited == "choice"
        is_asked = shown.awaited == "phone" and shown.actor == self.seat
        return self.role == "seat" and is_asked

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
