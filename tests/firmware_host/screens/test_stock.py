import pytest
from msgspec.structs import replace

from firmware_host.screens.board_screen import BoardView
from firmware_host.screens.canvas import Box, Canvas, Overflow
from firmware_host.screens.sheet_layouts import Stock, draw_words
from firmware_host.text.translator import Language
from games.equipment import HAND, OFF, RESERVE, Piece, Seat
from tests.firmware_host.screens.gallery import gallery

SEATS = (
    Seat(0, "white", "south", 0, "white"),
    Seat(1, "black", "west", 1, "black"),
    Seat(2, "red", "north", 2, "red"),
    Seat(3, "blue", "east", 3, "blue"),
)
ROOM = Box(66, 40, 62, 24)


def drawn(*pieces: Piece) -> tuple[bytes, int]:
    """Return the picture and the rows that it takes."""
    canvas = Canvas((128, 64))
    stock = Stock.fit(ROOM.width, pieces, SEATS)
    stock.draw(canvas, ROOM.left, ROOM.top)
    return canvas.image.tobytes(), stock.height


def test_nothing_beside_the_board_takes_no_room() -> None:
    assert drawn(Piece(0, "piece", "c1")) == (Canvas((128, 64)).image.tobytes(), 0)


def test_seats_places_and_counts_are_different_pictures() -> None:
    pieces = [
        Piece(seat, "piece", place, count=count)
        for seat in range(4)
        for place in (HAND, OFF, RESERVE)
        for count in (1, 4, 16)
    ]
    assert len({drawn(piece)[0] for piece in pieces}) == len(pieces)


def test_four_seats_with_pieces_in_hand_and_off_fit_beside_the_board() -> None:
    pieces = [Piece(seat, "piece", place, count=2) for seat in range(4) for place in (HAND, OFF)]
    assert drawn(*pieces)[1] == 16


def test_each_kind_has_its_own_count() -> None:
    rook, horse = Piece(0, "R", RESERVE), Piece(0, "H", RESERVE)
    assert len({drawn(rook, horse)[0], drawn(rook, rook)[0], drawn(horse, horse, rook)[0]}) == 3


def test_nothing_is_drawn_outside_its_width_and_height() -> None:
    canvas = Canvas((128, 64))
    pieces = [Piece(seat, "piece", HAND, count=16) for seat in range(4)]
    stock = Stock.fit(ROOM.width, pieces, SEATS)
    stock.draw(canvas, ROOM.left, ROOM.top)
    canvas.erase(ROOM._replace(height=stock.height))
    assert canvas.image.getbbox() is None


def test_too_little_width_for_the_pieces_of_a_seat_is_refused() -> None:
    pieces = (Piece(0, "piece", HAND, count=3), Piece(0, "piece", OFF, count=12))
    with pytest.raises(Overflow, match="beside the board need"):
        Stock.fit(20, pieces, SEATS)


@pytest.mark.parametrize(
    ("screen", "columns", "is_named"),
    [("throw", 190, True), ("thrown", 61, False), ("last-move", 61, True), ("throw", 61, False)],
)
def test_the_signs_beside_the_board_are_named_where_no_letter_gets_smaller_for_it(
    screen: str, columns: int, is_named: bool
) -> None:
    view = gallery("thaayam")[screen].view
    assert isinstance(view, BoardView)
    sheet, pictures = view.sheet(Language("en")), []
    for places in ({}, {HAND: "hand"}):
        canvas = Canvas((columns, 64))
        draw_words(canvas, canvas.box, sheet, view.layout, places)
        pictures.append((canvas.image.tobytes(), canvas.words))
    (plain, words), (named, same) = pictures
    assert words == same
    assert (plain != named) is is_named


def test_pieces_that_can_be_played_are_listed_where_there_is_no_room_for_lost_ones() -> None:
    view = gallery("xiangqi4")["choose"].view
    assert isinstance(view, BoardView)
    kinds = ("rook", "horse", "cannon", "elephant", "advisor", "general", "soldier")
    lost = tuple(Piece(seat.index, kind, OFF, count=2) for seat in SEATS for kind in kinds)
    won, standing = Piece(0, "rook", RESERVE), view.layout.pieces
    pictures = []
    for beside in ((), (won,), (*lost, won)):
        canvas, layout = Canvas((62, 64)), replace(view.layout, pieces=(*standing, *beside))
        draw_words(canvas, canvas.box, view.sheet(Language("en")), layout, {})
        pictures.append(canvas.image.tobytes())
    nothing, reserve, crowded = pictures
    assert crowded == reserve != nothing
