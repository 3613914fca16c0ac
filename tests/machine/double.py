"""A copy of the table on simulated hardware, whose hand movements also move the real contacts.

It is a driver outside of the program: it has a table and a board of its own, it knows what it
throws and plays, and every key that it presses and every die that it throws reaches the program as
edges of the kernel's. Before each of its acts the picture on the bus must be the one it expects, to
the last pixel.
"""

import time
from collections import deque
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from PIL import Image

from firmware_host.screens.choose import ChooseView
from firmware_host.simulator.hands import Hands, keys_for
from firmware_host.simulator.sensinghands import SensingHands
from firmware_host.simulator.simulated_table import World
from games.actions import Action, Move, Throw
from hardware.board import Field
from tests.machine.panel import Panel
from tests.machine.patience import Patience

LOOK = 0.01
"""Seconds from one look at the panel to the next."""

DRIVEN = 200
"""How many of the last edges are told when the tables disagree."""


class Contacts(Protocol):
    """The contacts of the real table."""

    def drive(self, line: str, is_open: bool) -> None:
        """Open the contact of ``line`` or close it."""

    def sense(self, fields: Collection[Field]) -> None:
        """Let pieces stand on ``fields`` of the sensing board and on no other."""


class DisagreementError(AssertionError):
    """The panel does not show what it should; the text says where both pictures are."""


class Double(Hands):
    """Hands at the double table ``world``, and at the real one behind ``contacts`` and ``panel``.

    Pictures that should be equal and are not are written into ``folder``, and when the real
    contacts were moved last. :attr:`actions` are what the hands have thrown and played. ``more`` is
    what hands of another kind take.
    """

    def __init__(
        self, world: World, contacts: Contacts, panel: Panel, folder: Path, **more: Any
    ) -> None:
        super().__init__(world, **more)
        self.actions: list[Action] = []
        self._panel, self._folder = panel, folder
        self._ahead = time.monotonic() - world.clock()
        self._driven: deque[str] = deque(maxlen=DRIVEN)
        for line in world.pi.lines:
            contacts.drive(line, world.pi.line(line))
            contact = self._contact(line)
            contact.drive = self._both(line, contact.drive, partial(contacts.drive, line))
        if world.pi.peer is not None:
            peer: Any = world.pi.peer
            peer.sense = self._both("board", peer.sense, contacts.sense)

    @property
    def picture(self) -> Image.Image:
        """What the panel should show."""
        return self.world.pi.model.image()

    def meet(self) -> None:
        """Wait until both tables show the same; DisagreementError if they never do."""
        self._keep_pace()
        patience = Patience()
        while not self._panel.shows(self.picture):
            if patience.is_over:
                self._disagree()
            patience.wait(LOOK)
            self.world.run_for(LOOK)
        self._ahead = time.monotonic() - self.world.clock()

    def press(self, key: str, seconds: float = 0.1) -> None:
        self.meet()
        super().press(key, seconds)

    def press_blind(self, key: str) -> None:
        """Press ``key`` without a look at the panel."""
        super().press(key)

    def throw(self, text: str) -> None:
        self.actions.append(self.state.parse(text))
        super().throw(text)

    def play(self, text: str) -> None:
        self.actions.append(self.state.parse(text))
        super().play(text)

    def choose(self, text: str) -> None:
        """Work the keys until the move ``text`` is chosen, and carry out nothing of it."""
        move, view = self.state.parse(text), self.world.view
        assert isinstance(move, Move), "a move is awaited"
        assert isinstance(view, ChooseView), self.world.app.words
        self.actions.append(move)
        for key in keys_for(view, move):
            self.press(key)

    def _roll(self, throw: Throw) -> None:
        self.meet()
        super()._roll(throw)

    def _contact(self, line: str) -> Any:
        """What the double's end of ``line`` is moved by: a pin, a keyboard, a microcontroller."""
        wired, keyboard = self.world.wiring.lines, self.world.pi.keyboard
        if line in wired:
            return self.world.pi.factory.pin(wired[line])
        if line in keyboard.contacts:
            return keyboard.contacts[line]
        assert self.world.pi.peer is not None, "a line is on a pin or at a peer"
        return self.world.pi.peer.contacts[line]

    def _both(
        self, name: str, here: Callable[..., None], there: Callable[..., None]
    ) -> Callable[..., None]:
        """Move the double's contact ``name``, and the real one when its time has come there."""

        def moved(state: Any) -> None:
            here(state)
            self._keep_pace()
            begun = time.monotonic()
            there(state)
            self._driven.append(f"{begun:.6f} {time.monotonic():.6f} {name} {state}\n")

        return moved

    def _keep_pace(self) -> None:
        """Wait until as much time has passed here as at the double table."""
        time.sleep(max(0.0, self.world.clock() + self._ahead - time.monotonic()))

    def _disagree(self) -> None:
        self._panel.image.save(self._folder / "shown.png")
        self.picture.save(self._folder / "expected.png")
        (self._folder / "driven.txt").write_text("".join(self._driven), encoding="utf-8")
        raise DisagreementError(
            f"expected {self.world.app.words!r}; the pictures are {self._folder}/shown.png and "
            "expected.png"
        )


class SensingDouble(Double, SensingHands):
    """The double of a table whose board senses; ``rng`` among ``more`` is that of the hands."""
