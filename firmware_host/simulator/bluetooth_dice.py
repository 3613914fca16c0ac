"""Virtual Bluetooth dice at a simulated table, and the hands that throw them."""

import random
from collections.abc import Sequence

from firmware_host.session.ordinary_dice import counts_of
from games.equipment import Die
from hardware.dice.bluetooth.news import KnownDie, Make
from hardware.dice.bluetooth.paired import MOST
from hardware.dice.bluetooth.radio import Post
from hardware.simulated import SimulatedPi
from hardware.simulated.air import Air, PumpedRadio
from hardware.simulated.virtual_dice import VirtualDie, virtual_dice


class VirtualDice:
    """As many virtual dice of one ``make`` as a table can have, with so many ``sides`` each.

    They lie beside ``pi``, on whose timeline they roll; ``rng`` throws them.
    """

    def __init__(self, make: Make, sides: int, pi: SimulatedPi, rng: random.Random) -> None:
        self.dice: tuple[VirtualDie, ...] = virtual_dice(make, sides, MOST, pi.timeline, rng)
        self.known = [KnownDie(die.address, die.name, die.make, die.sides) for die in self.dice]
        self._air, self._pi, self._rng = Air(self.dice), pi, rng

    def open_radio(self, post: Post) -> PumpedRadio:
        """Return the radio by which the table hears them."""
        return PumpedRadio(self._air, post, self._pi.clock)

    def can_throw(self, dice: Sequence[Die]) -> bool:
        """Return whether they can stand in for ``dice``."""
        return counts_of(dice, [die.sides for die in self.dice]) is not None

    def throw(self, values: Sequence[int], dice: Sequence[Die]) -> float:
        """Throw as many as the game has ``dice``, so that they count for ``values``.

        Return the time in seconds when they rest. ValueError if they cannot stand in for them.
        """
        counts = counts_of(dice, [die.sides for die in self.dice])
        if counts is None:
            raise ValueError(f"expected dice that can stand in for {len(dice)} of this game")
        ends = []
        for die, value, means in zip(self.dice, values, counts, strict=False):
            faces = [face for face, counted in means.items() if counted == value]
            ends.append(die.throw(self._rng.choice(faces)))
        return max(ends)

    def throw_by_chance(self, dice: Sequence[Die], *, leans: bool = False) -> float:
        """Throw as many as the game has ``dice``; return the time in seconds when they rest.

        If one ``leans``, it is the first.
        """
        thrown = enumerate(self.dice[: len(dice)])
        return max(die.throw(is_cocked=leans and place == 0) for place, die in thrown)

    def faces(self, dice: Sequence[Die]) -> tuple[int, ...]:
        """Return the values of ``dice`` that they count for now; 0 stands for one that has none."""
        counts = counts_of(dice, [die.sides for die in self.dice]) or ()
        shown = ((die.face, means) for die, means in zip(self.dice, counts, strict=False))
        return tuple(means.get(face or 0) or 0 for face, means in shown)
