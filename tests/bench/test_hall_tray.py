"""The tally of the tray of Hall sensors, and its picture."""

from tests.bench.hall_picture import drawn
from tests.bench.hall_tray import HEAD, TrayTally, measured, row


def test_each_throw_is_right_or_asked_for_again_or_wrong() -> None:
    tally = measured("lots", 3, seed=1)
    assert tally.right + tally.asked_again + len(tally.wrong) == tally.throws == 3
    assert len(row("lots", tally)) == len(HEAD)


def test_the_picture_has_a_field_for_each_place_of_each_tray() -> None:
    assert drawn({"lots": TrayTally(), "long": TrayTally()}).count('fill="rgb(') == 2 * 20 * 20
