"""A simulated table on virtual time: an hour of play takes seconds, and is always the same."""

import random
from collections.abc import Callable

from firmware_host.app.request import Request
from firmware_host.screens.view import Frame, View
from firmware_host.simulator.simulated_table import SimulatedTable
from firmware_host.thinking.inline import OpenThinker
from hardware.simulated import VirtualClock

PATIENCE = 30.0
"""Virtual seconds after which something awaited is not going to happen any more."""


class World(SimulatedTable):
    """A simulated table whose time only passes here; ``seed`` decides all chance.

    ``watch`` is called with every new frame. ``senses`` and ``open_thinker`` are those of
    :class:`~firmware_host.simulator.simulated_table.SimulatedTable`; without a thinker, no time
    passes while a machine thinks.
    """

    def __init__(
        self,
        request: Request,
        seed: int = 0,
        watch: Callable[[Frame], None] | None = None,
        senses: bool = False,
        open_thinker: OpenThinker | None = None,
    ) -> None:
        rng = random.Random(seed)
        self.clock = VirtualClock()
        super().__init__(request, self.clock, rng, rng, senses=senses, open_thinker=open_thinker)
        self._watch = watch
        self._watched: Frame | None = None
        self._step()

    @property
    def view(self) -> View:
        """The view on the display."""
        return (self.app.frame or self.app.table.frame).view

    def run_for(self, seconds: float) -> None:
        """Let ``seconds`` pass."""
        self.run_until(self.clock() + seconds)

    def run_until(self, time: float) -> None:
        """Let everything happen up to the time ``time`` in seconds."""
        self._run(time, lambda: False)

    def wait_for(self, happened: Callable[[], bool], seconds: float = PATIENCE) -> bool:
        """Let time pass until ``happened``, at most for ``seconds``; return whether it has."""
        self._run(self.clock() + seconds, happened)
        return happened()

    def close(self) -> None:
        """End the program as a signal would."""
        self.app.close()

    def _run(self, end: float, enough: Callable[[], bool]) -> None:
        self._sense()
        while not enough():
            due = [time for time in (self.pi.timeline.next, self.app.deadline) if time is not None]
            now = max(self.clock(), min([*due, end]))
            self.pi.timeline.run_due(now)
            self.clock.advance_to(now)
            self._step()
            if now >= end:
                return

    def _step(self) -> None:
        self.app.step()
        self.board.set_up(self.app.table.game.session)
        self._sense()
        if self._watch and self.app.frame is not None and self.app.frame != self._watched:
            self._watched = self.app.frame
            self._watch(self.app.frame)

    def _sense(self) -> None:
        session = self.app.table.game.session
        self.sense(session.game if session else None)
