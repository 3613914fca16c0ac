"""When there are more connections than places, those who are let in stay, the staff above all."""

import asyncio
import resource
from collections.abc import Callable
from typing import Final

import pytest

from firmware_host.web.doorway import (
    MOST_CONNECTIONS,
    PLACES_OF_A_PHONE,
    STRANGER,
    YOUNG_SECONDS,
    Doorway,
    Guest,
    Precedence,
    most_connections,
)
from tests.units import values

MOST: Final = 10
PLAYER, STAFF = Guest(Precedence.LET_IN, "player"), Guest(Precedence.STAFF, "staff")

OPEN_FILES = int(values("tableside-web.service", "LimitNOFILE")[0])
"""What the unit of the web server allows."""


class Connected(asyncio.Transport):
    """A connection from ``address``; ``is_open`` until it is pushed out."""

    def __init__(self, address: str) -> None:
        super().__init__({"peername": (address, 40_000)})
        self.is_open = True

    def abort(self) -> None:
        self.is_open = False


class Door:
    """A doorway with :data:`MOST` places; ``now`` is the time."""

    def __init__(self) -> None:
        self.now = 0.0
        self.doorway = Doorway(MOST, lambda: self.now)

    def opened(self, address: str, guest: Guest | None = None) -> Connected:
        """Return a new connection, at which ``guest`` asks for something at once."""
        connection = Connected(address)
        self.doorway.enter(connection)
        if guest is not None:
            self.doorway.know(connection, guest)
        return connection

    def crowd(self, count: int, address: Callable[[int], str], guest: Guest | None = None) -> None:
        for number in range(count):
            self.now += 0.01
            self.opened(address(number), guest)


@pytest.fixture
def door() -> Door:
    return Door()


def one(_: int) -> str:
    return "192.168.1.66"


def of_many(number: int) -> str:
    return f"192.168.1.{number % 4}"


def of_one_household(number: int) -> str:
    return f"2001:db8:1:2::{number:x}"


@pytest.mark.parametrize("guest", [None, STRANGER], ids=["silent", "asking"])
@pytest.mark.parametrize("address", [one, of_many, of_one_household])
def test_a_crowd_pushes_out_its_own(
    door: Door, address: Callable[[int], str], guest: Guest | None
) -> None:
    guests = STAFF, PLAYER, STRANGER
    staying = [door.opened(f"10.0.0.{number}", each) for number, each in enumerate(guests)]
    door.crowd(100, address, guest)
    late = door.opened("192.168.1.7")
    door.crowd(1, address, guest)
    door.doorway.know(late, STRANGER)
    assert [each.is_open for each in (*staying, late)] == [True] * 4


def test_a_silent_connection_goes_before_one_that_asks(door: Door) -> None:
    silent, asking = door.opened("192.168.1.4"), door.opened("192.168.1.5", STRANGER)
    door.now += YOUNG_SECONDS
    door.crowd(MOST, one, STRANGER)
    assert not silent.is_open
    assert asking.is_open


def test_who_has_been_answered_is_silent_until_they_ask_again(door: Door) -> None:
    answered, asking = (door.opened(one(0), STRANGER) for _ in range(2))
    door.doorway.rest(answered)
    door.now += YOUNG_SECONDS
    door.crowd(MOST - 1, one, STRANGER)
    assert (answered.is_open, asking.is_open) == (False, True)


def test_who_is_let_in_keeps_a_place_while_they_ask_for_nothing(door: Door) -> None:
    player = door.opened(one(0), PLAYER)
    door.doorway.rest(player)
    door.now += YOUNG_SECONDS
    door.crowd(100, one, STRANGER)
    assert player.is_open


def test_the_staff_outlast_a_phone_that_is_let_in(door: Door) -> None:
    staff = door.opened(one(0), STAFF)
    door.crowd(100, one, PLAYER)
    assert staff.is_open


def test_a_phone_has_so_many_places_and_no_more(door: Door) -> None:
    mine = [door.opened(one(0), PLAYER) for _ in range(PLACES_OF_A_PHONE + 1)]
    other = door.opened(one(0), Guest(Precedence.LET_IN, "other"))
    door.crowd(1, one)
    assert [each.is_open for each in mine] == [False] + [True] * PLACES_OF_A_PHONE
    assert other.is_open


def test_a_connection_that_ends_leaves_its_place(door: Door) -> None:
    first = door.opened(one(0))
    for _ in range(10 * MOST):
        door.doorway.leave(door.opened(one(0)))
    assert first.is_open


def test_an_upgraded_connection_enters_once(door: Door) -> None:
    first = door.opened(one(0), PLAYER)
    door.doorway.enter(first)
    door.crowd(100, one, STRANGER)
    assert first.is_open


def test_the_limits_are_in_order() -> None:
    assert PLACES_OF_A_PHONE < MOST_CONNECTIONS <= OPEN_FILES // 2


@pytest.mark.parametrize(
    ("files", "most"),
    [(OPEN_FILES, MOST_CONNECTIONS), (256, 128), (resource.RLIM_INFINITY, MOST_CONNECTIONS)],
)
def test_there_are_half_as_many_connections_as_files(
    monkeypatch: pytest.MonkeyPatch, files: int, most: int
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (files, files))
    assert most_connections() == most


def test_behind_a_proxy_a_crowd_loses_to_its_own_too(door: Door) -> None:
    proxy = "127.0.0.1"
    mine = door.opened(proxy)
    door.doorway.know(mine, STRANGER, "192.168.1.7")
    for _ in range(3 * MOST):
        door.doorway.know(door.opened(proxy), STRANGER, "192.168.1.66")
    assert mine.is_open
