"""Check an installation in the terminal: one line per check, and questions to the person."""

import json
import select
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from msgspec import Struct

from firmware_host.text.terminal import print_json
from hardware.doctor import (
    Answer,
    Check,
    DoctorBench,
    Finding,
    Installation,
    System,
    checks,
    checks_beside_table,
    examine,
)
from hardware.input.pins import real_factory
from hardware.wiring.wiring import Wiring

if TYPE_CHECKING:
    from hardware.display.oled import Oled

HEALTHY, ILL = 0, 1
COLUMN = 12
"""Column at which the name of a check begins."""

NAMED = 3
"""How many of the checks are named that were skipped for the same reason."""

ANSWERS: dict[str, Answer] = {"": "yes", "y": "yes", "yes": "yes", "n": "no", "no": "no"}
CHOICES = "[Enter = yes, n = no, s = skip]"


class Visitor:
    """The person at the terminal, who reads ``output`` and types on ``keyboard``."""

    def __init__(self, keyboard: TextIO, output: TextIO) -> None:
        self._keyboard, self._output = keyboard, output

    def tell(self, text: str) -> None:
        """Print ``text``."""
        print(" " * COLUMN + text, file=self._output, flush=True)

    def ask(self, question: str) -> Answer:
        """Print ``question`` and read the answer; the end of the input skips it."""
        print(" " * COLUMN + f"{question} {CHOICES} ", end="", file=self._output, flush=True)
        line = self._keyboard.readline()
        return ANSWERS.get(line.strip().lower(), "skip") if line else "skip"

    def gives_up(self) -> bool:
        """Return whether Enter was pressed in the meantime."""
        ready, _, _ = select.select([self._keyboard], [], [], 0)
        if ready:
            self._keyboard.readline()
        return bool(ready)


class Examination(Struct, frozen=True):
    """What is examined: this machine with ``wiring``, and its games in ``folder``.

    With a ``sound_device``, what a table needs to speak there is checked too; ``more`` is checked
    at the end.
    """

    wiring: Wiring
    folder: Path
    more: tuple[Check, ...] = ()
    sound_device: str | None = None

    def in_full(self, *, as_json: bool) -> int:
        """Check this installation.

        With ``as_json``, or without a terminal, only the automatic checks run. Return the exit
        code: 0 if nothing failed, else 1; it is 1 after Ctrl-C, too.
        """
        if as_json:
            return report_json(probe(self._installation, self.more))
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            return report(probe(self._installation, self.more))
        try:
            with closing(_bench(self.wiring)) as bench:
                every = (*checks(self.wiring), *self.more)
                return report(examine(every, self._installation, bench))
        except KeyboardInterrupt:
            print("\nstopped before the end")
            return ILL

    def beside_table(self, *, as_json: bool) -> int:
        """Check this installation while its table runs: nothing that the table uses is touched.

        Argument and exit code are those of :meth:`in_full`; nobody is asked anything.
        """
        found = examine((*checks_beside_table(self.wiring), *self.more), self._installation)
        return report_json(found) if as_json else report(found)

    @property
    def _installation(self) -> Installation:
        return Installation(System(), self.wiring, self.folder, self.sound_device)


def probe(
    installation: Installation, more: Sequence[Check] = ()
) -> Iterator[tuple[Check, Finding]]:
    """Yield what the automatic checks, and ``more``, find in ``installation``."""
    return examine((*checks(installation.wiring), *more), installation)


def report(findings: Iterable[tuple[Check, Finding]]) -> int:
    """Print each of ``findings`` in a line, with the advice below; return the exit code.

    Checks that were skipped for the same reason share a line, which comes last.
    """
    counts = Counter[str]()
    skipped: dict[str, list[str]] = {}
    for check, finding in findings:
        counts[finding.state] += 1
        if finding.state == "skipped":
            skipped.setdefault(finding.text, []).append(check.name)
            continue
        print(f"{finding.state:<{COLUMN}}{check.name}: {finding.text}", flush=True)
        if finding.advice:
            print(" " * COLUMN + f"-> {finding.advice}", flush=True)
    for reason, names in skipped.items():
        print(f"{'skipped':<{COLUMN}}{_in_short(names)}: {reason}")
    print(", ".join(f"{count} {state}" for state, count in counts.items()))
    return ILL if "failed" in counts else HEALTHY


def _in_short(names: Sequence[str]) -> str:
    """Return ``names`` as a list; of more than :data:`NAMED` only the first, and how many follow.

    >>> _in_short(["I2C", "SPI"]), _in_short(["a", "b", "c", "d", "e"])
    ('I2C, SPI', 'a, b, c and 2 more')
    """
    if len(names) <= NAMED:
        return ", ".join(names)
    return f"{', '.join(names[:NAMED])} and {len(names) - NAMED} more"


def report_json(findings: Iterable[tuple[Check, Finding]]) -> int:
    """Print ``findings`` as one JSON object; return the exit code."""
    rows = [
        {"check": check.name, "state": found.state, "found": found.text, "advice": found.advice}
        for check, found in findings
    ]
    good = all(row["state"] != "failed" for row in rows)
    print_json(json.dumps({"good": good, "checks": rows}, indent=2, ensure_ascii=False))
    return HEALTHY if good else ILL


def _bench(wiring: Wiring) -> DoctorBench:
    def display(factory: Any) -> "Oled":
        from hardware.display.oled import open_display

        return open_display(wiring.display, factory=factory)

    pins = partial(real_factory, wiring.chip)
    return DoctorBench(wiring, pins, display, Visitor(sys.stdin, sys.stdout))
