"""Visitors who mean it ill shut nobody out, leave nothing in the log, and keep nothing in hand."""

import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from firmware_host.remote.requests import EndTable, RemoteRequest
from firmware_host.web.table_client import AT_ONCE
from tests.figures import Figure
from tests.firmware_host.features.phones.target import Client, said
from tests.firmware_host.features.phones.web_visitors import (
    VISITS,
    ServedTable,
    crowd,
    served,
    soak,
    visit,
)
from tests.served import WAIT_SECONDS

FEW_FILES: Final = 128
SOAK_SECONDS: Final = 1800.0

MOST_FILES: Final = 4
"""More open files than at the first tenth of a soak would be a leak."""

MOST_KIB: Final = 4096

MOST_LINES: Final = 12
"""Lines of a log in which visitors of every kind are told of once."""

PAGES: Final = 6
"""Pages that one phone has open while it floods."""

MOST_UNDER_WAY: Final = 20
"""Requests between the server and the table that the staff cannot overtake."""


def few_or(many: int) -> list[object]:
    return [pytest.param(200, id="sample"), pytest.param(many, marks=pytest.mark.deep, id="all")]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[ServedTable]:
    with served(tmp_path) as table:
        yield table


@pytest.fixture
def small(tmp_path: Path) -> Iterator[ServedTable]:
    """A table whose server may open few files."""
    with served(tmp_path, FEW_FILES) as table:
        yield table


def shows(page: Client, words: str) -> bool:
    """Return whether ``page`` shows ``words`` before it ends."""
    while True:
        message = page.message()
        if words in message:
            return True


@pytest.mark.parametrize("visits", few_or(5_000))
def test_visitors_who_tear_off_leave_no_traceback(
    table: ServedTable, visits: int, figure: Figure
) -> None:
    rng = random.Random(visits)
    for _ in range(visits):
        visit(table, rng)
    with table.opened(table.staff) as page:
        assert shows(page, '"staff"')
    assert "Traceback" not in table.log
    if visits > 200:
        figure("torn visits", f"{visits:,} visits of {len(VISITS)} kinds")
    else:
        assert len(table.log.splitlines()) <= MOST_LINES


@pytest.mark.parametrize("connections", few_or(5_000))
def test_silent_connections_shut_nobody_out(
    small: ServedTable, connections: int, figure: Figure
) -> None:
    opened = 0
    with small.opened(small.staff) as staff, small.opened(small.player) as player:
        while opened < connections:
            with crowd(small, FEW_FILES // 2) as idle, small.opened() as late:
                opened += len(idle)
                small.show()
                assert shows(late, f'"words":"{small.count} ')
        small.show()
        assert shows(staff, f'"words":"{small.count} ')
        assert shows(player, f'"words":"{small.count} ')
    assert "Traceback" not in small.log
    assert len(small.log.splitlines()) <= MOST_LINES
    assert "connections are open, as many as there may be" in small.log
    if connections > 200:
        figure("silent connections", f"{opened:,} connections")


def taken_until(table: ServedTable, wanted: RemoteRequest) -> list[RemoteRequest]:
    """Return what the table takes before ``wanted``."""
    taken: list[RemoteRequest] = []
    ends_at = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < ends_at:
        taken += [replace(each.request, ticket=0) for each in table.inbox.take()]
        if wanted in taken:
            return taken[: taken.index(wanted)]
        time.sleep(0.01)
    raise TimeoutError(f"{wanted} is not heard after {len(taken)} requests")


@pytest.mark.parametrize("times", [1, pytest.param(20, marks=pytest.mark.deep, id="all")])
def test_a_phone_that_floods_is_told_and_the_staff_are_heard(
    table: ServedTable, times: int, figure: Figure
) -> None:
    asked, before = 0, []
    with table.opened(table.staff) as staff:
        for _ in range(times):
            pages = [table.opened(table.player) for _ in range(PAGES)]
            for page in pages:
                page.write(said({"undo": True}) * 2 * AT_ONCE)
            assert shows(pages[-1], "This phone asks too much at once")
            asked += PAGES * 2 * AT_ONCE
            table.inbox.take()
            staff.write(said({"end": "restart"}))
            before.append(len(taken_until(table, EndTable("restart"))))
            for page in pages:
                page.socket.close()
    assert max(before) <= MOST_UNDER_WAY
    if times > 1:
        figure("flooding phone", f"{asked:,} requests; at most {max(before)} before the staff's")


@pytest.mark.deep
def test_nothing_is_kept_of_visitors_who_come_and_go_for_half_an_hour(
    table: ServedTable, figure: Figure
) -> None:
    found, visits = soak(table, SOAK_SECONDS)
    assert "Traceback" not in table.log
    assert found[-1].files - found[0].files <= MOST_FILES
    assert found[-1].kib - found[2].kib <= MOST_KIB
    figure("soaked visits", f"{visits:,} visits in {SOAK_SECONDS / 60:.0f} minutes")
    figure("soaked files", f"{found[0].files} files, at the end {found[-1].files}")
    figure("soaked memory", f"{found[2].kib:,} KiB, at the end {found[-1].kib:,} KiB")
