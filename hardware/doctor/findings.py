"""Checks, what they find, how they are run, and the bench: the hardware opened to try it.

The doctor must run, and say so, where Pillow, luma or gpiozero are missing: nothing in this package
imports them before it uses them.
"""

import queue
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, Protocol

from msgspec import Struct

from hardware import HardwareError
from hardware.doctor.system import Installation
from hardware.input.edges import Edge
from hardware.untrusted_input import harmless
from hardware.wiring.wiring import Wiring

if TYPE_CHECKING:
    from hardware.display.oled import Oled
    from hardware.input.panel import Panel
    from hardware.link.ports import Ports

Answer = Literal["yes", "no", "skip"]

PATIENCE = 30.0
"""Seconds to wait for a key or a contact."""

TICK = 0.02
"""Seconds between two looks at the lines; a person keeps a contact closed for longer."""


class Person(Protocol):
    """Somebody who looks at the machine and presses its keys."""

    def tell(self, text: str) -> None:
        """Show ``text``, which says what to do now."""

    def ask(self, question: str) -> Answer:
        """Ask ``question`` and wait for the answer."""

    def gives_up(self) -> bool:
        """Return whether the person stops doing what was asked; called again and again."""


class LineWatch:
    """The input lines while somebody presses and turns.

    ``levels()`` returns the levels of the lines now, True while a contact is open. ``looks()``
    yields the time and the edges up to then, until patience ends or the person gives up.
    """

    def __init__(
        self, panel: "Panel", inbox: "queue.SimpleQueue[Edge]", bench: "DoctorBench"
    ) -> None:
        self.levels = panel.levels
        self._inbox, self._bench = inbox, bench

    def looks(self) -> Iterator[tuple[float, list[Edge]]]:
        """Yield the time and the new edges, again and again."""
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

    ``open_factory`` returns the gpiozero factory, and ``open_display`` the display from that
    factory. ``person`` helps. ``clock`` returns the time in seconds, ``pause`` waits for so many.
    ``open_ports`` returns the serial ports for the setting ``find`` of the wiring.
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
        self._factory: Any = None
        self._display: Oled | None = None

    @property
    def factory(self) -> Any:
        """The pins; raises PinsError if they cannot be used."""
        if self._factory is None:
            self._factory = self._open_factory()
        return self._factory

    @property
    def display(self) -> "Oled":
        """The display; raises DisplayError if this program has no driver for it."""
        if self._display is None:
            self._display = self._open_display(self.factory)
        return self._display

    @contextmanager
    def watch(self) -> Iterator[LineWatch]:
        """Claim every line of the wiring for as long as the ``with`` block runs.

        Raises PinsError that names a line that cannot be claimed.
        """
        from hardware.input.panel import Panel

        inbox: queue.SimpleQueue[Edge] = queue.SimpleQueue()
        with Panel(self.wiring.lines, self.factory, self.clock, inbox) as panel:
            yield LineWatch(panel, inbox, self)

    def close(self) -> None:
        """Turn the display dark and release the pins."""
        if self._display is not None:
            self._display.close()
        if self._factory is not None:
            self._factory.close()
        self._display = self._factory = None


State = Literal["ok", "failed", "skipped", "not needed"]

HANDS_NEEDED = "needs a person at a terminal"
LAST_RESORT = "read docs/troubleshooting.md, and report it if that does not help"


class Finding(Struct, frozen=True):
    """What a check found: its ``state``, one line of ``text``, and what to type if it failed.

    The functions below create findings and escape untrusted text in them.
    """

    state: State
    text: str
    advice: str = ""


def ok(text: str) -> Finding:
    """Return the finding that all is well."""
    return Finding("ok", harmless(text))


def failed(text: str, advice: str) -> Finding:
    """Return the finding that something is wrong; ``advice`` says what to type or to do."""
    return Finding("failed", harmless(text), harmless(advice))


def skipped(text: str) -> Finding:
    """Return the finding that the check could not be made."""
    return Finding("skipped", harmless(text))


def not_needed(text: str) -> Finding:
    """Return the finding that this wiring does not need it."""
    return Finding("not needed", harmless(text))


def asked(bench: DoctorBench, question: str, good: str, advice: str) -> Finding:
    """Ask the person ``question``; return ok with ``good``, or a failure with ``advice``."""
    answer = bench.person.ask(question)
    if answer == "skip":
        return skipped("nobody answered")
    return ok(good) if answer == "yes" else failed(f"not {good}", advice)


Probe = Callable[[Installation], Finding]
BenchStep = Callable[[DoctorBench], Finding]


class Check(Struct, frozen=True):
    """One thing that an installation needs.

    ``probe`` only looks, ``exercise`` uses the hardware, ``witness`` asks the person. Each stage
    runs only if the one before it was ok. ``needs`` names the checks that must not fail first.
    """

    name: str
    probe: Probe | None = None
    exercise: BenchStep | None = None
    witness: BenchStep | None = None
    needs: tuple[str, ...] = ()


def examine(
    checks: Iterable[Check], installation: Installation, bench: DoctorBench | None = None
) -> Iterator[tuple[Check, Finding]]:
    """Run ``checks`` on ``installation``; yield each with its finding as soon as it is known.

    Without a ``bench`` only the probes run. A check is skipped if a check that it needs failed or
    was skipped for that reason; its finding names the one that failed.
    """
    causes: dict[str, str] = {}
    for check in checks:
        cause = next((causes[need] for need in check.needs if need in causes), None)
        if cause is None:
            finding = _found(check, installation, bench)
        else:
            finding = skipped(f"comes after {cause!r}")
        if finding.state == "failed" or cause is not None:
            causes[check.name] = cause or check.name
        yield check, finding


def _found(check: Check, installation: Installation, bench: DoctorBench | None) -> Finding:
    finding = skipped(HANDS_NEEDED)
    for stage in _stages(check, installation, bench):
        try:
            finding = stage()
        except (HardwareError, OSError) as error:
            return failed(str(error), LAST_RESORT)
        if finding.state != "ok":
            break
    return finding


def _stages(
    check: Check, installation: Installation, bench: DoctorBench | None
) -> Iterator[Callable[[], Finding]]:
    if check.probe is not None:
        yield partial(check.probe, installation)
    if bench is not None:
        yield from (partial(use, bench) for use in (check.exercise, check.witness) if use)
