"""``tableside dice``: a dice tray watched live, and its wiring adjusted and stored."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Protocol

from firmware_host.cli.dice_session import Session
from firmware_host.cli.terminals import Terminal, attached
from firmware_host.errors import UsageError
from hardware.dice.adjusting import Adjustment, adjusted, own_sheet, store
from hardware.errors import WiringError
from hardware.input.edges import Edge
from hardware.input.panel import Panel
from hardware.wiring.wiring import CUP, DICE_LINES, DiceWiring, load

GOOD, FAILED = 0, 1
REFRESH = 0.1
"""Seconds between two looks at what has come in."""


@dataclass(frozen=True)
class Task:
    """What was asked for: a wiring by name or path, the kind of dice, a file to store it in."""

    wiring: str
    kind: str = "lots"
    save: Path | None = None


class Machine(Protocol):
    """What the tray is wired to: a gpiozero pin ``factory``, a ``clock`` in seconds.

    ``help`` names what may be typed for its hands, if it has any.
    """

    factory: Any
    clock: Callable[[], float]
    help: str

    def go_on(self) -> float:
        """Do what is due; return when something is due next (infinite: only hands do anything)."""

    def lend_a_hand(self, typed: str, session: Session) -> bool:
        """Do with the dice what was ``typed``; False if it is for the session to understand."""


def dice(task: Task, simulated: bool) -> int:
    """Watch a tray, real or ``simulated``, until the builder quits; return the exit code.

    UsageError if the wiring has no dice, or if there is a file already where it is to be stored;
    WiringError and PinsError, in one line, if the wiring is wrong or pins cannot be had.
    """
    from firmware_host.cli.trays import RealTray, SimulatedTray

    check(task)
    wiring = load(task.wiring)
    machine: Machine = SimulatedTray(wiring, task.kind) if simulated else RealTray(wiring.chip)
    try:
        return sit(task, machine, attached())
    except KeyboardInterrupt:
        return GOOD


def check(task: Task) -> DiceWiring:
    """Return how the dice of ``task`` are wired; errors as in :func:`dice`."""
    wiring = load(task.wiring)
    if wiring.dice is None:
        raise UsageError(f"the wiring {wiring.name} has no section [dice]: add one")
    if task.save is not None and task.save.exists():
        raise UsageError(f"--save: {task.save} is there already: name a new file")
    return wiring.dice


def sit(task: Task, machine: Machine, terminal: Terminal) -> int:
    """Sit at ``machine`` and ``terminal`` until the end; return the exit code.

    The end is when the builder has quit, or when nobody can type any more and nothing is due.
    Errors as in :func:`dice`.
    """
    return _Sitting(task, check(task), machine, terminal).run()


class _Sitting:
    """A session with its pins and its terminal."""

    def __init__(self, task: Task, wired: DiceWiring, machine: Machine, terminal: Terminal) -> None:
        self._task, self._wired = task, wired
        self._machine, self._terminal = machine, terminal
        self._session = Session(task.kind, wired.cup is not None, wired.inverted)
        self._inbox: SimpleQueue[Edge] = SimpleQueue()
        self._has_input = True
        self._stored: Adjustment | None = None
        self._code = GOOD

    def run(self) -> int:
        pins = dict(zip(DICE_LINES, self._wired.lines, strict=True))
        if self._wired.cup is not None:
            pins[CUP] = self._wired.cup
        machine = self._machine
        wired = ", ".join(f"{line} on pin {pin}" for line, pin in pins.items())
        self._terminal.show([f"watching {wired}; {self._session.help}{machine.help}"], ())
        with Panel(pins, machine.factory, machine.clock, self._inbox) as panel:
            while self._step(panel):
                pass
        return self._code

    def _step(self, panel: Panel) -> bool:
        """Take in what has come and wait for more; return whether anything can come yet."""
        session, machine = self._session, self._machine
        next_act = machine.go_on()
        while not self._inbox.empty():
            session.feed(self._inbox.get())
        now, levels = machine.clock(), panel.levels()
        session.tick(now, levels)
        status = (*session.status(now, levels), session.help + machine.help)
        self._terminal.show((*session.said(), *self._store()), status)
        deadline = inf if session.deadline is None else session.deadline
        due = min(next_act, deadline)
        self._listen(min(REFRESH, max(0.0, due - now)), next_act < inf or session.is_reading)
        return not session.is_over and (self._has_input or due < inf)

    def _listen(self, seconds: float, is_busy: bool) -> None:
        if is_busy or not self._has_input:
            self._terminal.wait(seconds)
            return
        try:
            typed = self._terminal.ask(seconds)
        except EOFError:
            self._has_input = False
            return
        if typed is not None and not self._machine.lend_a_hand(typed.strip(), self._session):
            self._session.type(typed, self._machine.clock())

    def _store(self) -> list[str]:
        """Store what was found, once; return what to say of it."""
        found = self._session.found
        if found is None or found == self._stored:
            return []
        self._stored = found
        if found == Adjustment(DICE_LINES, self._wired.inverted):
            return ["the wiring says so already: there is nothing to store"]
        text = adjusted(own_sheet(self._task.wiring), self._wired.lines, found)
        if self._task.save is None:
            return ["a wiring file that says so (--save FILE writes it):", *text.splitlines()]
        try:
            store(self._task.save, text)
        except WiringError as error:
            self._code = FAILED
            return [f"! {error}; it would have said:", *text.splitlines()]
        self._code = GOOD
        return [f"written to {self._task.save}: use it with --wiring {self._task.save}"]
