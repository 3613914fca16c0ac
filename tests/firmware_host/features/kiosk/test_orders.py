"""When a table is open."""

import pytest

from firmware_host.features.kiosk.orders import DAY, Hours
from firmware_host.web.orders import OrderRefusedError


@pytest.mark.parametrize(
    ("text", "minutes", "opens"),
    [
        ("always", DAY, ""),
        ("never", 0, ""),
        ("10:00-18:00", 8 * 60, "10:00"),
        ("20:00-02:00", 6 * 60, "20:00"),
        ("00:00-00:00", DAY, ""),
        ("09:30-09:31", 1, "09:30"),
    ],
)
def test_a_table_is_open_for_so_many_minutes_of_a_day(text: str, minutes: int, opens: str) -> None:
    hours = Hours.read(text)
    assert sum(hours.is_open(minute) for minute in range(DAY)) == minutes
    assert hours.opens == opens


def test_it_opens_and_closes_at_the_minute() -> None:
    hours = Hours.read("10:00-18:00")
    assert [hours.is_open(minute) for minute in (599, 600, 1079, 1080)] == [
        False,
        True,
        True,
        False,
    ]


@pytest.mark.parametrize("text", ["", "10-18", "24:00-01:00", "10:00-18:60", "open"])
def test_other_words_are_refused(text: str) -> None:
    with pytest.raises(OrderRefusedError, match="hours: expected always, never, or two times"):
        Hours.read(text)
