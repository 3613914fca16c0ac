"""The language in which a visitor reads the pages: chosen by each for themselves."""

from collections.abc import Iterator
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response

from firmware_host.text.languages import ENGLISH, LANGUAGES

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
