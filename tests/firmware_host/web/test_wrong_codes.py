"""Wrong codes slow down whoever sends them, and lock nobody out."""

import asyncio
import json
from dataclasses import dataclass, field

from starlette.requests import Request
from starlette.types import Message

from firmware_host.web.entry_code import (
    FORGET_SECONDS,
    LONGEST_WAIT,
    MOST_TOGETHER,
    MOST_WRONG,
    TURN_SECONDS,
    WrongCodes,
)

RIGHT = "RIGHTONE"


@dataclass
class Door:
    """A door with a code; ``slept`` is how long each entered code has waited."""

    now: float = 100.0
    slept: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.wrong = WrongCodes(lambda: self.now, self._sleep)

    async def _sleep(self, seconds: float) -> None:
        self.slept.append(seconds)

    def enter(self, address: str, code: str) -> int:
        """Return the status of the answer to ``code`` from ``address``: 204 if it lets in."""

        async def body() -> Message:
            return {"type": "http.request", "body": json.dumps({"code": code}).encode()}

        scope = {"type": "http", "method": "POST", "headers": [], "client": (address, 1)}

        def redeem(text: str) -> int | None:
            return 204 if text == RIGHT else None

        answer = asyncio.run(self.wrong.judge(Request(scope, body), redeem))
        return answer if isinstance(answer, int) else answer.status_code

    def guess(self, address: str, count: int) -> list[int]:
        """Enter ``count`` different wrong codes; return the statuses."""
        return [self.enter(address, f"{number:08}") for number in range(count)]


def test_nobody_is_slowed_down_by_the_wrong_codes_of_others() -> None:
    door = Door()
    assert set(door.guess("192.168.1.66", 10 * MOST_WRONG)) == {403, 429}
    door.slept.clear()
    assert door.guess("192.168.1.7", MOST_WRONG - 1) == [403] * (MOST_WRONG - 1)
    assert door.enter("192.168.1.7", RIGHT) == 204
    assert door.slept == [0.0] * MOST_WRONG


def test_the_right_code_is_taken_after_a_second_from_an_address_with_wrong_ones() -> None:
    door = Door()
    assert door.guess("192.168.1.66", MOST_WRONG) == [*[403] * (MOST_WRONG - 1), 429]
    assert door.enter("192.168.1.66", "ANEWGUESS") == 429
    assert door.enter("192.168.1.66", RIGHT) == 204
    assert door.slept[-2:] == [0.0, TURN_SECONDS]
    door.now += FORGET_SECONDS
    assert door.guess("192.168.1.66", 1) == [403]


def test_guesses_of_an_address_wait_for_each_other_and_not_for_ever() -> None:
    door = Door()
    door.guess("192.168.1.66", 200)
    assert max(door.slept) == LONGEST_WAIT
    assert len(door.slept) == MOST_WRONG + LONGEST_WAIT / TURN_SECONDS + 1
    door.now += LONGEST_WAIT
    assert door.enter("192.168.1.66", RIGHT) == 204


def test_a_page_that_is_loaded_again_with_an_old_code_is_no_guess() -> None:
    door = Door()
    assert [door.enter("192.168.1.7", "OLDONEAB") for _ in range(50)] == [403] * 50
    assert door.enter("192.168.1.7", RIGHT) == 204
    assert set(door.slept) == {0.0}


def test_very_many_guesses_from_everywhere_make_all_take_turns_and_refuse_nobody() -> None:
    door = Door()
    for number in range(MOST_TOGETHER):
        door.enter(f"10.0.{number // 250}.{number % 250}", f"{number:08}")
    assert set(door.slept) == {0.0}
    assert [door.enter("192.168.1.7", code) for code in ("MISTYPED", RIGHT)] == [429, 204]
    assert door.slept[-2:] == [0.0, TURN_SECONDS]


def test_the_addresses_of_one_ipv6_network_count_as_one() -> None:
    door = Door()
    statuses = [door.enter(f"2001:db8::{number:x}", f"{number:08}") for number in range(10)]
    assert statuses == [*[403] * (MOST_WRONG - 1), *[429] * (10 - MOST_WRONG + 1)]


def test_a_new_code_on_the_screen_begins_without_wrong_ones() -> None:
    door = Door()
    door.guess("192.168.1.66", 50)
    door.wrong.forget()
    door.slept.clear()
    assert door.enter("192.168.1.66", RIGHT) == 204
    assert door.slept == [0.0]


def test_what_is_remembered_of_guesses_is_bounded() -> None:
    door = Door()
    for number in range(1500):
        door.enter(f"10.{number // 250}.0.{number % 250}", "x" * 5000 + str(number))
    kept = door.wrong._of_address
    assert len(kept) == 1000
    assert max(len(text) for wrong in kept.values() for text in wrong) == 20
