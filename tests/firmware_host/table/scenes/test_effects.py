"""A scene is a value: a context of a few lines is enough to ask what it returns."""

import random
from dataclasses import dataclass, field
from typing import cast

import pytest

import games
from firmware_host.base.registry import F
from firmware_host.sensing.observed_board import ObservedBoard
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.table import effects as fx
from firmware_host.table.context import SceneContext
from firmware_host.table.device import AS_USUAL, UNKNOWN, Device, Preferences, ThrowSources
from firmware_host.table.scene import Close, Notify, Resume, Show
from firmware_host.table.scenes.next_scene import next_scene
from firmware_host.table.scenes.resign_draw_leave import ConfirmResign
from firmware_host.table.scenes.settings import Settings
from firmware_host.table.scenes.throw import AwaitThrow, ThrowAtRandom, Thrown
from games.actions import Throw
from hardware.wiring.wiring import KEYS
from hardware.wiring.wiring import load as load_wiring
from tests.table import Begin

WIRED = tuple(load_wiring("generic").key_names)
NO_TRAY = ThrowSources(lambda _: False)


@dataclass
class FewLines:
    """A table on which Thaayam for two has just begun."""

    playing: Session = field(
        default_factory=lambda: Session(
            games.load("thaayam", seats=2), Setup("thaayam", {"seats": 2})
        )
    )
    now: float = 10.0
    preferences: Preferences = AS_USUAL
    throw_sources: ThrowSources = NO_TRAY
    sight: ObservedBoard = field(default_factory=ObservedBoard)
    device: Device = UNKNOWN
    is_cup_lifted: bool = False
    in_game: bool = True
    groups_placed: int | None = None
    is_interlude: bool = False

    @property
    def session(self) -> Session:
        return self.playing

    def fact(self, kind: type[F]) -> F:
        return kind()


def context() -> SceneContext:
    return cast(SceneContext, FewLines())


def test_a_typed_throw_counts_and_is_shown_for_a_moment() -> None:
    table = context()
    awaiting = AwaitThrow(typed=0)
    first, *_ = (throw for throw, _ in table.playing.state.chance_outcomes())
    apply, show = awaiting.press("ok", table) or ()
    assert apply == fx.Apply({"do": str(first)})
    assert show == Show(Thrown(table.playing.game.seats[0], first, 11.2))


def test_without_a_tray_ok_lets_the_machine_throw() -> None:
    assert AwaitThrow().press("ok", context()) == (ThrowAtRandom(),)


def test_a_key_without_a_meaning_returns_nothing_to_do() -> None:
    assert AwaitThrow().press("hint", context()) is None


def test_somebody_who_resigns_is_recorded_before_the_game_continues() -> None:
    *recorded, said = ConfirmResign(1).press("ok", context()) or ()
    assert tuple(recorded) == (fx.Apply({"resigned": 1}), Resume())
    assert isinstance(said, Notify)
    assert ConfirmResign(1).press("back", context()) == (Close(),)


def test_a_setting_is_changed_until_the_people_have_left() -> None:
    assert Settings(1).press("left", context()) == (
        fx.Prefer({"brightness": "medium"}, for_good=False),
    )


def test_what_comes_next_is_read_off_the_game() -> None:
    assert next_scene(context()) == AwaitThrow()


@pytest.mark.parametrize("name", games.names())
def test_asking_what_a_key_would_do_changes_nothing(begin: Begin, name: str) -> None:
    """A browser or a voice may ask it of any scene, as often as it likes."""
    hands: Hands = begin(Setup(name))

    def ask_every_key(table_hands: Hands) -> None:
        table = table_hands.world.app.table
        before = table.frame, table.deadline, table.game.rng.getstate(), table.game.session
        for key in KEYS:
            table.scene.press(key, table.context)
        after = table.frame, table.deadline, table.game.rng.getstate(), table.game.session
        assert before == after
        assert table.take_records() == ()

    rng = random.Random(1)
    for _ in range(25):
        ask_every_key(hands)
        hands.press(rng.choice(WIRED))


def test_a_throw_of_the_machine_is_one_of_those_that_can_fall(begin: Begin) -> None:
    hands = begin(Setup("thaayam"))
    game = hands.world.app.table.game
    thrown = {game.random_throw() for _ in range(200)}
    possible = {throw for throw, _ in game.playing.state.chance_outcomes()}
    assert thrown <= possible
    assert all(isinstance(throw, Throw) for throw in thrown)
