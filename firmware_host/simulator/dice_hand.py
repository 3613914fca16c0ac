"""A hand on the dice of the simulated Pi: it throws them, by chance or as chosen."""

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

from games.actions import Throw
from games.core import Game, State
from games.equipment import Die
from hardware.dice.tray import QUIET
from hardware.simulated import SimulatedPi
from hardware.wiring.wiring import CUP

if TYPE_CHECKING:
    from firmware_host.simulator.bluetooth_dice import VirtualDice

SETTLING = QUIET + 0.1
"""Seconds after the last edge of a throw before the dice are touched again."""


class DiceSeen(Struct, frozen=True):
    """The ``dice`` as they lie.

    ``faces`` is None if they are not read; ``cup_is_lifted`` is None if no cup is wired.
    ``throws`` are the distinct throws of the game, and ``chosen`` is the next throw, None if it is
    left to chance. ``is_bluetooth`` says that the dice report over Bluetooth.
    """

    dice: tuple[Die, ...]
    faces: tuple[int, ...] | None
    cup_is_lifted: bool | None
    throws: tuple[Throw, ...]
    chosen: Throw | None
    is_bluetooth: bool = False


class DiceHand:
    """Throw the dice of the game that is played on ``pi``, if they are read there.

    ``clock`` returns seconds; ``rng`` chooses the faces. With ``bluetooth`` dice, those are thrown
    instead.
    """

    def __init__(
        self,
        pi: SimulatedPi,
        clock: Callable[[], float],
        rng: random.Random,
        bluetooth: "VirtualDice | None" = None,
    ) -> None:
        self._bluetooth = bluetooth
        self._dice: tuple[Die, ...] = ()
        self._throws: tuple[Throw, ...] = ()
        self._chosen: Throw | None = None
        self._pi, self._clock, self._rng = pi, clock, rng
        self._game: Game | None = None
        self._free_at = 0.0

    def follow(self, position: State | None) -> None:
        """Take the dice of the game that is played, now in ``position``."""
        game = position.game if position else None
        if game != self._game:
            self._game, self._throws, self._chosen = game, (), None
            self._dice = game.dice if game else ()
        if position and not self._throws:
            self._throws = tuple(throw for throw, _ in position.chance_outcomes())

    def look(self) -> DiceSeen:
        """Return what the contacts of the dice and the cup say now."""
        return DiceSeen(
            self._dice,
            self._faces() if self._are_read else None,
            self._pi.line(CUP) if CUP in self._pi.lines else None,
            self._throws,
            self._chosen,
            self._bluetooth is not None,
        )

    @property
    def free_at(self) -> float:
        """When the last throw is finished, in seconds."""
        return self._free_at

    def throw(self, throw: Throw | None = None) -> None:
        """Throw the dice: as ``throw``, else as chosen, else at random.

        Do nothing while the last throw is not finished.
        """
        if self._are_touchable:
            wanted = throw or self._chosen
            self._free_at = self._roll(wanted) + SETTLING
            self._chosen = None

    def knock(self) -> None:
        """Bump the first Bluetooth die."""
        if self._bluetooth is not None:
            self._bluetooth.dice[0].knock()

    def lean(self) -> None:
        """Throw the Bluetooth dice, so that the first one leans."""
        if self._bluetooth is not None and self._are_touchable:
            self._free_at = self._bluetooth.throw_by_chance(self._dice, leans=True) + SETTLING

    def carry(self) -> None:
        """Carry the first Bluetooth die away, or back."""
        if self._bluetooth is not None:
            die = self._bluetooth.dice[0]
            (die.take_away if die.is_in_reach else die.bring_back)()

    def throw_as(self, text: str) -> bool:
        """Throw what the game writes as ``text``; return False if it has no such throw."""
        found = next((throw for throw in self._throws if throw.text == text), None)
        if found is not None:
            self.throw(found)
        return found is not None

    def choose(self, step: int) -> None:
        """Choose the next throw: move by ``step`` in the list of chance and all distinct throws."""
        ways = (None, *self._throws)
        self._chosen = ways[(ways.index(self._chosen) + step) % len(ways)]

    def move_cup(self) -> None:
        """Lift the cup, or put it down; do nothing while a throw is not finished."""
        if self._are_touchable and CUP in self._pi.lines:
            self._pi.set_line(CUP, not self._pi.line(CUP))

    def throw_one(self, place: int) -> None:
        """Throw the Bluetooth die at ``place`` (from 0) alone."""
        if self._bluetooth is not None and place < len(self._bluetooth.dice):
            self._bluetooth.dice[place].throw()

    @property
    def has_bluetooth_dice(self) -> bool:
        """Whether the dice are Bluetooth dice."""
        return self._bluetooth is not None

    def _roll(self, wanted: Throw | None) -> float:
        """Throw as ``wanted``, by chance without; return the time when the dice rest."""
        if self._bluetooth is not None:
            if wanted is None:
                return self._bluetooth.throw_by_chance(self._dice)
            return self._bluetooth.throw(wanted.faces, self._dice)
        faces = wanted.faces if wanted else tuple(map(self._rng.choice, self._codes))
        return self._pi.throw(faces, self._codes)

    def _faces(self) -> tuple[int, ...]:
        return self._bluetooth.faces(self._dice) if self._bluetooth else self._pi.faces(self._codes)

    @property
    def _are_touchable(self) -> bool:
        return self._are_read and self._clock() >= self._free_at

    @property
    def _are_read(self) -> bool:
        if self._bluetooth is not None:
            return self._bluetooth.can_throw(self._dice)
        return self._pi.can_throw(self._codes)

    @property
    def _codes(self) -> tuple[tuple[int, ...], ...]:
        return tuple(die.faces for die in self._dice)
