"""Sticks in the lanes of a tower: their faces are read at rest, however they came there.

Plain wooden sticks lie in a trough over a flap. It opens, they fall through a chute, slide down a
ramp and stop at a bar; in each lane a reflective sensor sees whether the face that lies on the ramp
is light or dark. The contact of the flap stands for that of a cup.

Few edges are no doubt here: in a model of 300 such falls a sensor saw no edge in 38 of 100, as a
stick slid into its place with the dark face down. Edges while the flap is closed are no bump: hands
take the sticks out.

    >>> from hardware.dice.codes import LOTS, levels_for
    >>> tower = LaneTray(LOTS)
    >>> tower.tick(0.0, empty := levels_for(LOTS, (1, 1, 1, 1)) | {"cup": False})
    ()
    >>> lying = levels_for(LOTS, (1, 0, 1, 1)) | {"cup": False}
    >>> for edge in ((1.0, "cup", True), (1.5, "D1", True), (1.7, "cup", False)):
    ...     tower.feed(Edge(*edge))
    >>> [event.kind for time in (2.0, 2.5, 2.52) for event in tower.tick(time, lying)]
    ['lifted', 'rolling', 'provisional']
    >>> tower.tick(2.54, lying)
    (DiceEvent(kind='settled', faces=(1, 0, 1, 1), doubtful=False, dice=(), own=()),)
"""

from collections.abc import Container, Mapping, Sequence
from math import inf
from typing import Final

from hardware.dice.codes import Faces, dice_at, levels_for
from hardware.dice.tray import DiceEvent, DiceMovement, Tray
from hardware.input.edges import Edge
from hardware.wiring.wiring import CHECK_LINES, CUP, DICE_LINES, DiceWiring

FALL: Final = 0.8
"""Seconds from the closed flap until the sticks are read.

In a model of 300 falls (wood on plywood, friction 0.25 to 0.5) all lay still 0.75 s after the flap
had opened.
"""

EMPTY: Final = 1
"""The face that an empty lane seems to show: no light comes back from it, as from a dark face."""


class LaneTray(Tray):
    """Sticks in a tower whose flap is the contact ``cup``; the rest is as in :class:`Tray`.

    In the checked form, a second sensor in each lane sees the mark at one end of a face, which has
    the other colour: the ``checks`` are its lines, in the order of ``lines``. Where both see
    nothing, a stick is missing, or leans if one came by; where both see light, something shines in.
    Nothing counts until that is put right, and then it counts without another throw.

    A throw is doubtful if a lane showed light when the flap opened. Without ``checks`` it is also
    if no stick seems to have come: all lanes look empty, and nothing moved in them.
    """

    quiet = FALL

    def __init__(
        self,
        dice: Sequence[Faces],
        lines: Sequence[str] = DICE_LINES,
        cup: str | None = CUP,
        inverted: Container[str] = (),
        checks: Sequence[str] = (),
    ) -> None:
        super().__init__(dice, lines, cup, inverted)
        self._checks = tuple(checks)
        self._pairs = tuple(zip(self._lines, self._checks, strict=False))
        self._empty = levels_for(dice, [EMPTY] * len(dice), lines, inverted)
        self._seen = dict(self._empty)
        self._moved: set[str] = set()
        self._left: tuple[int, ...] = ()
        self._fault: DiceEvent | None = None

    def feed(self, edge: Edge) -> None:
        """Record ``edge``; edges of other lines are ignored."""
        super().feed(edge)
        if edge.line in self._checks:
            self._tumble(edge.time)
        if edge.line in self._lines:
            self._moved.add(edge.line)
        self._seen[edge.line] = edge.level

    def tick(self, now: float, levels: Mapping[str, bool]) -> tuple[DiceEvent, ...]:
        """Return what happened up to ``now`` (seconds) and was not returned before."""
        events = super().tick(now, levels)
        self._seen = dict(levels)
        return events

    def _lift(self, now: float) -> None:
        if self._lifted_at <= now:
            self._fault, self._left = None, self._lit(self._seen)
            self._moved.clear()
        super()._lift(now)

    def _tumble(self, time: float) -> None:
        if self._movement is not None and self._movement.thrown:
            super()._tumble(time)

    def _end(self, movement: DiceMovement, now: float, levels: Mapping[str, bool]) -> None:
        fault = self._wrong(levels) if movement.thrown else None
        if fault is None:
            super()._end(movement, now, levels)
            return
        if fault != self._fault:
            self._emit(now, fault)
        # it waits until something moves
        self._fault, movement.shown = fault, True
        movement.read_at = movement.landed = inf

    def _settled(self, movement: DiceMovement, levels: Mapping[str, bool]) -> DiceEvent:
        if not movement.thrown:
            return DiceEvent("knocked")
        has_come = bool(self._checks or movement.edges or self._lit(levels))
        doubtful = bool(self._left) or not has_come
        return DiceEvent("settled", self._faces(levels), doubtful, self._left)

    def _lit(self, levels: Mapping[str, bool]) -> tuple[int, ...]:
        """Return the dice in whose lanes a sensor sees light."""
        dark = {**self._empty, **{check: self._empty[line] for line, check in self._pairs}}
        light = {line for line in dark.keys() & levels.keys() if levels[line] != dark[line]}
        lanes = light | {line for line, check in self._pairs if check in light}
        return dice_at(self._dice, lanes, self._lines)

    def _wrong(self, levels: Mapping[str, bool]) -> DiceEvent | None:
        """Return what keeps a throw from counting: both sensors of a lane see the same."""
        alike = {line for line, check in self._pairs if levels[line] == levels[check]}
        dark = {line for line in alike if levels[line] == self._empty[line]}
        if not dark:
            lit = dice_at(self._dice, alike, self._lines)
            return DiceEvent("unreadable", dice=lit) if lit else None
        dice = dice_at(self._dice, dark, self._lines)
        has_come = set(dice) <= set(dice_at(self._dice, self._moved, self._lines))
        return DiceEvent("cocked" if has_come else "missing", dice=dice)


def tray_for(
    dice: Sequence[Faces],
    wired: DiceWiring | None,
    cup: str | None,
    lines: Sequence[str] = DICE_LINES,
) -> Tray:
    """Return what reads ``dice`` as they are ``wired``; None is a tray on the serial link.

    ``cup`` is the line of its contact, None if there is none. Raises WiringError if four ``lines``
    cannot tell such dice apart.
    """
    if wired is None:
        return Tray(dice, lines, cup)
    if wired.reader == "lanes":
        checks = CHECK_LINES if wired.checks else ()
        return LaneTray(dice, lines, cup, wired.inverted, checks)
    return Tray(dice, lines, cup, wired.inverted)
