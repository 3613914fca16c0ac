"""Dice that are dead, far away, or of other people do not keep a table from its own."""

from collections.abc import Sequence

import pytest

from hardware.dice.bluetooth.keeper import (
    FRESH,
    LISTEN,
    LONGEST_WAIT,
    MOST_HEARD,
    NEARER,
    PAUSE,
    DiceKeeper,
)
from hardware.dice.bluetooth.news import MOST, DieChannel, KnownDie
from hardware.dice.bluetooth.radio import Advertisement, RadioNews

ADVERTISES_EVERY = 0.5
TICK = 0.25

Reach = dict[str, int]
"""How strong the dice are that advertise."""


class Room:
    """A radio in a room: ``reach`` says which dice are heard, and ``mute`` do not connect."""

    def __init__(self, known: Sequence[str] = (), reach: Reach | None = None) -> None:
        self.now = 100.0
        self.reach, self.mute = reach or {}, set[str]()
        self.connected = set[str]()
        self.is_scanning = self.is_blocked = False
        self.tries = list[str]()
        self._ready_at: dict[str, float] = {}
        self.keeper = DiceKeeper(
            self,
            [KnownDie(each, f"GoDice_{each}_K", "godice", 6) for each in known],
            lambda *_: None,
            lambda *_: None,
        )

    def scan(self, is_on: bool) -> None:
        self.is_scanning = is_on
        if is_on and self.is_blocked:
            self.is_scanning = False
            self._say("fault", text="blocked")

    def connect(self, address: str, channels: Sequence[DieChannel]) -> None:
        assert not self.is_scanning
        self.tries.append(address)
        self._ready_at[address] = self.now + 1.0

    def send(self, address: str, data: bytes) -> None:
        """Dice that are asked here do not answer."""

    def leave(self, address: str) -> None:
        self._ready_at.pop(address, None)
        self.connected.discard(address)

    def close(self) -> None:
        """There is nothing to close."""

    def lose(self, address: str) -> None:
        self.reach.pop(address, None)
        self.connected.discard(address)
        self._say("lost", address)

    def run(self, seconds: float) -> "Room":
        end = self.now + seconds
        while self.now < end:
            self.now += TICK
            if self.is_scanning and self.now % ADVERTISES_EVERY == 0:
                for address in self.reach.keys() - self.connected:
                    name = f"GoDice_{address}_K"
                    heard = Advertisement(address, name, rssi=self.reach[address])
                    self._say("heard", address, heard=heard)
            for address, ready_at in tuple(self._ready_at.items()):
                if self.now >= ready_at and address in self.reach and address not in self.mute:
                    del self._ready_at[address]
                    self.connected.add(address)
                    self._say("connected", address)
            self.keeper.tick(self.now)
        return self

    def roll(self, address: str) -> None:
        self._say("data", address, data=b"R")

    def _say(self, kind: str, address: str = "", **what: object) -> None:
        self.keeper.take(RadioNews(self.now, kind, address, **what))  # type: ignore[arg-type]


ROUND = LISTEN + PAUSE


@pytest.mark.parametrize("after", [0.25, 3.0, 7.0, 16.0, 40.0, 61.0, 77.0])
def test_a_dead_die_does_not_delay_the_others(after: float) -> None:
    room = Room(["dead", "b", "c"], {"b": -60, "c": -60}).run(30.0)
    assert room.connected == {"b", "c"}
    room.lose("b")
    room.run(after)
    room.reach["b"] = -60
    room.run(ROUND + 3.0)
    assert room.connected == {"b", "c"}


def test_a_die_that_never_connects_does_not_delay_the_others() -> None:
    room = Room(["ill", "b", "c"], {"ill": -60, "b": -60, "c": -60})
    room.mute.add("ill")
    room.run(20.0)
    assert room.connected == {"b", "c"}
    room.lose("b")
    room.run(20.0)
    room.reach["b"] = -60
    room.run(ROUND + LONGEST_WAIT)
    assert "b" in room.connected
    room.mute.clear()
    room.run(3 * ROUND)
    assert room.connected == {"ill", "b", "c"}


def test_a_die_that_is_not_heard_is_tried_now_and_then() -> None:
    room = Room(["a"]).run(200.0)
    assert 2 <= len(room.tries) <= 4


def test_the_nearest_dice_have_the_places() -> None:
    crowd = {f"far {number}": -90 + number for number in range(8)}
    room = Room(reach=dict(crowd))
    room.keeper.search(True)
    room.run(15.0)
    assert len(room.connected) == MOST
    room.reach["mine"] = -50
    room.run(15.0)
    assert "mine" in room.connected
    assert len(room.connected) == MOST


def test_a_signal_that_is_hardly_stronger_throws_nobody_out() -> None:
    room = Room(reach={f"near {number}": -60 for number in range(MOST)})
    room.keeper.search(True)
    room.run(15.0)
    before = set(room.connected)
    room.reach["as near"] = -60 + NEARER - 1
    room.run(30.0)
    assert room.connected == before


def test_what_has_gone_away_leaves_its_place() -> None:
    room = Room(reach={f"first {number}": -60 for number in range(MOST)})
    room.keeper.search(True)
    room.run(15.0)
    for number in range(MOST):
        room.lose(f"first {number}")
    room.reach["mine"] = -80
    room.run(FRESH)
    assert room.connected == {"mine"}
    assert room.keeper.in_reach == 1


def test_a_die_on_offer_keeps_its_place_until_people_have_said_yes_or_no() -> None:
    room = Room(reach={"mine": -85})
    room.keeper.search(True)
    room.run(15.0)
    room.roll("mine")
    room.reach |= {f"near {number}": -50 for number in range(MOST)}
    room.lose("mine")
    room.run(15.0)
    assert room.keeper.offer is not None
    room.keeper.adopt(6)
    room.keeper.search(False)
    room.reach["mine"] = -85
    room.run(2 * ROUND)
    assert room.connected == {"mine"}


def test_a_room_full_of_names_costs_little() -> None:
    room = Room(reach={f"name {number}": -100 for number in range(10 * MOST_HEARD)})
    room.mute = set(room.reach)
    room.keeper.search(True)
    room.run(5.0)
    search = room.keeper._search
    assert search is not None
    assert len(search._heard) == MOST_HEARD
    room.reach["mine"] = -50
    room.run(60.0)
    assert "mine" in room.connected


def test_add_a_die_and_back_leaves_nothing_switched_on() -> None:
    room = Room(["a"], {"a": -60}).run(10.0)
    room.keeper.search(True)
    room.run(0.5)
    states = [room.is_scanning]
    room.keeper.search(False)
    states.append(room.is_scanning)
    assert states == [True, False]
    assert room.keeper.deadline is not None
    room.lose("a")
    room.reach["a"] = -60
    room.run(ROUND + 2.0)
    assert room.connected == {"a"}


def test_bluetooth_that_is_blocked_is_told_while_a_die_is_missing_and_so_is_its_return() -> None:
    room = Room(["a"], {"a": -60})
    room.is_blocked = True
    room.run(40.0)
    assert room.keeper.fault == "blocked"
    assert room.tries == []
    room.is_blocked = False
    room._say("fault", text="")
    room.run(ROUND)
    assert room.connected == {"a"}


def test_a_connection_that_comes_after_it_was_given_up_is_left() -> None:
    room = Room(["a"], {"a": -60})
    room.mute.add("a")
    given_up = False
    while not given_up:
        was_trying = bool(room.keeper._trying)
        room.run(TICK)
        given_up = was_trying and not room.keeper._trying
    room.connected.add("a")
    room._say("connected", "a")
    assert room.connected == set()
    assert not room.keeper.dice[0].is_here
    room.connected.add("nobody's")
    room._say("connected", "nobody's")
    assert room.connected == set()
