"""Everything on the desk but the screen: the simulated Pi, the companion on it, and the hands."""

import random
from collections.abc import Callable

from firmware_host.simulator.terminal.dice import DiceHand
from firmware_host.simulator.terminal.finger import Finger
from firmware_host.simulator.terminal.people import People
from firmware_host.start import Request, open_app
from hardware.simulated import SimulatedPi


class Desk:
    """A simulated Pi with the companion that ``request`` describes.

    ``clock`` tells the seconds, ``rng`` makes contacts bounce, ``chance`` decides throws and the
    machine's moves. Whoever has the desk runs :attr:`app`; what people do enters at the pins.
    """

    def __init__(
        self,
        request: Request,
        clock: Callable[[], float],
        rng: random.Random,
        chance: random.Random,
    ) -> None:
        self.wiring = request.wiring
        self.pi = SimulatedPi(request.wiring, clock, rng)
        self.app = open_app(request, self.pi.factory, chance, self.pi.bus, clock)
        self.people = People(self.app)
        self.finger = Finger(self.pi, clock, self.people)
        self.dice = DiceHand(self.pi, request.wiring, clock, chance)
        self._clock = clock

    def step(self) -> None:
        """Let everything happen on the pins that is due; call it a hundred times a second."""
        self.pi.timeline.run_due(self._clock())
        self.people.look()
        self.dice.take_up(self.app.table.session)
        self.finger.move()
