"""The dice tray in front of a builder: a real one, or a simulated one with its own hands."""

import random
import time
from collections.abc import Callable
from functools import partial
from math import inf

from firmware_host.cli.dice_session import GO_ON, KINDS, Session
from hardware.dice.codes import levels_for
from hardware.errors import PinsError
from hardware.input.pins import real_factory
from hardware.simulated import SimulatedPi
from hardware.wiring.wiring import CUP, Wiring

WITHOUT_A_PI = "to try it without a Raspberry Pi: tableside dice --simulated"

THROW, KNOCK = "t", "k"
JUMP = 0.03
"""Seconds for which a knock lifts the cup."""

TIME_TO_READ = 1.0
"""Seconds after which a simulated throw or knock has been read."""


class RealTray:
    """The pins of this Raspberry Pi, of GPIO ``chip`` (None: that of the header).

    PinsError names what works elsewhere.
    """

    help = ""

    def __init__(self, chip: int | None = None) -> None:
        try:
            self.factory = real_factory(chip)
        except PinsError as error:
            raise PinsError(f"{error}; {WITHOUT_A_PI}") from None
        self.clock = time.monotonic

    def go_on(self) -> float:
        """Do nothing: here only hands do anything."""
        return inf

    def lend_a_hand(self, typed: str, session: Session) -> bool:
        """Leave everything to the builder's own hands."""
        return False


class SimulatedTray:
    """A tray of a ``kind`` of dice on a simulated Pi, wired as ``wiring`` says.

    Its hands throw when "t" is typed, knock at "k", and lay the dice as the session asks. ``clock``
    tells the seconds, chance comes from ``rng``.
    """

    help = f", {THROW}: throw, {KNOCK}: knock"

    def __init__(
        self,
        wiring: Wiring,
        kind: str,
        clock: Callable[[], float] = time.monotonic,
        rng: random.Random | None = None,
    ) -> None:
        self._rng = rng or random.Random()
        self.clock, self._dice, self._wiring = clock, KINDS[kind], wiring
        self.pi = SimulatedPi(wiring, clock, self._rng)
        self.factory = self.pi.factory
        self._busy_until = -inf

    def go_on(self) -> float:
        """Move the contacts that are due; return when the next is, or when all has been read."""
        now = self.clock()
        self.pi.timeline.run_due(now)
        if self.pi.timeline.next is not None:
            return self.pi.timeline.next
        return self._busy_until if now < self._busy_until else inf

    def lend_a_hand(self, typed: str, session: Session) -> bool:
        """Throw, knock, or lay the dice; True if the session need not hear what was ``typed``.

        It hears of dice that are laid, for it is what reads them.
        """
        if typed == THROW:
            self._throw()
        elif typed == KNOCK:
            self._knock()
        elif typed == GO_ON and session.pose is not None:
            inverted = self._wiring.dice.inverted if self._wiring.dice else ()
            for line, level in levels_for(self._dice, session.pose, inverted=inverted).items():
                self.pi.set_line(line, level)
            return False
        else:
            return False
        return True

    def _throw(self) -> None:
        faces = [self._rng.choice(die) for die in self._dice]
        self._busy_until = self.pi.throw(faces, self._dice) + TIME_TO_READ

    def _knock(self) -> None:
        now = self.clock()
        line = CUP if CUP in self._wiring.lines else "D0"
        before = self.pi.line(line)
        self.pi.set_line(line, not before)
        self.pi.timeline.at(now + JUMP, partial(self.pi.set_line, line, before))
        self._busy_until = now + JUMP + TIME_TO_READ
