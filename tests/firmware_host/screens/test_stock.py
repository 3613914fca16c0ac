import pytest

from firmware_host.screens.canvas import Box, Canvas, Overflow
from firmware_host.screens.stock import draw_stock
from games.equipment import HAND, OFF, RESERVE, Piece, Seat

SEATS = (
    Seat(0, "white", "south", 0, "white"),
    Seat(1, "black", "west", 1, "black"),
    Seat(2, "red", "north", 2, "red"),
    Seat(3, "blue", "east", 3, "blue"),
)
ROOM = Box(66, 40, 62, 24)


def drawn(*pieces: Piece, box: Box = ROOM) -> tuple[bytes, int]:
    canvas = Canvas((128, 64))
    bottom = draw_stock(canvas, box, pieces, SEATS)
    return canvas.image.tobytes(), bottom


def test_nothing_beside_the_board_takes_no_room() -> None:
    assert drawn(Piece(0, "piece", "c1")) == (Canvas((128, 64)).image.tobytes(), ROOM.top)


def test_seats_places_and_counts_are_told_apart() -> None:
    pieces = [
        Piece(seat, "piece", place, count=count)
        for seat in range(4)
        for place in (HAND, OFF, RESERVE)
        for count in (1, 4, 16)
    ]
    assert len({drawn(piece)[0] for piece in pieces}) == len(pieces)


def test_four_seats_with_pieces_in_hand_and_off_fit_beside_the_board() -> None:
    pieces = [Piece(seat, "piece", place, count=2) for seat in range(4) for place in (HAND, OFF)]
    _, bottom = drawn(*pieces)
    assert bottom == ROOM.top + 14


def test_kinds_are_counted_apart() -> None:
    rook, horse = Piece(0, "R", RESERVE), Piece(0, "H", RESERVE)
    assert len({drawn(rook, horse)[0], drawn(rook, rook)[0], drawn(horse, horse, rook)[0]}) == 3


def test_nothing_is_drawn_outside_the_box() -> None:
    canvas = Canvas((128, 64))
    pieces = [Piece(seat, "piece", HAND, count=16) for seat in range(4)]
    draw_stock(canvas, ROOM, pieces, SEATS)
    canvas.erase(ROOM)
    assert canvas.image.getbbox() is None


@pytest.mark.parametrize("box", [Box(0, 0, 62, 6), Box(0, 0, 20, 64)])
def test_a_box_too_small_for_the_pieces_is_refused(box: Box) -> None:
    with pytest.raises(Overflow, match="beside the board need"):
        drawn(Piece(0, "piece", HAND, count=3), Piece(0, "piece", OFF, count=12), box=box)
