"""The input lines: every edge goes into one inbox, with its time.

gpiozero calls handlers from a thread of its own, which a single exception would end for good. The
handlers here only put an :class:`~hardware.input.edges.Edge` into a queue that cannot be full.

That thread waits its turn: on a machine that is drawing, edges that were 12 ms apart reach a
handler within 0.1 ms, a tenth of a second late (``tests/machine``), and a short press would be
taken for a bounce. So an edge has the time at which the kernel saw it, not that of its handler.
"""

import queue
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from functools import partial
from typing import Any, Self

from gpiozero import DigitalInputDevice

from hardware.errors import PinsError
from hardware.input.edges import Edge

Handler = Callable[[float, int], None]
"""What a pin calls with the ticks of its factory, in seconds, and its new level."""

LATEST = 10.0
"""Seconds by which a handler may be late. A difference beyond that is none between two times of the
same clock: a kernel before 5.7 tells the time of day."""


class Panel:
    """The lines of a wiring, claimed as inputs with pull-ups, high while their contact is open.

    ``lines`` maps the name of a line to its BCM pin, ``factory`` is a gpiozero pin factory,
    ``clock`` tells the seconds, ``inbox`` gets an Edge for every change. PinsError names the line
    and the pin that cannot be claimed.

    >>> from hardware.simulated.pins import simulated_factory
    >>> inbox, factory = queue.SimpleQueue(), simulated_factory()
    >>> with Panel({"ok": 4}, factory, lambda: 1.5, inbox) as panel:
    ...     factory.pin(4).drive_low()
    ...     panel.levels(), inbox.get()
    ({'ok': False}, Edge(time=1.5, line='ok', level=False))
    """

    def __init__(
        self,
        lines: Mapping[str, int],
        factory: Any,
        clock: Callable[[], float],
        inbox: "queue.SimpleQueue[Edge]",
    ) -> None:
        self._factory, self._clock, self._inbox = factory, clock, inbox
        self._devices: dict[str, DigitalInputDevice] = {}
        self._handlers: list[Handler] = []
        try:
            for line, pin in lines.items():
                self._devices[line] = self._claim(line, pin)
        except PinsError:
            self.close()
            raise

    def levels(self) -> dict[str, bool]:
        """Return the level of every line now: True while its contact is open."""
        return {line: not device.is_active for line, device in self._devices.items()}

    def close(self) -> None:
        """Give the pins back; no edge comes any more. Twice is fine.

        All of them, also when one fails; what fails twice is raised at the end.
        """
        devices = list(self._devices.values())
        self._devices.clear()
        for device in devices:
            # lgpio waits 2 ms for its own thread to leave a line: too short on a busy computer,
            # where the line is "GPIO busy" then and not some lines later
            with suppress(Exception):
                device.close()
        with ExitStack() as pins:
            for device in reversed(devices):
                pins.callback(device.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _claim(self, line: str, pin: int) -> DigitalInputDevice:
        try:
            device = DigitalInputDevice(
                pin, pull_up=True, bounce_time=None, pin_factory=self._factory
            )
        except Exception as error:  # each backend raises errors of its own
            raise PinsError(
                f"{line}: pin {pin} cannot be claimed ({error}): "
                "end the program that uses it, or wire another pin"
            ) from error
        handler = partial(self._put, line)
        # a pin keeps no more than a weak reference
        self._handlers.append(handler)
        device.pin.when_changed = handler
        return device

    def _put(self, line: str, ticks: float, level: int) -> None:
        late = self._factory.ticks_diff(self._factory.ticks(), ticks)
        time = self._clock() - (late if 0.0 <= late < LATEST else 0.0)
        self._inbox.put(Edge(time, line, bool(level)))
