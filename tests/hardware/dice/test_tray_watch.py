"""Faults of a tray that are reported to the builder."""

from hardware.dice.adjusting import OPEN_FOR_LONG, THROWS, TrayWatch
from hardware.dice.tray import DiceEvent
from hardware.input.edges import Edge
from hardware.wiring.wiring import CUP, DICE_LINES

SETTLED, KNOCKED = DiceEvent("settled", (1, 0, 1, 0)), DiceEvent("knocked")


def watched(*movements: tuple[str, DiceEvent], cup: str | None = CUP) -> TrayWatch:
    """Return the watch after movements: the lines that changed, 'D0 D1 cup', and the event."""
    watch = TrayWatch(DICE_LINES, cup)
    for number, (lines, event) in enumerate(movements):
        for line in lines.split():
            watch.feed(Edge(number, line, False))
        watch.take(event)
    return watch


def test_a_line_that_never_changes_is_named_after_five_throws() -> None:
    throw = ("D0 D1 D3 cup", SETTLED)
    assert watched(*[throw] * 4).complaints(9.0) == ()
    assert watched(*[throw] * 5).complaints(9.0) == (
        "D2 never changed in 5 throws: check its wire",
    )


def test_a_line_that_changes_again_is_no_longer_reported() -> None:
    dead, sound = ("D0 D1 D3 cup", SETTLED), ("D0 D1 D2 D3 cup", SETTLED)
    assert watched(*[dead] * 9, sound).complaints(9.0) == ()


def test_a_line_that_moves_alone_is_a_loose_contact() -> None:
    knock = ("D1 D1", KNOCKED)
    assert watched(*[knock] * THROWS).complaints(9.0) == (
        "D1 alone changed 5 times without a throw: a loose contact?",
    )
    assert watched(("D2", KNOCKED), *[knock] * (THROWS - 1)).complaints(9.0) == ()


def test_a_cup_contact_that_never_changes_while_the_dice_move_is_named() -> None:
    tumble = ("D0 D1 D2 D3 " * 3, KNOCKED)
    complaint = "the dice moved 5 times, the cup contact did not: check its wire"
    assert watched(*[tumble] * THROWS).complaints(9.0) == (complaint,)
    assert watched(("cup", KNOCKED), *[tumble] * THROWS).complaints(9.0) == ()
    assert watched(*[tumble] * THROWS, cup=None).complaints(9.0) == ()


def test_a_cup_contact_that_stays_open_is_named_until_it_closes() -> None:
    watch = TrayWatch(DICE_LINES, CUP)
    watch.see_cup(True, 5.0)
    watch.see_cup(True, 6.0)
    assert watch.complaints(5.0 + OPEN_FOR_LONG - 0.1) == ()
    assert watch.complaints(5.0 + OPEN_FOR_LONG) == (
        "cup open for 10 s: put the dice down, or check the cable",
    )
    watch.feed(Edge(20.0, CUP, False))
    assert watch.complaints(20.0) == ()


def test_edges_are_counted_in_all_in_the_last_second_and_since_the_last_throw() -> None:
    watch = watched(("D0 D1", SETTLED))
    for time in (10.0, 10.5, 10.9):
        watch.feed(Edge(time, "D0", True))
    assert (watch.edges["D0"], watch.edges["D1"], watch.throws) == (4, 1, 1)
    assert watch.rates(11.2) == {"D0": 2}
    assert watch.rates(12.0) == {}
    assert watch.take(DiceEvent("rolling")) == {}
    assert watch.take(KNOCKED) == {"D0": 3}
