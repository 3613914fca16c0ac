"""Every visitor reads the pages in the language of their own choice."""

import pytest
from starlette.requests import Request

from firmware_host.web.visitor import language_of


def visit(query: str = "", cookie: str = "", accepted: str = "") -> Request:
    headers = [(b"cookie", cookie.encode()), (b"accept-language", accepted.encode())]
    return Request({"type": "http", "query_string": query.encode(), "headers": headers})


@pytest.mark.parametrize(
    ("query", "cookie", "accepted", "language"),
    [
        ("language=ru", "language=en", "en", "ru"),
        ("", "language=ru", "en", "ru"),
        ("", "", "de-DE,ru-RU;q=0.9,en;q=0.8", "ru"),
        ("", "", "*", "en"),
        ("language=xx", "language=yy", "zz", "en"),
        ("", "", "," * 200, "en"),
    ],
)
def test_the_address_goes_before_the_cookie_and_the_cookie_before_the_browser(
    query: str, cookie: str, accepted: str, language: str
) -> None:
    assert language_of(visit(query, cookie, accepted)) == language
