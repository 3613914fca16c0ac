"""The movement and check of xiangqi4 on the board for two, where the figures are known."""

import pytest

from games.xiangqi4.battlefield import Battlefield
from games.xiangqi4.rules import LETTERS, Direction, piece_of
from games.xiangqi4.tables import TARGET, Movement
from games.xiangqi4.terrain import Terrain

FILES, RANKS = range(9), range(10)
POINTS = tuple((x, y) for y in RANKS for x in FILES)
INDEX = {place: index for index, place in enumerate(POINTS)}
START = "rheagaehr/9/1c5c1/s1s1s1s1s/9/9/S1S1S1S1S/1C5C1/9/RHEAGAEHR"
HALVES = (
    frozenset(INDEX[x, y] for x in FILES for y in range(5)),
    frozenset(INDEX[x, y] for x in FILES for y in range(5, 10)),
)
PALACES = (
    frozenset(INDEX[x, y] for x in (3, 4, 5) for y in (0, 1, 2)),
    frozenset(INDEX[x, y] for x in (3, 4, 5) for y in (7, 8, 9)),
)


def soldier_ways(seat: int, kind: int, point: int, living: int) -> tuple[Direction, ...]:
    forward = (0, 1) if seat == 0 else (0, -1)
    return (forward,) if point in HALVES[seat] else (forward, (1, 0), (-1, 0))


SMALL_BOARD = Movement(
    Terrain(POINTS, PALACES, HALVES, (0, 1), soldier_ways, reach=len(RANKS), flying=True)
)


def field(text: str) -> Battlefield:
    pieces = {}
    for y, rank in zip(reversed(RANKS), text.split("/"), strict=True):
        signs = "".join("." * int(sign) if sign.isdigit() else sign for sign in rank)
        for x, sign in enumerate(signs):
            if sign != ".":
                pieces[INDEX[x, y]] = piece_of(sign.islower(), LETTERS.index(sign.upper()))
    found = Battlefield(SMALL_BOARD)
    found.set_up(pieces)
    return found


def count(before: Battlefield, seat: int, depth: int) -> int:
    legal = before.legal_codes(seat)
    if depth == 1:
        return len(legal)
    total = 0
    for code in legal:
        after = before.copy()
        after.move(code)
        total += count(after, 1 - seat, depth - 1)
    return total


def test_perft_of_the_game_for_two() -> None:
    assert [count(field(START), 0, depth) for depth in (1, 2, 3)] == [44, 1_920, 79_666]


@pytest.mark.deep
def test_perft_of_the_game_for_two_at_depth_four() -> None:
    assert count(field(START), 0, 4) == 3_290_240


def test_generals_of_the_game_for_two_may_not_face_each_other() -> None:
    open_file = field("4g4/9/9/9/9/9/9/9/9/3G5")
    assert [code & TARGET for code in open_file.legal_codes(0)] == [INDEX[3, 1]]
