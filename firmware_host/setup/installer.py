"""Carry an installation out or undo it, with a ledger of what was done.

The ledger is written before a step begins and after it has ended. A step that was interrupted is
carried out again from its beginning. Only steps in the ledger are ever undone.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Literal

from msgspec import Struct

from firmware_host.base.errors import InstallError
from firmware_host.setup.machine import Machine
from firmware_host.setup.paths import FOLDER, LEDGER, SIGNATURE
from firmware_host.setup.steps import InstallStep

Mark = Literal["begun", "done"]
Report = Callable[[str], None]


class Ledger:
    """The steps that were begun and done on ``machine``."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        lines = (machine.text(LEDGER) or "").splitlines()
        words = (line.partition(" ") for line in lines if not line.startswith("#"))
        self._marks: dict[str, str] = {name: mark for mark, _, name in words}

    def __contains__(self, name: str) -> bool:
        return name in self._marks

    def is_begun(self, name: str) -> bool:
        """Return whether the step called ``name`` was begun but did not end."""
        return self._marks.get(name) == "begun"

    def set(self, name: str, mark: Mark) -> None:
        """Record the progress of the step called ``name``."""
        self._marks[name] = mark
        self._write()

    def remove(self, name: str) -> None:
        """Record that the step called ``name`` was undone."""
        del self._marks[name]
        self._write()

    def delete(self) -> None:
        """Delete the ledger, and its folder if nothing else is in it."""
        self._machine.remove(LEDGER)
        if self._machine.is_empty(FOLDER):
            self._machine.remove(FOLDER)

    def _write(self) -> None:
        lines = [SIGNATURE, *(f"{mark} {name}" for name, mark in self._marks.items()), ""]
        self._machine.write(LEDGER, "\n".join(lines))


def is_installed(step: InstallStep, machine: Machine, ledger: Ledger) -> bool:
    """Return whether nothing has to be done for ``step``."""
    return step.is_done(machine) and not ledger.is_begun(step.name)


class CarriedOut(Struct, frozen=True):
    """The names of the steps that were ``done``, and a line for each optional one ``failed``."""

    done: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()


def carry_out(steps: Iterable[InstallStep], machine: Machine, report: Report) -> CarriedOut:
    """Carry out those of ``steps`` that ``machine`` lacks.

    ``report`` gets a line before each step. Raise InstallError if one fails that is not optional;
    the next call continues there, and tries the optional ones that failed again.
    """
    ledger = Ledger(machine)
    done, failed = list[str](), list[str]()
    for step in steps:
        if is_installed(step, machine, ledger):
            continue
        report(f"{step.name}: {step.why}")
        ledger.set(step.name, "begun")
        try:
            step.do(machine)
        except InstallError as error:
            if not step.is_optional:
                raise
            failed.append(f"{step.name}: {error}")
            continue
        if step.is_checked and not step.is_done(machine):
            raise InstallError(f"{step.name}: this did not work: {'; '.join(step.doing)}")
        ledger.set(step.name, "done")
        done.append(step.name)
    return CarriedOut(tuple(done), tuple(failed))


def steps_to_undo(steps: Iterable[InstallStep], machine: Machine) -> Iterator[InstallStep]:
    """Yield those of ``steps`` that are in the ledger of ``machine``, the last first."""
    ledger = Ledger(machine)
    return (step for step in reversed(tuple(steps)) if step.name in ledger)


def undo(steps: Iterable[InstallStep], machine: Machine, report: Report) -> tuple[str, ...]:
    """Undo what was done of ``steps`` on ``machine``, the last first; return their names.

    ``steps`` are all there are: afterwards nothing is installed. ``report`` and errors are as in
    :func:`carry_out`.
    """
    undone = withdraw(steps, machine, report)
    Ledger(machine).delete()
    return undone


def withdraw(steps: Iterable[InstallStep], machine: Machine, report: Report) -> tuple[str, ...]:
    """Do as :func:`undo` does with some of the steps; the rest stays installed."""
    ledger, undone = Ledger(machine), []
    for step in steps_to_undo(steps, machine):
        report(f"{step.name}: {'; '.join(step.undoing) or 'nothing to undo'}")
        step.undo(machine)
        ledger.remove(step.name)
        undone.append(step.name)
    return tuple(undone)
