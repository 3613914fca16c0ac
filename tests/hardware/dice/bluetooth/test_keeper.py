"""Dice come and go, and are paired at the table."""

import pytest

from hardware.dice.bluetooth.keeper import LONGEST_WAIT
from hardware.dice.bluetooth.news import Make
from hardware.dice.bluetooth.paired import MOST
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
