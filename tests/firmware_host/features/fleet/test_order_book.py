"""Orders count once and for a while; what a wrong clock left holds no right one back."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from firmware_host.features.fleet.orders import (
    HIGHEST,
    KEPT,
    KEPT_ONCE,
    LONGEST_SECONDS,
    MOST_KEPT,
    Order,
    OrderBook,
    TakenOrders,
)
from firmware_host.web.orders import OrderRefusedError

NOW = 1_800_000_000
ORDER = Order("restart", "", ("hall-2",), 7, NOW + 60)
TEN_YEARS = 10 * 365 * 24 * 3600


def given(at: int, more: int = 0) -> Order:
    """Return the order that a desk gives whose clock says ``at``, in seconds."""
    return replace(ORDER, number=at * 1000 + more, until=at + 300)


def last(folder: Path) -> int:
    taken = TakenOrders.read((folder / KEPT).read_bytes())
    return max(taken.floor, *taken.numbers)


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (replace(ORDER, name="dance"), "there is no order 'dance'"),
        (replace(ORDER, tables=("hall-3",)), "for other tables"),
        (replace(ORDER, until=NOW - 1), "too late"),
        (replace(ORDER, until=NOW + LONGEST_SECONDS + 1), "more than 24 hours"),
    ],
)
def test_an_order_that_does_not_fit_is_refused_and_not_noted(
    tmp_path: Path, order: Order, why: str
) -> None:
    book = OrderBook("hall-2", tmp_path)
    with pytest.raises(OrderRefusedError, match=why):
        book.take(order, NOW)
    assert not (tmp_path / KEPT).exists()


def test_no_order_is_taken_twice_not_even_after_a_restart(tmp_path: Path) -> None:
    OrderBook("hall-2", tmp_path).take(ORDER, NOW)
    again = OrderBook("hall-2", tmp_path)
    for number in (ORDER.number, ORDER.number - 1):
        with pytest.raises(OrderRefusedError, match="taken already"):
            again.take(replace(ORDER, number=number), NOW)
    again.take(replace(ORDER, number=8, tables=("all",)), NOW)
    assert last(tmp_path) == 8


def test_a_table_that_forgot_its_orders_takes_none(tmp_path: Path) -> None:
    for name in (KEPT, KEPT_ONCE):
        for text in ("nonsense", "", "-1", "1 " * (MOST_KEPT * 20)):
            (tmp_path / name).write_text(text, encoding="utf-8")
            with pytest.raises(OrderRefusedError, match="does not know which orders"):
                OrderBook("hall-2", tmp_path).take(ORDER, NOW)
        (tmp_path / name).unlink()


def test_an_order_that_cannot_be_noted_is_not_done(tmp_path: Path) -> None:
    with pytest.raises(OrderRefusedError, match="cannot note it"):
        OrderBook("hall-2", tmp_path / "gone").take(ORDER, NOW)


@pytest.mark.parametrize("number", [10**17, HIGHEST - 1])
def test_a_long_number_is_not_taken_twice(tmp_path: Path, number: int) -> None:
    order = replace(ORDER, number=number)
    OrderBook("hall-2", tmp_path).take(order, NOW)
    with pytest.raises(OrderRefusedError, match="taken already"):
        OrderBook("hall-2", tmp_path).take(order, NOW)


def test_what_clocks_that_were_ahead_left_holds_no_later_order_back(tmp_path: Path) -> None:
    ahead = given(NOW + TEN_YEARS)
    OrderBook("hall-2", tmp_path).take(ahead, NOW + TEN_YEARS)
    OrderBook("hall-2", tmp_path).take(given(NOW), NOW)
    with pytest.raises(OrderRefusedError, match="taken already"):
        OrderBook("hall-2", tmp_path).take(given(NOW), NOW + 1)
    with pytest.raises(OrderRefusedError, match="taken already"):
        OrderBook("hall-2", tmp_path).take(given(NOW - 1), NOW + 1)
    with pytest.raises(OrderRefusedError, match="taken already"):
        OrderBook("hall-2", tmp_path).take(ahead, NOW + TEN_YEARS + 1)


def test_a_day_after_a_desk_that_was_hours_ahead_orders_count(tmp_path: Path) -> None:
    OrderBook("hall-2", tmp_path).take(given(NOW + 20 * 3600), NOW)
    OrderBook("hall-2", tmp_path).take(given(NOW + 60), NOW + 60)


def test_the_last_order_of_an_older_release_is_remembered(tmp_path: Path) -> None:
    for number in (NOW * 1000, 10**40):
        (tmp_path / KEPT_ONCE).write_bytes(b"%d\n" % number)
        (tmp_path / KEPT).unlink(missing_ok=True)
        if number < HIGHEST:
            with pytest.raises(OrderRefusedError, match="taken already"):
                OrderBook("hall-2", tmp_path).take(given(NOW), NOW)
        OrderBook("hall-2", tmp_path).take(given(NOW + 1), NOW)


def test_an_older_release_that_was_ten_years_ahead_does_not_block_this_one(tmp_path: Path) -> None:
    ahead = given(NOW + TEN_YEARS)
    (tmp_path / KEPT_ONCE).write_bytes(b"%d\n" % ahead.number)
    OrderBook("hall-2", tmp_path).take(given(NOW), NOW)
    with pytest.raises(OrderRefusedError, match="taken already"):
        OrderBook("hall-2", tmp_path).take(ahead, NOW + TEN_YEARS)


def test_no_order_counts_again_however_many_came_after_it(tmp_path: Path) -> None:
    book, first = OrderBook("hall-2", tmp_path), given(NOW)
    book.take(first, NOW)
    for number in range(MOST_KEPT + 1):
        book.take(given(NOW + 60, number), NOW + 60)
    for now in (NOW, NOW - 300):
        with pytest.raises(OrderRefusedError, match="taken already"):
            book.take(first, now)


def test_more_orders_of_clocks_that_were_ahead_than_are_remembered_block_nothing(
    tmp_path: Path,
) -> None:
    taken = TakenOrders()
    for number in range(MOST_KEPT + 2):
        taken = taken.plus((NOW + TEN_YEARS) * 1000 + number, NOW)
    (tmp_path / KEPT).write_bytes(taken.text())
    OrderBook("hall-2", tmp_path).take(given(NOW), NOW)


def test_a_table_that_is_behind_is_told_so(tmp_path: Path) -> None:
    week = 7 * 24 * 3600
    with pytest.raises(OrderRefusedError, match="the clock of this table is behind") as refused:
        OrderBook("hall-2", tmp_path).take(given(NOW), NOW - week)
    assert "2027-01-08 08:00 UTC here" in str(refused.value)
    assert "given at 2027-01-15 08:00 UTC" in str(refused.value)
