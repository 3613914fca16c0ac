"""What goes wrong with a real machine, on the simulated one: cut cables, noise, keys that stick."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Literal, Protocol, get_args

from hardware.errors import SimulationError
from hardware.simulated.contact_line import ContactLine, find
from hardware.simulated.timeline import Timeline
from hardware.wiring.wiring import CUP, DICE_LINES

Part = Literal["display", "dice", "serial"]
PARTS: tuple[Part, ...] = get_args(Part)

KNOCK = 0.05
"""Seconds for which contacts jump when someone knocks on the table; a lifted cup is open longer."""

MOST_JUMPS = 3


@dataclass(slots=True, eq=False)
class _Noise:
    """What disturbs a line ``rate`` times a second, and whether it has turned it round now."""

    line: ContactLine
    rate: float
    has_flipped: bool = False

    def flip(self) -> None:
        self.line.flip()
        self.has_flipped = not self.has_flipped


class Cable(Protocol):
    """What can be pulled and put back: a bus with a display on it, a microcontroller's USB."""

    def unplug(self) -> None:
        """Pull it: what was at its end has no power."""

    def plug(self) -> None:
        """Put it back: what is at its end has forgotten everything."""


class Wire(Cable, Protocol):
    """A cable that noise can get into."""

    def garble(self, noise: bytes) -> None:
        """Let ``noise`` come out at its ends."""


class Faults:
    """The faults of a machine with such ``lines``; they come and go at the time of ``clock``.

    ``display`` and ``serial`` are its cables, the latter None where no microcontroller is. What
    happens later is planned on ``timeline``, chance comes from ``rng``.

    >>> from hardware.simulated import SimulatedPi, VirtualClock
    >>> from hardware.wiring.wiring import load
    >>> pi = SimulatedPi(load("generic"), VirtualClock(), random.Random(1))
    >>> pi.faults.unplug("dice")
    >>> [pi.line(line) for line in (*DICE_LINES, CUP)]
    [True, True, True, True, True]
    >>> pi.faults.plug("dice")
    >>> pi.line(CUP)
    False
    """

    def __init__(
        self,
        lines: Mapping[str, ContactLine],
        display: Cable,
        serial: Wire | None,
        timeline: Timeline,
        clock: Callable[[], float],
        rng: random.Random,
    ) -> None:
        self._lines, self._display, self._serial = lines, display, serial
        self._timeline, self._clock, self._rng = timeline, clock, rng
        self._unplugged: set[Part] = set()
        self._noises: dict[str, _Noise] = {}

    def is_plugged(self, part: Part) -> bool:
        """Whether the cable of ``part`` is in."""
        return part not in self._unplugged

    def unplug(self, part: Part) -> None:
        """Pull the cable of ``part``: what was at its end has no power, lines of dice are open.

        SimulationError if no such part is there.
        """
        if part == "dice":
            self._hold_dice(level=True)
        else:
            self._cable(part).unplug()
        self._unplugged.add(part)

    def plug(self, part: Part) -> None:
        """Put the cable of ``part`` back, if it is out: dice lie as the hands have left them."""
        if self.is_plugged(part):
            return
        if part == "dice":
            self._hold_dice(level=None)
        else:
            self._cable(part).plug()
        self._unplugged.remove(part)

    def garbage(self, count: int) -> None:
        """Put ``count`` bytes of noise on the serial wire; SimulationError if there is none."""
        self._peer().garble(self._rng.randbytes(count))

    def noise(self, line: str, rate: float) -> None:
        """Turn ``line`` round at random, ``rate`` times a second on average, until :meth:`quiet`.

        SimulationError if no such line is wired.
        """
        self.quiet(line)
        self._noises[line] = _Noise(find(self._lines, line), rate)
        self._plan_flip(line, self._noises[line])

    def quiet(self, line: str) -> None:
        """End the noise on ``line``; SimulationError if no such line is wired."""
        find(self._lines, line)
        noise = self._noises.pop(line, None)
        if noise is not None and noise.has_flipped:
            noise.flip()

    def stick(self, line: str) -> None:
        """Let ``line`` stay closed, a key stay down; SimulationError if it is not wired."""
        find(self._lines, line).hold(level=False)

    def cut(self, line: str) -> None:
        """Let ``line`` be open whatever the hands do; SimulationError if it is not wired."""
        find(self._lines, line).hold(level=True)

    def unstick(self, line: str) -> None:
        """Leave ``line`` to the hands again; SimulationError if it is not wired."""
        find(self._lines, line).hold(level=None)

    def knock(self) -> float:
        """Knock on the table: cup and dice contacts jump and come back.

        Returns the time of the last edge (seconds); SimulationError if no dice are wired.
        """
        now = self._clock()
        times = [now]
        for name in self._dice_lines():
            for _ in range(self._jumps(name)):
                leaves, lands = sorted(now + self._rng.uniform(0, KNOCK) for _ in range(2))
                for time in (leaves, lands):
                    self._timeline.at(time, self._lines[name].flip)
                times.append(lands)
        return max(times)

    def _cable(self, part: Part) -> Cable:
        return self._display if part == "display" else self._peer()

    def _peer(self) -> Wire:
        if self._serial is None:
            raise SimulationError(
                "no microcontroller is there: simulate with --board sensing, "
                "or add a section [link] to the wiring"
            )
        return self._serial

    def _jumps(self, line: str) -> int:
        """The cup always jumps, a die perhaps."""
        return self._rng.randint(1 if line == CUP else 0, MOST_JUMPS)

    def _hold_dice(self, level: bool | None) -> None:
        for name in self._dice_lines():
            self._lines[name].hold(level)

    def _plan_flip(self, line: str, noise: _Noise) -> None:
        time = self._clock() + self._rng.expovariate(noise.rate)
        self._timeline.at(time, partial(self._flip, line, noise))

    def _flip(self, line: str, noise: _Noise) -> None:
        if self._noises.get(line) is noise:
            noise.flip()
            self._plan_flip(line, noise)

    def _dice_lines(self) -> list[str]:
        wired = [line for line in (*DICE_LINES, CUP) if line in self._lines]
        if not wired:
            raise SimulationError("no dice are wired: add a section [dice] to the wiring")
        return wired
