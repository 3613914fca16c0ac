"""A phone that floods is slowed, and nobody else waits for it: the staff come first."""

import asyncio
from typing import Final

import pytest

from firmware_host.remote.requests import AwaitGame, ChooseMove, EndTable, RemoteRequest
from firmware_host.web.table_client import A_SECOND, AT_ONCE, MOST_ASKING, RequestQueue
from firmware_host.web.visitor import PageVisitor


def turn(seat: int) -> ChooseMove:
    return ChooseMove(seat, "", 0)


FIRST, SECOND = PageVisitor("seat", 0, "first"), PageVisitor("seat", 1, "second")
STAFF, MORE_STAFF = PageVisitor("staff", None, "staff"), PageVisitor("staff", None, "more")
END: Final = EndTable("restart")


class Asked:
    """A queue that is asked; ``now`` is the time."""

    def __init__(self) -> None:
        self.now = 0.0
        self.queue = RequestQueue(lambda: self.now)

    def flood(self, visitor: PageVisitor, count: int = 1_000) -> int:
        """Let ``visitor`` ask so often; return how often they are heard."""
        request = END if visitor.role == "staff" else turn(visitor.seat or 0)
        return sum(self.queue.put(request, visitor) for _ in range(count))

    def takes(self, count: int) -> list[RemoteRequest]:
        """Return what the table takes next."""

        async def take() -> list[RemoteRequest]:
            return [await self.queue.take() for _ in range(count)]

        return asyncio.run(asyncio.wait_for(take(), 20))


@pytest.fixture
def asked() -> Asked:
    return Asked()


def test_a_phone_that_floods_is_heard_so_often_and_then_so_often_a_second(asked: Asked) -> None:
    assert asked.flood(FIRST) == AT_ONCE
    asked.takes(AT_ONCE)
    asked.now = 3.0
    assert asked.flood(FIRST) == 3 * A_SECOND


def test_what_waits_is_bounded_however_long_the_table_takes_nothing(asked: Asked) -> None:
    assert asked.flood(FIRST) == AT_ONCE
    asked.now = 1_000.0
    assert asked.flood(FIRST) == 0


def test_the_staff_come_before_a_flood(asked: Asked) -> None:
    asked.flood(FIRST)
    assert asked.queue.put(END, STAFF)
    assert asked.takes(1) == [END]


def test_the_server_itself_comes_before_the_staff(asked: Asked) -> None:
    asked.flood(STAFF)
    asked.queue.put(AwaitGame(""))
    assert asked.takes(1) == [AwaitGame("")]


def test_phones_take_turns(asked: Asked) -> None:
    asked.flood(FIRST)
    asked.flood(SECOND, 2)
    assert asked.takes(5) == [turn(0), turn(1), turn(0), turn(1), turn(0)]


def test_the_phones_of_the_staff_take_turns_too(asked: Asked) -> None:
    asked.flood(STAFF)
    asked.queue.put(EndTable("end"), MORE_STAFF)
    assert EndTable("end") in asked.takes(2)


def test_requests_of_one_phone_keep_their_order(asked: Asked) -> None:
    wanted = [turn(seat) for seat in range(AT_ONCE)]
    for request in wanted:
        asked.queue.put(request, FIRST)
    assert asked.takes(AT_ONCE) == wanted


def test_a_table_that_is_gone_gets_nothing_of_before(asked: Asked) -> None:
    asked.flood(FIRST)
    asked.queue.clear()
    asked.queue.put(END, STAFF)
    assert asked.takes(1) == [END]
    assert asked.queue.put(turn(0), SECOND)
    assert asked.takes(1) == [turn(0)]


def test_a_phone_that_still_waits_is_not_forgotten_for_new_ones(asked: Asked) -> None:
    asked.flood(FIRST)
    for number in range(2 * MOST_ASKING):
        asked.queue.put(END, PageVisitor("staff", None, f"{number}"))
        assert asked.takes(1) == [END]
    assert asked.flood(FIRST) == 0
    assert asked.takes(AT_ONCE) == [turn(0)] * AT_ONCE


def test_whoever_takes_waits_until_somebody_asks(asked: Asked) -> None:
    async def wait() -> RemoteRequest:
        taking = asyncio.create_task(asked.queue.take())
        await asyncio.sleep(0)
        asked.queue.put(END, STAFF)
        return await taking

    assert asyncio.run(asyncio.wait_for(wait(), 20)) == END
