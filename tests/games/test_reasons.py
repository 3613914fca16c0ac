"""Reasons are true: each is checked by playing out what can happen until the seat's next turn.

The normal run checks a few moves of friends; ``python -m pytest -n0 -rP -m deep
tests/games/test_reasons.py`` a thousand reasons a game, for what the search finds best with a tenth
of the champion's positions: nearly the hints that people get, and much sooner.
"""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

import games
from games import players
from games.actions import Move
from games.core import Game, State, random_action
from games.message import Message
from games.players import Player
from games.players.levels import Searcher
from games.players.why import ALL_SAFE, LESS_RISK, ONLY, SAVES, TAKES
from games.thaayam.evaluate import IN_PALACE
from tests import toy
from tests.games.outlook import EVERYTHING, QUICK, Effort
from tests.games.reason_checks import CHECKS, Said
from tests.games.squadro_play import MIDDLE
from tests.games.squadro_play import at as squadro_at
from tests.games.tshupu_play import south
from tests.games.xiangqi4_play import GENERALS
from tests.games.xiangqi4_play import at as xiangqi4_at

GAMES = {
    "squadro": games.load("squadro"),
    "thaayam, four seats": games.load("thaayam"),
    "thaayam, two seats": games.load("thaayam", seats=2),
    "tshupu": games.load("tshupu"),
    "xiangqi4, each alone": games.load("xiangqi4"),
    "xiangqi4, teams": games.load("xiangqi4", mode="teams"),
}
SAMPLE, MANY = 8, 1000
APART = 1
"""Choices from one position that is asked about to the next."""


def choices(game: Game, rng: random.Random) -> Iterator[tuple[State, Move]]:
    """Positions with something to choose, and what a friend plays there, in games without end."""
    friend = players.load("friend")
    while True:
        state, met = game.start(), 0
        while not state.is_terminal:
            if state.is_chance:
                state = state.apply(random_action(state, rng))
                continue
            move = friend.choose(state, rng)
            met += len(state.legal_moves()) > 1
            if len(state.legal_moves()) > 1 and met % APART == 0:
                yield state, move
            state = state.apply(move)


def said(game: Game, effort: Effort, adviser: Player | None = None) -> Iterator[Said | None]:
    """What is said for the moves of friends, or of an ``adviser``; None where nothing is."""
    rng = random.Random(1)
    for state, played in choices(game, rng):
        move = adviser.choose(state, rng) if adviser else played
        reason = players.why(state, move)
        yield Said(state, move, reason, effort) if reason else None


def until(count: int, reasons: Iterator[Said | None]) -> list[Said | None]:
    """As many of ``reasons`` as are needed for ``count`` that say something."""
    found: list[Said | None] = []
    while sum(each is not None for each in found) < count:
        found.append(next(reasons))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_reasons_are_true(name: str) -> None:
    for each in until(SAMPLE, said(GAMES[name], QUICK)):
        assert each is None or each.is_true(), each


@pytest.mark.deep
@pytest.mark.parametrize("name", GAMES)
def test_a_thousand_reasons_are_true(name: str) -> None:
    found = until(MANY, said(GAMES[name], EVERYTHING, Searcher(share=0.1)))
    reasons = [each for each in found if each]
    false = [each for each in reasons if not each.is_true()]
    share = len(reasons) / len(found)
    print(f"{name}: {len(found)} moves, {share:.1%} with a reason, {len(false)} reasons false")
    for text, count in Counter(each.reason.text for each in reasons).most_common():
        print(f"  {count / len(found):6.1%}  {text}")
    assert not false


LAST_GENERAL = (
    "bC1yEyAyGyA3/4yH4/4yH4/yS1ySrR2yS2/2yE1yS2yC1/1gRgHgS7rC3yV3/1yC5gC10bH/gE17bE/"
    "gA12bV2bR1bA/gGgA1gS13bA1/18bG/gE1gH1gS10bS3/19/gR2gS3gC7bSbEbHbR/2rS3rS2/rS3rS3rS/"
    "4bCrArC2/7yR1/2rErArG2rHrR 3 rbyg - - 9"
)
"""Blue may take the general of red, whose other pieces then stand in the way."""
ON_A_BLOT = "1 move 24:2,13:2,9:1,8:3,6:5,4:1,2:1 24:2,13:5,8:3,6:3,3:1,2:1 3,2 0-0"


@pytest.mark.parametrize(
    ("state", "move", "reason"),
    [
        (squadro_at(f"0 {MIDDLE}"), "A5:7-9xB4", "jumps over 1"),
        (squadro_at(f"0 {MIDDLE}"), "A3:3-5", "saves d4"),
        (squadro_at("0 12,12,12,11,0/0,0,0,0,0"), "A4:11-12", "wins"),
        (squadro_at("0 12,12,0,11,0/0,0,0,0,0"), "A4:11-12", "brings a piece home"),
        (squadro_at("0 5,0,0,0,0/6,6,6,6,6"), "A1:5-6", "reaches the far edge"),
        (squadro_at("0 0,4,0,0,0/0,0,0,0,0"), "A3:0-2", "leads by 5 moves if nobody jumps"),
        (south("33,33,32,1", "1+4"), "1:e5-off,4:e1-g4", "brings a piece home"),
        (south("33,33,33,0", "1+4"), "1+4:hand-g4", "the only move"),
        (south("33,33,1,0", "1+4"), "1+4:hand-g4", "brings a piece in"),
        (south("31,9,8,8", "1+4"), "1:e3-e5,4:i5-f7", "reaches the centre"),
        (xiangqi4_at(GENERALS, "0 rRb1 - 0"), "R@q8", "brings a piece in"),
        (xiangqi4_at(f"{GENERALS} rRf1 bRf9"), "f1xf9", "captures rook"),
        (xiangqi4_at(f"{GENERALS} rRf1"), "f1-f10", "gives check to black"),
        (games.load("xiangqi4").state(LAST_GENERAL), "h6xh1", "puts red out of the game"),
        (games.load("backgammon").state(ON_A_BLOT), "1-4x", "captures 1"),
        (toy.load("tongs").start(), "@a1", "brings a piece in"),
        (games.load("squadro").start(), "A3:0-2", "None"),
    ],
)
def test_the_reason_is_the_first_that_is_true(state: State, move: str, reason: str) -> None:
    (meant,) = (each for each in state.legal_moves() if str(each) == move)
    assert str(players.why(state, meant)) == reason


DUEL = games.load("thaayam", seats=2)


@pytest.mark.parametrize(
    ("state", "move", "reason"),
    [
        (DUEL.state("0 move 6,2,0,0/9,0,0,0 2 - -"), "2:d1-e2", Message.of(SAVES, place="d1")),
        (DUEL.state("0 move 6,2,0,0/9,0,0,0 2 - -"), "2:d1-e2", Message.of(ALL_SAFE)),
        (DUEL.state("0 move 7,2,0,0/9,0,0,0 2 - -"), "2:d1-e2", Message.of(LESS_RISK, percent=1)),
        (DUEL.state("0 move 6,2,0,0/9,0,0,0 2 - -"), "2:d1-e2", Message.of(IN_PALACE)),
        (DUEL.state("0 move 6,2,0,0/9,0,0,0 2 - -"), "2:d1-e2", Message.of(TAKES, count=1)),
        (DUEL.state("0 move 6,2,0,0/9,0,0,0 2 - -"), "2:d1-e2", Message.of(ONLY)),
    ],
)
def test_a_reason_that_is_not_true_is_found(state: State, move: str, reason: Message) -> None:
    (meant,) = (each for each in state.legal_moves() if str(each) == move)
    assert not Said(state, meant, reason).is_true()


def test_reasons_of_all_kinds_fit_on_a_small_display_and_are_checked() -> None:
    assert all(3 < len(text) <= 60 for text in CHECKS)
