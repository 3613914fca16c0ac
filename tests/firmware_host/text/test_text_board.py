"""Positions as characters; the stand-in state shows only what the drawing reads."""

from types import SimpleNamespace
from typing import cast

from firmware_host.text.text_board import draw
from games.core import State
from games.equipment import HAND, OFF, RESERVE, Board, Mark, Piece, Point, Seat

SEATS = (Seat(0, "A", "south", 0, "white"), Seat(1, "B", "west", 1, "black"))
SQUARES = tuple(Point(f"{file}{y + 9}", x, y) for x, file in enumerate("abc") for y in range(3))


def drawn(*pieces: Piece, points: tuple[Point, ...] = SQUARES, start: tuple[str, ...] = ()) -> str:
    """The drawing of ``pieces``; those at the start of the game are of the kinds ``start``."""
    begun = SimpleNamespace(pieces=lambda: [Piece(0, kind, HAND) for kind in start])
    game = SimpleNamespace(board=Board(points), seats=SEATS, start=lambda: begun)
    return draw(cast("State", SimpleNamespace(game=game, pieces=lambda: pieces)))


def test_files_and_ranks_are_named_at_the_edges() -> None:
    assert drawn() == "11 . . .\n10 . . .\n 9 . . .\n   a b c"


def test_pieces_are_told_by_side_and_number() -> None:
    text = drawn(
        Piece(0, "piece", "a9", count=2), Piece(1, "piece", "a9"), Piece(1, "piece", "c10")
    )
    assert text.splitlines()[1:3] == ["10 .   .   w", " 9 s2w .   ."]


def test_kinds_badges_and_facings_are_shown() -> None:
    soldier = Piece(0, "soldier", "a9", badge="V")
    text = drawn(soldier, Piece(1, "rook", "b9", facing="east"), start=("rook", "soldier"))
    assert " 9 sSV wR> ." in text.splitlines()


def test_marks_are_shown_on_empty_points_only() -> None:
    marks = (Mark("palace", "cross"), Mark("fortress", "frame"), Mark("start", "dot"))
    points = tuple(Point(f"a{y}", 0, y, (mark,)) for y, mark in enumerate(marks))
    points += (Point("b0", 1, 0), Point("b1", 1, 1), Point("b2", 1, 2))
    assert drawn(points=points) == "2 : .\n1 # .\n0 + .\n  a b"
    assert drawn(Piece(0, "piece", "a1"), points=points).splitlines()[1] == "1 s ."


def test_points_that_a_board_does_not_have_stay_blank() -> None:
    points = tuple(point for point in SQUARES if point.name != "b10")
    assert drawn(points=points).splitlines()[1] == "10 .   ."


def test_names_without_files_and_ranks_are_left_out() -> None:
    points = tuple(Point(name, i % 2, i // 2) for i, name in enumerate(("ox", "hen", "cat", "dog")))
    assert drawn(points=points) == " . .\n . ."


def test_what_lies_beside_the_board_is_told_a_line_a_seat() -> None:
    text = drawn(
        Piece(0, "rook", HAND, count=2),
        Piece(0, "rook", OFF),
        Piece(1, "rook", RESERVE, badge="r", count=3),
        start=("rook", "soldier"),
    )
    assert text.splitlines()[-2:] == ["south: hand R2, off R1", "west: reserve Rr3"]
