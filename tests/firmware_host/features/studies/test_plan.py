"""The plan of a study: which cells it has, and what is refused in one clear line."""

import pytest

import games
from firmware_host.base.errors import UsageError
from firmware_host.features.studies.plan import StudyPlan, comparisons, read_plan
from tests.firmware_host.features.studies import duel


def labels(plan: StudyPlan) -> list[str]:
    return [cell.label for cell in plan.cells(duel)]


def test_each_value_is_tried_alone_or_where_it_means_something() -> None:
    plan = read_plan("game = 'duel'\nplayers = ['random']\noptions = 'all'", duel)
    assert labels(plan) == ["defaults", "draws=False", "draws=False, sign=b", "draws=False, sign=c"]


def test_a_grid_combines_all_values_once() -> None:
    text = "game = 'duel'\ndesign = 'grid'\n[options]\ndraws = [true, false]\nsign = ['a', 'b']"
    plan = read_plan(text, duel)
    assert labels(plan) == ["defaults", "draws=False", "draws=False, sign=b"]


def test_players_people_and_seeds_are_axes_too() -> None:
    text = "game = 'thaayam'\npeople = [2, 4]\nplayers = ['greedy', 'friend, first']\nseed = [1, 2]"
    cells = read_plan(text, games).cells(games)
    assert len({cell.key for cell in cells}) == len(cells) == 8
    assert {cell.players for cell in cells} == {("greedy",), ("friend", "first")}


def test_options_are_compared_with_their_defaults_by_one_step() -> None:
    cells = read_plan("game = 'duel'\noptions = 'all'", duel).cells(duel)
    assert [(cell.label, other.label, what) for cell, other, what in comparisons(cells)] == [
        ("draws=False", "defaults", "draws=False"),
        ("draws=False, sign=b", "draws=False", "sign=b"),
        ("draws=False, sign=c", "draws=False", "sign=c"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("game = duel", "expected a plan in TOML: Invalid value (at line 1, column 8)"),
        ("game = " + "[" * 5000, "expected a plan in TOML: it is nested too deep"),
        ("title = 'Duel'", "game: expected the name of a game, found none"),
        ("game = 'chess'", "game: no game is called 'chess'; the games are: duel"),
        ("game = 1", "game: expected a text in one line, not 1"),
        ("game = 'duel'\nplayer = 'greedy'", "no key 'player'; the keys are: title, game, peop"),
        ("game = 'duel'\npeople = [3]", "people: expected a list of some of 2, not [3]"),
        ("game = 'duel'\nplayers = ['deep']", "players: no player is called 'deep'; the players"),
        ("game = 'duel'\nplayers = []", "players: expected a list of names, or of pairings such"),
        ("game = 'duel'\nplayers = ['random,random,random']", "players: duel has 2 sides, not 3"),
        ("game = 'duel'\ndesign = 'square'", "design: expected 'one by one' or 'grid', not 'squa"),
        ("game = 'duel'\ngames = 1", "games: expected a whole number from 2 to 1000000000, not 1"),
        ("game = 'duel'\ngames = true", "games: expected a whole number from 2 to 1000000000, not"),
        ("game = 'duel'\nseed = 0x" + "f" * 5000, "seed: expected a whole number, 0 or more, or a"),
        (
            "game = 'duel'\nseed = [0x" + "f" * 5000 + "]",
            "seed: expected a whole number, 0 or more",
        ),
        ("game = 'duel'\nlesson = 0x" + "f" * 5000, "lesson: expected a number above 0, up to 10"),
        ("game = 'duel'\nseed = -1", "seed: expected a whole number, 0 or more, or a list of diff"),
        ("game = 'duel'\nseconds = 'many'", "seconds: expected a number above 0, up to 1000000000"),
        ("game = 'duel'\nseconds = nan", "seconds: expected a number above 0, up to 1000000000, n"),
        ("game = 'duel'\noptions = ['draws']", "options: expected a table of options with their"),
        ("game = 'duel'\n[options]\nloud = [1]", "options: expected options of duel (draws, sign)"),
        ("game = 'duel'\n[options]\ndraws = [1]", "options.draws: expected some of True, False,"),
        ("game = 'duel'\n[options]\ndraws = []", "options.draws: expected a list of different va"),
        ("game = 'duel'\n[width]\nluck = 0.1", "width: expected a list of metrics (first, skill,"),
        ("game = 'duel'\n[width]\nfirst = 0", "width.first: expected a number above 0, up to 100"),
        ("game = 'duel'\nmetrics = ['luck']", "metrics: expected a list of metrics (first, skill"),
    ],
)
def test_a_bad_plan_is_refused_in_one_line(text: str, expected: str) -> None:
    with pytest.raises(UsageError) as caught:
        read_plan(text, duel)
    assert str(caught.value).startswith(expected)
    assert "\n" not in str(caught.value)
