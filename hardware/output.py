"""Outputs on pins: a buzzer that plays short signals, and a light beside each seat.

A failure of one never stops the game: it is reported in one line, and then the part is left alone.
There is no thread and no sleep: the caller asks for what is due.

>>> heard: list[float | None] = []
>>> player = BuzzerPlayer(heard.append)
>>> player.play("settled", now=2.0)
>>> player.tick(2.0)
>>> player.deadline
2.06
>>> player.tick(2.06)
>>> heard, player.deadline
([1760.0, None], None)
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from math import inf
from operator import methodcaller
from typing import Any, Literal, NamedTuple

from gpiozero import DigitalOutputDevice, TonalBuzzer
from gpiozero.tones import Tone


class GuardedOutput:
    """A gpiozero device on the BCM ``pin``, created by ``make``; it never raises.

    ``name`` is its name in the wiring. :attr:`fault` says why it cannot be used, None while it
    works. Without a ``pin`` it does nothing.

    >>> def taken() -> None:
    ...     raise OSError("GPIO busy")
    >>> GuardedOutput("[sound] buzzer", 13, taken).fault
    '[sound] buzzer: pin 13 cannot be used (GPIO busy): free it or wire another; ...'
    """

    def __init__(self, name: str, pin: int | None, make: Callable[[], Any]) -> None:
        self.fault: str | None = None
        self._place = f"{name}: pin {pin}"
        self._device: Any = None
        if pin is not None:
            with self._catching():
                self._device = make()

    def drive(self, action: Callable[[Any], object]) -> None:
        """Call ``action`` with the device, if there is one that works."""
        if self._device is not None and self.fault is None:
            with self._catching():
                action(self._device)

    def close(self) -> None:
        """Switch the device off and release its pin. Closing twice is harmless."""
        device, self._device = self._device, None
        if device is not None:
            with suppress(Exception):
                device.close()

    @contextmanager
    def _catching(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:  # noqa: BLE001 - each backend raises errors of its own
            self.fault = (
                f"{self._place} cannot be used ({error}): free it or wire another; "
                "the game continues without it"
            )


ON, OFF = methodcaller("on"), methodcaller("off")


class Lights:
    """Lights that are on while their pin is high; all are off when created.

    ``pins`` maps the side of a seat to the BCM pin of its light, ``factory`` is a gpiozero pin
    factory. A light that fails stays dark and is reported in :attr:`fault`; the others still work.

    >>> from hardware.simulated.pi import simulated_factory
    >>> factory = simulated_factory()
    >>> lights = Lights({"south": 16, "north": 20}, factory)
    >>> lights.show("north")
    >>> bool(factory.pin(16).state), bool(factory.pin(20).state)
    (False, True)
    >>> lights.close()
    """

    def __init__(self, pins: Mapping[str, int], factory: Any) -> None:
        self._shown: str | None = None
        self._lights = {
            side: GuardedOutput(
                f"[lights] {side}", pin, partial(DigitalOutputDevice, pin, pin_factory=factory)
            )
            for side, pin in pins.items()
        }

    @property
    def fault(self) -> str | None:
        """Why lights stay dark, in one line; None while all work."""
        faults = [light.fault for light in self._lights.values() if light.fault is not None]
        return " | ".join(faults) or None

    def show(self, side: str | None) -> None:
        """Light the seat on ``side`` and no other; None, or a side without a light, lights none."""
        if side != self._shown:
            self._shown = side
            for each, light in self._lights.items():
                light.drive(ON if each == side else OFF)

    def close(self) -> None:
        """Switch every light off and release the pins. Closing twice is harmless."""
        for light in self._lights.values():
            light.close()


Signal = Literal["turn", "settled", "captured", "wrong", "unsaved", "over"]


class BuzzerTone(NamedTuple):
    """A tone of a signal: its ``tone`` in Hz, None for a rest, and its ``seconds``."""

    tone: float | None
    seconds: float


# A5 and two octaves to either side, 220 to 3520 Hz: a piezo disc is loud from about 1 kHz up.
MIDDLE, OCTAVES = "A5", 2

SIGNALS: Mapping[Signal, tuple[BuzzerTone, ...]] = {
    "turn": (BuzzerTone(1047.0, 0.09), BuzzerTone(1568.0, 0.13)),
    "settled": (BuzzerTone(1760.0, 0.06),),
    "captured": (BuzzerTone(2093.0, 0.07), BuzzerTone(1568.0, 0.07), BuzzerTone(1047.0, 0.11)),
    "wrong": (BuzzerTone(262.0, 0.28),),
    "unsaved": (BuzzerTone(440.0, 0.15), BuzzerTone(None, 0.08)) * 3,
    "over": (
        BuzzerTone(1047.0, 0.09),
        BuzzerTone(1319.0, 0.09),
        BuzzerTone(1568.0, 0.09),
        BuzzerTone(2093.0, 0.3),
    ),
}
"""The tones of each signal.

In this order: rising, a tick, falling, one low tone, three equal tones, rising to a long tone.
"""

PAUSE = 0.12
"""Seconds of silence between two signals."""


class BuzzerPlayer:
    """Plays signals one after the other: calls ``sound`` with each tone in Hz, None to end it.

    The caller passes the time in seconds.
    """

    def __init__(self, sound: Callable[[float | None], None]) -> None:
        self._sound = sound
        self._changes: deque[tuple[float, float | None]] = deque()
        self._ends: dict[Signal, float] = {}
        self._free_at = -inf

    def play(self, signal: Signal, now: float) -> None:
        """Play ``signal`` from ``now`` on, after the signals that are still waiting.

        A signal that plays or waits already is not added, so that the buzzer never falls behind.
        """
        if self._ends.get(signal, -inf) > now:
            return
        time = max(now, self._free_at)
        for each in SIGNALS[signal]:
            self._changes.append((time, each.tone))
            time += each.seconds
        self._changes.append((time, None))
        self._ends[signal] = time
        self._free_at = time + PAUSE

    def tick(self, now: float) -> None:
        """Play the tone that is due at ``now``; tones that were missed are left out."""
        due = None
        while self._changes and self._changes[0][0] <= now:
            due = self._changes.popleft()
        if due is not None:
            self._sound(due[1])

    @property
    def deadline(self) -> float | None:
        """When :meth:`tick` is due (seconds); None if never."""
        return self._changes[0][0] if self._changes else None


class Buzzer:
    """A passive (piezo) buzzer between the BCM ``pin`` and ground, driven by pulse width.

    ``factory`` is a gpiozero pin factory; ``pin`` is None where no buzzer is wired. After a failure
    it stays silent, and :attr:`fault` says why.

    >>> Buzzer(None, None).sound(440.0)
    """

    def __init__(self, pin: int | None, factory: Any) -> None:
        make = partial(
            TonalBuzzer, pin, mid_tone=Tone(MIDDLE), octaves=OCTAVES, pin_factory=factory
        )
        self._output = GuardedOutput("[sound] buzzer", pin, make)

    @property
    def fault(self) -> str | None:
        """Why it is silent, in one line; None while it works."""
        return self._output.fault

    def sound(self, tone: float | None) -> None:
        """Play ``tone`` (Hz) until the next call; None is silence."""
        self._output.drive(methodcaller("play", None if tone is None else Tone(frequency=tone)))

    def close(self) -> None:
        """Stop the sound and release the pin. Closing twice is harmless."""
        self._output.close()
