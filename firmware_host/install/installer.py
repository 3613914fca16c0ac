"""Carrying an installation out and taking it back, with a ledger of what was done.

The ledger is written before a step begins and after it has ended. A step that was interrupted is
carried out again from its beginning; only what stands in the ledger is ever taken back.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Literal

from firmware_host.install.errors import InstallError
from firmware_host.install.machine import Machine
from firmware_host.install.paths import FOLDER, LEDGER, SIGNATURE
from firmware_host.install.steps import Step

Mark = Literal["begun", "done"]
Tell = Callable[[str], None]


class Ledger:
    """Which steps were begun and done on ``machine``."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        lines = (machine.text(LEDGER) or "").splitlines()
        words = (line.partition(" ") for line in lines if not line.startswith("#"))
        self._marks: dict[str, str] = {name: mark for mark, _, name in words}

    def __contains__(self, name: str) -> bool:
        return name in self._marks

    def is_begun(self, name: str) -> bool:
        """Whether the step called ``name`` was begun and not ended."""
        return self._marks.get(name) == "begun"

    def set(self, name: str, mark: Mark) -> None:
        """Write down how far the step called ``name`` is."""
        self._marks[name] = mark
        self._write()

    def strike(self, name: str) -> None:
        """Write down that the step called ``name`` was taken back."""
        del self._marks[name]
        self._write()

    def close(self) -> None:
        """Take the ledger away, and its folder if nobody has anything else in it."""
        self._machine.remove(LEDGER)
        if self._machine.is_empty(FOLDER):
            self._machine.remove(FOLDER)

    def _write(self) -> None:
        lines = [SIGNATURE, *(f"{mark} {name}" for name, mark in self._marks.items()), ""]
        self._machine.write(LEDGER, "\n".join(lines))


def is_there(step: Step, machine: Machine, ledger: Ledger) -> bool:
    """Whether nothing is to be done for ``step``."""
    return step.is_done(machine) and not ledger.is_begun(step.name)


def fit(steps: Iterable[Step], machine: Machine, tell: Tell) -> tuple[str, ...]:
    """Carry out what ``machine`` lacks of ``steps``; return the names of what was carried out.

    ``tell`` gets a line before each. InstallError says what failed; the next time it goes on there.
    """
    ledger, carried_out = Ledger(machine), []
    for step in steps:
        if is_there(step, machine, ledger):
            continue
        tell(f"{step.name}: {step.why}")
        ledger.set(step.name, "begun")
        step.do(machine)
        if step.is_checked and not step.is_done(machine):
            raise InstallError(f"{step.name}: this did not work: {'; '.join(step.doing)}")
        ledger.set(step.name, "done")
        carried_out.append(step.name)
    return tuple(carried_out)


def to_take_back(steps: Iterable[Step], machine: Machine) -> Iterator[Step]:
    """Yield those of ``steps`` that the ledger of ``machine`` has, the last first."""
    ledger = Ledger(machine)
    return (step for step in reversed(tuple(steps)) if step.name in ledger)


def take_back(steps: Iterable[Step], machine: Machine, tell: Tell) -> tuple[str, ...]:
    """Take back what was done of ``steps`` on ``machine``, the last first; return the names.

    ``tell`` and errors are as with :func:`fit`.
    """
    ledger, taken_back = Ledger(machine), []
    for step in to_take_back(steps, machine):
        tell(f"{step.name}: {'; '.join(step.undoing) or 'nothing to take back'}")
        step.undo(machine)
        ledger.strike(step.name)
        taken_back.append(step.name)
    ledger.close()
    return tuple(taken_back)
