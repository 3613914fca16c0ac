"""Squadro: its tables and its history against the rules read plainly, step by step."""

import random
from collections import Counter

import pytest

from games.actions import carry_out
from games.squadro.game import Squadro, SquadroPosition
from games.squadro.rules import LIMIT, NAMES
from tests.games.playing import moves
from tests.games.squadro_plain import plain_move
from tests.games.squadro_play import CYCLE, CYCLE_BEGIN, MIDDLE, at, move_piece, written

LATE = (f"0 {MIDDLE}", f"1 {MIDDLE}", CYCLE_BEGIN, "0 12,12,12,11,3/12,12,12,11,3")


def test_every_move_of_random_games_is_what_the_rules_say_step_by_step() -> None:
    game, rng = Squadro(), random.Random(3)
    for _ in range(40):
        state = game.start(rng.randrange(2))
        while not state.is_terminal:
            for move in state.legal_moves():
                expected = plain_move(state.progress, NAMES.index(move.text[:2]))
                assert list(state.apply(move).progress) == expected
            state = state.apply(rng.choice(state.legal_moves()))


def test_repetition_is_what_counting_the_texts_of_a_game_finds() -> None:
    rng, reasons = random.Random(6), Counter[str]()
    for _ in range(60):
        known, state = CYCLE + CYCLE[: rng.randrange(len(CYCLE))], at(CYCLE_BEGIN)
        seen = Counter([str(state)])
        for ply in range(LIMIT):
            piece = known[ply] if ply < len(known) else rng.choice(moves(state))[:2]
            state = move_piece(state, piece)
            text = written(state.progress, (ply + 1) % 2)
            seen[text] += 1
            outcome = state.outcome()
            assert (outcome is not None and outcome.reason == "repetition") == (seen[text] == 3)
            if outcome:
                reasons[outcome.reason] += 1
                break
    assert reasons["home"] > 3 < reasons["repetition"]


def test_banned_is_what_leads_to_a_text_that_the_game_has_seen() -> None:
    rng, banned = random.Random(7), 0
    for _ in range(60):
        state = at(CYCLE_BEGIN, repetition="ban")
        seen, known = {str(state)}, CYCLE[: rng.randrange(len(CYCLE))]
        while not state.is_terminal:
            free = at(str(state), repetition="ban")
            fresh = [str(move) for move in free.legal_moves() if str(free.apply(move)) not in seen]
            assert moves(state) == fresh
            banned += len(free.legal_moves()) - len(fresh)
            state = move_piece(state, known.pop(0) if known else rng.choice(fresh)[:2])
            seen.add(str(state))
    assert banned > 10


def test_equal_texts_with_other_hands_at_work_are_not_mixed_up() -> None:
    out, home = at("0 0,1,0,0,0/0,2,0,0,0"), at("0 0,1,0,0,0/0,10,0,0,0")
    assert out.legal_moves()[1] == home.legal_moves()[1]
    for state in (out, home):
        for other in (out, home):
            after = state.apply(other.legal_moves()[1])
            steps = state.legal_moves()[1].steps
            assert after.pieces() == carry_out(state.pieces(), steps)


def test_updated_cells_equal_those_of_the_position_read_again() -> None:
    rng, state = random.Random(4), Squadro().start()
    while not state.is_terminal:
        again = at(str(state))
        assert again.progress == state.progress
        assert moves(again) == moves(state)
        assert steps_of(again) == steps_of(state)
        state = state.apply(rng.choice(state.legal_moves()))


def steps_of(state: SquadroPosition) -> list[object]:
    return [move.steps for move in state.legal_moves()]


@pytest.mark.parametrize("repetition", ["draw", "ban", "none"])
@pytest.mark.parametrize("text", LATE)
def test_leaves_are_those_of_playing_every_move(text: str, repetition: str) -> None:
    def played(state: SquadroPosition, depth: int) -> int:
        following = (state.apply(move) for move in state.legal_moves())
        return sum(played(each, depth - 1) for each in following) if depth else 1

    state = at(text, repetition=repetition)
    assert [state.leaves(depth) for depth in range(6)] == [played(state, d) for d in range(6)]


def test_playouts_are_won_as_often_as_games_of_random_moves() -> None:
    game, rng = Squadro(), random.Random(5)
    start = game.state("0 6,3,4,8,12/0,7,6,1,10")
    quick = Counter(game.playout(start, rng).winners for _ in range(600))
    slow: Counter[tuple[int, ...]] = Counter()
    for _ in range(600):
        state = start
        while not state.is_terminal:
            state = state.apply(rng.choice(state.legal_moves()))
        slow[state.outcome().winners] += 1  # type: ignore[union-attr]
    assert abs(quick[0,] - slow[0,]) < 75
