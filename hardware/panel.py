"""The input lines: every edge goes into one inbox, with its time.

gpiozero calls handlers from a thread of its own, which a single exception would end for good. The
handlers here only put an :class:`~hardware.edges.Edge` into a queue that cannot be full.
"""

import queue
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Self

from gpiozero import DigitalInputDevice

from hardware.edges import Edge
from hardware.errors import PinsError


class Panel:
    """The lines of a wiring, claimed as inputs with pull-ups, high while their contact is open.

    ``lines`` maps the name of a line to its BCM pin, ``factory`` is a gpiozero pin factory,
    ``clock`` tells the seconds, ``inbox`` gets an Edge for every change. PinsError names the line
    and the pin that cannot be claimed.

    >>> from hardware.pins import simulated_factory
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
        """Give the pins back; no edge comes any more. Twice is fine."""
        while self._devices:
            _, device = self._devices.popitem()
            device.close()

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
        device.when_activated = partial(self._put, line, False)
        device.when_deactivated = partial(self._put, line, True)
        return device

    def _put(self, line: str, level: bool) -> None:
        self._inbox.put(Edge(self._clock(), line, level))
