"""Play a scripted turn on the simulated table, and record what people see: panel, dice, board.

The program is the real one. Its keys, dice and panel are simulated pins, and the hands do what a
person does: they throw, press keys and move pieces. Time is virtual, so it is the same every time.
"""

import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from PIL import Image

import games
from firmware_host.app.request import Request
from firmware_host.screens.choose import ChooseView
from firmware_host.screens.hand_steps import HandStepView
from firmware_host.screens.throw import ThrowView
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands, keys_for
from firmware_host.simulator.simulated_table import World
from games.actions import Move, Throw
from games.core import Game
from games.equipment import Piece
from hardware.wiring import wiring

WIRING: Final = "adafruit-oled-bonnet"
SETUP: Final = Setup("thaayam", {"seats": 2})
BEFORE: Final = (
    *("3", "pass", "1", "1", "1", "8", "3", "1:hand-c5", "1:hand-c5", "1:hand-c5", "3:c5-a4"),
    *("8:c5-c1", "1", "1", "2", "1:hand-c1", "1:hand-c1", "2:c1-e1"),
)
"""The throws and moves before the turn that is recorded."""
THROW, MOVE = "2", "2:c1-e1x"


@dataclass(frozen=True)
class Shot:
    """What people see for ``seconds``, and what they do: ``doing`` and the ``key`` pressed then.

    ``image`` is what the panel shows, ``pieces`` stand on the real board, ``faces`` are those of
    the dice; None while they tumble.
    """

    doing: str
    seconds: float
    image: Image.Image
    pieces: tuple[Piece, ...]
    faces: tuple[int, ...] | None
    key: str | None = None


@cache
def game() -> Game:
    """Return the game that is played."""
    return games.load(SETUP.game, **SETUP.options)


@cache
def recorded() -> tuple[Shot, ...]:
    """Play the turn and return what people see, in order."""
    with tempfile.TemporaryDirectory() as folder:
        request = Request(games, wiring.load(WIRING), "en", Path(folder), SETUP)
        with closing(World(request)) as world:
            return tuple(_Recorder(Hands(world)).shots())


class _Recorder:
    """Hands that play the turn, and remember what the dice showed last."""

    def __init__(self, hands: Hands) -> None:
        self._hands = hands
        self._faces: tuple[int, ...] | None = ()

    def shots(self) -> Iterator[Shot]:
        for action in BEFORE:
            self._act(action)
        yield from self._throw()
        yield from self._choose()
        yield from self._move()
        yield self._shot("Next player", 2.0)

    def _act(self, text: str) -> None:
        hands = self._hands
        hands.look_up()
        if isinstance(hands.world.view, ThrowView):
            throw = hands.state.parse(text)
            assert isinstance(throw, Throw)
            self._faces = throw.faces
            hands.throw(text)
        else:
            hands.play(text)

    def _throw(self) -> Iterator[Shot]:
        self._hands.look_up()
        yield self._shot("Throw", 2.0)
        throw = self._hands.state.parse(THROW)
        assert isinstance(throw, Throw)
        self._faces = None
        self._hands.world.pi.throw(throw.faces, [die.faces for die in game().dice])
        while self._sees_something_new() and not self._hands.state.pending:
            yield self._shot("Throw", 0.6)
        self._faces = throw.faces
        yield self._shot("Throw", 1.6)
        self._hands.look_up()

    def _sees_something_new(self) -> bool:
        """Wait until the screen changes; return whether it does."""
        world, seen = self._hands.world, self._hands.world.view
        return world.wait_for(lambda: world.view != seen)

    def _choose(self) -> Iterator[Shot]:
        move, view = self._hands.state.parse(MOVE), self._hands.world.view
        assert isinstance(move, Move)
        assert isinstance(view, ChooseView)
        for key in keys_for(view, move):
            yield self._shot("Choose", 1.4)
            yield self._shot("Choose", 0.5, key)
            self._hands.press(key)

    def _move(self) -> Iterator[Shot]:
        while isinstance(self._hands.world.view, HandStepView):
            yield self._shot("Move", 1.6)
            self._hands.obey()
            yield self._shot("Move", 1.2)
            yield self._shot("Move", 0.5, "ok")
            self._hands.world.pi.press("ok")
            self._hands.world.run_for(0.5)

    def _shot(self, doing: str, seconds: float, key: str | None = None) -> Shot:
        world = self._hands.world
        return Shot(doing, seconds, world.pi.model.image(), world.board.pieces, self._faces, key)
