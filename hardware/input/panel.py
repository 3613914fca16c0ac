"""Claim the input lines; every edge goes into one inbox, with its time.

gpiozero calls handlers from a thread of its own, which a single exception would end for ever. The
handlers here only put an :class:`~hardware.input.edges.Edge` into a queue that is never full.

That thread may be late: on a machine that is drawing, edges that are 12 ms apart reach a handler
0.1 ms apart, a tenth of a second late (``tests/machine``), and a short press would look like a
bounce. So an edge has the time at which the kernel saw it, not the time of its handler.
"""

import queue
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from functools import lru_cache, partial
from typing import Any, Self

from gpiozero import DigitalInputDevice

from hardware import PinsError
from hardware.input.edges import Edge

Handler = Callable[[float, int], None]
"""Called by a pin with the ticks of its factory, in seconds, and its new level."""

LATEST = 10.0
"""The most seconds by which a handler may be late. A larger difference means two different
clocks: a kernel before 5.7 gives the time of day."""


PAUSES = (0.0, 0.01, 0.1)
"""Seconds after which lines that are still busy are released again. lgpio waits only 2 ms for its
own thread to leave a line: on a busy computer the thread comes later, and the line is busy."""


KINDS_OF_DEVICES = 4


class Panel:
    """The lines of a wiring, claimed as inputs with pull-ups, high while their contact is open.

    ``lines`` maps the name of a line to its BCM pin, ``factory`` is a gpiozero pin factory,
    ``clock`` returns the time in seconds, ``inbox`` gets an Edge for every change. Raises PinsError
    that names the line and the pin that cannot be claimed.

    >>> from hardware.simulated.pi import simulated_factory
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

    def levels(self, lines: Iterable[str] | None = None) -> dict[str, bool]:
        """Return the level of each of ``lines`` that is claimed: True while its contact is open.

        Without ``lines``, of every line. A read takes its time on a real Pi.
        """
        wanted = self._devices if lines is None else self._devices.keys() & lines
        return {line: not self._devices[line].is_active for line in wanted}

    def close(self) -> None:
        """Release all pins; no edge comes after that. Closing twice is harmless.

        A pin that cannot be released is tried again when the others have been released, and a few
        times more. If it still cannot be, the last failure is raised.
        """
        devices = list(self._devices.values())
        self._devices.clear()
        for pause in PAUSES:
            devices = [device for device in devices if not _is_released(device)]
            if not devices:
                return
            time.sleep(pause)
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
        # a pin keeps only a weak reference
        self._handlers.append(handler)
        device.pin.when_changed = handler
        _share_names(device)
        return device

    def _put(self, line: str, ticks: float, level: int) -> None:
        late = self._factory.ticks_diff(self._factory.ticks(), ticks)
        seen = self._clock() - (late if 0.0 <= late < LATEST else 0.0)
        self._inbox.put(Edge(seen, line, bool(level)))


def _share_names(device: DigitalInputDevice) -> None:
    """Let ``device`` share the names of its attributes with all that have the same ones.

    gpiozero gives every device a set of its own, which takes 2 KB: 1 MiB for a class.
    """
    attributes = vars(device)
    if "__attrs__" in attributes:
        attributes["__attrs__"] = _shared(attributes["__attrs__"])


@lru_cache(KINDS_OF_DEVICES)
def _shared(names: frozenset[str]) -> frozenset[str]:
    return names


def _is_released(device: DigitalInputDevice) -> bool:
    """Release the pin of ``device``; return whether that was possible."""
    try:
        device.close()
    except Exception:  # noqa: BLE001 - each backend raises errors of its own
        return False
    return True
