"""The program on a simulated Pi on virtual time: an hour of play in seconds, always the same."""

import random
from collections.abc import Callable

from firmware_host.app.build import open_app
from firmware_host.app.inputs import OpenLink
from firmware_host.app.request import Request
from firmware_host.screens.view import Frame, View
from firmware_host.simulator.realboard import RealBoard
from firmware_host.simulator.sensing import Sensing, size_for
from firmware_host.thinking.inline import OpenThinker
from hardware.link.link import Link
from hardware.simulated import SimulatedPi, VirtualClock

PATIENCE = 30.0
"""Virtual seconds after which what was waited for will not happen any more."""


class World:
    """A simulated Pi, the program on it, and the people's board; chance comes from ``seed``.

    ``watch`` is called with every new frame. With ``senses``, the people's board has a sensor
    under every point; :attr:`sensing` is None otherwise. ``open_thinker`` makes what thinks for
    machine seats; without it no time passes meanwhile.
    """

    def __init__(
        self,
        request: Request,
        seed: int = 0,
        watch: Callable[[Frame], None] | None = None,
        senses: bool = False,
        open_thinker: OpenThinker | None = None,
    ) -> None:
        self.wiring = request.wiring
        rng = random.Random(seed)
        self.clock = VirtualClock()
        size = size_for(request.catalogue, request.setup) if senses else None
        self.pi = SimulatedPi(request.wiring, self.clock, rng, size)
        link = self._link_opener()
        self.app = open_app(
            request,
            self.pi.factory,
            rng,
            self.pi.bus,
            self.clock,
            link,
            open_thinker=open_thinker,
        )
        self.board = RealBoard()
        self.sensing = Sensing(self.pi.peer, self.board) if senses and self.pi.peer else None
        self._watch = watch
        self._watched: Frame | None = None
        self._step()

    @property
    def view(self) -> View:
        """What the display shows now."""
        return (self.app.frame or self.app.table.frame).view

    def run_for(self, seconds: float) -> None:
        """Let ``seconds`` pass."""
        self.run_until(self.clock() + seconds)

    def run_until(self, time: float) -> None:
        """Let everything happen up to ``time`` in seconds."""
        self._run(time, lambda: False)

    def wait_for(self, happened: Callable[[], bool], seconds: float = PATIENCE) -> bool:
        """Let time pass until ``happened``, for ``seconds`` at most; return whether it has."""
        self._run(self.clock() + seconds, happened)
        return happened()

    def close(self) -> None:
        """Stop the program as a signal would."""
        self.app.close()

    def _link_opener(self) -> OpenLink | None:
        """What opens the program's end of the link, if there is another end."""
        peer = self.pi.peer
        return None if peer is None else lambda inbox: Link(peer.cable, inbox, self.clock)

    def _run(self, end: float, enough: Callable[[], bool]) -> None:
        self._feel()
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
        self._feel()
        if self._watch and self.app.frame is not None and self.app.frame != self._watched:
            self._watched = self.app.frame
            self._watch(self.app.frame)

    def _feel(self) -> None:
        """Let the microcontroller see what the hands and the program have done."""
        if self.sensing is not None:
            self.sensing.look(self.app.table.game.session)
        if self.pi.peer is not None:
            self.pi.peer.update()
