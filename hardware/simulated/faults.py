"""The wires from contacts to pins on the simulated machine, and their faults.

There are cut cables, noise, keys that stick, and what is wrong with the sensors of a tower.
"""

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Literal, Protocol, get_args

from hardware import SimulationError
from hardware.simulated.timeline import Timeline
from hardware.wiring.sections import did_you_mean
from hardware.wiring.wiring import CHECK_LINES, CUP, DICE_LINES


class DrivenPin(Protocol):
    """The end of a line: a pin of the Pi, or one of a microcontroller."""

    is_open: bool

    def drive(self, is_open: bool) -> None:
        """Open the contact, which makes a pulled-up pin high, or close it."""


class ContactLine:
    """The wire from a contact to its pin, which may have a fault.

    :attr:`contact` is True while the contact is open; :attr:`level` is what the pin reads.
    """

    def __init__(self, pin: DrivenPin) -> None:
        self.contact = True
        self._pin = pin
        self._held: bool | None = None
        self._is_flipped = False

    @property
    def level(self) -> bool:
        """The level of the pin, True while it is pulled up."""
        return self._pin.is_open

    def move(self, is_open: bool) -> None:
        """Open the contact or close it."""
        self.contact = is_open
        self._drive()

    def hold(self, level: bool | None) -> None:
        """Keep the pin at ``level`` whatever the contact does; None lets it follow the contact."""
        self._held = level
        self._drive()

    def flip(self) -> None:
        """Invert the level; a second flip restores it."""
        self._is_flipped = not self._is_flipped
        self._drive()

    def _drive(self) -> None:
        level = self.contact != self._is_flipped if self._held is None else self._held
        if level != self._pin.is_open:
            self._pin.drive(level)


def find(lines: Mapping[str, ContactLine], name: str) -> ContactLine:
    """Return the line called ``name``; raise SimulationError if no such line is wired."""
    if name not in lines:
        raise SimulationError(f"no line {name!r} is wired: {did_you_mean(name, lines)}")
    return lines[name]


SensorFault = Literal["dirty", "sun", "5 V", "inverted"]
"""What may be wrong with sensors: they see nothing or light, are destroyed, or say the opposite."""

SENSOR_FAULTS: Mapping[SensorFault, Callable[[ContactLine], None]] = {
    "dirty": lambda line: line.hold(level=True),
    "sun": lambda line: line.hold(level=False),
    "5 V": lambda line: line.hold(level=True),
    "inverted": ContactLine.flip,
}
"""What it does to the line of a sensor that closes where it sees light; a pin that got 5 V never
goes low again.
"""

Part = Literal["display", "dice", "serial"]
PARTS: tuple[Part, ...] = get_args(Part)

KNOCK = 0.05
"""Seconds for which contacts bounce after a knock on the table; a lifted cup is open longer."""

MOST_JUMPS = 3


@dataclass(slots=True, eq=False)
class _Noise:
    """Noise that inverts a line ``rate`` times a second, and whether the line is inverted now."""

    line: ContactLine
    rate: float
    has_flipped: bool = False

    def flip(self) -> None:
        self.line.flip()
        self.has_flipped = not self.has_flipped


class Cable(Protocol):
    """A cable that can be unplugged: of the display's bus, or of a microcontroller."""

    def unplug(self) -> None:
        """Unplug it: the device at its end has no power."""

    def plug(self) -> None:
        """Plug it in again: the device at its end has lost its memory."""


class Wire(Cable, Protocol):
    """A cable on which noise can occur."""

    def garble(self, noise: bytes) -> None:
        """Let both ends receive ``noise``."""


class Faults:
    """The faults of a machine with ``lines``.

    ``display`` and ``serial`` are its cables; ``serial`` is None where there is no microcontroller.
    ``clock`` returns the time, later events are planned on ``timeline``, chance comes from ``rng``.

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
        """Return whether the cable of ``part`` is plugged in."""
        return part not in self._unplugged

    def unplug(self, part: Part) -> None:
        """Unplug the cable of ``part``: the device has no power, lines of dice are open.

        Raises SimulationError if there is no such part.
        """
        if part == "dice":
            self._hold_dice(level=True)
        else:
            self._cable(part).unplug()
        self._unplugged.add(part)

    def plug(self, part: Part) -> None:
        """Plug the cable of ``part`` in again; the dice are where the hands left them."""
        if self.is_plugged(part):
            return
        if part == "dice":
            self._hold_dice(level=None)
        else:
            self._cable(part).plug()
        self._unplugged.remove(part)

    def garbage(self, count: int) -> None:
        """Send ``count`` bytes of noise over the serial cable; SimulationError if there is none."""
        self._peer().garble(self._rng.randbytes(count))

    def noise(self, line: str, rate: float) -> None:
        """Invert ``line`` at random, ``rate`` times a second on average, until :meth:`quiet`.

        Raises SimulationError if no such line is wired.
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
        """Keep ``line`` closed, as a key that stays down; SimulationError if it is not wired."""
        find(self._lines, line).hold(level=False)

    def cut(self, line: str) -> None:
        """Keep ``line`` open whatever the hands do; SimulationError if it is not wired."""
        find(self._lines, line).hold(level=True)

    def unstick(self, line: str) -> None:
        """Let ``line`` follow the hands again; SimulationError if it is not wired."""
        find(self._lines, line).hold(level=None)

    def break_sensors(self, fault: SensorFault, lines: Iterable[str] = ()) -> None:
        """Let the sensors on ``lines`` of a tower have ``fault``, all of them by default.

        Raises SimulationError if one of them is not wired.
        """
        sensors = [line for line in (*DICE_LINES, *CHECK_LINES) if line in self._lines]
        for line in tuple(lines) or sensors:
            SENSOR_FAULTS[fault](find(self._lines, line))

    def knock(self) -> float:
        """Knock on the table: the contacts of cup and dice open for a moment.

        Return the time of the last edge (seconds); raise SimulationError if no dice are wired.
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
                "there is no microcontroller: simulate with --board sensing, "
                "or add a section [link] to the wiring"
            )
        return self._serial

    def _jumps(self, line: str) -> int:
        """Return how often ``line`` opens at a knock: the cup at least once, a die perhaps."""
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
        wired = [line for line in (*DICE_LINES, *CHECK_LINES, CUP) if line in self._lines]
        if not wired:
            raise SimulationError("no dice are wired: add a section [dice] to the wiring")
        return wired
