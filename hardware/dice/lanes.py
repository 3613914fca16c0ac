"""Sticks in the lanes of a tower, read at rest by sensors that see light or dark.

Plain wooden sticks lie in a trough over the flap of a tower. It opens, they fall through a chute,
slide down a ramp and stop at a bar; in each lane a reflective sensor sees whether the face that
lies on the ramp is light or dark. Their faces are read at rest, however they came there. The
contact of the flap stands for that of a cup.

Few edges are no doubt here: in a model of 300 such falls a sensor saw no edge in 38 of 100, as a
stick slid into its place with the dark face down. Edges while the flap is closed are no bump: hands
take the sticks out.

    >>> from hardware.dice.codes import LOTS
    >>> tower = LaneTray(LOTS, checks=CHECK_LINES)
    >>> white = {"D0": False, "D1": False, "D2": False, "D3": False}
    >>> lying = {**white, **dict.fromkeys(CHECK_LINES, True), "D1": True, "C1": False, "cup": False}
    >>> for edge in ((1.0, "cup", True), (1.5, "D1", False), (1.7, "cup", False)):
    ...     tower.feed(Edge(*edge))
    >>> [event.kind for time in (2.0, 2.5, 2.52) for event in tower.tick(time, lying)]
    ['lifted', 'rolling', 'provisional']
    >>> tower.tick(2.54, lying)
    (DiceEvent(kind='settled', faces=(0, 1, 0, 0), doubtful=False, dice=(), own=()),)
"""

from collections import deque
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from math import inf
from typing import Final

from hardware.dice.codes import Faces, dice_at
from hardware.dice.tray import DiceEvent, DiceMovement, Tray
from hardware.input.edges import Edge
from hardware.wiring.wiring import CHECK_LINES, CUP, DICE_LINES, DiceWiring

FALL: Final = 0.8
"""Seconds from the closed flap until the sticks are read.

In a model of 300 falls (wood on plywood, friction 0.25 to 0.5) all lay still 0.75 s after the flap
had opened.
"""

RECENT, OFTEN = 6, 3
"""In how many of the last throws nothing was seen in a lane, so that no stick is to blame.

Of the throws of a model, 1.3 in a hundred left a certain stick on its edge.
"""


def inverted_below(
    dice: Sequence[Faces], inverted: Container[str], lines: Sequence[str] = DICE_LINES
) -> tuple[str, ...]:
    """Return the lines of lanes that are inverted if they are taken for contacts of ``dice``.

    A sensor closes its line where it sees light, unless that line is ``inverted``. What it sees of
    a lot is the side below, which is dark if the white one is up; a long die has on each side the
    code of the face opposite. Given what this returns, it returns what it was given.

    >>> from hardware.dice.codes import LONG_DICE, LOTS
    >>> inverted_below(LOTS, ["D2"]), inverted_below(LONG_DICE, ["D2"])
    (('D0', 'D1', 'D3'), ('D2',))
    """
    lots = {number for number, die in enumerate(dice) if die == (0, 1)}
    return tuple(
        line
        for line in lines
        if (line in inverted) != bool(lots.intersection(dice_at(dice, [line], lines)))
    )


class LaneTray(Tray):
    """Sticks in a tower whose flap is the contact ``cup``; ``dice`` and ``lines`` as in a tray.

    A sensor closes its line where it sees light; those of lines that are ``inverted`` open it.

    In the basic form, with a sensor or two for each stick, nothing tells a dark face from a stick
    that is missing or leans: every throw is doubtful, so that people look before it counts.

    In the checked form, there is a second sensor for each of them, which sees the mark at one end
    of a face, which has the other colour: the ``checks`` are its lines, in the order of ``lines``.
    Where both see nothing, a stick is missing, or leans if one came by; where both see light,
    something shines in, or the black is none. Nothing counts until that is put right, and then it
    counts without another throw; if hands take the sticks out instead, that is said as ``back``.

    When the flap opens, all lanes are empty and dark. The throw is doubtful if one was ``lit``.
    """

    quiet = FALL

    def __init__(
        self,
        dice: Sequence[Faces],
        lines: Sequence[str] = DICE_LINES,
        cup: str | None = CUP,
        inverted: Collection[str] = (),
        checks: Sequence[str] = (),
    ) -> None:
        super().__init__(dice, lines, cup, inverted_below(dice, inverted, lines))
        self._pairs = tuple(zip(self._lines, checks, strict=False))
        alike = {check: line for line, check in self._pairs} | {line: line for line in self._lines}
        self._dark = {line: model not in inverted for line, model in alike.items()}
        self._seen: Mapping[str, bool] = dict(self._dark)
        self._moved: set[str] = set()
        self._lit: tuple[str, ...] = ()
        self._fault: DiceEvent | None = None
        self._first_fault: DiceEvent | None = None
        self._unseen: deque[tuple[int, ...]] = deque(maxlen=RECENT - 1)

    def feed(self, edge: Edge) -> None:
        """Record ``edge``; edges of other lines are ignored."""
        super().feed(edge)
        if edge.line in self._dark:
            self._moved.add(edge.line)
        if edge.line in self._dark and edge.line not in self._lines:
            self._tumble(edge.time)
        self._seen = {**self._seen, edge.line: edge.level}

    def tick(self, now: float, levels: Mapping[str, bool]) -> tuple[DiceEvent, ...]:
        """Return what happened up to ``now`` (seconds) and was not returned before."""
        events = super().tick(now, levels)
        self._seen = dict(levels)
        return events

    def _lift(self, now: float) -> None:
        lifted_at = self._lifted_at
        super()._lift(now)
        if lifted_at > now:
            return
        first = self._first_fault
        self._unseen.append(first.dice if first is not None and first.kind in UNSEEN else ())
        self._fault = self._first_fault = None
        self._moved = set()
        self._lit = tuple(line for line in self._dark if self._is_light(line, self._seen))
        if self._lit:
            self._emit(lifted_at, DiceEvent("lit", dice=self._lanes(self._lit)))

    def _tumble(self, time: float) -> None:
        if self._movement is not None and self._movement.thrown:
            super()._tumble(time)

    def _rest(self, movement: DiceMovement, now: float, levels: Mapping[str, bool]) -> None:
        if self._fault is not None:
            movement.shown = True  # what is wrong stays on the screen
        super()._rest(movement, now, levels)

    def _end(self, movement: DiceMovement, now: float, levels: Mapping[str, bool]) -> None:
        fault = self._wrong(levels) if movement.thrown else None
        if fault is None:
            self._fault = self._first_fault = None
            super()._end(movement, now, levels)
        elif fault == self._fault:
            self._wait(movement)
        elif self._are_taken_out(fault):
            self._movement = None
            self._emit(now, DiceEvent("back"))
        else:
            self._first_fault = self._first_fault or fault
            self._fault = fault
            self._emit(now, fault)
            self._wait(movement)

    def _wait(self, movement: DiceMovement) -> None:
        """Wait until something moves."""
        movement.shown = True
        movement.read_at = movement.landed = inf

    def _are_taken_out(self, fault: DiceEvent) -> bool:
        """Return whether nothing is left, now that ``fault`` was found, but in a lane with one."""
        first = self._first_fault
        if first is None or fault.kind not in UNSEEN or set(fault.dice) <= set(first.dice):
            return False
        return len({*fault.dice, *first.dice}) == len(self._dice)

    def _settled(self, movement: DiceMovement, levels: Mapping[str, bool]) -> DiceEvent:
        if not movement.thrown:
            return DiceEvent("knocked")
        is_doubtful = bool(self._lit) or not self._pairs
        return DiceEvent("settled", self._faces(levels), is_doubtful, self._lanes(self._lit))

    def _is_light(self, line: str, levels: Mapping[str, bool]) -> bool:
        return levels.get(line, self._dark[line]) != self._dark[line]

    def _lanes(self, lines: Iterable[str]) -> tuple[int, ...]:
        """Return the lanes, by the dice in them, that have some of ``lines``."""
        first = {check: line for line, check in self._pairs}
        return dice_at(self._dice, {first.get(line, line) for line in lines}, self._lines)

    def _wrong(self, levels: Mapping[str, bool]) -> DiceEvent | None:
        """Return what keeps a throw from counting: both sensors of a lane see the same."""
        alike = {line for line, check in self._pairs if levels[line] == levels[check]}
        dark = {line for line in alike if not self._is_light(line, levels)}
        if dark:
            return self._unseen_in(self._lanes(dark))
        return self._seen_twice(self._lanes(alike)) if alike else None

    def _unseen_in(self, lanes: tuple[int, ...]) -> DiceEvent:
        """Return why no sensor of these ``lanes`` sees anything."""
        often = tuple(
            lane for lane in lanes if sum(lane in each for each in self._unseen) + 1 >= OFTEN
        )
        if often:
            return DiceEvent("blind", dice=often)
        has_come = set(lanes) <= set(self._lanes(self._moved))
        return DiceEvent("cocked" if has_come else "missing", dice=lanes)

    def _seen_twice(self, lanes: tuple[int, ...]) -> DiceEvent:
        """Return why both sensors of these ``lanes`` see light.

        Light that shines in is on both sensors of an empty lane, or in several lanes.
        """
        whole = {line for line, check in self._pairs if {line, check} <= set(self._lit)}
        shone = set(self._lanes(whole)) if len(self._lanes(self._lit)) < 2 else set(lanes)
        return DiceEvent("glare" if shone.intersection(lanes) else "pale", dice=lanes)


UNSEEN: Final = ("missing", "cocked", "blind")
"""What is said of a lane in which nothing was seen."""


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
    if wired.is_tower:
        checks = CHECK_LINES if wired.checks else ()
        return LaneTray(dice, lines, cup, wired.inverted, checks)
    return Tray(dice, lines, cup, wired.inverted)
