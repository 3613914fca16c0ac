"""What a piece of a race meets on its way: a lone enemy, or a block."""

import pytest

import games


@pytest.mark.parametrize(
    ("enemies", "moves"),
    [("49,0", ["2:d7-b7x"]), ("49,49", ["pass"]), ("48,48", ["pass"]), ("48,0", ["2:d7-b7"])],
    ids=["one enemy there", "a block there", "a block on the way", "one enemy on the way"],
)
def test_two_enemies_on_a_square_let_nobody_stop_there_or_pass(
    enemies: str, moves: list[str]
) -> None:
    state = games.load("ludo").state(f"0 move 8,0,0,0/{enemies},0,0/0,0,0,0/0,0,0,0 2 - -")
    assert [str(move) for move in state.legal_moves()] == moves
