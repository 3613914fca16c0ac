"""Whole games on a sensing board: hands lift and put in any natural order, with few keys."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest

import games
from firmware_host.screens.choose import ChooseView
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import keys_for
from firmware_host.table.scenes.why_not import SEEN_SECONDS
from games.actions import PASS, Move, Step, Throw
from games.core import Catalogue, random_action
from tests import toy
from tests.lifts import SensingTable


class NaturalHands:
    """Hands at a sensing table that do hand steps as people do, seeded and counted."""

    def __init__(self, sensing: SensingTable, seed: int) -> None:
        self.sensing = sensing
        self.rng = random.Random(seed)
        self.keys = 0
        self.figures: Counter[str] = Counter()

    def do(self, steps: Sequence[Step]) -> None:
        """Do ``steps`` in any order in which every piece is lifted before it is put."""
        lifted: list[Step] = []
        pieces: Counter[str] = Counter()
        for piece in self.sensing.table.game.playing.standing():
            pieces[piece.place] += piece.count
        waiting = list(steps)
        while waiting or lifted:
            if waiting and (not lifted or self.rng.random() < 0.3):
                step = waiting.pop(0)
                self._lift(step, pieces)
                lifted.append(step)
            else:
                self._put(lifted.pop(0), pieces)
        self.sensing.wait(0.2)

    def _lift(self, step: Step, pieces: Counter[str]) -> None:
        if step.origin not in self.sensing.fields.points:
            return
        pieces[step.origin] -= step.piece.count
        if not pieces[step.origin] and step.origin in self.sensing.occupied:
            self.sensing.lift(step.origin)

    def _put(self, step: Step, pieces: Counter[str]) -> None:
        if step.target not in self.sensing.fields.points:
            return
        pieces[step.target] += step.piece.count
        if step.target not in self.sensing.occupied:
            self.sensing.put(step.target)

    def press(self, key: str) -> None:
        self.keys += 1
        self.sensing.press(key)

    def play(self, move: Move) -> None:
        """Make ``move`` on the board, and answer if the screen asks."""
        session = self.sensing.table.game.playing
        before = len(self.sensing.actions)
        after = session.state.apply(move)
        if move != PASS:
            self.do(move.steps)
            self.sensing.wait(3)
        elif self.sensing.scene == "Pass":
            self.sensing.wait(SEEN_SECONDS)
        if len(self.sensing.actions) == before:
            self.figures["asked"] += 1
            self._choose(move)
        assert session.states[before + 1] == after, (self.sensing.actions[before:], str(move))
        self.finish()

    def _choose(self, move: Move) -> None:
        """Press keys until ``move`` is chosen or confirmed."""
        view = self.sensing.table.frame.view
        for key in keys_for(view, move) if isinstance(view, ChooseView) else ():
            self.press(key)
        if self.sensing.scene == "Pass":
            self.press("ok")

    def finish(self) -> None:
        """Confirm the steps that cannot be seen."""
        self.sensing.wait(1)
        for _ in range(30):
            if self.sensing.scene != "Guide":
                return
            self.figures["steps by key"] += 1
            self.press("ok")
            self.sensing.wait(1)


def play(name: str, seed: int, most: int, catalogue: Catalogue = games) -> NaturalHands:
    """Play ``name`` at random for at most ``most`` actions."""
    sensing = SensingTable(Setup(name), catalogue=catalogue)
    hands = NaturalHands(sensing, seed)
    rng = random.Random(seed)
    while sensing.scene != "Over" and len(sensing.actions) < most:
        state = sensing.table.game.playing.state
        action = random_action(state, rng)
        if isinstance(action, Throw):
            sensing.throw(str(action))
            if action.steps:
                hands.do(sensing.table.game.playing.hand_steps.remaining)
                hands.finish()
        else:
            hands.play(action)
        assert sensing.agrees, (str(action), sensing.words)
    return hands


def summary(hands: NaturalHands) -> str:
    name, actions = hands.sensing.table.game.playing.game.name, len(hands.sensing.actions)
    return f"{name}: {actions} actions, {hands.keys} keys, {dict(hands.figures)}"


@pytest.mark.parametrize("name", games.names())
def test_a_game_is_played_with_lifts_and_puts(name: str) -> None:
    hands = play(name, 1, 60)
    print(summary(hands))
    assert hands.figures["asked"] < len(hands.sensing.actions) / 3


def test_a_game_without_stacks_is_played_without_a_key() -> None:
    hands = play("tongs", 1, 200, toy)
    assert hands.sensing.scene == "Over"
    assert hands.keys == 0


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(2, 12))
@pytest.mark.parametrize("name", games.names())
def test_whole_games_are_played_with_lifts_and_puts(name: str, seed: int) -> None:
    print(summary(play(name, seed, 1500)))
