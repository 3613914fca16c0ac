"""xiangqi4: the armies as a search moves them, and what it finds."""

import random
from collections.abc import Iterator
from functools import cache

import pytest

from games import match as matches
from games.budget import Budget
from games.core import State, random_action
from games.options import OptionValue
from games.players import load
from games.players.levels import search
from games.players.paranoid import WON
from games.valuation import best_of, prospects
from games.xiangqi4.battle import PASSING, Battle
from games.xiangqi4.game import Xiangqi4, Xiangqi4Position
from games.xiangqi4.moves import BattleMove
from games.xiangqi4.search import GOING_OUT, WHOLE, BattleLine
from tests.games.playing import play
from tests.games.test_every_game import played, sample
from tests.games.test_xiangqi4_spoils import MATED_BY_TWO, MATING
from tests.games.xiangqi4_play import GENERALS, at

TEAMS: dict[str, OptionValue] = {"mode": "teams", "team_end": "first"}
TO_MATE = "rGi1 rRf14 rRr13 bGs10 bRo7 yGk19 gGa9 gSd6"
QUIET = "0 - - 0"
ROOK = 900
ONE_OUT = (
    "yR1yEyAyGgRyE2/7rR1/2yH6/yS1yS1yS1yS1yS/9/3gS11bS2bR/19/gE2gS11bSbH1bE/gA17bA/gG2gS11bS2bG/"
    "gA5rC11bA/gE1gHgS11bS2bE/19/gR2gS11bS3/9/rS1rS1bR1rS1rS/9/4rA4/1rRrE1rGrArE2 1 rbyg - - 1"
)
"""Black mates yellow by j4-k4."""
OPTIONS: list[dict[str, OptionValue]] = [{}, TEAMS, {"mode": "teams", "stalemate": "pass"}]
VARIANTS = range(len(OPTIONS))


@cache
def moved(variant: int) -> list[tuple[Battle, int]]:
    """What is on the board in a random game, each time with the seat that has just moved."""
    rng = random.Random(variant)
    found = []
    for state in sample(played(Xiangqi4(**OPTIONS[variant]), variant))[:-1:6]:
        if state.turn is not None and not state.is_chance:
            after = state.apply(random_action(state, rng))
            assert isinstance(after, Xiangqi4Position)
            found.append((after.battle, state.turn))
    return found


def lines(variant: int) -> Iterator[BattleLine]:
    return (BattleLine(match, seat) for match, seat in moved(variant))


def seen(line: BattleLine) -> tuple[object, ...]:
    return (
        sorted(line.moves()) if not line.is_over else None,
        sorted(line.captures(-WON)),
        line.balance,
        line.is_ours,
        line.is_over,
    )


def gains_of(line: BattleLine) -> dict[int, int]:
    """What each move gains, those of captures that leave a general attacked too."""
    return {code: gain for gain, code in (*line.moves(), *line.captures(-WON))}


def wander(line: BattleLine, rng: random.Random, most: int) -> Iterator[int]:
    """Make at most so many moves, captures where there are any; give each before it is made."""
    for _ in range(most):
        if line.is_over:
            break
        _, code = rng.choice(line.captures(-WON) or line.moves())
        yield code
        line.make(code)


@pytest.mark.parametrize("variant", VARIANTS)
def test_moves_taken_back_leave_everything_as_it_was(variant: int) -> None:
    rng = random.Random(4)
    for line in lines(variant):
        before = [seen(line) for _ in wander(line, rng, most=30)]
        for each in reversed(before):
            line.unmake()
            assert seen(line) == each


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_balance_grows_by_what_a_move_gains(variant: int) -> None:
    rng = random.Random(5)
    for line in lines(variant):
        for code in wander(line, rng, most=20):
            gain = gains_of(line)[code]
            before, sign = line.balance, 1 if line.is_ours else -1
            line.make(code)
            after = line.balance
            line.unmake()
            assert line.balance == before
            if abs(gain) < 2_000:
                assert sign * (after - before) == gain


@pytest.mark.parametrize("least", [-200, 0, 15, 400])
@pytest.mark.parametrize("variant", VARIANTS)
def test_only_what_gains_enough_is_found_when_that_is_asked(variant: int, least: int) -> None:
    for line in lines(variant):
        for found in (line.captures, line.quiet):
            assert found(least) == [pair for pair in found(-WON) if pair[0] > least]


@pytest.mark.parametrize("variant", VARIANTS)
def test_captures_and_quiet_moves_are_all_moves_but_those_among_enemies(variant: int) -> None:
    for line in lines(variant):
        if not line.is_over and line.moves()[0][1] > PASSING:
            found = {*line.captures(-WON), *line.quiet(-WON)}
            assert {pair for pair in line.moves() if pair[0] > -100} <= found


def searched(state: State, nodes: int = 600) -> str:
    """The move that the search likes best."""
    return str(search(state, Budget(nodes), random.Random(1))[0])


def test_a_piece_that_is_protected_is_not_worth_a_rook() -> None:
    state = at("rGj1 rRh13 bGs10 bHp13 bRs13 yGj19 gGa10", QUIET, **TEAMS)
    greedy = {str(load("greedy").choose(state, random.Random(n))) for n in range(5)}
    assert greedy == {"h13xp13"}
    assert searched(state) != "h13xp13"


def test_mate_is_found() -> None:
    state = at(TO_MATE, QUIET, **TEAMS)
    assert searched(state) == "f14-s14"
    assert play(state, "f14-s14").is_terminal


def mated(state: Xiangqi4Position) -> BattleLine:
    """What black sees once red has given mate."""
    (mating,) = (move for move in state.legal_moves() if str(move) == "f14-s14")
    assert isinstance(mating, BattleMove)
    line = BattleLine(state.battle, 1)
    line.make(mating.code)
    return line


@pytest.mark.parametrize(("options", "is_over"), [(TEAMS, True), ({"mode": "teams"}, False)])
def test_a_mated_seat_can_only_go_out(options: dict[str, OptionValue], is_over: bool) -> None:
    line = mated(at(TO_MATE, QUIET, **options))
    before = line.balance
    assert line.moves() == [(-WHOLE, GOING_OUT[1])]
    line.make(GOING_OUT[1])
    assert line.is_over is is_over
    assert line.balance < before - ROOK
    line.unmake()
    assert not line.is_over


def test_a_mated_seat_that_might_drop_something_stays() -> None:
    assert mated(at(TO_MATE, "0 bRr1 - 0")).moves() == [(0, PASSING)]


def test_lots_are_ranked_like_any_move() -> None:
    state = at(MATED_BY_TWO, spoils="lot")
    ranked = search(state, Budget(200), random.Random(1))
    assert sorted(map(str, ranked)) == sorted(map(str, state.legal_moves()))
    after = play(state, MATING)
    assert after.is_chance
    assert BattleLine(after.battle, 0).is_over
    assert BattleLine(after.battle, 0).balance > BattleLine(state.battle, 0).balance


def test_what_lies_in_reserve_comes_in() -> None:
    assert searched(at(GENERALS, "0 rRb1 - 0"), nodes=300).startswith("R@")


@pytest.mark.deep
def test_the_search_beats_the_greedy_player() -> None:
    match = matches.Match(Xiangqi4(**TEAMS), ("searcher", "greedy"), seed=1, turns=300)
    score = matches.Score.of([match.play(number) for number in range(12)])
    print(f"\nsearcher against greedy: {score}")
    assert score.error is not None
    assert score.mean > 0.5 + 2 * score.error


def test_who_puts_one_of_three_others_out_has_not_won_yet() -> None:
    state = Xiangqi4().state(ONE_OUT)
    shares = prospects(state, 0)
    best = best_of(shares, state)
    assert best.text == "j4-k4"
    assert shares[best][1] < 0.75
