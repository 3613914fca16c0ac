"""The accounts of a review: luck and skill add up, and luck is zero in the mean."""

from dataclasses import replace
from math import fsum

import pytest

import games
from games.actions import Throw
from games.core import Game, Outcome
from games.record import Corrected, Record, Turn
from games.review import (
    BRIEFEST,
    PROGRAM,
    Review,
    ReviewPoint,
    TurningPoint,
    assess,
    judge_of,
    played,
    review,
)
from games.valuation import AT_A_GLANCE, PART, LookAhead
from tests import toy
from tests.games.played import Counting, balance, random_points, reviewed
from tests.games.tally import Tally, tallied
from tests.tug import Tug

EXACT = 1e-9
GAMES = (
    games.load("tshupu"),
    games.load("thaayam", seats=2),
    games.load("thaayam", seats=3, capture_throw=True),
    games.load("squadro"),
    games.load("xiangqi4", mode="teams"),
    games.load("xiangqi4"),
    toy.load("tongs"),
    Tug(),
)
DICE_GAMES = (
    games.load("tshupu"),
    games.load("thaayam", seats=2),
    games.load("thaayam", seats=3),
    games.load("thaayam", seats=4),
)


def named(game: Game) -> str:
    return f"{game.name}-{len(game.seats)}"


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_what_a_game_is_worth_at_its_end_is_its_start_with_luck_and_skill(game: Game) -> None:
    found = reviewed(random_points(game, seed=1, turns=6))
    for seat in game.seats:
        assert abs(balance(found, seat.index)) < EXACT


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_the_shares_of_all_sides_make_one_point(game: Game) -> None:
    heads = {seat.team: seat.index for seat in game.seats}.values()
    for shares in reviewed(random_points(game, seed=2, turns=6)).scores:
        assert abs(fsum(shares[head] for head in heads) - 1) < EXACT


@pytest.mark.parametrize("game", DICE_GAMES, ids=named)
def test_the_luck_of_all_throws_is_zero_in_the_mean(game: Game) -> None:
    throwing = [each for each in random_points(game, seed=3, turns=6) if each.kind == "throw"]
    for point in throwing[:5]:
        luck = [
            [
                float(chance) * share
                for share in assess(replace(point, action=throw), AT_A_GLANCE).change
            ]
            for throw, chance in point.state.chance_outcomes()
        ]
        assert all(abs(fsum(each)) < EXACT for each in zip(*luck, strict=True))


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_nobody_gains_by_a_move_that_is_not_the_best(game: Game) -> None:
    for event in reviewed(random_points(game, seed=4, turns=6)).events:
        if event.point.kind == "move" and event.seat is not None:
            assert event.error[event.seat] <= 0
            assert (event.best == "") == (event.error[event.seat] == 0)


@pytest.mark.parametrize("game", [games.load("squadro"), Tug()], ids=named)
def test_a_game_without_dice_has_no_luck(game: Game) -> None:
    found = reviewed(random_points(game, seed=5, turns=9))
    assert found.sums(0).luck == 0


def test_the_end_of_a_game_counts_as_it_ended() -> None:
    found = reviewed(random_points(games.load("squadro"), seed=6))
    assert set(found.result) <= {0.0, 0.5, 1.0}
    assert found.events[-1].after == found.result


def test_a_running_game_ends_with_what_it_is_expected_to_bring() -> None:
    points = random_points(games.load("tshupu"), seed=7, turns=3)
    assert reviewed(points).result == assess(points[-1], AT_A_GLANCE).worth


def test_who_resigns_gives_away_what_was_left() -> None:
    record = Record("squadro", "white", result="black (resigned)", entries=(A3, B1))
    points = played(record, games)
    found = review(points, [assess(point) for point in points])
    end = found.events[-1]
    assert (end.point.kind, found.result) == ("agreed", (0.0, 1.0))
    assert found.sums(0).own <= end.error[0] < 0
    assert abs(balance(found, 0)) < EXACT


def test_a_draw_is_shared_by_those_who_are_still_there() -> None:
    record = Record("squadro", "white", result="draw (agreed)", entries=(A3, B1))
    points = played(record, games)
    found = review(points, [assess(point) for point in points])
    assert found.result == (0.5, 0.5)
    left = Record("thaayam", "white", players={"white": "nobody"}, result="draw (agreed)")
    assert assess(played(left, games)[-1]).worth == (0.0, 1 / 3, 1 / 3, 1 / 3)


def test_a_corrected_position_is_neither_luck_nor_skill() -> None:
    corrected = Corrected("0 12,12,12,0,0/0,0,0,0,0")
    points = played(Record("squadro", "white", entries=(A3, B1, corrected)), games)
    found = review(points, [assess(point) for point in points])
    assert found.sums(0).aside == found.events[-1].aside[0] != 0
    assert abs(balance(found, 0)) < EXACT


def test_an_outcome_that_several_share_is_divided() -> None:
    game = games.load("squadro")
    end = random_points(game, seed=8, turns=1)[-1]
    drawn = replace(end, outcome=Outcome((0, 1), "agreed", is_draw=True))
    assert assess(drawn).worth == (0.5, 0.5)


A3 = Turn("white", ("A3:0-2",))
B1 = Turn("black", ("B1:0-1",))


@pytest.mark.parametrize("game", DICE_GAMES, ids=named)
def test_over_some_games_nobody_is_lucky(game: Game) -> None:
    _check(tallied(game, range(3), Counting()))


@pytest.mark.deep
@pytest.mark.parametrize("game", DICE_GAMES, ids=named)
def test_over_ten_thousand_games_everything_adds_up_and_nobody_is_lucky(game: Game) -> None:
    _check(tallied(game, range(10_000), Counting()))


@pytest.mark.deep
@pytest.mark.parametrize("game", DICE_GAMES, ids=named)
def test_over_a_hundred_games_that_the_program_judges_nobody_is_lucky(game: Game) -> None:
    _check(tallied(game, range(100), LookAhead()))


def _check(found: Tally) -> None:
    """Check the sums of all games, and that the mean luck of each seat may be zero."""
    assert found.gap < EXACT
    for seat in range(len(found.luck[0])):
        luck, error = found.mean_luck(seat)
        assert abs(luck) < 3 * error


def test_a_throw_is_judged_before_the_move_that_follows() -> None:
    found: Review = reviewed(random_points(games.load("thaayam", seats=2), seed=9, turns=6))
    for event, following in zip(found.events, found.events[1:], strict=False):
        if isinstance(event.point.action, Throw) and not following.point.state.is_chance:
            assert event.foresight == pytest.approx((0, 0), abs=EXACT)


def test_the_more_moves_a_long_game_has_the_more_briefly_each_is_looked_at() -> None:
    state = games.load("squadro").start()
    close = state.game.CLOSE_MOVES
    points = [ReviewPoint(1, "move", state, state.legal_moves()[0])] * BRIEFEST * close
    assert judge_of(points[:close]) == PROGRAM
    nodes = [judge_of(points[: times * close]).nodes for times in (2, 3, BRIEFEST)]
    assert nodes == [round(state.game.SEARCH_NODES / PART * part) for part in (1 / 3, 1 / 9, 0)]


def test_a_review_says_that_it_is_brief() -> None:
    state = games.load("squadro").start()
    points = [ReviewPoint(1, "move", state, state.legal_moves()[0])] * (state.game.CLOSE_MOVES + 2)
    found = assess(points[0], AT_A_GLANCE)
    assert review(points, [found] * len(points)).is_brief
    assert not review(points[1:], [found] * len(points[1:])).is_brief


@pytest.mark.parametrize(
    ("throws", "told"),
    [
        (("4",), "4 was thrown: +18 %."),
        (("4", "1"), "4, 1 were thrown: +18 %."),
        ((), None),
    ],
)
def test_a_turning_point_tells_of_its_throws(throws: tuple[str, ...], told: str | None) -> None:
    point = TurningPoint(1, 0, games.load("thaayam").start(), throws, 0.18)
    assert [*map(str, point.sentences())] == ([told] if told else [])
