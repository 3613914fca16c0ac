"""A builder tests dice: a tray on the pins of a Raspberry Pi, dice on the link, or simulated ones.

Dice that a microcontroller on the link finds by itself, such as those on a Hall tray, are watched.
"""

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from math import inf
from pathlib import Path
from queue import SimpleQueue

from msgspec import Struct

from firmware_host.base.errors import UsageError
from firmware_host.cli.dice_fairness import DiceCount
from firmware_host.cli.dice_session import FAIRNESS, GO_ON, DiceSession
from firmware_host.cli.terminals import QUIT, Terminal, attached, watched
from hardware import PinsError, WiringError
from hardware.dice.adjusting import Adjustment, adjusted, own_sheet, store
from hardware.dice.codes import KINDS, DieReport, Faces, fitting
from hardware.dice.reported import ReportedDice
from hardware.dice.tray import DiceEvent
from hardware.input.edges import Edge
from hardware.input.panel import Panel
from hardware.input.pins import real_factory
from hardware.link.link import Link
from hardware.simulated import SimulatedPi
from hardware.wiring.sections import LinkWiring
from hardware.wiring.wiring import CUP, DICE_LINES, DiceWiring, Wiring, load, with_reported_dice

GOOD, FAILED = 0, 1
REFRESH = 0.1
"""Seconds between two looks at what has come in."""

WITHOUT_A_PI = "to try it without a Raspberry Pi: tableside dice --simulated"

THROW, KNOCK = "t", "k"
JUMP = 0.03
"""Seconds for which a knock lifts the cup."""

TIME_TO_READ = 1.0
"""Seconds after which a simulated throw or knock has been read."""


class DiceTask(Struct, frozen=True):
    """The wiring by name or path, the kind of dice, and the file to save the result in."""

    wiring: str
    kind: str = "lots"
    save: Path | None = None


class RealTray:
    """The pins of this Raspberry Pi, of GPIO ``chip`` (None: that of the header).

    PinsError names what works elsewhere.
    """

    help = ""

    def __init__(self, chip: int | None = None) -> None:
        try:
            self.factory = real_factory(chip)
        except PinsError as error:
            raise PinsError(f"{error}; {WITHOUT_A_PI}") from None
        self.clock = time.monotonic

    def run_due(self) -> float:
        """Do nothing: only the builder moves the dice."""
        return inf

    def handle(self, typed: str, session: DiceSession) -> bool:
        """Pass everything on to the session."""
        return False


class SimulatedTray:
    """A tray with dice of ``kind`` on a simulated Pi, wired as ``wiring`` says.

    Its hands throw when "t" is typed, knock at "k", and lay the dice as the session asks. ``clock``
    returns seconds; ``rng`` makes the throws.
    """

    help = f", {THROW}: throw, {KNOCK}: knock"

    def __init__(
        self,
        wiring: Wiring,
        kind: str,
        clock: Callable[[], float] = time.monotonic,
        rng: random.Random | None = None,
    ) -> None:
        self._rng = rng or random.Random()
        self.clock, self._dice, self._wiring = clock, KINDS[kind], wiring
        self.pi = SimulatedPi(wiring, clock, self._rng)
        self.factory = self.pi.factory
        self._busy_until = -inf

    def run_due(self) -> float:
        """Move the contacts that are due; return when the next is, or when all has been read."""
        now = self.clock()
        self.pi.timeline.run_due(now)
        if self.pi.timeline.next is not None:
            return self.pi.timeline.next
        return self._busy_until if now < self._busy_until else inf

    def handle(self, typed: str, session: DiceSession) -> bool:
        """Throw, knock, or lay the dice for the session, which then reads them."""
        if typed == THROW:
            self._throw()
            return True
        if typed == KNOCK:
            self._knock()
            return True
        if typed == GO_ON and session.pose is not None:
            self.pi.lay(session.pose, self._dice)
        return False

    def _throw(self) -> None:
        faces = [self._rng.choice(die) for die in self._dice]
        self._busy_until = self.pi.throw(faces, self._dice) + TIME_TO_READ

    def _knock(self) -> None:
        now = self.clock()
        line = CUP if CUP in self._wiring.lines else "D0"
        before = self.pi.line(line)
        self.pi.set_line(line, not before)
        self.pi.timeline.at(now + JUMP, partial(self.pi.set_line, line, before))
        self._busy_until = now + JUMP + TIME_TO_READ


TrayMachine = RealTray | SimulatedTray
"""What the tray is wired to: a pin ``factory`` and a ``clock``, and ``help`` about its hands."""


def watch_dice(task: DiceTask, simulated: bool) -> int:
    """Watch a tray, real or ``simulated``, until the builder quits; return the exit code.

    UsageError if the wiring has no dice, or if the file to save in exists already; WiringError and
    PinsError if the wiring is wrong or the pins are not available.
    """
    check(task)
    wiring = load(task.wiring)
    machine: TrayMachine = SimulatedTray(wiring, task.kind) if simulated else RealTray(wiring.chip)
    try:
        with attached() as terminal:
            return run_loop(task, machine, terminal)
    except KeyboardInterrupt:
        return GOOD


def check(task: DiceTask) -> DiceWiring:
    """Return how the dice of ``task`` are wired; errors as in :func:`watch_dice`."""
    wiring = load(task.wiring)
    if wiring.dice is None:
        raise UsageError(f"the wiring {wiring.name} has no section [dice]: add one")
    if task.save is not None and task.save.exists():
        raise UsageError(f"--save: {task.save} exists already: name a new file")
    return wiring.dice


def run_loop(task: DiceTask, machine: TrayMachine, terminal: Terminal) -> int:
    """Watch the tray of ``machine`` on ``terminal`` until the end; return the exit code.

    The end is when the builder quits, or when the input has ended and nothing is due. Errors as in
    :func:`watch_dice`.
    """
    return _DiceLoop(task, check(task), machine, terminal).run()


class _DiceLoop:
    """A session with its pins and its terminal."""

    def __init__(
        self, task: DiceTask, wired: DiceWiring, machine: TrayMachine, terminal: Terminal
    ) -> None:
        self._task, self._wired = task, wired
        self._machine, self._terminal = machine, terminal
        self._session = DiceSession(task.kind, wired)
        self._inbox: SimpleQueue[Edge] = SimpleQueue()
        self._has_input = True
        self._stored: Adjustment | None = None
        self._code = GOOD

    def run(self) -> int:
        pins, machine = self._wired.pins, self._machine
        wired = ", ".join(f"{line} on pin {pin}" for line, pin in pins.items())
        self._terminal.show([f"watching {wired}; {self._session.help}{machine.help}"], ())
        with Panel(pins, machine.factory, machine.clock, self._inbox) as panel:
            while self._step(panel):
                pass
        return self._code

    def _step(self, panel: Panel) -> bool:
        """Take in what has come and wait for more; return whether anything can still come."""
        session, machine = self._session, self._machine
        next_act = machine.run_due()
        while not self._inbox.empty():
            session.feed(self._inbox.get())
        now, levels = machine.clock(), panel.levels()
        session.tick(now, levels)
        status = (*session.status(now, levels), session.help + machine.help)
        self._terminal.show((*session.take_output(), *self._store()), status)
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
        if typed is not None and not self._machine.handle(typed.strip(), self._session):
            self._session.type(typed, self._machine.clock())

    def _store(self) -> list[str]:
        """Store the wiring that was found, once; return the lines to print about it."""
        found = self._session.found
        if found is None or found == self._stored:
            return []
        self._stored = found
        if found == Adjustment(DICE_LINES, self._wired.inverted):
            return ["the wiring file is right already: nothing to save"]
        text = adjusted(own_sheet(self._task.wiring), self._wired.lines, found)
        if self._task.save is None:
            return ["the corrected wiring file (--save FILE writes it):", *text.splitlines()]
        try:
            store(self._task.save, text)
        except WiringError as error:
            self._code = FAILED
            return [f"! {error}; the file would be:", *text.splitlines()]
        self._code = GOOD
        return [f"written to {self._task.save}: use it with --wiring {self._task.save}"]


NOT_CLEAR = ": not clear, the table asks for the throw again"
HOW_FAIR = f", {FAIRNESS}: how fair"
NOBODY = "no device on the link reports dice; tableside link shows what is there"


class ReportedWatch:
    """What is shown of the dice of a ``kind``, given by their faces, that are on ``link``."""

    def __init__(self, link: Link, kind: Sequence[Faces]) -> None:
        self._link, self._kind = link, kind
        self._dice, self._count = ReportedDice(()), DiceCount(kind)

    def step(self, now: float) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the new lines at ``now`` (seconds), and those that tell how the dice are."""
        self._link.tick(now)
        offered = self._link.dice
        names = fitting(self._kind, offered) or tuple(die.name for die in offered)
        reports = {die.name: die for die in offered if die.name in names}
        if names != self._dice.names:
            self._dice = ReportedDice(names)
            self._count = DiceCount([reports[name].faces for name in names])
        events = self._dice.tick(now, reports) if names else ()
        for event in events:
            if event.kind == "settled":
                self._count.add(event.faces)
        return tuple(map(told, events)), (*self._states(reports), *self._faults())

    def judged(self) -> tuple[str, ...]:
        """Return how fair the throws since the start were."""
        return tuple(self._count.report())

    def _states(self, dice: Mapping[str, DieReport]) -> Iterator[str]:
        yield from () if dice else (NOBODY,)
        for name, die in dice.items():
            face = "" if die.face is None else f" {die.face}"
            yield f"{name:<8} {die.does}{face}"

    def _faults(self) -> Iterator[str]:
        sensors = self._link.sensors
        for what, advice in () if sensors is None else sensors.told:
            yield f"! {what}: {advice}"


def told(event: DiceEvent) -> str:
    """Return what the dice have done, in one line.

    >>> told(DiceEvent("settled", (1, 0))), told(DiceEvent("unreadable"))
    ('settled 1 0', 'unreadable: not clear, the table asks for the throw again')
    """
    faces = " ".join(map(str, event.faces))
    doubt = " (doubtful: the table asks the players)" if event.doubtful else ""
    again = NOT_CLEAR if event.kind in ("unreadable", "cocked") else ""
    return event.kind + (f" {faces}" if faces else "") + doubt + again


def watch_reported(wiring_name: str, kind: str, simulated: bool) -> int:
    """Watch the dice at the wiring called ``wiring_name``, or ``simulated`` ones, until the end.

    Errors as in :func:`hardware.wiring.wiring.load`.
    """
    wiring = with_reported_dice(load(wiring_name))
    dice = KINDS[kind]
    try:
        with attached() as terminal:
            return (
                _watch_simulated(wiring, dice, terminal)
                if simulated
                else _watch(wiring.link or LinkWiring(), dice, terminal)
            )
    except KeyboardInterrupt:
        return GOOD


def _watch(wired: LinkWiring, dice: Sequence[Faces], terminal: Terminal) -> int:
    from hardware.link.serial_ports import SerialPorts

    ports = SerialPorts(wired.find)
    with closing(Link(ports, SimpleQueue(), time.monotonic)) as link:
        watch = ReportedWatch(link, dice)
        while (word := watched(terminal, watch.step(time.monotonic()), HOW_FAIR)) != QUIT:
            _answer(word, watch, terminal)
    return GOOD


def _answer(word: str, watch: ReportedWatch, terminal: Terminal) -> None:
    """Show how fair the dice are if that was asked."""
    if word == FAIRNESS:
        terminal.show(watch.judged(), ())


def _watch_simulated(wiring: Wiring, dice: Sequence[Faces], terminal: Terminal) -> int:
    rng = random.Random()
    pi = SimulatedPi(wiring, time.monotonic, rng, has_magnets=True)
    assert pi.peer is not None, "the wiring expects dice of a peer"
    terminal.show([f"a tray of Hall sensors that does not exist; {THROW}: throw the dice"], ())
    with closing(Link(pi.peer.cable, SimpleQueue(), pi.clock)) as link:
        watch = ReportedWatch(link, dice)
        while True:
            pi.timeline.run_due(time.monotonic())
            pi.peer.update()
            word = watched(terminal, watch.step(pi.clock()), f"{HOW_FAIR}, {THROW}: throw")
            if word == QUIT:
                return GOOD
            if word == THROW:
                pi.throw([rng.choice(faces) for faces in dice], dice)
            _answer(word, watch, terminal)
