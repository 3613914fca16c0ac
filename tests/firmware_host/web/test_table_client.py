"""The server's end of the socket: it waits for a table, comes back, and shares none."""

import asyncio
import logging
import threading
from pathlib import Path

import pytest

import games
from firmware_host.app.feed import Feed
from firmware_host.remote.requests import (
    Fulfilled,
    PressKey,
    Report,
    ReportQuestion,
    RequestAnswer,
    RequestInbox,
)
from firmware_host.remote.wire import Published
from firmware_host.screens.notes import NoteView
from firmware_host.table.observers import Observers, TableStep
from firmware_host.web import table_client
from firmware_host.web.mirror import TableMirror
from firmware_host.web.table_client import TableClient, TableTakenError
from games.message import Message
from tests.served import beside

VIEW = NoteView(Message.of("Hello"), Message.of(""))


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_client, "AGAIN_SECONDS", (0.001,))


def shared(path: Path, words: str) -> Feed:
    observers = Observers()
    observers.publish(TableStep(0.0, VIEW, Published(words=words)))
    return Feed(path, observers, RequestInbox(), beside(path.parent), lambda seconds: None)


async def shows(client: TableClient, words: str, is_connected: bool = True) -> None:
    """Wait until the mirror of ``client`` shows ``words``."""
    mirror = client.mirror
    while mirror.snapshot.words != words or mirror.is_connected != is_connected:
        await mirror.wait_for_news(mirror.version)


def test_a_table_that_is_not_there_yet_or_goes_is_waited_for(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "table.socket"

    async def follow() -> None:
        client = TableClient(path, TableMirror(games))
        following = asyncio.create_task(client.run())
        await asyncio.sleep(0.05)
        feed = shared(path, "one")
        await shows(client, "one")
        feed.close()
        await shows(client, "one", is_connected=False)
        feed = shared(path, "two")
        await shows(client, "two")
        feed.close()
        following.cancel()

    with caplog.at_level(logging.WARNING):
        asyncio.run(asyncio.wait_for(follow(), 20))
    first = caplog.messages[0]
    assert first == f"no table at {path} (No such file or directory): waiting for it"
    assert len(caplog.messages) <= 3


def test_a_flood_of_requests_to_a_table_that_has_gone_is_not_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "table.socket"

    async def flood() -> None:
        client = TableClient(path, TableMirror(games))
        following = asyncio.create_task(client.run())
        feed = shared(path, "on")
        await shows(client, "on")
        feed.close()
        for _ in range(20):  # the loop has not seen yet that the table is gone
            client.ask(PressKey("ok"))
        await shows(client, "on", is_connected=False)
        following.cancel()

    asyncio.run(asyncio.wait_for(flood(), 20))
    assert not [each for each in caplog.records if each.name == "asyncio"]


def test_an_outcome_is_heard_though_the_connection_broke_before_it_was_told(
    tmp_path: Path,
) -> None:
    observers, inbox = Observers(), RequestInbox()
    observers.publish(TableStep(0.0, VIEW, Published(words="on")))
    path = tmp_path / "table.socket"

    async def ask() -> list[RequestAnswer]:
        told = list[RequestAnswer]()
        feed = Feed(path, observers, inbox, beside(tmp_path), lambda _: None)
        client = TableClient(path, TableMirror(games))
        following = asyncio.create_task(client.run())
        await shows(client, "on")
        client.ask(PressKey("ok"), tell=told.append)
        while not inbox.is_waiting:
            await asyncio.sleep(0.001)
        asked, *_ = inbox.take()
        feed._disconnect()
        await shows(client, "on", is_connected=False)
        asked.tell(Fulfilled())
        while not told:
            await asyncio.sleep(0.001)
        feed.close()
        following.cancel()
        return told

    told = asyncio.run(asyncio.wait_for(ask(), 20))
    assert [each.outcome for each in told] == ["fulfilled"]


def test_what_another_program_of_the_table_was_asked_is_unknown(tmp_path: Path) -> None:
    path = tmp_path / "table.socket"

    async def ask() -> list[RequestAnswer]:
        told = list[RequestAnswer]()
        feed = shared(path, "on")
        client = TableClient(path, TableMirror(games))
        following = asyncio.create_task(client.run())
        await shows(client, "on")
        client.ask(PressKey("ok"), tell=told.append)  # nobody takes it
        await asyncio.sleep(0)
        feed.close()
        await shows(client, "on", is_connected=False)
        feed = shared(path, "again")
        while not told:
            await asyncio.sleep(0.001)
        feed.close()
        following.cancel()
        return told

    told = asyncio.run(asyncio.wait_for(ask(), 20))
    assert [each.outcome for each in told] == ["unknown"]


def test_a_second_server_of_a_table_ends_with_a_reason(tmp_path: Path) -> None:
    path = tmp_path / "table.socket"

    async def follow() -> None:
        feed = shared(path, "shown")
        first, second = (TableClient(path, TableMirror(games)) for _ in range(2))
        following = asyncio.create_task(first.run())
        await shows(first, "shown")
        try:
            with pytest.raises(TableTakenError, match="another web server shows this table"):
                await second.run()
        finally:
            feed.close()
            following.cancel()

    asyncio.run(asyncio.wait_for(follow(), 20))


def test_who_goes_while_a_report_is_made_leaves_no_answer_to_somebody_else(tmp_path: Path) -> None:
    is_asked, is_made = threading.Event(), threading.Event()

    def report(question: ReportQuestion) -> Report:
        is_asked.set()
        is_made.wait(20)
        return Report(question.report, f"all of {question.report}")

    async def ask() -> None:
        observers = Observers()
        observers.publish(TableStep(0.0, VIEW, Published(words="on")))
        path = tmp_path / "table.socket"
        feed = Feed(path, observers, RequestInbox(), {ReportQuestion: report}, lambda _: None)
        client = TableClient(path, TableMirror(games))
        following = asyncio.create_task(client.run())
        await shows(client, "on")
        gone = asyncio.create_task(client.report(ReportQuestion("findings", again=True)))
        await asyncio.to_thread(is_asked.wait, 20)
        gone.cancel()
        staying = asyncio.create_task(client.report(ReportQuestion("log")))
        await asyncio.sleep(0)
        is_made.set()
        assert await staying == Report("log", "all of log")
        feed.close()
        await shows(client, "on", is_connected=False)
        assert await client.report(ReportQuestion("log")) is None
        following.cancel()

    asyncio.run(asyncio.wait_for(ask(), 60))


def test_a_table_that_is_not_there_is_told_before_the_first_wait(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_client, "AGAIN_SECONDS", (3600.0,))

    async def follow() -> None:
        following = asyncio.create_task(
            TableClient(tmp_path / "table.socket", TableMirror(games)).run()
        )
        while not caplog.messages:
            await asyncio.sleep(0)
        following.cancel()

    with caplog.at_level(logging.WARNING):
        asyncio.run(asyncio.wait_for(follow(), 20))
    assert len(caplog.messages) == 1
