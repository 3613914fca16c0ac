"""An open page of a phone: its visitor asks within their role, and no more than the table takes."""

import pytest

from firmware_host.remote.requests import (
    ChooseMove,
    PressKey,
)
from firmware_host.web.visitor import PageVisitor
from tests.firmware_host.web.test_live import Mirrored, site, table
from tests.told import received, told

__all__ = ["table"]


@pytest.mark.parametrize(("visitor", "seats"), [(PageVisitor(), []), (PageVisitor("seat", 0), [0])])
def test_only_the_person_at_a_seat_chooses_for_it(
    table: Mirrored, visitor: PageVisitor, seats: list[int]
) -> None:
    move = str(table.hands.state.legal_moves()[0])
    with site(table, visitor).websocket_connect("/live") as page:
        told(page)
        page.send_json({"choose": move, "after": 0})
        page.send_json({"press": "ok"})
        page.send_json({"why": ["d1", "d5"]})
        received(page, "answer")
    assert table.asked == [ChooseMove(seat, move, 0) for seat in seats]


def test_the_staff_presses_keys(table: Mirrored) -> None:
    with site(table, PageVisitor("staff")).websocket_connect("/live") as page:
        told(page)
        page.send_json({"press": "ok"})
        page.send_json({"why": ["d1", "d5"]})
        received(page, "answer")
    assert table.asked == [PressKey("ok")]


def test_who_asks_too_much_is_told(table: Mirrored) -> None:
    table.patience = 2
    with site(table, PageVisitor("staff")).websocket_connect("/live") as page:
        told(page)
        for _ in range(3):
            page.send_json({"press": "ok"})
        assert received(page, "answer")["why"].startswith("This phone asks too much at once")
    assert table.asked == [PressKey("ok")] * 2
