"""Cookies of one program do not reach into another one on the same computer."""

from pathlib import Path

import pytest
from starlette.requests import HTTPConnection
from starlette.responses import Response

from firmware_host.web.cookies import SiteCookie
from firmware_host.web.entrance import TOKEN
from tests.firmware_host.web.target import Target

COOKIE = SiteCookie("table_token")


def visit(host: str, cookies: str = "") -> HTTPConnection:
    headers = [(b"host", host.encode()), (b"cookie", cookies.encode())]
    return HTTPConnection({"type": "http", "headers": headers})


def test_two_tables_on_one_computer_do_not_log_each_others_people_out(tmp_path: Path) -> None:
    tables = [Target(tmp_path / name) for name in ("one", "other")]
    try:
        # a browser keeps one cookie of each name for all ports of a computer
        jar: dict[str, str] = {}
        for table in tables:
            answer = table.send(table.joining(table.code()))
            name, _, value = answer.split("set-cookie: ")[1].split(";")[0].partition("=")
            jar[name] = value
        cookies = "; ".join(f"{name}={value}" for name, value in jar.items())
        pages = [
            table.send(table.request(headers=[f"Cookie: {cookies}"])).count('id="panel"')
            for table in tables
        ]
        assert (len(jar), pages) == (2, [1, 1])
    finally:
        for table in tables:
            table.close()


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
    assert TOKEN.name == "table_token"
