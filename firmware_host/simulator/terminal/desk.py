"""Everything on the desk but the screen: the simulated Pi, the companion on it, and the hands."""

import random
from collections.abc import Callable

from firmware_host.app.build import open_app
from firmware_host.app.request import Request
from firmware_host.simulator.sensing import Sensing, size_for
from firmware_host.simulator.terminal.boardpane import Place
from firmware_host.simulator.terminal.dice import DiceHand
from firmware_host.simulator.terminal.finger import Finger
from firmware_host.simulator.terminal.people import People
from firmware_host.table.ending import Ending
from firmware_host.thinking.inline import OpenThinker
from hardware.link.link import Link
from hardware.link.thread import LinkThread
from hardware.simulated import SimulatedPi


class Desk:
    """A simulated Pi with the companion that ``request`` describes.

    ``clock`` tells the seconds, ``rng`` makes contacts bounce, ``chance`` decides throws and the
    machine's moves. With ``senses`` the people's board sees where pieces stand; ``link`` is the
    kind of the companion's end of the serial link, ``open_thinker`` makes what thinks for machine
    seats (None: it is done while everything else waits). Whoever has the desk runs :attr:`app`;
    what people do enters at the pins and at the link.
    """

    def __init__(
        self,
        request: Request,
        clock: Callable[[], float],
        rng: random.Random,
        chance: random.Random,
        senses: bool = False,
        link: type[Link] | type[LinkThread] = LinkThread,
        open_thinker: OpenThinker | None = None,
    ) -> None:
        self.wiring = request.wiring
        size = size_for(request.catalogue, request.setup) if senses else None
        self.pi = SimulatedPi(request.wiring, clock, rng, size)
        peer = self.pi.peer
        opener = None if peer is None else lambda inbox: link(peer.cable, inbox, clock)
        self.app = open_app(
            request,
            self.pi.factory,
            chance,
            self.pi.bus,
            clock,
            opener,
            open_thinker=open_thinker,
        )
        self.people = People(self.app)
        self.sensing = Sensing(peer, self.people.board) if senses and peer else None
        self.finger = Finger(self.pi, clock, self.people)
        self.dice = DiceHand(self.pi, clock, chance)
        self._clock = clock

    @property
    def ending(self) -> Ending | None:
        """How the staff has asked the program to end; None while nobody has."""
        return self.app.ending

    def touch(self, place: Place) -> None:
        """Lift a piece or put it down where the mouse points, if the board senses it."""
        if self.sensing is None:
            return
        if isinstance(place, int):
            self.people.touch_beside(place)
        else:
            self.people.touch(place)

    def step(self) -> None:
        """Let everything happen that is due on the pins; call it a hundred times a second."""
        self.pi.timeline.run_due(self._clock())
        self.people.look()
        if self.sensing is not None:
            self.sensing.look(self.app.table.game.session)
        if self.pi.peer is not None:
            self.pi.peer.update()
        self.dice.take_up(self.app.table.game.session)
        self.finger.move()
