"""The doubling cube: who may offer it, what it does to a match, and what machines think of it."""

import random
from collections.abc import Callable, Mapping

import pytest

import games
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import play_game
from firmware_host.text import LANGUAGES
from games.backgammon import cube
from games.backgammon.cube import Cube, DoublingOffer, offer, values
from games.backgammon.evaluate import Chances, MatchStakes
from games.backgammon.game import Backgammon, BackgammonPosition
from games.backgammon.rules import start_group
from games.core import Game
from games.message import IllegalMove
from games.players import load
from tests.games import test_every_game
from tests.games.playing import moves, play
from tests.table import Begin

GROUPS = (start_group(), start_group())
SET = "24:2,13:5,8:3,6:5"
DECISIONS = ["throw", "double"]
ANSWERS = ["take", "drop"]


def at(text: str, match: int = 5) -> BackgammonPosition:
    return Backgammon(match=match, cube=True).state(text)


def before_throw(score: str = "0-0", shown: str = "1", match: int = 5) -> BackgammonPosition:
    """White ends its turn, so that black is next."""
    state = play(at(f"0 move {SET} {SET} 1 {score} {shown}", match), "8-7")
    assert isinstance(state, BackgammonPosition)
    return state


def test_without_the_option_and_in_a_single_game_nobody_is_asked() -> None:
    for game in (Backgammon(match=5), Backgammon(cube=True)):
        state = game.state(f"0 move {SET} {SET} 1 0-0")
        assert play(state, "8-7").is_chance
        assert state.stake() is None


def test_a_game_opens_without_an_offer_and_every_later_throw_may_follow_one() -> None:
    state = play(Backgammon(match=5, cube=True).start(), "6-5")
    assert state.is_chance is False
    after = play(state, "24-18", "18-13")
    assert (after.turn, moves(after)) == (1, DECISIONS)
    assert play(after, "throw").is_chance
    assert play(after, "throw").turn == 1


def test_who_takes_has_the_cube_and_alone_may_double_next() -> None:
    asked = play(before_throw(), "double")
    assert (asked.turn, moves(asked)) == (0, ANSWERS)
    taken = play(asked, "take")
    assert str(taken) == f"1 throw 24:2,13:5,8:2,7:1,6:5 {SET} - 0-0 2:0"
    again = play(taken, "2-1", "1-3", "1-2")
    assert (again.turn, moves(again)) == (0, DECISIONS)
    assert play(again, "throw", "2-1", "24-22", "24-23").is_chance, "black has no cube"
    assert str(play(again, "double", "take")).endswith(" 0-0 4:1")


def test_who_drops_loses_what_the_game_was_worth_and_begins_the_next() -> None:
    dropped = play(before_throw(shown="2:1"), "double", "drop")
    assert str(dropped) == f"0 opening 24:2,13:5,8:2,7:1,6:5 {SET} - 0-2 1"
    throws = dropped.chance_outcomes()
    assert [step.origin for step in throws[0][0].steps] == ["7"], "the pieces are set up again"


def test_a_game_that_was_dropped_may_leave_one_point_to_go() -> None:
    dropped = play(before_throw("1-2", "2:1"), "double", "drop")
    assert str(dropped).endswith(" 1-4 1:rests")


def test_a_gammon_counts_what_the_cube_shows_twice() -> None:
    state = play(at("0 move 1:1 6:15 2,1 0-0 2:1", match=7), "2:1-off")
    assert str(state).endswith(" 4-0 1")


def test_nobody_doubles_in_the_game_after_a_seat_first_needs_one_point() -> None:
    first = play(at("0 move 1:1 6:14 2,1 3-0 1"), "2:1-off")
    assert str(first).endswith(" - 4-0 1:rests")
    for turn in ("6-5", "6-4", "6-3"):
        state = play(first, turn)
        while not state.is_chance:
            state = play(state, moves(state)[0])
            assert moves(state) != DECISIONS
    second = play(at("1 move 6:14 1:1 2,1 4-0 1:rests"), "2:24-off")
    assert str(second).endswith(" - 4-1 1")


def test_nobody_is_asked_for_an_offer_that_cannot_win_more() -> None:
    assert before_throw("0-4").is_chance
    assert moves(before_throw("4-0")) == DECISIONS


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"0 offer {SET} {SET} - 0-0 2:1", "an offer only by a seat that may double"),
        (f"0 offer {SET} {SET} - 4-0 1", "an offer only by a seat that may double"),
        (f"0 throw {SET} {SET} - 0-0 3", "a cube such as"),
        (f"0 throw {SET} {SET} - 0-0 2", "a cube such as"),
        (f"0 throw {SET} {SET} - 0-0 1:rests", "a cube that rests only at 4 points"),
        (f"0 opening {SET} {SET} - 0-0 2:0", "the cube at 1 between games"),
    ],
)
def test_positions_that_cannot_be_are_refused(text: str, expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        at(text)


def test_a_position_without_the_option_has_no_cube() -> None:
    with pytest.raises(ValueError, match="phase opening, throw, move or over"):
        Backgammon(match=5).state(f"0 offer {SET} {SET} - 0-0")


def test_what_is_no_decision_is_refused_with_what_there_is() -> None:
    with pytest.raises(IllegalMove, match="expected throw or double, not take"):
        before_throw().parse("take")
    with pytest.raises(IllegalMove, match="expected take or drop, not 8-7"):
        play(before_throw(), "double").parse("8-7")


def test_the_table_is_told_where_the_cube_is_and_seats_what_they_hold() -> None:
    state = before_throw()
    assert str(state.stake()) == "the cube is in the middle: 1"
    taken = play(state, "double", "take")
    assert (str(taken.stake()), taken.stakes()) == ("white has the cube: 2", (2, 1))
    resting = at(f"0 throw {SET} {SET} - 4-0 1:rests")
    assert str(resting.stake()) == "nobody doubles in this game (Crawford)"


def judged(
    monkeypatch: pytest.MonkeyPatch, wins: float, gammons: float = 0.0, score: str = "0-0"
) -> DoublingOffer:
    """What an offer of white is worth that wins so often; both win gammons as often."""
    found = Chances(wins, wins * gammons, (1 - wins) * gammons)
    monkeypatch.setattr(cube, "chances", lambda groups, seat: found)
    white, black = map(int, score.split("-"))
    return offer(GROUPS, 0, (white, black), 7, Cube())


@pytest.mark.parametrize(
    ("wins", "doubles", "takes"),
    [
        (0.5, False, True),
        (0.62, False, True),
        (0.7, True, True),
        (0.8, True, False),
        (0.95, True, False),
    ],
)
def test_a_machine_doubles_and_takes_within_the_window(
    monkeypatch: pytest.MonkeyPatch, wins: float, doubles: bool, takes: bool
) -> None:
    found = judged(monkeypatch, wins)
    assert (found.made > found.waits) is doubles
    assert (found.taken <= found.dropped) is takes


def test_a_machine_plays_on_for_a_gammon(monkeypatch: pytest.MonkeyPatch) -> None:
    found = judged(monkeypatch, 0.9, gammons=0.7)
    assert found.waits > found.made == found.dropped


def test_a_machine_that_trails_takes_and_doubles_sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    behind, ahead = (judged(monkeypatch, 0.6, score=score) for score in ("0-5", "5-0"))
    assert behind.made - behind.waits > ahead.made - ahead.waits


def test_decisions_are_worth_what_offers_are(monkeypatch: pytest.MonkeyPatch) -> None:
    found = judged(monkeypatch, 0.7)
    contest = MatchStakes((0, 0), 7, 1)
    assert values("offer", GROUPS, 0, contest, Cube()) == (found.waits, found.made)
    answers = values("answer", GROUPS, 1, contest, Cube())
    assert answers == (1 - found.taken, 1 - found.dropped)


RACES: Mapping[str, str] = {
    "double": "0 offer 6:2,3:3,2:3 6:5,5:5,4:2 - 0-0 1",
    "throw": f"0 offer {SET} {SET} - 0-0 1",
    "drop": "1 answer 6:2,3:3 6:5,5:5,4:5 - 0-0 1",
    "take": f"1 answer {SET} {SET} - 0-0 1",
}


@pytest.mark.parametrize("decision", RACES)
def test_champions_decide_by_their_estimate(decision: str) -> None:
    state = at(RACES[decision])
    assert str(load("champion").choose(state, random.Random(1))) == decision


def test_a_match_with_the_cube_is_played_by_machines_to_its_end() -> None:
    game, rng = games.load("backgammon", match=3, cube=True), random.Random(3)
    player, state, decided = load("greedy"), game.start(), 0
    while not state.is_terminal:
        decided += str(state).split()[1] in cube.DECISIONS
        action = rng.choice(state.actions()) if state.is_chance else player.choose(state, rng)
        state = state.apply(action)
    assert decided > 0


CHECKS = [
    check
    for name, check in vars(test_every_game).items()
    if name.startswith("test_") and not hasattr(check, "pytestmark")
]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_match_with_the_cube_keeps_what_every_game_must(check: Callable[[Game], None]) -> None:
    check(games.load("backgammon", match=3, cube=True))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_match_with_the_cube_is_played_to_the_end_at_a_table(begin: Begin, language: str) -> None:
    hands = begin(Setup("backgammon", {"match": 3, "cube": True}), language=language)
    play_game(hands, random.Random(5))
    assert hands.state.is_terminal
    said = [str(action) for action in hands.world.app.table.game.playing.actions]
    assert {"double", "take", "throw"} <= {*said}
