"""What goes wrong with ``tableside web`` and ``play --web`` is one line, and an exit code."""

import socket
from collections.abc import Sequence
from pathlib import Path

import pytest

from firmware_host.app.feed import Feed
from firmware_host.cli import commands, parser
from firmware_host.cli.main import main
from firmware_host.remote.requests import RequestInbox
from firmware_host.table.observers import Observers
from tests.served import beside

LONG = "/run/" + 110 * "x"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["web", "--table", "s", "--listen", "here"], "expected HOST:PORT, such as 0.0.0.0:8080"),
        (["web", "--table", "s", "--listen", "::1:80"], "expected HOST:PORT"),
        (["web", "--table", LONG], "expected 107 bytes at most, got 115"),
        (["play", "--web", "here"], "expected HOST:PORT, such as 0.0.0.0:8080"),
        (["web"], "the following arguments are required: --table"),
    ],
)
def test_wrong_words_are_one_line_and_exit_code_2(
    words: Sequence[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(words)
    except SystemExit as end:
        code = int(str(end.code))
    (line,) = capsys.readouterr().err.splitlines()
    assert (code, expected in line) == (2, True), line


def failed(words: Sequence[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Return the one line of a command that fails."""
    assert main(words) == 1
    (line,) = capsys.readouterr().err.splitlines()
    return line


def test_a_port_in_use_is_one_line_and_exit_code_1(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        address = f"127.0.0.1:{other.getsockname()[1]}"
        line = failed(["web", "--table", "s", "--listen", address], capsys)
    assert "another program listens there: end it, or give another port" in line


@pytest.mark.parametrize("words", [["web", "--table", "s"], ["play", "--web"]])
def test_an_extra_that_is_not_installed_is_named(
    words: Sequence[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = parser.WEB._replace(packages=("starlette", "no_such_package"))
    for command in ("web", "play"):
        monkeypatch.setattr(f"{commands.__name__}.{command}.WEB", missing)
    line = failed(words, capsys)
    assert "the web server needs no_such_package: " in line
    assert line.endswith("-m pip install 'tableside[web]'")


def test_a_second_server_of_one_table_ends_with_one_line_and_exit_code_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "table.socket"
    feed = Feed(path, Observers(), RequestInbox(), beside(tmp_path))
    with socket.socket(socket.AF_UNIX) as first:
        first.connect(str(path))
        line = failed(["web", "--table", str(path), "--listen", "127.0.0.1:18769"], capsys)
    feed.close()
    assert line == "tableside web: another web server shows this table already: end it first"
