"""Dice come and go, and are paired at the table."""

from collections.abc import Sequence

import pytest

from hardware.dice.bluetooth.keeper import (
    ATTEMPT,
    LISTEN,
    LONGEST_WAIT,
    UNHEARD_ATTEMPT,
    DiceKeeper,
)
from hardware.dice.bluetooth.news import MOST, DieChannel, KnownDie, Make
from hardware.dice.bluetooth.radio import Advertisement, RadioNews
from tests.hardware.dice.bluetooth.table_of_dice import TableOfDice

MAKES: tuple[Make, ...] = ("godice", "pixels")


def test_without_dice_the_radio_is_not_even_opened() -> None:
    table = TableOfDice(count=2, paired=0)
    assert table.radios == 0
    assert table.dice.deadline is None


@pytest.mark.parametrize("make", MAKES)
def test_the_dice_of_the_table_are_connected_and_tell_their_battery(make: Make) -> None:
    table = TableOfDice(make, count=4)
    assert [(each.is_here, each.percent) for each in table.state.dice] == [(True, 90)] * 4


@pytest.mark.parametrize("make", MAKES)
def test_a_die_that_was_out_of_reach_is_found_again(make: Make) -> None:
    table = TableOfDice(make)
    table[1].take_away()
    table.run(60.0)
    assert [each.is_here for each in table.state.dice] == [True, False]
    table[1].bring_back()
    table.run(2 * LONGEST_WAIT)
    assert not table.state.away
    table.throw(3, 4)
    assert table.events[-1].faces == (3, 4)


def test_a_low_battery_is_known() -> None:
    table = TableOfDice()
    table[1].percent = 12
    table[1].take_away()
    table[1].bring_back()
    table.run(20.0)
    assert table.state.low == (1,)


@pytest.mark.parametrize("make", MAKES)
def test_the_die_that_rolls_is_offered_and_blinks(make: Make) -> None:
    table = TableOfDice(make, count=3, paired=0)
    table.dice.search(True)
    table.run(2.0)
    assert table.state.in_reach == 3
    table[1].throw()
    table.run(2.0)
    offer = table.state.offer
    assert offer is not None
    assert (offer.name, offer.place) == (table[1].name, None)
    assert offer.sides == (None if make == "godice" else 6)
    assert len(table[1].heard) > len(table[0].heard)


def test_a_die_that_was_taken_is_kept_and_the_others_are_left() -> None:
    table = TableOfDice(count=3, paired=0)
    table.dice.search(True)
    table.run(2.0)
    table[1].throw()
    table.run(2.0)
    table.dice.adopt(4)
    table.dice.search(False)
    table.run(2.0)
    assert [(die.address, die.sides) for die in table.kept] == [(table[1].address, 4)]
    assert [die.notify is not None for die in table.air_dice] == [False, True, False]


def test_somebody_elses_die_is_refused_and_not_offered_again() -> None:
    table = TableOfDice(count=2, paired=0)
    table.dice.search(True)
    table.run(2.0)
    table[0].throw()
    table.run(2.0)
    table.dice.refuse()
    assert table.state.offer is None
    table[0].throw()
    table.run(2.0)
    assert table.state.offer is None
    assert table[0].notify is None


def test_a_die_of_the_table_is_offered_as_what_it_is() -> None:
    table = TableOfDice(count=2)
    table.dice.search(True)
    table[1].throw()
    table.run(2.0)
    assert table.state.offer is not None
    assert table.state.offer.place == 1


def test_a_table_has_four_dice_at_most() -> None:
    table = TableOfDice(count=6, paired=3)
    table.dice.search(True)
    table.run(5.0)
    assert table.state.in_reach == 1
    for die in table.air_dice[3:]:
        die.throw()
    table.run(3.0)
    table.dice.adopt(6)
    assert len(table.kept) == MOST
    assert table.state.is_full


def test_a_die_is_forgotten_and_free_for_another_table() -> None:
    table = TableOfDice(count=2)
    table.dice.forget(0)
    table.run(20.0)
    assert [die.address for die in table.kept] == [table[1].address]
    assert table[0].notify is None


def test_close_lets_all_dice_go() -> None:
    table = TableOfDice(count=2)
    table.dice.close()
    assert [die.notify for die in table.air_dice] == [None, None]


class NotedRadio:
    """A radio that only notes what it is told; ``breaches`` counts scans while it connects."""

    def __init__(self) -> None:
        self.is_scanning, self.connecting, self.breaches = False, "", 0
        self.scans: list[bool] = []

    def scan(self, is_on: bool) -> None:
        self.is_scanning = is_on
        self.scans.append(is_on)
        self._look()

    def connect(self, address: str, channels: Sequence[DieChannel]) -> None:
        self.connecting = address
        self._look()

    def send(self, address: str, data: bytes) -> None:
        raise AssertionError("no die is connected")

    def leave(self, address: str) -> None:
        self.connecting = "" if self.connecting == address else self.connecting

    def close(self) -> None:
        raise AssertionError("nobody closes it")

    def _look(self) -> None:
        self.breaches += self.is_scanning and self.connecting != ""


OURS = KnownDie("00:00:00:00:00:01", "GoDice_1", "godice", 6)
STRANGER = "00:00:00:00:00:02"


class KeptByHand:
    """A keeper of one die, and the radio to which it talks."""

    def __init__(self) -> None:
        self.radio = NotedRadio()
        self.keeper = DiceKeeper(self.radio, [OURS], lambda *_: None, lambda *_: None)
        self.keeper.tick(0.0)

    def hear(self, address: str, now: float) -> None:
        said = Advertisement(address, "GoDice_X", rssi=-60)
        self.keeper.take(RadioNews(now, "heard", address, said))
        self.keeper.tick(now)

    def run(self, start: float, end: float) -> None:
        """Let each half of a second pass from ``start`` to ``end``."""
        for half in range(round(2 * start), round(2 * end) + 1):
            self.keeper.tick(half / 2)


@pytest.fixture
def connecting() -> KeptByHand:
    """A keeper that was listening, has heard the die of the table, and connects to it."""
    made = KeptByHand()
    assert made.radio.scans == [True]
    made.hear(OURS.address, 1.0)
    assert (made.radio.scans, made.radio.connecting) == ([True, False], OURS.address)
    return made


def test_nothing_is_looked_for_while_a_die_is_connected(connecting: KeptByHand) -> None:
    connecting.run(1.5, 1.0 + ATTEMPT - 0.5)
    assert (connecting.radio.scans, connecting.radio.breaches) == ([True, False], 0)
    # an attempt to reach it unheard follows at once, and then a round of listening
    connecting.run(1.0 + ATTEMPT, 2.0 + ATTEMPT + UNHEARD_ATTEMPT)
    assert (connecting.radio.scans, connecting.radio.breaches) == ([True, False, True], 0)


def test_a_search_that_begins_or_ends_waits_for_the_connection(connecting: KeptByHand) -> None:
    connecting.keeper.search(True)
    connecting.run(1.5, 6.0)
    connecting.keeper.search(False)
    connecting.run(6.5, 8.0)
    connecting.keeper.search(True)
    connecting.run(8.5, 10.0)
    assert (connecting.radio.scans, connecting.radio.breaches) == ([True, False], 0)


def test_a_search_goes_on_as_soon_as_the_die_is_connected(connecting: KeptByHand) -> None:
    connecting.keeper.search(True)
    connecting.keeper.take(RadioNews(2.0, "connected", OURS.address))
    connecting.radio.connecting = ""
    connecting.radio.send = lambda address, data: None  # type: ignore[method-assign]
    connecting.keeper.tick(2.0)
    assert connecting.radio.scans == [True, False, True]
    connecting.hear(STRANGER, 3.0)
    assert (connecting.radio.connecting, connecting.radio.is_scanning) == (STRANGER, False)
    connecting.keeper.search(False)
    connecting.run(3.5, 9.0)
    assert (connecting.radio.connecting, connecting.radio.is_scanning) == ("", False)
    assert connecting.radio.breaches == 0


def test_a_search_listens_at_once_also_in_a_pause() -> None:
    made = KeptByHand()
    made.run(0.5, LISTEN)
    assert made.radio.scans == [True, False], "a pause has begun"
    made.keeper.search(True)
    made.keeper.tick(LISTEN + 0.5)
    assert made.radio.scans == [True, False, True]


def test_the_end_of_a_search_ends_the_listening_only_if_no_die_is_missed() -> None:
    made = KeptByHand()
    made.keeper.search(True)
    made.keeper.search(False)
    assert made.radio.scans == [True], "the die of the table is still away"
    made.hear(OURS.address, 1.0)
    made.keeper.take(RadioNews(2.0, "connected", OURS.address))
    made.keeper.search(True)
    made.radio.connecting = ""
    made.radio.send = lambda address, data: None  # type: ignore[method-assign]
    made.keeper.tick(2.0)
    assert made.radio.scans == [True, False, True]
    made.keeper.search(False)
    assert made.radio.scans == [True, False, True, False]


def test_after_an_attempt_that_failed_the_die_is_listened_for_at_once(
    connecting: KeptByHand,
) -> None:
    connecting.keeper.take(RadioNews(2.0, "failed", OURS.address))
    connecting.radio.connecting = ""
    connecting.keeper.tick(2.0)
    assert connecting.radio.scans == [True, False, True]
