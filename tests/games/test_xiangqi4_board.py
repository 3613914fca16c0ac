"""xiangqi4: the board, the set-up and the figures of the rule sheet."""

from collections import Counter
from unittest.mock import Mock

import pytest

from games.core import perft
from games.xiangqi4.game import Xiangqi4
from games.xiangqi4.tables import movement
from tests.games.playing import moves

START = (
    "yRyHyEyAyGyAyEyHyR/9/1yC5yC1/yS1yS1yS1yS1yS/9/gR2gS11bS2bR/gH1gC13bC1bH/gE2gS11bS2bE/"
    "gA17bA/gG2gS11bS2bG/gA17bA/gE2gS11bS2bE/gH1gC13bC1bH/gR2gS11bS2bR/9/rS1rS1rS1rS1rS/"
    "1rC5rC1/9/rRrHrErArGrArErHrR 0 rbyg - - 0"
)


def test_start_has_sixty_four_pieces_and_its_text() -> None:
    start = Xiangqi4().start()
    assert str(start) == START
    assert sum(piece.count for piece in start.pieces()) == 64


def test_movement_is_worked_out_for_the_first_state_and_no_list_of_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counted = Mock(wraps=movement)
    monkeypatch.setattr("games.xiangqi4.game.movement", counted)
    game = Xiangqi4()
    assert game.seats
    assert counted.call_count == 0
    for _ in range(2):
        game.start()
    assert counted.call_count == 1


def test_points_are_four_camps_of_45_and_a_middle_of_81() -> None:
    board = Xiangqi4().board
    assert Counter(point.region for point in board.points) == {
        "south": 45,
        "east": 45,
        "north": 45,
        "west": 45,
        "middle": 81,
    }
    assert {name: board[name].region for name in ("f5", "o6", "n15", "e14", "f6", "n14")} == {
        "f5": "south",
        "o6": "east",
        "n15": "north",
        "e14": "west",
        "f6": "middle",
        "n14": "middle",
    }
    assert all(corner not in board for corner in ("e5", "a1", "o15", "s19", "a5"))


def test_lines_join_all_neighbours_across_the_rivers_too() -> None:
    board = Xiangqi4().board
    assert len(board.lines) == 4 * (5 * 8 + 4 * 9) + 2 * 8 * 9 + 4 * 9
    assert {("j5", "j6"), ("j14", "j15"), ("e10", "f10"), ("n10", "o10")} <= set(board.lines)


def test_palaces_are_marked_in_their_middle() -> None:
    marked = {p.name for p in Xiangqi4().board.points if p.marks}
    assert marked == {"j2", "r10", "j18", "b10"}


def test_seats_go_counter_clockwise_and_sit_with_their_colours() -> None:
    seats = [(seat.colour, seat.side, seat.team) for seat in Xiangqi4().seats]
    assert seats == [
        ("red", "south", 0),
        ("black", "east", 1),
        ("yellow", "north", 2),
        ("green", "west", 3),
    ]
    assert [seat.team for seat in Xiangqi4(mode="teams").seats] == [0, 1, 0, 1]


def test_any_seat_may_begin() -> None:
    assert str(Xiangqi4().start(first=2)) == START.replace(" 0 rbyg", " 2 rbyg")


@pytest.mark.parametrize(
    ("mode", "counts"), [("free", [1, 62, 3_704, 211_840]), ("teams", [1, 60, 3_518, 197_868])]
)
def test_perft_figures_of_the_rule_sheet(mode: str, counts: list[int]) -> None:
    start = Xiangqi4(mode=mode).start()
    assert [perft(start, depth) for depth in range(4)] == counts


def test_cannons_have_nine_quiet_moves_more_than_on_the_board_for_two() -> None:
    start = moves(Xiangqi4().start())
    assert len([move for move in start if move.startswith("g3")]) == 12 + 9
    assert len(start) == 44 + 2 * 9


def test_the_only_checks_at_the_start_are_to_both_neighbours_at_once() -> None:
    start, checked = Xiangqi4().start(), dict[str, list[int]]()
    for move in start.legal_moves():
        match = start.apply(move).battle
        attacked = [seat for seat in (1, 2, 3) if match.attackers(seat)]
        if attacked:
            checked[str(move)] = attacked
    assert checked == {"g3-g10": [1, 3], "m3-m10": [1, 3]}
