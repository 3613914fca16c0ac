"""However many ask, few questions wait for the table, and all who ask the same share the answer."""

import asyncio
from typing import cast

from firmware_host.remote.requests import HistoryAnswer, HistoryQuestion, PressKey, RequestAnswer
from firmware_host.remote.wire import request_line
from firmware_host.web.history_pages import MOST_WAITING as MOST_LOOKING
from firmware_host.web.history_pages import KeptSessions
from firmware_host.web.table_client import (
    MOST_AWAITED,
    MOST_WAITING,
    AskedInTurn,
    AwaitedOutcomes,
)
from games.core import Catalogue

SECONDS = 20.0
ROUNDS = 10
Asking = AskedInTurn[HistoryQuestion, HistoryAnswer]


class Line:
    """The way to a table that has not answered yet; ``written`` are the questions on it."""

    def __init__(self) -> None:
        self.written: list[bytes] = []

    def write(self, line: bytes) -> None:
        self.written.append(line)

    def writer(self) -> asyncio.StreamWriter:
        return cast(asyncio.StreamWriter, self)


def fits(question: HistoryQuestion, answer: HistoryAnswer) -> bool:
    return question.key == answer.key


def asked(line: Line, *keys: str) -> tuple[Asking, list["asyncio.Task[HistoryAnswer | None]"]]:
    """Ask about the games with ``keys``."""
    asking = Asking(HistoryAnswer, fits, SECONDS)
    return asking, [
        asyncio.create_task(asking.ask(HistoryQuestion(key), line.writer)) for key in keys
    ]


async def settle() -> None:
    """Let every task run until it waits for something that has not happened."""
    for _ in range(ROUNDS):
        await asyncio.sleep(0)


def test_all_who_ask_the_same_share_the_answer() -> None:
    async def ask() -> None:
        line = Line()
        asking, tasks = asked(line, *["a"] * 1_000)
        await settle()
        assert line.written == [request_line(HistoryQuestion("a"))]
        answer = HistoryAnswer("a", ())
        asking.take(answer)
        assert set(await asyncio.gather(*tasks)) == {answer}

    asyncio.run(asyncio.wait_for(ask(), SECONDS))


def test_who_has_gone_makes_no_room_for_more_questions() -> None:
    async def ask() -> None:
        _, tasks = asked(Line(), *map(str, range(1_000)))
        await settle()
        answered = [task.result() for task in tasks if task.done()]
        assert answered == [None] * (1_000 - MOST_WAITING)
        for task in tasks:
            task.cancel()

    asyncio.run(asyncio.wait_for(ask(), SECONDS))


class Silent:
    """A table that does not answer; ``asked`` says how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    async def history(self, question: HistoryQuestion) -> HistoryAnswer | None:
        self.asked += 1
        await asyncio.Event().wait()
        return None


def test_a_crowd_that_wants_to_see_games_is_sent_away() -> None:
    async def look() -> None:
        kept = KeptSessions(Silent(), cast(Catalogue, None))
        tasks = [asyncio.create_task(kept.session(str(key))) for key in range(1_000)]
        await settle()
        assert [task.done() for task in tasks].count(True) == 1_000 - MOST_LOOKING
        for task in tasks:
            task.cancel()

    asyncio.run(asyncio.wait_for(look(), SECONDS))


def test_each_request_has_a_ticket_of_its_own_and_its_outcome_is_told_once() -> None:
    outcomes, told = AwaitedOutcomes(), list[RequestAnswer]()
    first = outcomes.numbered(PressKey("ok"), told.append)
    second = outcomes.numbered(PressKey("ok"), told.append)
    assert 0 < first.ticket < second.ticket
    outcomes.take(RequestAnswer(first.ticket - 1, "fulfilled"))
    for _ in range(2):
        outcomes.take(RequestAnswer(second.ticket, "fulfilled"))
    assert told == [RequestAnswer(second.ticket, "fulfilled")]
    assert outcomes.tickets == (first.ticket,)


def test_of_too_many_outcomes_the_oldest_is_not_awaited_any_longer() -> None:
    outcomes, told = AwaitedOutcomes(), list[RequestAnswer]()
    tickets = [
        outcomes.numbered(PressKey("ok"), told.append).ticket for _ in range(MOST_AWAITED + 1)
    ]
    assert told == [RequestAnswer(tickets[0], "unknown")]
