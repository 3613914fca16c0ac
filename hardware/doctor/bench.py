"""The bench: the hardware of a wiring, opened to be tried out, and the person who stands by.

Nothing in this package imports Pillow, luma or gpiozero before it uses them: the doctor has to run
where they are missing, to say so.
"""

import queue
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Protocol

from hardware.input.edges import Edge
from hardware.wiring.wiring import Wiring

if TYPE_CHECKING:
    from hardware.display.oled import Oled
    from hardware.input.panel import Panel
    from hardware.link.ports import Ports

Answer = Literal["yes", "no", "skip"]

PATIENCE = 30.0
"""Seconds for which a key or a contact is waited for."""

TICK = 0.02
"""Seconds from one look at the lines to the next; a contact that is meant stays longer."""


class Person(Protocol):
    """Somebody who looks and presses."""

    def tell(self, text: str) -> None:
        """Say ``text``, what to do now."""

    def ask(self, question: str) -> Answer:
        """Ask ``question`` and wait for the answer."""

    def gives_up(self) -> bool:
        """Whether the person does not go on with what was told; asked again and again."""


class LineWatch:
    """The lines while somebody presses and turns.

    ``levels()`` are those of the lines now, True while a contact is open.
    """

    def __init__(
        self, panel: "Panel", inbox: "queue.SimpleQueue[Edge]", bench: "DoctorBench"
    ) -> None:
        self.levels = panel.levels
        self._inbox, self._bench = inbox, bench

    def looks(self) -> Iterator[tuple[float, list[Edge]]]:
        """Yield the time and the edges up to then, until patience ends or the person gives up."""
        clock = self._bench.clock
        end = clock() + PATIENCE
        while (now := clock()) < end and not self._bench.person.gives_up():
            edges = []
            while not self._inbox.empty():
                edges.append(self._inbox.get())
            yield now, edges
            self._bench.pause(TICK)


def _serial_ports(find: Sequence[str]) -> "Ports":
    from hardware.link.serial_ports import SerialPorts

    return SerialPorts(find)


class DoctorBench:
    """The hardware of ``wiring``, opened when it is first used.

    ``open_factory`` returns the gpiozero factory, ``open_display`` the display when it is given
    that; ``person`` stands by; ``clock`` tells the seconds and ``pause`` waits so many.
    ``open_ports`` returns the serial ports for what the wiring says about finding them.
    """

    def __init__(
        self,
        wiring: Wiring,
        open_factory: Callable[[], Any],
        open_display: "Callable[[Any], Oled]",
        person: Person,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], None] = time.sleep,
        open_ports: "Callable[[Sequence[str]], Ports]" = _serial_ports,
    ) -> None:
        self.open_ports = open_ports
        self.wiring, self.person, self.clock, self.pause = wiring, person, clock, pause
        self._open_factory, self._open_display = open_factory, open_display

    @cached_property
    def factory(self) -> Any:
        """The pins; PinsError if they cannot be had."""
        return self._open_factory()

    @cached_property
    def display(self) -> "Oled":
        """The display; DisplayError if it is not driven."""
        return self._open_display(self.factory)

    @contextmanager
    def watch(self) -> Iterator[LineWatch]:
        """Claim every line of the wiring for as long as the ``with`` block runs.

        PinsError names a line that cannot be claimed.
        """
        from hardware.input.panel import Panel

        inbox: queue.SimpleQueue[Edge] = queue.SimpleQueue()
        with Panel(self.wiring.lines, self.factory, self.clock, inbox) as panel:
            yield LineWatch(panel, inbox, self)

    def close(self) -> None:
        """Turn the display dark and give the pins back."""
        for name in ("display", "factory"):
            if name in self.__dict__:
                self.__dict__.pop(name).close()
