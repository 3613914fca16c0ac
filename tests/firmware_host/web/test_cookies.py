"""Cookies of one program do not reach into another one on the same computer."""

import pytest
from starlette.requests import HTTPConnection
from starlette.responses import Response

from firmware_host.web.visitor import SiteCookie, remember_language

COOKIE = SiteCookie("table_token")


def visit(host: str, cookies: str = "") -> HTTPConnection:
    headers = [(b"host", host.encode()), (b"cookie", cookies.encode())]
    return HTTPConnection({"type": "http", "headers": headers})


@pytest.mark.parametrize(
    ("host", "cookies", "found"),
    [
        ("table.local:8080", "table_token_8080=mine; table_token_8081=yours", "mine"),
        ("table.local:8081", "table_token_8080=mine", ""),
        ("games.example", "table_token=mine", "mine"),
        # release 0.2.0 gave it without the port
        ("table.local:8080", "table_token=mine", "mine"),
        ("table.local:8080", "table_token_8080=new; table_token=old", "new"),
        ("table.local:99999", "table_token_99999=mine", "mine"),
    ],
)
def test_a_cookie_is_read_at_the_port_where_it_was_given(
    host: str, cookies: str, found: str
) -> None:
    assert COOKIE.read(visit(host, cookies)) == found


def test_leaving_one_program_does_not_leave_the_other() -> None:
    answer = Response()
    COOKIE.take_away(visit("table.local:8080", "table_token_8080=a; table_token=b"), answer)
    assert answer.headers["set-cookie"].startswith('table_token_8080="";')


def test_a_language_is_remembered_for_a_year() -> None:
    visited = HTTPConnection({"type": "http", "headers": [], "query_string": b"language=ru"})
    answer = remember_language(visited, Response())
    assert "Max-Age=31536000;" in answer.headers["set-cookie"]
