"""The cookies by which a site knows a browser again: named for its port, and signed if it wishes.

Cookies know no port: those of one program reach every other one on the same computer, and a name
that both use is overwritten. So the port that the browser calls stands in the name.
"""

import hmac
import secrets
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response

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
