"""Watch dice that a microcontroller on the link finds by itself, such as those on a Hall tray."""

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from queue import SimpleQueue

from firmware_host.cli.dice_session import KINDS
from firmware_host.cli.terminals import QUIT, Terminal, attached, watched
from hardware.dice.codes import DieReport, Faces, fitting
from hardware.dice.reported import ReportedDice
from hardware.dice.tray import DiceEvent
from hardware.link.link import Link
from hardware.simulated import SimulatedPi
from hardware.wiring.sections import LinkWiring
from hardware.wiring.wiring import Wiring, load, with_reported_dice

GOOD = 0
THROW = "t"
NOT_CLEAR = ": not clear, the table asks for the throw again"
NOBODY = "no device on the link reports dice; tableside link shows what is there"


class ReportedWatch:
    """What is shown of the dice of a ``kind``, given by their faces, that are on ``link``."""

    def __init__(self, link: Link, kind: Sequence[Faces]) -> None:
        self._link, self._kind = link, kind
        self._dice = ReportedDice(())

    def step(self, now: float) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the new lines at ``now`` (seconds), and those that tell how the dice are."""
        self._link.tick(now)
        offered = self._link.dice
        names = fitting(self._kind, offered) or tuple(die.name for die in offered)
        if names != self._dice.names:
            self._dice = ReportedDice(names)
        reports = {die.name: die for die in offered if die.name in names}
        events = self._dice.tick(now, reports) if names else ()
        return tuple(map(told, events)), (*self._states(reports), *self._faults())

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
        while watched(terminal, watch.step(time.monotonic())) != QUIT:
            pass
    return GOOD


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
            word = watched(terminal, watch.step(pi.clock()), f", {THROW}: throw")
            if word == QUIT:
                return GOOD
            if word == THROW:
                pi.throw([rng.choice(faces) for faces in dice], dice)
