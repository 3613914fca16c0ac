"""Games between players: who sits where, what is shared, and that they are the same each time."""

import pytest

import games
from games.core import State
from games.match import Match, Result, Score, share
from games.options import OptionValue

SQUADRO = games.load("squadro")


def match(*names: str, turns: int = 300, game: str = "squadro") -> Match:
    return Match(games.load(game), names, 1, turns)


def test_players_change_sides_after_every_game() -> None:
    assert [match("greedy", "random").play(number).place for number in range(4)] == [0, 1, 0, 1]


def test_the_better_player_wins_from_both_sides() -> None:
    results = [match("greedy", "random").play(number) for number in range(6)]
    assert Score.of(results).mean > 0.8


def test_a_game_is_the_same_whichever_is_played_before() -> None:
    again = match("greedy", "random")
    assert [again.play(number) for number in (3, 1)] == [again.play(n) for n in (1, 3)][::-1]


def test_seeds_make_different_games() -> None:
    one, other = (Match(SQUADRO, ("random", "random"), seed, 300) for seed in (1, 2))
    assert [one.play(n).turns for n in range(4)] != [other.play(n).turns for n in range(4)]


def test_the_last_player_sits_at_all_sides_that_are_left() -> None:
    results = [match("greedy", "random", game="thaayam", turns=40).play(n) for n in range(4)]
    assert [result.place for result in results] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("text", "of_south"),
    [
        ("- 12,12,12,12,0/0,0,0,0,0", 1.0),
        ("- 12,12,12,0,0/0,0,0,0,0", 0.5),
        ("0 3,0,0,0,0/0,0,0,0,0", 1.0),
        ("0 0,0,0,0,0/3,0,0,0,0", 0.0),
        ("0 0,0,0,0,0/0,0,0,0,0", 0.5),
    ],
)
def test_a_draw_counts_half_and_a_game_cut_short_goes_to_who_has_most(
    text: str, of_south: float
) -> None:
    state: State = SQUADRO.state(text)
    assert (share(state, 0), share(state, 1)) == (of_south, 1 - of_south)


def test_partners_share_what_their_side_has() -> None:
    state = games.load("tshupu").state("1 throw 9,0,0,0/1,0,0,0/0,0,0,0/1,0,0,0 -")
    assert (share(state, 0), share(state, 1)) == (1.0, 0.0)


def test_a_game_that_takes_too_long_is_judged() -> None:
    result = match("random", "random", turns=3).play(0)
    assert (result.turns, result.is_judged) == (3, True)


def test_the_error_is_that_of_the_mean() -> None:
    results = [Result(0, share, 10, False) for share in (1.0, 0.0, 1.0, 1.0)]
    assert str(Score.of(results)) == "0.750 +- 0.250 of 4 games"
    assert str(Score.of(results[:1])) == "1.000 +- ? of 1 games"


def test_more_players_than_sides_are_refused() -> None:
    with pytest.raises(ValueError, match="squadro has 2 sides, not 3 as in random, random, greedy"):
        match("random", "random", "greedy")


CHAIN = ("random", "first", "beginner", "friend", "expert", "champion")
MATCHES: list[tuple[str, dict[str, OptionValue], int]] = [
    ("tshupu", {}, 200),
    ("thaayam", {"seats": 2}, 400),
    ("squadro", {}, 200),
    ("xiangqi4", {"mode": "teams", "team_end": "first"}, 60),
]


@pytest.mark.deep
@pytest.mark.parametrize(("name", "options", "number"), MATCHES)
@pytest.mark.parametrize("step", range(1, len(CHAIN)))
def test_each_level_beats_the_one_below(
    name: str, options: dict[str, OptionValue], number: int, step: int
) -> None:
    asked = Match(games.load(name, **options), (CHAIN[step], CHAIN[step - 1]), 1, 300)
    score = Score.of([asked.play(each) for each in range(number)])
    print(f"\n{name}: {CHAIN[step]} against {CHAIN[step - 1]} {score}")
    assert score.error is not None
    assert score.mean > 0.5 + 2 * score.error
