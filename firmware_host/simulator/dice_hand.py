"""A hand on the dice of the simulated Pi: it throws them, by chance or as chosen."""

import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol

from msgspec import Struct

from firmware_host.app.inputs import OpenDiceSource
from firmware_host.app.request import Request
from firmware_host.base.registry import Registry
from games.actions import Throw
from games.core import Game, State
from games.equipment import Die
from hardware.dice.tray import QUIET
from hardware.simulated import SimulatedPi
from hardware.wiring.wiring import CUP

SETTLING = QUIET + 0.1
"""Seconds after the last edge of a throw before the dice are touched again."""


class DiceStroke(NamedTuple):
    """What hands do with dice of a feature: the ``keys`` of the keyboard, and how it ``does``.

    The manual has the keys as they are ``written``; ``help`` is the text about them below the tray.
    One that ``needs_game`` throws the dice of a game.
    """

    keys: tuple[str, ...]
    written: str
    does: str
    help: str
    needs_game: bool = False


class OtherDice(Protocol):
    """Dice of a feature beside the simulated Pi, thrown instead of those in the tray."""

    strokes: tuple[DiceStroke, ...]

    def source(self, folder: Path) -> OpenDiceSource:
        """Return what reads them at a table with its games in ``folder``."""

    def stroke(self, key: str, hand: "DiceHand") -> None:
        """Let ``hand`` do with them what ``key`` of the keyboard stands for."""

    def can_throw(self, dice: Sequence[Die]) -> bool:
        """Return whether they can stand in for ``dice``."""

    def throw(self, values: Sequence[int], dice: Sequence[Die]) -> float:
        """Throw them so that they count for ``values``; return the time when they rest."""

    def throw_by_chance(self, dice: Sequence[Die]) -> float:
        """Throw as many as the game has ``dice``; return the time in seconds when they rest."""

    def faces(self, dice: Sequence[Die]) -> tuple[int, ...]:
        """Return the values of ``dice`` that they count for now; 0 stands for one that has none."""


class VirtualKind(NamedTuple):
    """Virtual dice of a feature: all ``strokes``, and what lays them beside a simulated Pi.

    ``lay`` returns None if the request does not ask for them.
    """

    strokes: tuple[DiceStroke, ...]
    lay: Callable[[Request, SimulatedPi, random.Random], OtherDice | None]


VIRTUAL_DICE = Registry[VirtualKind]("simulated")
"""The virtual dice of features."""


def other_dice(request: Request, pi: SimulatedPi, rng: random.Random) -> OtherDice | None:
    """Return the dice of a feature that lie beside ``pi``, as ``request`` asks; None if none do."""
    return next(filter(None, (kind.lay(request, pi, rng) for kind in VIRTUAL_DICE)), None)


class DiceSeen(Struct, frozen=True):
    """The ``dice`` as they lie.

    ``faces`` is None if they are not read; ``cup_is_lifted`` is None if no cup is wired.
    ``throws`` are the distinct throws of the game, and ``chosen`` is the next throw, None if it is
    left to chance. ``strokes`` are what else hands can do with the dice, if they are of a feature.
    """

    dice: tuple[Die, ...]
    faces: tuple[int, ...] | None
    cup_is_lifted: bool | None
    throws: tuple[Throw, ...]
    chosen: Throw | None
    strokes: tuple[DiceStroke, ...] = ()


class DiceHand:
    """Throw the dice of the game that is played on ``pi``, if they are read there.

    ``clock`` returns seconds; ``rng`` chooses the faces. With ``other`` dice, those are thrown
    instead.
    """

    def __init__(
        self,
        pi: SimulatedPi,
        clock: Callable[[], float],
        rng: random.Random,
        other: OtherDice | None = None,
    ) -> None:
        self._other = other
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
            () if self._other is None else self._other.strokes,
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

    def roll(self, roll: Callable[[Sequence[Die]], float]) -> None:
        """Let ``roll`` throw the dice of the game; it returns the time when they rest.

        Do nothing while the last throw is not finished.
        """
        if self._are_touchable:
            self._free_at = roll(self._dice) + SETTLING

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

    @property
    def strokes(self) -> Mapping[str, Callable[[], object]]:
        """What hands do with dice of a feature, by the key of the keyboard."""
        if self._other is None:
            return {}
        keys = [key for stroke in self._other.strokes for key in stroke.keys]
        return {key: partial(self._other.stroke, key, self) for key in keys}

    def _roll(self, wanted: Throw | None) -> float:
        """Throw as ``wanted``, by chance without; return the time when the dice rest."""
        if self._other is not None:
            if wanted is None:
                return self._other.throw_by_chance(self._dice)
            return self._other.throw(wanted.faces, self._dice)
        faces = wanted.faces if wanted else tuple(map(self._rng.choice, self._codes))
        return self._pi.throw(faces, self._codes)

    def _faces(self) -> tuple[int, ...]:
        return self._other.faces(self._dice) if self._other else self._pi.faces(self._codes)

    @property
    def _are_touchable(self) -> bool:
        return self._are_read and self._clock() >= self._free_at

    @property
    def _are_read(self) -> bool:
        if self._other is not None:
            return self._other.can_throw(self._dice)
        return self._pi.can_throw(self._codes)

    @property
    def _codes(self) -> tuple[tuple[int, ...], ...]:
        return tuple(die.faces for die in self._dice)
