"""The simulated Pi: press its keys, throw its dice, and look at its panel.

A key is a contact to ground at a pin of the mock factory. One that is wired to no pin goes into the
inbox of the program, as the keys of a keyboard on USB do.
"""

import queue
import random
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache, partial
from threading import RLock
from typing import TYPE_CHECKING, Any

from gpiozero import PiBoardInfo
from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin

from hardware import SimulationError
from hardware.board import Size
from hardware.dice.codes import Faces, can_read, dice_at, faces_from, levels_for
from hardware.dice.lanes import FALL, inverted_below
from hardware.dice.tray import QUIET
from hardware.input.edges import Edge
from hardware.input.keys import DIGIT, ENCODER_LINES, edges_of
from hardware.input.pins import GuardedPin
from hardware.simulated.display import SimulatedI2c, SimulatedSpi, bus_of, panel_of
from hardware.simulated.faults import ContactLine, Faults, find
from hardware.simulated.panel_model import PanelModel
from hardware.simulated.serial_peer import IN_THE_HAND, TUMBLE, peer_of
from hardware.simulated.timeline import Timeline
from hardware.wiring.display import FRAMEBUFFER, DisplayWiring
from hardware.wiring.sections import SWITCHES, did_you_mean
from hardware.wiring.wiring import CHECK_LINES, CUP, DICE_LINES, KEYS, Wiring

if TYPE_CHECKING:
    from hardware.simulated.display import SimulatedFramebuffer


MAX_STATES = 16
"""How many of its last levels a pin remembers."""


class PromptFactory(MockFactory):  # type: ignore[misc]  # gpiozero comes without types
    """gpiozero's mock factory, whose handlers are never late by any clock.

    All such factories of one kind of Pi share what is known of it, which is much. The lock is as in
    :mod:`hardware.input.pins`.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._res_lock = RLock()

    def _get_board_info(self) -> PiBoardInfo:
        return _board_info(self._revision)

    @staticmethod
    def ticks() -> float:
        """Return a constant: a handler runs in the instant of its edge."""
        return 0.0


class ContactPin(MockPin):  # type: ignore[misc]
    """gpiozero's mock pin, with a contact that is stronger than the pull resistor.

    A contact that is closed when the pin is claimed keeps it low, as on a real machine. An open
    contact, the initial state, leaves the pin to the resistor.
    """

    is_open = True

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self.drive(self.is_open)

    def drive(self, is_open: bool) -> None:
        """Open the contact, so that a pulled-up pin is high, or close it, which makes it low."""
        self.is_open = is_open
        if is_open and self._pull == "up":
            self.drive_high()
        elif not is_open:
            self.drive_low()
        self.clear_states()

    def _change_state(self, value: float) -> bool:
        has_changed: bool = super()._change_state(value)
        # gpiozero keeps a list of all levels; it would grow for ever
        del self.states[:-MAX_STATES]
        return has_changed


@lru_cache(maxsize=1)
def _board_info(revision: int) -> PiBoardInfo:
    """Return the headers and pins of the Pi of ``revision``."""
    return PiBoardInfo.from_revision(revision)


def simulated_factory() -> Any:
    """Return a gpiozero factory of pins that the program drives in place of contacts."""
    return PromptFactory(pin_class=ContactPin)


NAME = "Simulated keyboard"


class SimulatedKeyboard:
    """A keyboard with the keys and switches of ``wiring`` that have no pin.

    ``clock`` returns seconds. Without :attr:`inbox`, nobody reads it.
    """

    def __init__(self, wiring: Wiring, clock: Callable[[], float]) -> None:
        wanted = (*((*KEYS, *DIGIT) if wiring.keyboards else ()), *SWITCHES)
        self.contacts = {
            line: SimulatedKey(self, line) for line in wanted if line not in wiring.lines
        }
        self.inbox: queue.SimpleQueue[Edge] | None = None
        self._clock = clock

    @property
    def names(self) -> tuple[str, ...]:
        """Its name while it is plugged in."""
        return (NAME,)

    @property
    def faults(self) -> tuple[str, ...]:
        """None."""
        return ()

    def plug(self, inbox: queue.SimpleQueue[Edge]) -> "SimulatedKeyboard":
        """Let its keys go into ``inbox`` from now on."""
        self.inbox = inbox
        return self

    def close(self) -> None:
        """Let nobody read it any more."""
        self.inbox = None

    def tell(self, line: str, is_open: bool) -> None:
        """Tell the program that the key on ``line`` has opened or closed."""
        if self.inbox is not None:
            self.inbox.put(Edge(self._clock(), line, is_open))


class SimulatedKey:
    """The contact of a key on ``line`` of ``keyboard``."""

    def __init__(self, keyboard: SimulatedKeyboard, line: str) -> None:
        self.is_open = True
        self._keyboard, self._line = keyboard, line

    def drive(self, is_open: bool) -> None:
        """Open the contact, or close it."""
        self.is_open = is_open
        self._keyboard.tell(self._line, is_open)


BOUNCE = 0.003
"""Seconds for which a contact bounces; a few milliseconds are usual for buttons."""

QUARTER, ENCODER = 0.004, "encoder"
"""Seconds from one contact of the encoder to the other, and its name among the hand movements."""

BETWEEN_PRESSES, BETWEEN_THROWS = 0.03, 1.0
"""Seconds between two presses or throws, so that they are read as two."""

LANDING = 0.02
"""Seconds from rest to the closed cup."""

TUMBLING_EDGES = 40

TAKING_OUT, ARRIVES, FLAP_OPEN = 1.5, (0.3, 0.58), (0.4, 1.0)
"""Seconds for which hands put sticks into a tower, after which sensors see them, and the flap stays
open.
"""

EDGES_SEEN: Mapping[bool, Mapping[int, int]] = {False: {0: 76, 2: 24}, True: {1: 50, 3: 50}}
"""How often of 100 a sensor in a lane sees so many edges, by whether it sees light in the end.

In a model of 300 falls, which ended half in light, 38 of 100 had no edge, 25 had one, 37 had more,
and the last came 0.58 s after the flap had opened.
"""


def edges_of_fall(rng: random.Random, *, is_light: bool) -> list[float]:
    """Return when a sensor in a lane, dark before, changes while a stick comes that shows it light.

    The times are in seconds from the opening of the flap; their number is even if it stays dark.

    >>> [len(edges_of_fall(random.Random(seed), is_light=True)) for seed in range(5)]
    [3, 1, 3, 1, 1]
    """
    odds = EDGES_SEEN[is_light]
    (count,) = rng.choices(list(odds), list(odds.values()))
    return sorted(rng.uniform(*ARRIVES) for _ in range(count))


class _Pin(GuardedPin, ContactPin, MockPWMPin):  # type: ignore[misc]  # gpiozero is untyped
    """A pin as on the real machine: it has a contact or a tone, and catches handler errors."""


class SimulatedPi:
    """A machine wired as ``wiring``, at the time of ``clock``; chance comes from ``rng``.

    Give :attr:`factory` to a Panel and :attr:`bus` to a display; :attr:`model` is the panel that
    shows their pictures. Hand movements are planned on :attr:`timeline` and happen when it runs.
    What runs on the machine reads the time from :attr:`clock`, which waits for late hands.
    Use :attr:`faults` to break something. At the start all keys are up and the dice rest.

    :attr:`peer` is the microcontroller on the serial link. It brings the keys and dice that
    ``wiring`` leaves to the link, and a sensing ``board`` with a size in columns and rows; None
    where there is nothing to bring. Dice that report their faces lie on a tray of Hall sensors if
    they have magnets (``has_magnets``).

    >>> from hardware.simulated import VirtualClock
    >>> from hardware.wiring.wiring import load
    >>> pi = SimulatedPi(load("generic"), VirtualClock(), random.Random(1))
    >>> released = pi.press("ok", seconds=0.2)
    >>> pi.timeline.run_due(0.1)
    >>> pi.line("ok")
    False
    >>> pi.timeline.run_due(released)
    >>> pi.line("ok")
    True
    """

    def __init__(
        self,
        wiring: Wiring,
        clock: Callable[[], float],
        rng: random.Random,
        board: Size | None = None,
        *,
        has_magnets: bool = False,
    ) -> None:
        self.factory = simulated_factory()
        self.factory.pin_class = _Pin
        self.timeline = Timeline(clock)
        self.model, self.bus = _display_of(wiring.display, self.factory)
        self.clock = self.timeline.now
        self.peer = peer_of(wiring, board, self.timeline, self.clock, rng, has_magnets=has_magnets)
        self._wiring, self._rng = wiring, rng
        self._lines = {
            line: ContactLine(self.factory.pin(pin)) for line, pin in wiring.lines.items()
        }
        self.keyboard = SimulatedKeyboard(wiring, self.clock)
        for more in (self.keyboard, self.peer):
            if more is not None:
                self._lines |= {line: ContactLine(pin) for line, pin in more.contacts.items()}
        self.faults = Faults(self._lines, self.bus, self.peer, self.timeline, self.clock, rng)
        self._free_at: dict[str, float] = {}
        self._leaning: dict[str, bool] = {}
        for line in self._lines:
            rests_open = line not in DICE_LINES or rng.random() < 0.5
            self.set_line(line, rests_open and line != CUP)
        for line, check in self._checks.items():
            self.set_line(check, not self.line(line))
        if self.peer is not None:
            self.peer.plug()  # it gets its power when all contacts rest

    @property
    def lines(self) -> tuple[str, ...]:
        """The names of the input lines: on pins, at the peer, and of keyboards that are wired."""
        others = () if self._wiring.keyboards else self.keyboard.contacts
        return tuple(line for line in self._lines if line not in others)

    def line(self, line: str) -> bool:
        """Return the level of ``line``: True while its contact is open, unless it has a fault."""
        return find(self._lines, line).level

    def set_line(self, line: str, level: bool) -> None:
        """Open (True) or close (False) the contact of ``line`` now, without bouncing."""
        find(self._lines, line).move(level)

    def press(self, key: str, seconds: float = 0.1) -> float:
        """Press ``key`` for ``seconds``, after the presses of it that are still planned.

        Return the time of the last edge; raise SimulationError if no such key is wired.
        """
        known = (*self._wiring.key_names, *SWITCHES, *(DIGIT if self._wiring.keyboards else ()))
        if key not in known:
            raise SimulationError(f"no key {key!r} is wired: {did_you_mean(key, known)}")
        with self.timeline.still():
            start = self._start(key)
            self._switch(key, level=False, time=start)
            end = self._switch(key, level=True, time=start + max(seconds, BOUNCE))
        self._free_at[key] = end + BETWEEN_PRESSES
        return end

    def turn(self, detents: int) -> float:
        """Turn the encoder, clockwise if ``detents`` is positive, after turns still planned.

        Return the time of the last edge; raise SimulationError if the wiring has no encoder.
        """
        encoder = self._wiring.encoder
        if encoder is None:
            raise SimulationError(
                f"the wiring {self._wiring.name} has no section [encoder]: add one"
            )
        levels = {line: self.line(line) for line in ENCODER_LINES}
        with self.timeline.still():
            end = self._start(ENCODER)
            for line, level in edges_of(levels, detents * encoder.quarters):
                end = self._switch(line, level, end + QUARTER)
        self._free_at[ENCODER] = end
        return end

    def can_throw(self, dice: Sequence[Faces]) -> bool:
        """Return whether there are such dice, on lines or at the peer."""
        return self._reports(dice) or (DICE_LINES[0] in self._lines and can_read(dice))

    def faces(self, dice: Sequence[Faces]) -> Faces:
        """Return what ``dice`` show now, of those that can be thrown here."""
        if self.peer is not None and self.peer.dice is not None and self._reports(dice):
            return self.peer.dice.faces(dice)
        levels = {line: self.line(line) for line in DICE_LINES}
        return faces_from(dice, levels, inverted=self._inverted(dice))

    def throw(
        self, faces: Sequence[int], dice: Sequence[Faces], leaning: Collection[int] = ()
    ) -> float:
        """Throw ``dice`` so that they show ``faces``, after the throws that are still planned.

        In a tower, those ``leaning`` (from 0) stop on their edges until :meth:`tap`. Return from
        when they are at rest; raise SimulationError if the wiring has no dice, and WiringError if
        its lines cannot tell these dice or faces apart.
        """
        if self.peer is not None and self.peer.dice is not None and self._reports(dice):
            end = self.peer.dice.throw(faces, dice, self._start(CUP))
            self._free_at[CUP] = end + BETWEEN_THROWS
            return end
        if DICE_LINES[0] not in self._lines:
            raise SimulationError(
                f"the wiring {self._wiring.name} has no section [dice]: add one, or enter the throw"
            )
        levels = levels_for(dice, faces, inverted=self._inverted(dice))
        on_edge = [line for line in levels if set(dice_at(dice, [line])) & set(leaning)]
        with self.timeline.still():
            end = self._plan_fall(levels, on_edge) if self._is_tower else self._plan_throw(levels)
        self._free_at[CUP] = end + BETWEEN_THROWS
        return end

    def lay(self, faces: Sequence[int], dice: Sequence[Faces]) -> None:
        """Lay ``dice`` by hand so that they show ``faces``; without faces, take all out."""
        dark = {line: self._dark_level(line) for line in DICE_LINES}
        levels = levels_for(dice, faces, inverted=self._inverted(dice)) if faces else dark
        for line, level in levels.items():
            self.set_line(line, level)
            if line in self._checks:
                self.set_line(self._checks[line], not level if faces else level)

    def tap(self) -> None:
        """Knock on the tower: sticks that lean fall flat."""
        for line, level in self._leaning.items():
            self.set_line(line, level)
        self._leaning.clear()

    def _reports(self, dice: Sequence[Faces]) -> bool:
        """Return whether such dice are at the peer and report their faces."""
        reporting = None if self.peer is None else self.peer.dice
        return reporting is not None and reporting.can_throw(dice)

    def _plan_throw(self, levels: Mapping[str, bool]) -> float:
        """Plan a throw after which the lines of the dice have ``levels``; return its end."""
        start = self._start(CUP)
        if CUP in self._lines:
            self._switch(CUP, level=True, time=start)
        self._tumble(start + IN_THE_HAND)
        rest = start + IN_THE_HAND + TUMBLE
        end = max(self._switch(line, level, rest) for line, level in levels.items())
        if CUP in self._lines:
            end = self._switch(CUP, level=False, time=rest + LANDING)
        return end

    def _inverted(self, dice: Sequence[Faces]) -> tuple[str, ...]:
        """Return which lines of ``dice`` are inverted, as contacts are."""
        inverted = self._wiring.dice.inverted if self._wiring.dice else ()
        return inverted_below(dice, inverted) if self._is_tower else inverted

    @property
    def _is_tower(self) -> bool:
        return self._wiring.dice is not None and self._wiring.dice.is_tower

    @property
    def _checks(self) -> Mapping[str, str]:
        """The second sensor of each lane of a tower, by the first one."""
        pairs = zip(DICE_LINES, CHECK_LINES, strict=True)
        return {line: check for line, check in pairs if check in self._lines}

    def _plan_fall(self, levels: Mapping[str, bool], on_edge: Collection[str]) -> float:
        """Plan that sticks are taken out of a tower, and fall so that ``levels`` are seen.

        Of those on the lines ``on_edge``, nothing is seen in the end.
        """
        taken = self._start(CUP)
        opened = taken + TAKING_OUT
        self._switch(CUP, level=True, time=opened)
        self._leaning = {}
        for line, level in levels.items():
            dark = self._dark_level(line)
            seen = {line: level, self._checks.get(line, line): not level} | {line: level}
            for sensor, end in seen.items():
                self.timeline.at(taken, partial(self.set_line, sensor, dark))
                is_light = line not in on_edge and end != dark
                for when in edges_of_fall(self._rng, is_light=is_light):
                    self.timeline.at(opened + when, partial(self._toggle, sensor))
            self._leaning |= seen if line in on_edge else {}
        closed = self._switch(CUP, level=False, time=opened + self._rng.uniform(*FLAP_OPEN))
        return closed + FALL - QUIET

    def _dark_level(self, line: str) -> bool:
        """Return the level of ``line`` while its sensor in a lane sees nothing."""
        return self._wiring.dice is None or line not in self._wiring.dice.inverted

    def _start(self, what: str) -> float:
        return max(self.clock(), self._free_at.get(what, 0.0))

    def _switch(self, line: str, level: bool, time: float) -> float:
        """Plan that ``line`` goes to ``level`` and bounces; return the time of its last edge."""
        bounces = 2 * self._rng.randrange(1, 4)
        times = [time, *sorted(time + self._rng.uniform(0, BOUNCE) for _ in range(bounces))]
        for index, when in enumerate(times):
            bounced = level if index % 2 == 0 else not level
            self.timeline.at(when, partial(self.set_line, line, bounced))
        return times[-1]

    def _tumble(self, start: float) -> None:
        step = TUMBLE / TUMBLING_EDGES
        for index in range(TUMBLING_EDGES):
            when = start + (index + self._rng.random()) * step
            self.timeline.at(when, partial(self._toggle, self._rng.choice(DICE_LINES)))

    def _toggle(self, line: str) -> None:
        self.set_line(line, not find(self._lines, line).contact)


def _display_of(
    display: DisplayWiring, factory: Any
) -> tuple[
    "PanelModel | SimulatedFramebuffer", "SimulatedI2c | SimulatedSpi | SimulatedFramebuffer"
]:
    """Return the panel of ``display``, and its bus; a framebuffer is both."""
    if display.display == FRAMEBUFFER:
        from hardware.simulated.display import SimulatedFramebuffer

        framebuffer = SimulatedFramebuffer(display)
        return framebuffer, framebuffer
    panel = panel_of(display)
    return panel, bus_of(display, panel, factory)
