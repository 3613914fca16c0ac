"""The plays of Backgammon are those of GNU Backgammon."""

import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import cast

import pytest

import games
from games.backgammon.evaluate import ends
from games.backgammon.game import BackgammonPosition
from games.backgammon.rules import THROWN, Groups
from games.core import random_action
from games.players import load
from tests.games import gnubg

pytestmark = pytest.mark.skipif(
    not gnubg.PROGRAM.exists(), reason="GNU Backgammon is missing: sudo apt install gnubg"
)


def positions(seed: int) -> Iterator[gnubg.Asked]:
    """Positions in which a turn begins: of random games, and of games that greedy players play."""
    rng, greedy = random.Random(seed), load("greedy")
    for number in range(10**9):
        state = cast("BackgammonPosition", games.load("backgammon").start(number % 2))
        while state.turn is not None:
            before = state
            plays_well = number % 2 and state.phase == "move" and rng.random() < 0.9
            state = state.apply(
                greedy.choose(state, rng) if plays_well else random_action(state, rng)
            )
            if before.phase == "throw" and state.turn is not None:
                dice = cast("tuple[int, int]", state.dice[:2])
                yield state.groups, state.turn, dice


def compare(count: int, folder: Path, seed: int) -> int:
    """Compare the plays in ``count`` positions; return how many plays there were in all."""
    asked = list(islice(positions(seed), count))
    plays = 0
    for (groups, seat, dice), found in zip(asked, gnubg.plays(asked, folder), strict=True):
        left = dice * 2 if dice[0] == dice[1] else dice
        theirs: set[Groups] = {gnubg.after(groups, seat, play) for play, _ in found} or {groups}
        assert set(ends(seat, groups, left)) == theirs, (groups, seat, dice)
        plays += len(theirs)
    return plays


def test_every_throw_is_asked_about() -> None:
    dice = {each[2] for each in islice(positions(1), 2000)}
    assert dice == set(THROWN.values())


def test_plays_are_those_of_gnu_backgammon(tmp_path: Path) -> None:
    assert compare(800, tmp_path, seed=1) > 10_000


@pytest.mark.deep
def test_plays_are_those_of_gnu_backgammon_in_very_many_positions(tmp_path: Path) -> None:
    assert compare(100_000, tmp_path, seed=2) > 1_000_000
