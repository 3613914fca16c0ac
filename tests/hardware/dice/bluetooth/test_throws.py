"""Throws of dice that report over the radio: what counts, and what is asked for."""

from collections.abc import Callable

import pytest

from hardware.dice.bluetooth.dice_set import FORGOTTEN, LATE, DiceThrows
from hardware.dice.bluetooth.news import Make, Motion
from hardware.dice.tray import GIVE_UP
from tests.hardware.dice.bluetooth.table_of_dice import TableOfDice

LONG_DIE = {1: 1, 2: None, 3: 3, 4: 4, 5: None, 6: 6}


@pytest.fixture
def table() -> TableOfDice:
    return TableOfDice(count=3)


def test_a_throw_counts_when_all_dice_lie(table: TableOfDice) -> None:
    table.throw(2, 5, 6)
    assert table.events[-1].faces == (2, 5, 6)
    assert table.take_kinds() == ["rolling", "provisional", "settled"]


def test_the_same_faces_again_are_a_new_throw(table: TableOfDice) -> None:
    table.throw(2, 5, 6).throw(2, 5, 6)
    assert table.take_kinds().count("settled") == 2


def test_a_bump_is_no_throw(table: TableOfDice) -> None:
    table[1].knock()
    table.run(10.0)
    assert table.take_kinds() == ["knocked"]


def test_a_die_that_leans_is_thrown_again_alone(table: TableOfDice) -> None:
    table[0].throw(1)
    table[1].throw(is_cocked=True)
    table[2].throw(3)
    table.run(3.0)
    assert (table.events[-1].kind, table.events[-1].dice) == ("cocked", (1,))
    table[1].throw(6)
    table.run(3.0)
    assert (table.events[-1].faces, table.events[-1].doubtful) == ((1, 6, 3), False)


def test_a_die_that_was_not_thrown_is_asked_for(table: TableOfDice) -> None:
    table[0].throw(1)
    table[2].throw(3)
    table.run(LATE + 3.0)
    assert (table.events[-1].kind, table.events[-1].dice) == ("missing", (1,))
    table[1].throw(2)
    table.run(3.0)
    assert table.events[-1].faces == (1, 2, 3)


def test_a_die_that_was_turned_by_hand_is_thrown_again(table: TableOfDice) -> None:
    table[0].throw(1)
    table[1].throw(2)
    table.run(2.2)
    table[0].face = 5
    table[0].knock()
    table[2].throw(3)
    table.run(3.0)
    assert (table.events[-1].kind, table.events[-1].dice) == ("handled", (0,))
    table[0].throw(4)
    table.run(3.0)
    assert (table.events[-1].faces, table.events[-1].doubtful) == ((4, 2, 3), False)


def test_a_die_that_rolled_twice_makes_the_throw_doubtful(table: TableOfDice) -> None:
    table[0].throw(1)
    table[1].throw(2)
    table.run(2.5)
    table[0].throw(6)
    table[2].throw(3)
    table.run(3.0)
    assert (table.events[-1].faces, table.events[-1].doubtful) == ((6, 2, 3), True)


def test_a_die_alone_begins_anew(table: TableOfDice) -> None:
    table[0].throw(1)
    table.run(2.5)
    table.throw(4, 5, 6)
    assert (table.events[-1].faces, table.events[-1].doubtful) == ((4, 5, 6), False)


def test_faces_that_do_not_count_are_thrown_again_alone() -> None:
    table = TableOfDice(counts=LONG_DIE)
    table.throw(5, 3)
    assert (table.events[-1].kind, table.events[-1].dice) == ("again", (0,))
    assert table.events[-1].own == (5, 3)
    table[0].throw(2)
    table.run(3.0)
    assert (table.events[-1].kind, table.events[-1].own) == ("again", (2, 3))
    table[0].throw(6)
    table.run(3.0)
    assert (table.events[-1].kind, table.events[-1].faces) == ("settled", (6, 3))
    assert not table.events[-1].doubtful


def test_a_face_that_the_die_should_not_have_is_thrown_again() -> None:
    throws = DiceThrows([LONG_DIE])
    throws.feed(0, Motion("rolling"), 1.0)
    throws.feed(0, Motion("settled", 20), 2.0)
    event = throws.tick(4.0)[-1]
    assert (event.kind, event.dice) == ("again", (0,))


def test_a_die_out_of_reach_is_thrown_again_when_it_is_back(table: TableOfDice) -> None:
    table[0].throw(1)
    table[1].throw(2)
    table[2].throw(3)
    table.run(0.5)
    table[2].take_away()
    table.run(5.0)
    assert (table.events[-1].kind, table.events[-1].dice) == ("away", (2,))
    table[2].bring_back()
    table.run(12.0)
    assert table.take_kinds()[-2:] == ["back", "missing"]
    table[2].throw(4)
    table.run(3.0)
    assert table.events[-1].faces == (1, 2, 4)


def test_a_die_out_of_reach_is_named_again_after_the_others_were_thrown(
    table: TableOfDice,
) -> None:
    table[2].take_away()
    table.run(5.0)
    table[0].throw(1)
    table[1].throw(2)
    table.run(LATE + 3.0)
    assert table.take_kinds() == ["away", "rolling", "away"]
    table[2].bring_back()
    table.run(12.0)
    table[2].throw(4)
    table.run(3.0)
    assert table.events[-1].faces == (1, 2, 4)


def test_a_die_that_never_comes_to_rest_is_thrown_again(table: TableOfDice) -> None:
    table.air.deliver = lambda die, data, to: None if data[:1] == b"S" else to(data)
    table.throw(1, 2, 3, run=GIVE_UP + 3)
    unread = sorted(event.dice for event in table.events if event.kind == "unreadable")
    assert unread == [(0,), (1,), (2,)]


def test_a_part_of_a_throw_is_forgotten(table: TableOfDice) -> None:
    table[0].throw(1)
    table.run(FORGOTTEN + 5.0)
    table.take_kinds()
    table.throw(4, 5, 6)
    assert (table.events[-1].faces, table.events[-1].doubtful) == ((4, 5, 6), False)


def test_a_die_that_is_not_played_with_does_not_matter() -> None:
    table = TableOfDice(count=3)
    table.play(2)
    table.throw(2, 3, 6)
    assert table.events[-1].faces == (2, 3)


def test_what_is_said_twice_counts_once(table: TableOfDice) -> None:

    def twice(die: object, data: bytes, to: Callable[[bytes], None]) -> None:
        to(data)
        to(data)

    table.air.deliver = twice
    table.throw(1, 2, 3).run(10.0)
    assert table.take_kinds().count("settled") == 1


@pytest.mark.parametrize("make", ["godice", "pixels"])
def test_virtual_dice_lie_with_their_first_face_up_before_anybody_throws(make: Make) -> None:
    table = TableOfDice(make)
    assert [die.face for die in table.air_dice] == [1, 1]
