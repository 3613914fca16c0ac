"""Positions as characters; the stand-in state shows only what the drawing reads."""

import re
from types import SimpleNamespace
from typing import cast

import pytest

import games
from firmware_host.text.text_board import ARROWS, COUNTS, MARKS, SIGNS, draw, legend
from firmware_host.text.translator import Language
from games.core import State
from games.equipment import COLOURS, HAND, OFF, RESERVE, Board, Boundary, Mark, Piece, Point, Seat
from tests.languages import COMPLETE

ENGLISH = Language("en")
SEATS = (Seat(0, "A", "south", 0, "white"), Seat(1, "B", "west", 1, "black"))
SQUARES = tuple(Point(f"{file}{y + 9}", x, y) for x, file in enumerate("abc") for y in range(3))


def drawn(
    *pieces: Piece,
    points: tuple[Point, ...] = SQUARES,
    start: tuple[str, ...] = (),
    boundaries: tuple[Boundary, ...] = (),
) -> str:
    """The drawing of ``pieces``; those at the start of the game are of the kinds ``start``."""
    begun = SimpleNamespace(pieces=lambda: [Piece(0, kind, HAND) for kind in start])
    game = SimpleNamespace(
        board=Board(points, boundaries=boundaries),
        seats=SEATS,
        start=lambda: begun,
        owner=lambda piece: 0 if piece.place == RESERVE else piece.seat,
    )
    return draw(cast("State", SimpleNamespace(game=game, pieces=lambda: pieces)), ENGLISH)


def test_files_and_ranks_are_named_at_the_edges() -> None:
    assert drawn() == "11 . . .\n10 . . .\n 9 . . .\n   a b c"


def test_pieces_are_told_by_colour_and_number() -> None:
    text = drawn(
        Piece(0, "piece", "a9", count=2), Piece(1, "piece", "a9"), Piece(1, "piece", "c10")
    )
    assert text.splitlines()[1:3] == ["10 .   .   ●", " 9 ○2● .   ."]


def test_kinds_badges_and_facings_are_shown() -> None:
    soldier = Piece(0, "soldier", "a9", badge="V")
    text = drawn(soldier, Piece(1, "rook", "b9", facing="east"), start=("rook", "soldier"))
    assert " 9 ○SV ●R> ." in text.splitlines()


def test_marks_are_shown_on_empty_points_only() -> None:
    marks = (Mark("palace", "cross"), Mark("fortress", "frame"), Mark("start", "dot"))
    points = tuple(Point(f"a{y}", 0, y, (mark,)) for y, mark in enumerate(marks))
    points += (Point("b0", 1, 0), Point("b1", 1, 1), Point("b2", 1, 2))
    assert drawn(points=points) == "2 : .\n1 # .\n0 + .\n  a b"
    assert drawn(Piece(0, "piece", "a1"), points=points).splitlines()[1] == "1 ○ ."


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
    assert text.splitlines()[-2:] == ["white: hand R2, off R1", "black: reserve R3 (white)"]


def test_boundaries_run_between_points() -> None:
    level = Boundary("river", "river", (-0.5, 0.5), (2.5, 0.5))
    upright = Boundary("start line", "line", (0.5, -0.5), (0.5, 1.5))
    assert drawn(boundaries=(level, upright)) == (
        "11 . . .\n10 .|. .\n   ~ ~ ~\n 9 .|. .\n   a b c"
    )


def test_several_marks_on_a_point_are_counted() -> None:
    points = tuple(Point(f"a{y}", 0, y, (Mark("dot", "dot"),) * y) for y in range(3))
    assert drawn(points=points).splitlines()[:3] == ["a2 2", "a1 1", "a0 ."]


def test_every_colour_has_a_sign_that_is_no_mark() -> None:
    assert {*COLOURS, "neutral"} == SIGNS.keys()
    assert len(set(SIGNS.values())) == len(SIGNS)
    assert not {*SIGNS.values()} & {*MARKS.values(), *ARROWS.values()}


def test_pieces_of_several_kinds_have_the_sign_of_their_seat_and_a_letter() -> None:
    state = games.load("xiangqi4").start()
    rank = draw(state, ENGLISH).splitlines()[4 + 2]  # rank 14, below the river
    assert rank.split()[0] == "14"
    assert re.findall(".[A-Z]", rank) == ["▥R", "▥S", "●S", "●R"]


@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("name", games.names())
def test_the_legend_explains_every_sign_in_the_language(name: str, language: str) -> None:
    game, say = games.load(name), Language(language)
    board, words = draw(game.start(), say), legend(game, say)
    signs = set(re.findall(r"[^\s\da-s]", "\n".join(line[2:] for line in board.splitlines()[:-1])))
    signs -= set("".join(map(say, ("hand", "off", *(seat.colour for seat in game.seats)))) + ":")
    explained = {sign for part in re.split("[,\n]", words) for sign in part.split()}
    assert signs <= explained
    assert all(say(seat.colour) in words for seat in game.seats)
    assert language == "en" or not re.search("[a-z]{2}", words)


@pytest.mark.parametrize(
    ("name", "counts"),
    [("tshupu", True), ("squadro", False), ("thaayam", True), ("xiangqi4", False)],
)
def test_numbers_are_explained_where_no_letter_or_arrow_stands_for_a_piece(
    name: str, counts: bool
) -> None:
    say = Language("en")
    assert (COUNTS in " ".join(legend(games.load(name), say).split("\n"))) == counts


@pytest.mark.parametrize(("name", "sign"), [("squadro", "-"), ("squadro", "|"), ("xiangqi4", "~")])
def test_start_lines_and_rivers_are_drawn(name: str, sign: str) -> None:
    assert sign in draw(games.load(name).start(), ENGLISH)


def test_a_position_is_drawn_in_russian() -> None:
    text = draw(games.load("thaayam").start(), Language("ru"))
    assert text.splitlines()[-4:] == [
        "белые: рука 4",
        "чёрные: рука 4",
        "красные: рука 4",
        "синие: рука 4",
    ]
