"""Whether the screen is left when nobody presses a key: it depends on what lies beneath."""

from typing import ClassVar

import pytest

from firmware_host.table.scene import SceneStack
from firmware_host.table.scenes.game_setup import Home


class Waiting(Home, frozen=True):
    """A scene that stays."""


class Following(Home, frozen=True):
    """A scene that goes with the one beneath it."""

    follows_beneath: ClassVar[bool] = True


class Leaving(Home, frozen=True):
    """A scene that is left."""

    times_out_anywhere: ClassVar[bool] = True


class LeavingGame(Home, frozen=True):
    """A scene that is left in a game."""

    times_out: ClassVar[bool] = True


@pytest.mark.parametrize(
    ("from_the_top", "in_game", "is_left"),
    [
        ((Leaving,), False, True),
        ((LeavingGame,), False, False),
        ((LeavingGame,), True, True),
        ((Following, Leaving), False, True),
        ((Following, LeavingGame), False, False),
        ((Following, LeavingGame), True, True),
        ((Following, Following, Leaving), False, True),
        ((Waiting, Leaving), True, False),
        ((Following, Waiting, Leaving), True, False),
    ],
)
def test_a_scene_that_follows_goes_with_the_one_beneath_and_with_no_deeper_one(
    from_the_top: tuple[type[Home], ...], in_game: bool, is_left: bool
) -> None:
    *above, lowest = from_the_top
    stack = SceneStack(lowest())
    for scene in reversed(above):
        stack.cover(scene(), board_version=0)
    assert stack.is_left_open(in_game=in_game) is is_left
