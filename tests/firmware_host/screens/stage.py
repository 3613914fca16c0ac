"""A table without hardware, on which a test can reach any screen: keys in, frames out."""

import random

from firmware_host.screens.choose import ChooseView
from firmware_host.screens.hand_steps import HandStepView, SetUpView
from firmware_host.screens.view import Frame
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import keys_for
from firmware_host.table.device import Preferences
from firmware_host.table.scene import Resume
from firmware_host.table.table import Table
from firmware_host.thinking.inline import find_answer
from games.actions import Move
from games.budget import never
from games.core import State
from hardware.input.edges import KeyEvent
from hardware.wiring.sections import Scanning
from tests.table import OneGame, set_context

BETWEEN = 3.0
"""Seconds from one press to the next: longer than a notice or a throw is shown."""


class Stage:
    """A table that offers ``game``, or plays it from ``state`` on with all pieces set up.

    ``dice_are_read`` is true if there is an electronic tray.
    """

    def __init__(self, game: str, state: State | None = None, dice_are_read: bool = True) -> None:
        setup = None if state is None else Setup(game, state.game.options)
        self.now = 0.0
        self.table = Table(OneGame(game), random.Random(1), lambda dice: dice_are_read, setup)
        if state is not None:
            self.table.game.playing.states[-1] = state
            self.table.game.groups_placed = None
            self.table.run(Resume())

    @property
    def frame(self) -> Frame:
        """What the display shows."""
        return self.table.frame

    def press(self, *keys: str) -> Frame:
        """Press ``keys`` one after the other; return what is shown then."""
        for key in keys:
            self._hear(KeyEvent(key, "press"))
        return self.frame

    def hold(self, key: str) -> Frame:
        """Hold ``key``; return what is shown then."""
        self._hear(KeyEvent(key, "hold"))
        return self.frame

    def point_at(self, move: Move) -> Frame:
        """Press all keys that choose ``move`` except the last one, which would take it."""
        view = self.frame.view
        assert isinstance(view, ChooseView), "a move is awaited"
        return self.press(*keys_for(view, move)[:-1])

    def follow(self) -> Frame:
        """Confirm every hand step; return what is shown then."""
        while isinstance(self.frame.view, SetUpView | HandStepView):
            self.press("ok")
        return self.frame

    def scan(self, switches: Scanning) -> Frame:
        """Let people play with so many ``switches`` from now on; return what is shown then."""
        set_context(self.table, preferences=Preferences().but({"scanning": switches}))
        self.table.tick(self.now)
        return self.frame

    def wait_for_offer(self, words: str, by: str | None = None) -> Frame:
        """Wait until a stroke does what ``words`` say, or go on ``by`` strokes of a switch."""
        while str(self.table.stroke) != words:
            if by is not None:
                self.press(by)
            else:
                self.go_on()
        return self.frame

    def strike(self) -> Frame:
        """Take what is offered now; return what is shown then."""
        self.table.handle(KeyEvent("take", "press"), self.now)
        return self.frame

    def go_on(self) -> None:
        """Wait until the table does what is due next."""
        assert self.table.deadline is not None, "the table goes on to offer something"
        self.now = self.table.deadline
        self.table.tick(self.now)

    def _hear(self, event: KeyEvent) -> None:
        self.now += BETWEEN
        self.table.tick(self.now)
        self.table.handle(event, self.now)
        if self.table.question is not None:
            self.table.answer(find_answer(self.table.question, never), self.now)
