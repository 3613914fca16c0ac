"""Reviews for pages: worked out one at a time, kept, and given up when nobody waits."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

import games
from firmware_host.features.review import reviewing
from firmware_host.features.review.reviewing import LOWEST, GameReviews, ReviewProcess, ReviewState
from firmware_host.remote.requests import KeptGame
from firmware_host.session.setup import Setup
from tests.firmware_host.features.review.review_worker import Worker

MOVES = "A3:0-2", "B1:0-1", "A3:2-4", "B1:1-2", "A3:4-6"
RECORDS = (
    Setup("squadro", first=0).record(),
    *(record for move in MOVES for record in ({"do": move}, {"act": 1})),
)


def game(key: str, records: int = 3) -> KeptGame:
    return KeptGame(key, "2026-03-09", RECORDS[:records])


def reviews(folder: Path, worker: Worker, clock: Callable[[], float] = lambda: 0.0) -> GameReviews:
    return GameReviews(folder, games, lambda: worker, clock)


@pytest.fixture(autouse=True)
def look_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewing, "LOOK_SECONDS", 0.002)
    monkeypatch.setattr(reviewing, "game_code", lambda: "")


async def until(is_true: Callable[[], object]) -> None:
    while not is_true():
        await asyncio.sleep(0.002)


async def ended(found: GameReviews, wanted: KeptGame) -> ReviewState:
    while not (state := found.ask(wanted)).review and not state.is_failed:
        await asyncio.sleep(0.002)
    return state


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(20):
            await test()

    asyncio.run(in_time())


def test_a_review_is_worked_out_and_kept_for_the_next_server(tmp_path: Path) -> None:
    first, second = Worker(), Worker()

    async def ask() -> None:
        state = await ended(reviews(tmp_path, first), game("a"))
        assert state.review is not None
        assert (len(state.review.sums), state.is_over, first.is_stopped) == (2, False, True)
        assert await ended(reviews(tmp_path, second), game("a")) == state
        assert second.asked == []

    run(ask)


def test_a_game_that_has_gone_on_begins_with_what_was_known(tmp_path: Path) -> None:
    worker = Worker()

    async def ask() -> None:
        found = reviews(tmp_path, worker)
        await ended(found, game("", 3))
        assert worker.asked == [0, 1]
        await ended(found, game("", 5))
        assert worker.asked == [0, 1, 1, 2]

    run(ask)


def test_the_next_game_waits_until_nobody_waits_for_the_first(tmp_path: Path) -> None:
    worker, now = Worker(hangs=0), [0.0]

    async def ask() -> None:
        found = reviews(tmp_path, worker, lambda: now[0])
        found.ask(game("a"))
        await until(lambda: worker.asked)
        assert found.ask(game("b")).ahead == 1
        assert found.ask(game("c")).ahead == 2
        assert found.ask(game("b")).ahead == 1
        now[0], worker.hangs = 60.0, None
        await until(lambda: not found.ask(game("c")).ahead)
        assert worker.is_stopped
        assert (await ended(found, game("c"))).review

    run(ask)


def test_too_many_games_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewing, "MOST_WAITING", 2)
    worker = Worker()

    async def ask() -> None:
        found = reviews(tmp_path, worker)
        asked = [found.ask(game(key)) for key in "abcd"]
        assert [each.is_refused for each in asked] == [False, False, False, True]
        await ended(found, game("a"))
        assert not found.ask(game("d")).is_refused
        await ended(found, game("d"))

    run(ask)


def test_the_time_left_is_told_by_the_pace_so_far(tmp_path: Path) -> None:
    worker = Worker(hangs=4)

    async def ask() -> None:
        found = reviews(tmp_path, worker, lambda: len(worker.asked))
        await until(lambda: found.ask(game("a", 11)).done == 4)
        state = found.ask(game("a", 11))
        assert (state.of, state.left) == (6, 4 * 2 / 4)

    run(ask)


def test_a_failure_is_told_once_and_then_tried_again(tmp_path: Path) -> None:
    worker = Worker(fails=True)

    async def ask() -> None:
        found = reviews(tmp_path, worker)
        assert (await ended(found, game("a"))).is_failed
        worker.fails = False
        assert (await ended(found, game("a"))).review

    run(ask)


def test_a_real_process_is_ended_in_the_middle_of_its_work() -> None:
    process = ReviewProcess()
    working = [process.pool.submit(sum, range(10**11)) for _ in range(3)]
    process.stop()
    with pytest.raises(BrokenProcessPool):
        working[-1].result(timeout=20)


def test_the_process_gives_way_to_all_others() -> None:
    process = ReviewProcess()
    niceness = process.pool.submit(os.getpriority, os.PRIO_PROCESS, 0)
    assert niceness.result(timeout=20) == LOWEST
    process.stop()
