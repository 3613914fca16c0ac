"""A page that reads nothing costs a bounded room, keeps nobody waiting, and is closed."""

import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_host.remote.wire import Published
from firmware_host.web.running import BoundedPage
from tests.firmware_host.features.phones.target import (
    CLOSE,
    WAIT_SECONDS,
    Client,
    Target,
    frame,
)

STATES, LENGTH = 100, 20_000
LARGE = "x" * LENGTH
MOST_HELD = 64 * 1024 + 4 * LENGTH
"""Bytes that may wait for a page: what asyncio lets wait, and the messages that are too much."""

FAREWELL = b"\x03\xe8"
"""The code 1000 of RFC 6455: the page has done what it wanted."""

SMALL = 4096
"""Bytes that the kernel keeps for the idle page, so that it fills soon."""


@pytest.fixture
def target(tmp_path: Path) -> Iterator[Target]:
    target = Target(tmp_path, is_patient=False)
    target.show(is_public=True)
    yield target
    target.close()


def opened(target: Target) -> Client:
    page = Client(target.server.port)
    page.write(target.opening())
    assert page.answer().startswith("HTTP/1.1 101")
    return page


def show(target: Target, number: int) -> None:
    """Let the table show a large state with this number."""
    snapshot = Published(number=number, words=f"{number} {LARGE}", is_public=True)
    target.do(lambda: target.table.mirror.show(snapshot))


def reads(page: Client, number: int) -> None:
    """Read until the state with this number comes."""
    words = ""
    while words.partition(" ")[0] != str(number):
        words = json.loads(page.message()).get("table", {}).get("words", words)


def keep_little(target: Target) -> None:
    """Let the kernel keep little for the connection that is open."""
    (connection,) = target.server.server_state.connections
    kept: socket.socket = connection.transport.get_extra_info("socket")
    kept.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SMALL)


def stop_reading(target: Target, page: Client) -> None:
    """Let so much wait for ``page`` that nothing more can be sent to it."""
    keep_little(target)
    page.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
    number = 0
    while not held(target)[0] > MOST_HELD - 4 * LENGTH:
        show(target, number := number + 1)


def held(target: Target) -> list[int]:
    """The bytes that wait for each open connection."""
    connections = target.server.server_state.connections
    return target.do(lambda: [each.transport.get_write_buffer_size() for each in connections])


def test_a_page_that_reads_nothing_is_closed_and_nobody_waits_for_it(target: Target) -> None:
    with opened(target) as idle:
        keep_little(target)
        idle.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        with opened(target) as quick:
            most = 0
            for number in range(1, STATES + 1):
                show(target, number)
                reads(quick, number)
                most = max(most, *held(target), 0)
            assert 0 < most <= MOST_HELD < STATES * LENGTH // 4
            ends_at = time.monotonic() + WAIT_SECONDS
            while len(held(target)) > 1:
                assert time.monotonic() < ends_at, "the page that reads nothing is not closed"
                time.sleep(0.01)
            show(target, STATES + 1)
            reads(quick, STATES + 1)


@pytest.mark.parametrize("says_farewell", [False, True])
def test_a_server_ends_without_a_word_about_a_page_that_reads_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, says_farewell: bool
) -> None:
    target = Target(tmp_path)
    target.show(is_public=True)
    with opened(target) as idle:
        stop_reading(target, idle)
        if says_farewell:
            idle.write(frame(FAREWELL, 0x80 | CLOSE))
        target.close()
        assert not target.runs
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []


def test_nothing_is_sent_to_a_page_after_a_farewell(
    target: Target, caplog: pytest.LogCaptureFixture
) -> None:
    with opened(target) as page:
        show(target, 1)
        reads(page, 1)

        def close_and_show() -> None:
            (connection,) = target.server.server_state.connections
            assert isinstance(connection, BoundedPage)
            connection.close_sent = True
            snapshot = Published(number=2, words=f"2 {LARGE}", is_public=True)
            target.table.mirror.show(snapshot)

        target.do(close_and_show)
        assert page.ended()
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []
