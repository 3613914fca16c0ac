"""What Bluetooth dice add to the simulator: virtual ones, and what hands do with them."""

import random
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from firmware_host.app.inputs import OpenDiceSource
from firmware_host.app.request import Request
from firmware_host.features.bluetooth_dice.store import RadioSource, SimulatedDiceHere
from firmware_host.session.names import counts_of
from firmware_host.simulator.dice_hand import VIRTUAL_DICE, DiceHand, DiceStroke, VirtualKind
from games.equipment import Die
from games.message import msg
from hardware.dice.bluetooth.news import MOST, KnownDie, Make
from hardware.dice.bluetooth.radio import Post
from hardware.simulated import SimulatedPi
from hardware.simulated.virtual_dice import Air, PumpedRadio, VirtualDie, virtual_dice

BUMP, LEAN, CARRY = "k", "v", "x"
ONES: Final = ("f1", "f2", "f3", "f4")
STROKES: Final = (
    DiceStroke(
        ONES,
        "`F1` to `F4`",
        "with `--dice`: throw one of the Bluetooth dice alone",
        msg("`F1`-`F4` throw one"),
    ),
    DiceStroke((BUMP,), "`k`", "with `--dice`: bumps the first die", msg("`k` bump")),
    DiceStroke(
        (CARRY,),
        "`x`",
        "with `--dice`: carries the first die out of reach, or back",
        msg("`x` away, back"),
    ),
    DiceStroke(
        (LEAN,),
        "`v`",
        "with `--dice`: throws the dice so that the first one leans",
        msg("`v` cocked"),
        needs_game=True,
    ),
)


class VirtualDice:
    """As many virtual dice of one ``make`` as a table can have, with so many ``sides`` each.

    They lie beside ``pi``, on whose timeline they roll; ``rng`` throws them.
    """

    strokes: tuple[DiceStroke, ...] = STROKES

    def __init__(self, make: Make, sides: int, pi: SimulatedPi, rng: random.Random) -> None:
        self.dice: tuple[VirtualDie, ...] = virtual_dice(make, sides, MOST, pi.timeline, rng)
        self.known = [KnownDie(die.address, die.name, die.make, die.sides) for die in self.dice]
        self._air, self._pi, self._rng = Air(self.dice), pi, rng

    def source(self, folder: Path) -> OpenDiceSource:
        """Return what opens them at a table with its games in ``folder``: they are paired."""
        return partial(RadioSource, folder, self.open_radio, usual=self.known)

    def stroke(self, key: str, hand: DiceHand) -> None:
        """Let ``hand`` do with them what ``key`` of the keyboard stands for."""
        first = self.dice[0]
        if key == BUMP:
            first.knock()
        elif key == LEAN:
            hand.roll(partial(self.throw_by_chance, leans=True))
        elif key == CARRY:
            (first.take_away if first.is_in_reach else first.bring_back)()
        elif int(key[1:]) <= len(self.dice):
            self.dice[int(key[1:]) - 1].throw()

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


def _open(request: Request, pi: SimulatedPi, rng: random.Random) -> VirtualDice | None:
    asked = request.facts.of(SimulatedDiceHere)
    return None if asked.make is None else VirtualDice(asked.make, asked.sides, pi, rng)


OFFERS: Final = (VIRTUAL_DICE.offer(VirtualKind(STROKES, _open)),)
